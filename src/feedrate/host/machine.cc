#include "feedrate/host/machine.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <sstream>

#include "feedrate/base/format.h"
#include "feedrate/host/bounds.h"
#include "feedrate/host/files.h"
#include "feedrate/host/filesystem.h"
#include "feedrate/host/gpu.h"

namespace feedrate::host {
namespace {

// The rest of the first line that starts with the key, without colon and blanks.
std::string line_of(const char* path, std::string_view key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(key)) continue;
    const auto colon = line.find(':');
    const auto text = colon == std::string::npos ? std::string::npos : line.find_first_not_of(" \t", colon + 1);
    return text == std::string::npos ? "" : line.substr(text);
  }
  return {};
}

int count_numa_nodes() {
  const auto names = list_folder("/sys/devices/system/node");
  if (!names) return 1;
  const auto is_node = [](const std::string& name) {
    return name.size() > 4 && name.starts_with("node") && std::isdigit(static_cast<unsigned char>(name[4])) != 0;
  };
  return std::max(1, static_cast<int>(std::count_if(names->begin(), names->end(), is_node)));
}

}  // namespace

std::string short_model(const std::string& model) {
  std::string out;
  std::istringstream words(model.substr(0, model.find('@')));
  for (std::string word; words >> word;) {
    if (const auto paren = word.find('('); paren != std::string::npos) word.resize(paren);
    if (word.empty() || word == "CPU") continue;
    if (!out.empty()) out += '-';
    for (char c : word)
      if (std::isalnum(static_cast<unsigned char>(c)) != 0)
        out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out.empty() ? "unknown" : out;
}

std::string boot_id() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string id;
  file >> id;
  return id;
}

namespace {

std::string storage_name(const std::string& data) {
  const auto found = data.empty() ? std::nullopt : file_system_of(data);
  if (!found || found->storage == StorageClass::kLocal) return {};
  const char* names[] = {"memory", "local", "network", "user"};
  return names[static_cast<int>(found->storage)];
}

}  // namespace

Machine this_machine(const std::string& data) {
  Machine m;
  utsname name{};
  uname(&name);
  m.node = name.nodename;
  m.kernel = name.release;
  m.boot_id = boot_id();
  m.cpu_model = line_of("/proc/cpuinfo", "model name");
  m.cpus_total = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  const Bounds bounds = bounds_here();
  m.cpus_effective = binding(bounds).cpus;
  m.memory_bytes = memory_binding(bounds).bytes;
  m.numa_nodes = count_numa_nodes();
  const auto gpus = gpus_here();
  for (const auto& gpu : gpus.gpus) m.gpus.push_back(gpu.name);
  if (!m.gpus.empty()) m.gpu_driver = gpus.driver;
  m.data_storage = storage_name(data);
  return m;
}

std::vector<std::pair<std::string, std::string>> profile_fields(const Machine& machine) {
  const double gib = static_cast<double>(machine.memory_bytes) / 1073741824.0;
  // A class, not a size: what the kernel keeps for itself varies between boots.
  const double memory_class = gib < 4 ? std::ceil(gib) : std::ceil(gib / 4) * 4;
  std::vector<std::pair<std::string, std::string>> out = {
      {"cpu model", short_model(machine.cpu_model)},
      {"cpus", format("{}of{}c", machine.cpus_effective, machine.cpus_total)},
      {"memory class", format("{}g", static_cast<int>(memory_class))}};
  if (machine.numa_nodes > 1) out.emplace_back("numa nodes", format("{}n", machine.numa_nodes));
  if (!machine.gpus.empty())
    out.emplace_back("accelerators", format("{}x-{}", machine.gpus.size(), short_model(machine.gpus.front())));
  if (!machine.gpu_driver.empty()) out.emplace_back("driver", "driver" + machine.gpu_driver);
  if (!machine.data_storage.empty()) out.emplace_back("data storage", machine.data_storage + "data");
  return out;
}

std::string profile_of(const Machine& machine) {
  std::string out;
  for (const auto& [name, value] : profile_fields(machine)) out += (out.empty() ? "" : "-") + value;
  return out;
}

Value describe(const Machine& machine) {
  Value v = Value::map();
  v.set("node", Value::text(machine.node));
  v.set("kernel", Value::text(machine.kernel));
  v.set("cpu_model", Value::text(machine.cpu_model));
  v.set("cpus_total", Value::integer(machine.cpus_total));
  v.set("cpus_effective", Value::real(machine.cpus_effective));
  v.set("memory_bytes", Value::integer(machine.memory_bytes));
  v.set("numa_nodes", Value::integer(machine.numa_nodes));
  Value gpus = Value::list();
  for (const auto& gpu : machine.gpus) gpus.items().push_back(Value::text(gpu));
  v.set("gpus", gpus);
  if (!machine.gpu_driver.empty()) v.set("gpu_driver", Value::text(machine.gpu_driver));
  if (!machine.data_storage.empty()) v.set("data_storage", Value::text(machine.data_storage));
  return v;
}

std::string own_program() {
  char path[4096];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path);
  return n <= 0 ? std::string() : std::string(path, static_cast<std::size_t>(n));
}

}  // namespace feedrate::host
