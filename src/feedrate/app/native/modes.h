// The subjects that this program is: `native`, and modes of it that give other pixels for the sake of speed. Those have
// names of their own, so that no figure of theirs is ever taken for the ruler's.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace feedrate::app {

enum class NativeMode { kPlain, kFast, kScaled };

inline constexpr std::array<std::pair<NativeMode, const char*>, 3> kNativeModes = {
    {{NativeMode::kPlain, "native"}, {NativeMode::kFast, "native-fast"}, {NativeMode::kScaled, "native-scaled"}}};

inline std::optional<NativeMode> native_mode(std::string_view subject) {
  for (const auto& [mode, name] : kNativeModes)
    if (subject == name) return mode;
  return {};
}

// Test programs have names of their own, and do what `native` does.
inline NativeMode mode_of(std::string_view subject) { return native_mode(subject).value_or(NativeMode::kPlain); }

}  // namespace feedrate::app
