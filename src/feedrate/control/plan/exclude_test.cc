#include "feedrate/control/plan/exclude.h"

#include <gtest/gtest.h>

#include "feedrate/control/plan/example_inputs.h"

namespace feedrate::control {
namespace {

using contract::Availability;
using example::comparisons;
using example::plan_inputs;
using Lines = std::vector<std::string>;

// "CASE: REASON" of every excluded case.
Lines excluded(const PlanInputs& inputs) {
  Lines out;
  for (const auto& comparison : comparisons(Plan(inputs)))
    for (const auto& each : comparison.excluded) out.push_back(describe_case(each.what) + ": " + each.reason);
  return out;
}

PlanInputs with_workers_in_shared_memory() {
  auto in = plan_inputs();
  in.config.axes.workers = {2};
  in.config.recipe->operations = {contract::Decode{}, contract::RandomResizedCrop{}};
  for (auto& subject : in.subjects) subject.capability.supports[0].operations.push_back("random_resized_crop");
  in.subjects[1].capability.interpreter = contract::Interpreter{"python", "3.11", {}};
  in.subjects[1].capability.in_flight = {0, 0, 1};
  return in;
}

TEST(Fit, BatchesOnTheWayMustFitIntoSharedMemory) {
  auto in = with_workers_in_shared_memory();
  in.machine.shm_free = 64 << 20;
  EXPECT_EQ(
      excluded(in),
      Lines{"torch-pil · workers 2 · batch 64: its workers may have 4 batches of 39 MB in /dev/shm, together 154 "
            "MB, and 67 MB are free there; use fewer workers, less prefetch or a smaller batch, or make it larger "
            "(feedrate doctor says how)"});
  in.machine.shm_free = 200 << 20;
  EXPECT_EQ(excluded(in), Lines{});
}

TEST(Fit, DescriptorsMustSuffice) {
  auto in = with_workers_in_shared_memory();
  in.machine.open_files = 24;
  EXPECT_EQ(excluded(in),
            Lines{"torch-pil · workers 2 · batch 64: it may need 30 open files at once, and 24 are allowed "
                  "(ulimit -n)"});
  in.machine.open_files = 64;
  EXPECT_EQ(excluded(in), Lines{});
}

TEST(Exclude, NothingThatTheSubjectsCanDo) { EXPECT_EQ(excluded(plan_inputs()), Lines{}); }

TEST(Exclude, ALibraryThatIsMissingOrBroken) {
  auto in = plan_inputs();
  in.config.axes.workers = {2};
  in.subjects[1].capability.availability = Availability::kMissing;
  in.subjects[1].capability.reason = "No module named 'torch'";
  EXPECT_EQ(excluded(in), Lines{"torch-pil · workers 2 · batch 64: missing here: No module named 'torch'"});
  in.subjects[1].capability.availability = Availability::kBroken;
  EXPECT_EQ(excluded(in), Lines{"torch-pil · workers 2 · batch 64: broken here: No module named 'torch'"});
}

TEST(Exclude, BatchesThatTheDataCannotFill) {
  auto in = plan_inputs();
  in.config.axes.workers = {2};
  in.config.axes.batch = {64, 1001};
  EXPECT_EQ(excluded(in),
            (Lines{"native · workers 2 · batch 1001: the data has 1000 samples, fewer than one batch of 1001",
                   "torch-pil · workers 2 · batch 1001: the data has 1000 samples, fewer than one batch of 1001"}));
  in.config.axes.batch = {64};
  in.config.data.items = 63;
  EXPECT_EQ(excluded(in)[0], "native · workers 2 · batch 64: the data has 63 samples, fewer than one batch of 64");
}

TEST(Exclude, FewerWorkersThanTheSubjectNeeds) {
  auto in = plan_inputs();
  in.subjects[0].capability.least_workers = 1;
  EXPECT_EQ(excluded(in), Lines{"native · workers 0 · batch 64: it needs at least 1 worker"});
}

TEST(Exclude, WhatNoEntryOfTheCapabilityHas) {
  auto in = plan_inputs();
  in.config.axes.workers = {2};
  in.config.axes.device = {contract::Device::kCuda};
  EXPECT_EQ(excluded(in)[0], "native · workers 2 · batch 64 · cuda: it runs on cpu, not on cuda");
  in = plan_inputs();
  in.config.axes.workers = {2};
  in.config.media = contract::Video{};
  EXPECT_EQ(excluded(in)[0], "native · workers 2 · batch 64: it takes rgb, not video");
  in = plan_inputs();
  in.config.axes.workers = {2};
  in.config.data.source = contract::Source::kMemory;
  EXPECT_EQ(excluded(in)[0], "native · workers 2 · batch 64: it reads from storage, not from memory");
  in = plan_inputs();
  in.config.axes.workers = {2};
  in.config.recipe->operations.emplace_back(contract::Normalize{});
  EXPECT_EQ(excluded(in)[0], "native · workers 2 · batch 64: it has no normalize");
  // A second entry that has it makes it a case.
  auto more = in.subjects[0].capability.supports[0];
  more.operations.emplace_back("normalize");
  in.subjects[0].capability.supports.push_back(more);
  EXPECT_EQ(excluded(in), Lines{"torch-pil · workers 2 · batch 64: it has no normalize"});
}

// Transforms that both subjects have but for one, on the CPU and on a GPU.
PlanInputs transforms() {
  auto in = plan_inputs();
  in.config.scope = contract::Scope::kTransform;
  in.config.axes.workers = {0};
  in.config.recipe = contract::Recipe{"set", {contract::Invert{}, contract::Jpeg{}}, {}, {}};
  in.config.data.source = contract::Source::kMemory;
  in.subjects[1].capability.subject = in.config.subjects[1].name = "torchvision-tensor";
  for (auto& subject : in.subjects)
    subject.capability.supports = {{contract::Scope::kTransform,
                                    {contract::MediaKind::kRgb},
                                    {contract::Source::kMemory},
                                    {contract::Device::kCpu, contract::Device::kCuda},
                                    {"invert", "jpeg"}}};
  in.subjects[0].capability.supports[0].operations = {"invert"};
  return in;
}

TEST(Exclude, ASetKeepsWhatSeveralSubjectsCanDo) {
  auto in = transforms();
  EXPECT_EQ(excluded(in), Lines{"native · jpeg quality 80: it has no jpeg"});
  auto with_reason = in;
  with_reason.subjects[0].capability.supports[0].lacks = std::map<std::string, std::string>{{"jpeg", "by its manual"}};
  EXPECT_EQ(excluded(with_reason), Lines{"native · jpeg quality 80: it has no jpeg: by its manual"});
  in.config.recipe->least_subjects = 2;
  EXPECT_EQ(excluded(in), (Lines{"native · jpeg quality 80: it has no jpeg",
                                 "torchvision-tensor · jpeg quality 80: 1 of the 2 subjects can do it here, and set "
                                 "keeps what at least 2 can"}));
  // Who is not there cannot do it.
  in.subjects[0].capability.availability = Availability::kMissing;
  EXPECT_EQ(excluded(in).size(), 4);
}

TEST(Exclude, KnownLimitsComeBeforeAGpuThatIsMissing) {
  auto in = transforms();
  in.config.axes.device = {contract::Device::kCuda};
  EXPECT_EQ(excluded(in), (Lines{"native · jpeg quality 80: it has no jpeg",
                                 "torchvision-tensor · jpeg quality 80: jpeg on cuda: it decodes JPEG from bytes on "
                                 "the CPU only (torchvision 0.28, documentation of decode_jpeg)"}));
  in.machine.no_gpu = "no driver";
  EXPECT_EQ(excluded(in)[0], "native · invert: this machine has no GPU: no driver");
  EXPECT_EQ(excluded(in).size(), 4);
  EXPECT_NE(excluded(in)[3].find("documentation of decode_jpeg"), std::string::npos);
}

}  // namespace
}  // namespace feedrate::control
