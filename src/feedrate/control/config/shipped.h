// The subjects that come with feedrate, and the environment each one runs in. Used by config, by `plan` and by the list
// of subjects; a new subject is one line here.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace feedrate::control {

struct ShippedSubject {
  std::string_view name;
  std::string_view group;  // the environment it takes unless it names one; empty: needs no interpreter
};

inline constexpr std::array<ShippedSubject, 23> kShippedSubjects = {{
    {"native", ""},
    {"native-fast", ""},
    {"native-scaled", ""},
    {"torch-pil", "torch"},
    {"torch-tv", "torch"},
    {"torch-simplejpeg", "torch"},
    {"torch-albumentationsx", "torch"},
    {"torch-kornia", "torch"},
    {"dali", "dali"},
    {"spdl", "torch"},
    {"grain", "torch"},
    {"webdataset", "torch"},
    {"mosaic", "streaming"},
    {"litdata", "streaming"},
    {"tfdata", "tf"},
    {"opencv", "torch"},
    {"pillow", "torch"},
    {"torchvision-tensor", "torch"},
    {"torchvision-pil", "torch"},
    {"albumentationsx", "torch"},
    {"kornia", "torch"},
    {"torchcodec", "torch"},
    {"torch-tokens", "torch"},
}};

constexpr const ShippedSubject* find_shipped(std::string_view name) {
  for (const auto& subject : kShippedSubjects)
    if (subject.name == name) return &subject;
  return nullptr;
}

inline std::vector<std::string> shipped_names() {
  std::vector<std::string> names;
  for (const auto& subject : kShippedSubjects) names.emplace_back(subject.name);
  return names;
}

}  // namespace feedrate::control
