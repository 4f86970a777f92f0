// The other side of a gate: adds to an experiment, for each subject, an arm that is the same but for its build.
#pragma once

#include <string>
#include <utility>

#include "feedrate/app/cli/experiment.h"

namespace feedrate::app {

// Another name of a folder, for as long as this lives.
class FolderLink {
 public:
  FolderLink() = default;
  explicit FolderLink(std::string path) : path_(std::move(path)) {}
  FolderLink(FolderLink&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  FolderLink& operator=(FolderLink&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
  }
  FolderLink(const FolderLink&) = delete;
  FolderLink& operator=(const FolderLink&) = delete;
  ~FolderLink();

 private:
  std::string path_;
};

// `against` is env:NAME (another of the experiment's environments) or git:REV (a revision of the repository that the
// experiment lies in, checked out under the run's folder and built by build.command). What is returned must live
// while the experiment is measured; it may be empty.
Expected<FolderLink> add_base(const std::string& against, const Installation& installation, Experiment& experiment);

}  // namespace feedrate::app
