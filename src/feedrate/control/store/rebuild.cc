#include "feedrate/control/store/rebuild.h"

#include <functional>

#include "feedrate/control/store/documents.h"
#include "feedrate/host/files.h"

namespace feedrate::control {
namespace {

// The names in each folder of `root`; none where it is missing.
Status for_each_name(const std::string& root, const std::function<Status(const std::string& name)>& visit) {
  if (!host::exists(root)) return {};
  FEEDRATE_TRY(folders, host::list_folder(root));
  for (const auto& folder : folders) {
    FEEDRATE_TRY(names, host::list_folder(format("{}/{}", root, folder)));
    for (const auto& name : names) FEEDRATE_TRY_STATUS(visit(name));
  }
  return {};
}

}  // namespace

Status put_cell_file(const RunFolder& folder, const std::string& cell, Index& index) {
  const std::string file = folder.record(cell);
  if (!host::exists(file)) return {};
  const auto record = load_record(file, cell);
  if (!record) return index.put_unreadable(file, record.error().message);
  return index.put_cell(row_of(*record));
}

Status put_receipt_file(const RunFolder& folder, const AttemptName& name, Index& index) {
  const std::string file = folder.receipt(name);
  if (!host::exists(file)) return {};
  const auto receipt = load_receipt(file, name);
  if (!receipt) return index.put_unreadable(file, receipt.error().message);
  return index.put_receipt(*receipt);
}

Status put_all(const RunFolder& folder, Index& index) {
  FEEDRATE_TRY_STATUS(for_each_name(folder.cells(), [&](const std::string& name) -> Status {
    const auto cell = cell_of_record(name);
    return cell ? put_cell_file(folder, *cell, index) : Status();
  }));
  return for_each_name(folder.receipts(), [&](const std::string& name) -> Status {
    const auto attempt = attempt_of_receipt(name);
    return attempt ? put_receipt_file(folder, *attempt, index) : Status();
  });
}

Expected<std::int64_t> count_files(const RunFolder& folder) {
  std::int64_t count = 0;
  FEEDRATE_TRY_STATUS(for_each_name(folder.cells(), [&](const std::string& name) -> Status {
    if (cell_of_record(name)) ++count;
    return {};
  }));
  FEEDRATE_TRY_STATUS(for_each_name(folder.receipts(), [&](const std::string& name) -> Status {
    if (attempt_of_receipt(name)) ++count;
    return {};
  }));
  return count;
}

}  // namespace feedrate::control
