#include "feedrate/contract/work/window.h"

#include <charconv>

#include "feedrate/base/format.h"

namespace feedrate {

std::optional<contract::Window> TextForm<contract::Window>::parse(std::string_view text) {
  const auto blank = text.find(' ');
  if (blank == 0 || blank > 7 || text[0] == '0') return {};
  contract::Window window;
  auto [end, code] = std::from_chars(text.data(), text.data() + blank, window.count);
  if (code != std::errc() || end != text.data() + blank || window.count < 1) return {};
  const std::string_view unit = text.substr(blank + 1);
  if (unit == "batches" || unit == "batch")
    window.unit = contract::Window::Unit::kBatches;
  else if (unit == "epochs" || unit == "epoch")
    window.unit = contract::Window::Unit::kEpochs;
  else
    return {};
  return window;
}

std::string TextForm<contract::Window>::print(contract::Window window) {
  const bool batches = window.unit == contract::Window::Unit::kBatches;
  return format("{} {}", window.count,
                batches ? (window.count == 1 ? "batch" : "batches") : (window.count == 1 ? "epoch" : "epochs"));
}

}  // namespace feedrate
