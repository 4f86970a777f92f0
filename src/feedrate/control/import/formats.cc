#include "feedrate/control/import/formats.h"

#include <algorithm>

#include "feedrate/base/json.h"
#include "feedrate/base/read.h"

namespace feedrate::control {
namespace {

struct JsonFormat {
  ImportKind kind;
  std::vector<std::string> keys;  // at the top of every such document, and of no other kind's
  Expected<ImportedFile> (*read)(const Part& root);
};

std::vector<JsonFormat> json_formats() {
  return {{ImportKind::kGoogleBenchmark, {"context", "benchmarks"}, read_google_benchmark},
          {ImportKind::kPytestBenchmark, {"machine_info", "benchmarks"}, read_pytest_benchmark},
          {ImportKind::kPyperf, {"version", "benchmarks"}, read_pyperf},
          {ImportKind::kHyperfine, {"results"}, read_hyperfine}};
}

bool has_keys(const Value& document, const std::vector<std::string>& keys) {
  return document.is(Value::Kind::kMap) &&
         std::all_of(keys.begin(), keys.end(), [&](const auto& key) { return document.find(key) != nullptr; });
}

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

bool is_batch_time(std::string_view line) {
  const auto value = parse_json(line, "line");
  return value && has_keys(*value, {"t", "samples"});
}

std::string known_documents() {
  std::string out;
  for (const auto& each : json_formats()) {
    std::string keys;
    for (const auto& key : each.keys) keys += (keys.empty() ? "" : " and ") + key;
    out += format("{}{} ({})", out.empty() ? "" : ", ", keys, name_of(each.kind));
  }
  return out;
}

Expected<ImportedFile> read_json_import(const ImportText& text, const std::optional<ImportKind>& kind) {
  FEEDRATE_TRY(document, parse_json(text.text, text.file));
  const Part root{&document, text.file};
  for (const auto& each : json_formats())
    if (kind ? each.kind == *kind : has_keys(document, each.keys)) return each.read(root);
  return wrong_part(root, format("a document with {}", known_documents()));
}

// Nothing: a JSON document, of which the keys will tell.
Expected<std::optional<ImportKind>> recognise(const ImportText& text) {
  constexpr std::string_view kGzip = "\x1f\x8b";
  if (text.text.starts_with(kGzip))
    return input_error(format("{0} is packed; expected text. Unpack it first: gunzip {0}", text.file));
  const auto start = text.text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos)
    return input_error(format("{} is empty; expected results of another tool", text.file));
  if (text.text[start] == '{') {
    if (is_batch_time(first_line(text.text.substr(start)))) return ImportKind::kBatchTimes;
    return std::nullopt;
  }
  const auto header = first_line(text.text);
  const bool is_text = std::all_of(header.begin(), header.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x20 || c == '\t' || c == '\r';
  });
  if (is_text && header.find_first_of(",;\t") != std::string_view::npos) return ImportKind::kCsv;
  return input_error(
      format("{}:1: found neither a JSON document nor a line of column names; expected {}.\nName the kind if it is "
             "one: --as csv",
             text.file, either(detail::names_of<ImportKind>())));
}

}  // namespace

Expected<ImportedFile> read_import(const ImportText& text, const ImportOptions& options) {
  auto kind = options.kind;
  if (!kind) {
    FEEDRATE_TRY(found, recognise(text));
    kind = found;
  }
  if (!options.columns.empty() && kind != ImportKind::kCsv)
    return input_error(format("--map names columns of a CSV file, and {} is none", text.file));
  if (kind == ImportKind::kCsv) return read_csv(text, options);
  if (kind == ImportKind::kBatchTimes) return read_batch_times(text, options);
  if (options.subject)
    return input_error(format("--subject is for files that name none, and {} names its own", text.file));
  return read_json_import(text, kind);
}

Expected<ImportKind> read_import_kind(const std::string& text) {
  Problems problems("--as");
  ImportKind out{};
  Value value = Value::text(text);
  value.place({0, 0, "--as"});
  detail::read_enum(value, "the kind", problems, out);
  FEEDRATE_TRY_STATUS(problems.status());
  return out;
}

Expected<ColumnMap> read_column_map(const std::string& text) {
  const auto equals = text.rfind('=');
  if (equals == std::string::npos || equals == 0)
    return input_error(format("--map {}: expected COLUMN=KEY, such as samples_per_s=rate", text));
  Problems problems("--map");
  ColumnMap out{text.substr(0, equals), {}};
  Value value = Value::text(text.substr(equals + 1));
  value.place({0, 0, "--map " + text});
  detail::read_enum(value, "what the column means", problems, out.key);
  FEEDRATE_TRY_STATUS(problems.status());
  return out;
}

std::string stem_of_file(const std::string& file) {
  std::string name = file.substr(file.find_last_of('/') + 1);
  if (const auto point = name.find_last_of('.'); point != std::string::npos && point > 0) name.resize(point);
  constexpr std::string_view kBatchTimes = ".batch_times";
  if (name.size() > kBatchTimes.size() && name.ends_with(kBatchTimes)) name.resize(name.size() - kBatchTimes.size());
  return name;
}

}  // namespace feedrate::control
