#include "feedrate/control/run/local.h"

#include <poll.h>
#include <unistd.h>

#include "feedrate/base/json.h"
#include "feedrate/host/clock.h"

namespace feedrate::control {
namespace {

constexpr std::size_t kMostMessages = 16 * 1024;
// The agent gives those that wait 5 s.
constexpr std::int64_t kPatience = 10'000'000'000;
constexpr int kGlanceMs = 20;

}  // namespace

Status LocalRunner::submit(const Job& job) {
  FEEDRATE_CHECK(!agent_ || waiting_);
  partial_.clear();
  messages_.clear();
  if (!job.more) dismiss();
  if (!agent_) return start(job);
  waiting_ = false;
  is_heard_ = false;
  agent_->say(job.work + '\n');
  return {};
}

Status LocalRunner::start(const Job& job) {
  host::Launch launch{{program_, "agent", job.work + "/block.json", job.work + "/out"}, {}, job.more};
  if (job.more) launch.command.emplace_back("--wait");
  auto tree = host::Tree::start(launch);
  if (!tree) return while_doing(tree.error(), "starting an agent");
  is_heard_ = true;
  agent_.emplace(std::move(*tree));
  return {};
}

void LocalRunner::take_output(const OnProgress& on_progress) {
  char buffer[16384];
  for (ssize_t n = 0; (n = read(agent_->output(), buffer, sizeof buffer)) > 0;)
    partial_.append(buffer, static_cast<std::size_t>(n));
  for (std::size_t end = 0; (end = partial_.find('\n')) != std::string::npos; partial_.erase(0, end + 1)) {
    const std::string line = partial_.substr(0, end);
    is_heard_ = true;
    if (line == contract::kBlockDone) {
      waiting_ = true;
      continue;
    }
    auto value = line.starts_with('{') ? parse_json(line, "agent") : Expected<Value>(Value());
    auto progress =
        value ? contract::read_progress(*value, "agent") : Expected<contract::Progress>(Unexpected(value.error()));
    if (progress)
      on_progress(*progress);
    else if (messages_.size() < kMostMessages)
      messages_ += line + '\n';
  }
}

Expected<JobState> LocalRunner::poll(const Job& job, double seconds, const OnProgress& on_progress) {
  FEEDRATE_CHECK(agent_.has_value());
  pollfd waiting[2] = {{agent_->output(), POLLIN, 0}, {agent_->events(), POLLIN, 0}};
  ::poll(waiting, 2, static_cast<int>(seconds * 1e3));
  const auto ending = agent_->ending();
  take_output(on_progress);
  if (waiting_) return JobState::kEnded;
  if (!ending) {
    // A closed pipe is always readable; without this the loop would spin until the warden has spoken.
    if ((waiting[0].revents & POLLHUP) != 0) ::poll(&waiting[1], 1, static_cast<int>(seconds * 1e3));
    return JobState::kRunning;
  }
  agent_->end();
  agent_.reset();
  if (!is_heard_) {  // it was gone before it was told
    FEEDRATE_TRY_STATUS(start(job));
    return JobState::kRunning;
  }
  if (ending->signal != 0) return failure(format("the agent was ended by signal {}\n{}", ending->signal, messages_));
  if (ending->code != 0) {
    while (!messages_.empty() && messages_.back() == '\n') messages_.pop_back();
    const std::string_view said = messages_;
    const std::string_view prefix = "feedrate: ";
    return failure(said.empty() ? format("the agent ended with code {}", ending->code)
                                : std::string(said.starts_with(prefix) ? said.substr(prefix.size()) : said));
  }
  return JobState::kEnded;
}

void LocalRunner::cancel(const Job& /*job*/) {
  if (agent_) agent_->end();
  agent_.reset();
  waiting_ = false;
}

void LocalRunner::dismiss() {
  if (!agent_) return;
  if (waiting_) {
    agent_->hang_up();
    const std::int64_t until = host::monotonic_ns() + kPatience;
    pollfd event{agent_->events(), POLLIN, 0};
    while (!agent_->ending() && host::monotonic_ns() < until) ::poll(&event, 1, kGlanceMs);
  }
  cancel({});
}

}  // namespace feedrate::control
