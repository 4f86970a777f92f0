// The work every subject must do, with every parameter written down: operations in order, and what a finished batch
// looks like. In the transform scope every operation is a work of its own, and nothing is batched.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "feedrate/contract/work/operations.h"

namespace feedrate::contract {

enum class Dtype { kFloat32, kUint8, kInt64 };
enum class Layout { kNchw, kNhwc, kNtchw, kNl };  // T: frames of a clip; L: tokens of a sequence

struct Output {
  Dtype dtype = Dtype::kFloat32;
  Layout layout = Layout::kNchw;
};

// How far results may be from the definition, in levels of 0 .. 255, where more is the same work than rounding makes.
struct Accepted {
  std::optional<std::string> op;  // of one operation, in the transform scope; of the whole recipe elsewhere
  double mean = 0;
  double largest = 0;
  std::string reason;
};

struct Recipe {
  std::string name;
  std::vector<Operation> operations;
  Output output;
  std::optional<int> least_subjects = {};  // that can do an operation; with fewer it is left out
  std::optional<std::vector<Accepted>> accepted = {};
};

}  // namespace feedrate::contract

namespace feedrate {

template <>
struct Names<contract::Dtype> {
  static constexpr std::array<std::pair<contract::Dtype, const char*>, 3> names = {
      {{contract::Dtype::kFloat32, "float32"}, {contract::Dtype::kUint8, "uint8"}, {contract::Dtype::kInt64, "int64"}}};
};
template <>
struct Names<contract::Layout> {
  static constexpr std::array<std::pair<contract::Layout, const char*>, 4> names = {
      {{contract::Layout::kNchw, "NCHW"},
       {contract::Layout::kNhwc, "NHWC"},
       {contract::Layout::kNtchw, "NTCHW"},
       {contract::Layout::kNl, "NL"}}};
};
template <>
struct Fields<contract::Output> {
  static constexpr auto doc = "what a finished batch looks like";
  static constexpr auto table = std::tuple{field("dtype", &contract::Output::dtype, "type of an element"),
                                           field("layout", &contract::Output::layout, "order of the dimensions")};
};
template <>
struct Fields<contract::Accepted> {
  static constexpr auto doc = "how far results may be from the definition and count as the same";
  static constexpr auto table =
      std::tuple{field("op", &contract::Accepted::op, "of this operation, in the transform scope", name_rule()),
                 field("mean", &contract::Accepted::mean, "levels of 0 .. 255 in the mean", range(0, 255)),
                 field("largest", &contract::Accepted::largest, "levels at most", range(0, 255)),
                 field("reason", &contract::Accepted::reason, "why that is the same work", filled())};
};
template <>
struct Fields<contract::Recipe> {
  static constexpr auto doc = "the work a subject must do";
  static constexpr auto table = std::tuple{
      field("name", &contract::Recipe::name, "what it is called", name_rule()),
      field("operations", &contract::Recipe::operations, "in order; in the transform scope each by itself", filled()),
      field("output", &contract::Recipe::output, "what a finished batch looks like", optional()),
      field("least_subjects", &contract::Recipe::least_subjects,
            "of the transform scope: an operation that fewer of the subjects can do is left out", range(1, 1000)),
      field("accepted", &contract::Recipe::accepted, "differences that count as the same, with their reasons")};
};

}  // namespace feedrate
