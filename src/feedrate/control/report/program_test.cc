#include "feedrate/control/report/program.h"

#include <gtest/gtest.h>

#include "feedrate/control/diagnose/example_program.h"

namespace feedrate::control {
namespace {

std::string screen_of(const contract::Record& record, std::optional<Checked> checked = {}) {
  ProgramPage page;
  page.program = "train.py";
  page.record = &record;
  page.diagnosis = *diagnose(record);
  page.checked = std::move(checked);
  if (page.checked) page.track = track_record(std::span(&*page.checked, 1));
  Screen screen;
  screen.width = 1000;  // one sentence a line
  return render_program_terminal(page, screen);
}

TEST(ProgramScreen, OverlapIsAShare) {
  auto record = example::program(2, 20, 1, 2);
  EXPECT_NE(screen_of(record).find("overlap 1.00\n"), std::string::npos);
  // A little faster than the slower of the two alone, as noise would have it.
  for (auto& segment : record.evidence.program->segments)
    if (segment.mode == contract::marks::Mode::kReal) segment.seconds *= 0.97;
  EXPECT_NE(screen_of(record).find("overlap 1.00\n"), std::string::npos);
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
