#include "feedrate/base/hash.h"
#include "feedrate/control/store/index.h"

namespace feedrate::control {

Expected<Counts> Index::counts(const std::string& plan) {
  FEEDRATE_TRY(sums, database_.prepare("SELECT standing, count(*), sum(cells), sum(measured), sum(slow), "
                                       "sum(unsupported), sum(failed), sum(hung) "
                                       "FROM attempts INDEXED BY attempts_by_plan WHERE plan = ?1 "
                                       // A finished burn-in is no cell of the plan: it only decides how to interleave.
                                       "AND (standing < 2 OR number > 0) GROUP BY standing"));
  Counts counts;
  sums.with(plan);
  while (true) {
    FEEDRATE_TRY(more, sums.next());
    if (!more) return counts;
    Counts part;
    part.finished_blocks = sums.integer(1);
    part.measured = sums.integer(3);
    part.slow = sums.integer(4);
    part.unsupported = sums.integer(5);
    part.failed = sums.integer(6);
    part.hung = sums.integer(7);
    const std::int64_t cells = sums.integer(2);
    const std::int64_t listed = part.done() + part.broken();
    switch (sums.integer(0)) {
      case 0:
        counts.orphans += cells;
        break;
      case 1:
        counts.superseded += listed;
        counts.orphans += cells - listed;
        break;
      default:
        part.superseded = counts.superseded;
        part.orphans = counts.orphans + cells - listed;
        counts = part;
    }
  }
}

Expected<AttemptRow> Index::attempt(const AttemptName& name) {
  FEEDRATE_TRY(row, database_.prepare("SELECT cells, receipt FROM attempts WHERE block = ?1 AND attempt = ?2"));
  FEEDRATE_TRY(found, row.with(name.block, name.attempt).next());
  if (!found) return AttemptRow{};
  return AttemptRow{row.integer(0), row.integer(1) == 2};
}

Expected<std::int64_t> Index::files() {
  FEEDRATE_TRY(sums, database_.prepare("SELECT (SELECT total(cells) FROM attempts) + "
                                       "(SELECT count(*) FROM attempts WHERE receipt > 0) + "
                                       "(SELECT count(*) FROM unreadable)"));
  FEEDRATE_TRY(row, sums.next());
  return row ? sums.integer(0) : 0;
}

Expected<std::vector<Error>> Index::unreadable() {
  FEEDRATE_TRY(rows, database_.prepare("SELECT why FROM unreadable ORDER BY file"));
  std::vector<Error> out;
  while (true) {
    FEEDRATE_TRY(more, rows.next());
    if (!more) return out;
    out.push_back(Error{Fault::kFailed, rows.text(0), {}});
  }
}

Status Index::for_each(const Filter& filter, const std::function<Status(const std::string& cell, bool orphan)>& visit) {
  // CROSS JOIN keeps the attempts outside: their index gives the order, and only the cells of one attempt are sorted.
  FEEDRATE_TRY(rows,
               database_.prepare("SELECT c.id, a.standing < 2 OR NOT c.listed AS orphan "
                                 "FROM attempts AS a INDEXED BY attempts_in_order CROSS JOIN cells AS c "
                                 "ON c.block = a.block AND c.attempt = a.attempt "
                                 "WHERE (?1 = '' OR a.plan = ?1) AND (?2 = '' OR a.comparison = ?2) "
                                 "AND (?3 OR (a.standing = 2 AND c.listed)) "
                                 "ORDER BY a.comparison, a.number, a.block, a.attempt, c.subject, c.case_id, c.id"));
  rows.with(filter.plan, filter.comparison, filter.orphans);
  while (true) {
    FEEDRATE_TRY(more, rows.next());
    if (!more) return {};
    FEEDRATE_TRY_STATUS(visit(rows.text(0), rows.integer(1) != 0));
  }
}

Expected<std::string> Index::digest() {
  Hasher hasher;
  for (const char* table : {"cells", "attempts", "unreadable"}) {
    hasher.add(table);
    FEEDRATE_TRY(rows, database_.prepare(format("SELECT * FROM {}", table)));  // in the order of its primary key
    while (true) {
      FEEDRATE_TRY(more, rows.next());
      if (!more) break;
      for (int column = 0; column < rows.columns(); ++column) hasher.add(rows.text(column));
    }
  }
  return hasher.id();
}

}  // namespace feedrate::control
