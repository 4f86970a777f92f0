#include "feedrate/app/native/stage_trace.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "feedrate/base/json.h"
#include "feedrate/host/files.h"

namespace feedrate::app {
namespace {

TEST(StageTrace, IsAFileThatViewersOpen) {
  std::string folder = testing::TempDir() + "trace_XXXXXX";
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  StageTrace trace({"read", "decode", "transform"});
  trace.add(native::SampleTimes{5, 1'000, 3'000, 8'000, 9'000, 100, false, 0});
  trace.add(native::SampleTimes{6, 9'000, 9'500, 12'000, 13'000, 100, true, 0.5});
  const std::string file = folder + "/trace.json";
  ASSERT_TRUE(trace.write(file));
  const auto text = host::read_file(file);
  ASSERT_TRUE(text);
  const auto value = parse_json(*text, file);
  ASSERT_TRUE(value) << value.error().text();
  std::vector<std::string> names;
  for (const auto& event : value->find("traceEvents")->items()) {
    if (event.find("ph")->as_text() != "X") continue;
    names.push_back(event.find("name")->as_text());
    EXPECT_GE(event.find("ts")->as_real(), 0);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"read", "decode", "transform", "wait for read", "decode", "transform"}));
  std::filesystem::remove_all(folder);
}

TEST(StageTrace, StopsWhenItIsFull) {
  std::string folder = testing::TempDir() + "trace_XXXXXX";
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  StageTrace trace({"read", "decode", "transform"});
  for (std::size_t i = 0; i < StageTrace::kMostSpans; ++i) trace.add_wait(1, 2);
  ASSERT_TRUE(trace.write(folder + "/full.json"));
  const auto full = std::filesystem::file_size(folder + "/full.json");
  trace.add_wait(1, 2);
  ASSERT_TRUE(trace.write(folder + "/more.json"));
  EXPECT_EQ(std::filesystem::file_size(folder + "/more.json"), full);
  EXPECT_FALSE(trace.write(folder + "/none/trace.json"));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace feedrate::app
