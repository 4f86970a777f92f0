#include "feedrate/app/cli/against.h"

#include <filesystem>

#include "feedrate/app/cli/subject_facts.h"
#include "feedrate/base/hash.h"
#include "feedrate/base/suggest.h"
#include "feedrate/control/judge/gate_table.h"
#include "feedrate/host/capture.h"
#include "feedrate/host/files.h"

namespace feedrate::app {
namespace {

namespace fs = std::filesystem;

constexpr double kGitSeconds = 120;
constexpr double kBuildSeconds = 3600;

std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

Expected<std::string> said_by(const std::vector<std::string>& command, double seconds, const std::string& doing) {
  FEEDRATE_TRY(said, host::capture({command, {}}, seconds));
  if (said.ending.code != 0 || said.ending.signal != 0)
    return input_error(format("{}: {}", doing, trimmed(said.output)));
  return trimmed(said.output);
}

Status use_environment(const std::string& name, const control::Config& config, control::Subject& subject) {
  std::vector<std::string> known;
  for (const auto& [each, environment] : config.environments) known.push_back(each);
  if (!config.environments.contains(name))
    return input_error(format("--against env:{}: the experiment has no such environment (it has {})", name,
                              known.empty() ? "none" : either(known)));
  if (!subject.environment)
    return input_error(
        format("--against env:{}: {} runs in no environment; use --against git:REV", name, subject.name));
  subject.environment = name;
  return {};
}

struct Checkout {
  fs::path root;      // of the repository
  fs::path worktree;  // of the revision
  FolderLink link;    // to the worktree, and how it is called from then on
};

// Where arguments and environment lie in memory depends on how long they are, and that alone can move a rate by
// percents. So the base gets a name as long as the head's: a link in the temporary folder, always the same for the same
// worktree. Where that cannot be, its own path does.
void call_as_long_as_head(Checkout& checkout) {
  constexpr std::size_t kFewest = 8;  // characters that tell links apart
  constexpr std::size_t kMost = 255;  // that a name may have
  const std::string folder = fs::temp_directory_path().string() + "/";
  const std::size_t length = checkout.root.string().size();
  if (length < folder.size() + kFewest || length > folder.size() + kMost) return;
  std::string name = hash_id("worktree", checkout.worktree.string());
  while (folder.size() + name.size() < length) name += name;
  fs::path link = folder + name.substr(0, length - folder.size());
  std::error_code error;
  // It is there already where a call was killed.
  if (fs::read_symlink(link, error) != checkout.worktree) fs::create_directory_symlink(checkout.worktree, link, error);
  if (error) return;
  checkout.link = FolderLink(link.string());
  checkout.worktree = link;
}

Expected<Checkout> check_out(const std::string& revision, const Experiment& experiment) {
  const std::string& base = experiment.base;
  Checkout out;
  FEEDRATE_TRY(root, said_by({"git", "-C", base, "rev-parse", "--show-toplevel"}, kGitSeconds,
                             format("--against git:{}: {} is in no repository", revision, base)));
  FEEDRATE_TRY(commit, said_by({"git", "-C", base, "rev-parse", "--verify", revision + "^{commit}"}, kGitSeconds,
                               format("--against git:{}", revision)));
  out.root = root;
  out.worktree = fs::absolute(experiment.output) / "builds" / commit.substr(0, 16);
  if (host::exists(out.worktree.string() + "/.built")) {
    call_as_long_as_head(out);
    return out;
  }
  if (!host::exists(out.worktree.string()))
    FEEDRATE_TRY_STATUS(
        said_by({"git", "-C", root, "worktree", "add", "--force", "--detach", out.worktree.string(), commit},
                kGitSeconds, format("--against git:{}", revision)));
  if (experiment.inputs.config.build) {
    const std::string& command = experiment.inputs.config.build->command;
    FEEDRATE_TRY_STATUS(said_by({"/bin/sh", "-c", "cd \"$1\" && eval \"$2\"", "sh", out.worktree.string(), command},
                                kBuildSeconds, format("building {} with \"{}\"", revision, command)));
  }
  FEEDRATE_TRY_STATUS(host::write_file(out.worktree.string() + "/.built", ""));
  call_as_long_as_head(out);
  return out;
}

// Where a file of the head lies in the checkout.
std::string moved(const std::string& file, const Checkout& checkout, const std::string& base) {
  const fs::path path(file);
  const fs::path full = fs::weakly_canonical(path.is_absolute() ? path : fs::path(base) / path);
  const auto inside = full.lexically_relative(fs::weakly_canonical(checkout.root));
  if (inside.empty() || *inside.begin() == "..") return file;  // not of the repository: the same for both
  return (checkout.worktree / inside).string();
}

Status use_revision(const Checkout& checkout, const std::string& base, control::Subject& subject) {
  if (subject.make) {
    subject.make->source = moved(subject.make->source, checkout, base);
    return {};
  }
  if (!subject.command)
    return input_error(
        format("--against git:REV: {} is a shipped subject; it is the same in every revision. Use --against "
               "env:NAME, or a subject of your own",
               subject.name));
  for (auto& word : *subject.command)
    if (word.find('/') != std::string::npos) word = moved(word, checkout, base);
  return {};
}

}  // namespace

FolderLink::~FolderLink() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove(path_, ignored);
}

Expected<FolderLink> add_base(const std::string& against, const Installation& installation, Experiment& experiment) {
  auto& config = experiment.inputs.config;
  const bool by_environment = against.starts_with("env:");
  if (!by_environment && !against.starts_with("git:"))
    return input_error(format("--against {}: expected env:NAME or git:REV", against));
  const std::string name = against.substr(4);
  Checkout checkout;
  if (!by_environment) {
    FEEDRATE_TRY(found, check_out(name, experiment));
    checkout = std::move(found);
  }
  const auto heads = config.subjects;
  for (const auto& head : heads) {
    control::Subject base = head;
    FEEDRATE_TRY_STATUS(by_environment ? use_environment(name, config, base)
                                       : use_revision(checkout, experiment.base, base));
    FEEDRATE_TRY(facts, look_at_subject(base, config, installation, experiment.base, Ask::kProbe));
    base.name += control::kBaseSuffix;
    facts.capability.subject = base.name;
    config.subjects.push_back(base);
    experiment.inputs.subjects.push_back(facts);
  }
  return std::move(checkout.link);
}

}  // namespace feedrate::app
