#include "feedrate/control/report/program.h"

#include <gtest/gtest.h>

#include "feedrate/control/diagnose/example_program.h"

namespace feedrate::control {
namespace {

ProgramPage program_page(const contract::Record& record, std::optional<Checked> checked = {}) {
  ProgramPage page;
  page.program = "train.py";
  page.record = &record;
  page.diagnosis = *diagnose(record);
  page.checked = std::move(checked);
  if (page.checked) page.track = track_record(std::span(&*page.checked, 1));
  return page;
}

std::string screen_of(const contract::Record& record, std::optional<Checked> checked = {}) {
  Screen screen;
  screen.width = 1000;  // one sentence a line
  return render_program_terminal(program_page(record, std::move(checked)), screen);
}

TEST(ProgramScreen, OverlapIsAShare) {
  auto record = example::program(2, 20, 1, 2);
  EXPECT_NE(screen_of(record).find("overlap 1.00\n"), std::string::npos);
  // A little faster than the slower of the two alone, as noise would have it.
  for (auto& segment : record.evidence.program->segments)
    if (segment.mode == contract::marks::Mode::kReal) segment.seconds *= 0.97;
  EXPECT_NE(screen_of(record).find("overlap 1.00\n"), std::string::npos);
}

TEST(ProgramScreen, ItsFactsAreInTheJsonToo) {
  auto record = example::program(2, 20, 1, 2);
  record.profile = "some-cpu-4c-8g";
  record.evidence.process.first_batch_seconds = 4.25;
  record.evidence.window->gap_p50 = 0.011;
  record.evidence.window->gap_p90 = 0.012;
  record.evidence.window->gap_p99 = 0.013;
  record.evidence.memory = contract::MemoryEvidence{};
  record.evidence.memory->pss_bytes = 1'100'000'000;
  const auto screen = screen_of(record);
  for (const char* text : {"machine: some-cpu-4c-8g", "first batch 4.2 s", "11/12/13 ms", "PSS 1.1 GB"})
    EXPECT_NE(screen.find(text), std::string::npos) << screen;
  const auto json = render_program_json(program_page(record));
  for (const char* text : {"\"some-cpu-4c-8g\"", "4.25", "0.011", "0.012", "0.013", "1100000000"})
    EXPECT_NE(json.find(text), std::string::npos) << json;
}

TEST(ProgramScreen, OverlapIsNotToldWhereItCannotBe) {
  auto record = example::program(2, 20, 1, 0.2);
  double noise = 0.95;
  for (auto& segment : record.evidence.program->segments)
    if (segment.mode == contract::marks::Mode::kReal) segment.seconds *= noise = 2 - noise;
  EXPECT_NE(screen_of(record).find("overlap not told\n"), std::string::npos);
}

TEST(ProgramScreen, WhatBecameOfAPrediction) {
  const Checked half{"train.py", "workers=2", 400, {800, 300, 900, 1600}, 300, 300, ""};
  const auto screen = screen_of(example::program(2, 20, 1, 2), half);
  EXPECT_NE(screen.find("Held so far: 1 of 1; off by 100 % in the median (\"nothing changes\" by 0 %, the slowest "
                        "stage alone by 300 %)"),
            std::string::npos)
      << screen;
}

}  // namespace
}  // namespace feedrate::control
