// One subject's processes, all of them: started under a warden (a fork of ours that is sub-reaper for whatever the
// subject leaves behind, so daemons cannot escape), frozen and thawed together, and gone when asked, when this object
// goes, or when we die: the warden notices that its pipe closed. One thread. Freezing is SIGSTOP / SIGCONT: it needs no
// rights, and unlike a frozen cgroup v1 a stopped process can still be killed.
//
// Slurm's srun is asked to end (SIGTERM) before the rest is killed: what it started belongs to Slurm's daemon and not
// to the tree, and a killed srun would leave it running, and the allocation held. Asked, it has them killed at once.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/host/descriptor.h"

namespace feedrate::host {

struct Launch {
  std::vector<std::string> command;
  std::map<std::string, std::string> environment;  // added to ours
  bool listens = false;                            // its standard input is what say() writes; else nothing
};

// How the first process ended.
struct Ending {
  int code = 0;    // its exit code, where it exited
  int signal = 0;  // the signal that ended it, or 0
};

// What the warden saw when everything was gone.
struct Remains {
  int survivors = 0;       // processes that outlived the first one and were killed
  double cpu_seconds = 0;  // of the whole tree
};

class Tree {
 public:
  static Expected<Tree> start(const Launch& launch);
  Tree(Tree&&) = default;
  Tree& operator=(Tree&&) = delete;
  ~Tree();

  [[nodiscard]] int root() const { return root_; }
  // What the tree writes to standard output and error; non-blocking.
  [[nodiscard]] int output() const { return output_.get(); }
  // Readable when the first process ended.
  [[nodiscard]] int events() const { return warden_pipe_.get(); }

  // To a first process that listens. One that is gone hears nothing, which is no error: its ending says so.
  void say(const std::string& words);
  // Nothing more will be said: it reads an end.
  void hang_up() { input_.reset(); }

  // How the first process ended, once it has.
  std::optional<Ending> ending();
  // A process that a daemon started for the tree: a member from now on, with its descendants, until it ends by itself.
  // end() does not kill it; that is for who had it started. Said again now and then, so that what it has used is known
  // when it is gone.
  void adopt(int pid);
  [[nodiscard]] std::vector<int> born_members() const;  // without those
  [[nodiscard]] std::vector<int> members() const;
  // The members, and who inherits what those that are gone have used.
  [[nodiscard]] std::vector<int> members_and_heir() const;
  // When the last member was told to stop, and just before the first was told to go on (monotonic clock): looking for
  // members takes up to a millisecond, which must not count as running time.
  std::int64_t freeze();
  std::int64_t thaw();
  [[nodiscard]] bool frozen() const { return frozen_; }
  // Kills whatever is left, waits until it is gone, and says what there was.
  Remains end();

 private:
  Tree(int warden, int root, Descriptor pipe, Descriptor output, Descriptor input)
      : warden_(warden),
        root_(root),
        warden_pipe_(std::move(pipe)),
        output_(std::move(output)),
        input_(std::move(input)) {}
  void receive(bool wait);

  int warden_ = 0;
  int root_ = 0;
  Descriptor warden_pipe_;
  Descriptor output_;
  Descriptor input_;
  bool frozen_ = false;
  std::vector<int> stopped_;       // who was told to stop by the last freeze
  std::map<int, double> adopted_;  // pid -> CPU seconds that it and its descendants had used when last looked at
  std::optional<Ending> ending_;
  std::optional<Remains> remains_;
};

// Makes this process the one that inherits what its children leave behind.
void become_reaper();
// Kills and reaps every descendant of this process.
void end_all_descendants();

}  // namespace feedrate::host
