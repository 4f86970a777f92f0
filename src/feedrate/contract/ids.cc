#include "feedrate/contract/ids.h"

#include "feedrate/base/hash.h"
#include "feedrate/base/write.h"

namespace feedrate::contract {
namespace {

Data without_path(Data data) {
  if (data.fingerprint) data.uri.clear();
  return data;
}

struct WithoutPath {
  Work operator()(DecodeWork work) const { return strip(std::move(work)); }
  Work operator()(TransformWork work) const { return strip(std::move(work)); }
  Work operator()(LoaderWork work) const { return strip(std::move(work)); }
  Work operator()(StorageWork work) const { return strip(std::move(work)); }
  Work operator()(StepWork work) const { return strip(std::move(work)); }
  Work operator()(EvalWork work) const { return strip(std::move(work)); }
  Work operator()(ProgramWork work) const { return work; }
  Work operator()(ProbeWork work) const { return work; }

  template <class W>
  static Work strip(W work) {
    work.data = without_path(std::move(work.data));
    return work;
  }
};

}  // namespace

std::string case_id(const CaseSpec& spec) {
  CaseSpec bare = spec;
  bare.work = std::visit(WithoutPath{}, bare.work);
  return hash_id("case", canonical_json(write(bare)));
}

std::string comparison_id(const CaseSpec& spec) {
  CaseSpec bare = spec;
  bare.subject.clear();
  bare.work = std::visit(WithoutPath{}, bare.work);
  return hash_id("comparison", canonical_json(write(bare)));
}

std::string cell_id(const std::string& case_id, const std::string& build, const std::string& plan, int block,
                    int attempt) {
  return hash_id("cell", case_id, build, plan, std::to_string(block), std::to_string(attempt));
}

}  // namespace feedrate::contract
