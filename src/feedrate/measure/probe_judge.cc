#include "feedrate/measure/probe_judge.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>

#include "feedrate/base/random.h"
#include "feedrate/contract/probe/probe_set.h"

namespace feedrate::measure {
namespace {

namespace probe = contract::probe;

constexpr std::int64_t kCompared = 48;   // samples whose pixels are looked at
constexpr std::int64_t kShrunk = 24;     // and more, until so many of them were made smaller
constexpr double kClearlySmaller = 1.2;  // along a side
constexpr double kMostUnknown = 0.05;    // share of the samples
constexpr double kValuesOff = 0.2;       // share of the range of values that an end of it may lie elsewhere
constexpr double kMostAlike = 0.2;       // share of the pictures that came again
constexpr double kLeastDetail = 0.5;     // share of the checkerboard
// A checkerboard that is made smaller all but vanishes where it is smoothed, and stays where it is not.
constexpr double kMostShrunkDetail = 2;  // times the expected squares; without antialiasing three to ten
constexpr double kLeastShrunkDetail = 0.6;
constexpr std::int64_t kFewestShrunk = 4;
constexpr double kFewestPictures = 0.9;  // share of them that must come
constexpr double kFewInTheMiddle = 0.1;  // share of parts that are the same by definition
constexpr std::size_t kFewestDrawn = 64;
// A true one is called otherwise once in 10,000 tests: Kolmogorov's limit, and four times the standard error.
constexpr double kKolmogorov = 2.23;
constexpr double kStandardErrors = 4;
// Libraries round sizes and places to pixels in their own ways.
constexpr double kAreaRounding = 0.01;
constexpr double kShapeRounding = 0.03;
constexpr double kPlaceRounding = 0.03;
constexpr double kLeastRoom = 8;  // pixels that a part must have to be somewhere
constexpr int kTries = 10;
constexpr int kDrawn = 20'000;

// What the recipe's definition gives: shares of the picture, logarithms of width / height, and places.
struct Drawn {
  std::vector<double> areas;
  std::vector<double> shapes;
  std::vector<double> places;
  double in_the_middle = 0;  // share of parts that were not drawn: the largest one
};
Drawn draw(const contract::RandomResizedCrop& crop) {
  Drawn out;
  Random random(1);
  for (int i = 0; i < kDrawn; ++i) {
    const auto [width, height] = probe::extent_of(i);
    const double area = static_cast<double>(width) * height;
    double w = 0;
    double h = 0;
    for (int attempt = 0; attempt < kTries && w == 0; ++attempt) {
      const double wanted = area * (crop.scale[0] + (crop.scale[1] - crop.scale[0]) * random.unit());
      const double shape = std::exp(std::log(crop.ratio[0]) + std::log(crop.ratio[1] / crop.ratio[0]) * random.unit());
      const double wide = std::round(std::sqrt(wanted * shape));
      const double high = std::round(std::sqrt(wanted / shape));
      if (wide < 1 || high < 1 || wide > width || high > height) continue;
      w = wide;
      h = high;
    }
    const bool is_drawn = w > 0;
    if (!is_drawn) {  // the largest in the middle
      out.in_the_middle += 1.0 / kDrawn;
      const double shape = std::clamp(static_cast<double>(width) / height, crop.ratio[0], crop.ratio[1]);
      w = std::min<double>(width, std::round(height * shape));
      h = std::min<double>(height, std::round(width / shape));
    }
    out.areas.push_back(w * h / area);
    out.shapes.push_back(std::log(w / h));
    if (width - w >= kLeastRoom) out.places.push_back(is_drawn ? random.unit() : 0.5);
    if (height - h >= kLeastRoom) out.places.push_back(is_drawn ? random.unit() : 0.5);
  }
  std::sort(out.places.begin(), out.places.end());
  std::sort(out.areas.begin(), out.areas.end());
  std::sort(out.shapes.begin(), out.shapes.end());
  return out;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Whether they are spread otherwise than a share `below(x)` of them at or under every x, when each may be off by
// `rounding`.
template <class Below>
bool is_spread_otherwise(std::vector<double> found, double rounding, Below&& below) {
  std::sort(found.begin(), found.end());
  const auto n = static_cast<double>(found.size());
  double largest = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    largest = std::max(largest, (static_cast<double>(i) + 1) / n - below(found[i] + rounding));
    largest = std::max(largest, below(found[i] - rounding) - static_cast<double>(i) / n);
  }
  return largest > kKolmogorov / std::sqrt(n);
}

auto share_of(const std::vector<double>& sorted) {
  return [&sorted](double x) {
    return static_cast<double>(std::upper_bound(sorted.begin(), sorted.end(), x) - sorted.begin()) /
           static_cast<double>(sorted.size());
  };
}

bool is_alike(const ProbePart& a, const ProbePart& b) {
  const auto near = [](double x, double y) { return std::abs(x - y) < 0.5; };
  return a.mirrored == b.mirrored && near(a.left, b.left) && near(a.top, b.top) && near(a.width, b.width) &&
         near(a.height, b.height);
}

}  // namespace

void ProbeJudge::take(std::string_view file) {
  if (fault_) return;
  const auto batch = read_output(file);
  if (!batch) {
    const auto head = std::string(file.substr(0, std::min<std::size_t>(file.find('\n'), 80)));
    fault_ = format("it gives \"{}\", and the recipe asks for samples x 3 x {} x {} float32", head, steps_.crop.size[0],
                    steps_.crop.size[1]);
    return;
  }
  if (!gives_) gives_ = shape_text(*batch);
  const auto [height, width] = steps_.crop.size;
  const bool is_as_asked = batch->shape.size() == 4 && batch->shape[1] == 3 && batch->shape[2] == height &&
                           batch->shape[3] == width && batch->is_float;
  if (!is_as_asked) {
    fault_ =
        format("it gives {}, and the recipe asks for samples x 3 x {} x {} float32", shape_text(*batch), height, width);
    return;
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(batch->shape[0]); ++i) take_sample(*batch, i);
}

void ProbeJudge::take_sample(const Output& batch, std::size_t number) {
  ++samples_;
  const auto [height, width] = steps_.crop.size;
  const std::size_t plane = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
  ProbeSample sample{height, width, std::vector<double>(3 * plane)};
  const std::uint8_t* from = batch.values.data() + number * 3 * plane * sizeof(float);
  for (std::size_t i = 0; i < 3 * plane; ++i) {
    float value = 0;
    std::memcpy(&value, from + i * sizeof value, sizeof value);
    if (std::isfinite(value) && i < 2 * plane) {
      lowest_ = std::min<double>(lowest_, value);
      highest_ = std::max<double>(highest_, value);
    }
    sample.levels[i] =
        255 * (static_cast<double>(value) * steps_.normalize.std[i / plane] + steps_.normalize.mean[i / plane]);
  }
  const auto part = find_part(sample);
  if (!part) {
    ++unknown_;
    return;
  }
  take_part(*part);
  const bool shrinks = std::max(part->width / width, part->height / height) > kClearlySmaller;
  if (compared_ < kCompared || (shrinks && shrunk_.samples < kShrunk)) take_pixels(sample, *part, shrinks);
}

void ProbeJudge::take_part(const ProbePart& part) {
  const auto [width, height] = probe::extent_of(part.picture);
  areas_.push_back(part.width * part.height / (static_cast<double>(width) * height));
  shapes_.push_back(std::log(part.width / part.height));
  if (width - part.width >= kLeastRoom) places_.push_back(part.left / (width - part.width));
  if (height - part.height >= kLeastRoom) places_.push_back(part.top / (height - part.height));
  mirrored_ += part.mirrored ? 1 : 0;
  auto& before = parts_[part.picture];
  if (!before.empty()) ++again_;
  alike_ += std::any_of(before.begin(), before.end(), [&](const ProbePart& each) { return is_alike(each, part); });
  before.push_back(part);
}

void ProbeJudge::take_pixels(const ProbeSample& sample, const ProbePart& part, bool shrinks) {
  ++compared_;
  const Rendered expected = render_part(part, steps_);
  apart_.count += static_cast<std::int64_t>(sample.levels.size());
  for (std::size_t i = 0; i < sample.levels.size(); ++i) {
    const double difference = std::abs(sample.levels[i] - expected.with_detail.levels[i]);
    apart_.sum += difference;
    apart_.largest = std::max(apart_.largest, difference);
    const double wanted = expected.with_detail.levels[i] - expected.smooth.levels[i];
    const double made = sample.levels[i] - expected.smooth.levels[i];
    for (Detail* detail : {&all_, &shrunk_}) {
      if (detail == &shrunk_ && !shrinks) continue;
      detail->product += wanted * made;
      detail->found += made * made;
      detail->expected += wanted * wanted;
    }
  }
  ++all_.samples;
  shrunk_.samples += shrinks ? 1 : 0;
}

// Red and green have nearly all levels there are, whatever pictures come: from them follows where values lie.
std::optional<std::string> ProbeJudge::normalised_otherwise() const {
  if (lowest_ > highest_) return {};
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (std::size_t c = 0; c < 2; ++c) {
    const auto normalised = [&](double level) {
      return (level / 255 - steps_.normalize.mean[c]) / steps_.normalize.std[c];
    };
    low = std::min(low, normalised(probe::kLowest - probe::kChecker));
    high = std::max(high, normalised(probe::kLowest + probe::kRange + probe::kChecker));
  }
  const double off = kValuesOff * (high - low);
  if (std::abs(lowest_ - low) < off && std::abs(highest_ - high) < off) return {};
  return format("its values lie between {:.2f} and {:.2f}, normalised as the recipe says between {:.2f} and {:.2f}",
                lowest_, highest_, low, high);
}

std::optional<std::string> ProbeJudge::detail_otherwise() const {
  if (all_.expected > 0 && all_.product < kLeastDetail * all_.expected)
    return "single pixels are lost: it decodes at less than the full size, or smooths";
  if (shrunk_.samples < kFewestShrunk) return {};
  // Without a checkerboard there is still the rounding to bytes.
  const double rounding = static_cast<double>(shrunk_.samples) * 3 * steps_.crop.size[0] * steps_.crop.size[1];
  if (steps_.crop.antialias && shrunk_.found > kMostShrunkDetail * (shrunk_.expected + rounding))
    return "where it makes a part smaller single pixels stay: it does not antialias";
  if (!steps_.crop.antialias && shrunk_.product < kLeastShrunkDetail * shrunk_.expected)
    return "where it makes a part smaller single pixels vanish: it antialiases, and the recipe does not";
  return {};
}

std::optional<std::string> ProbeJudge::spread_otherwise() const {
  if (areas_.size() < kFewestDrawn) return {};
  const Drawn drawn = draw(steps_.crop);
  if (static_cast<double>(alike_) > kMostAlike * static_cast<double>(again_) && drawn.in_the_middle < kFewInTheMiddle)
    return format(
        "{} of {} pictures that came again were a part that had come before: it answers from memory, or draws the same "
        "in every epoch",
        alike_, again_);
  const auto n = static_cast<double>(areas_.size());
  const double share = static_cast<double>(mirrored_) / n;
  const double error = std::sqrt(steps_.mirrored * (1 - steps_.mirrored) / n);
  if (std::abs(share - steps_.mirrored) > kStandardErrors * error + 0.001)
    return format("it mirrors {:.2f} of its samples, and the recipe says {:.2f}", share, steps_.mirrored);
  if (is_spread_otherwise(areas_, kAreaRounding, share_of(drawn.areas)))
    return format("the parts it takes have other sizes: {:.2f} of a picture in the mean, and the recipe's {:.2f}",
                  mean(areas_), mean(drawn.areas));
  if (is_spread_otherwise(shapes_, kShapeRounding, share_of(drawn.shapes)))
    return format("the parts it takes have other shapes: width / height {:.2f} in the mean, and the recipe's {:.2f}",
                  std::exp(mean(shapes_)), std::exp(mean(drawn.shapes)));
  if (places_.size() >= kFewestDrawn && is_spread_otherwise(places_, kPlaceRounding, share_of(drawn.places)))
    return "the parts it takes lie otherwise than at random";
  return {};
}

std::optional<std::string> ProbeJudge::otherwise() const {
  if (fault_) return fault_;
  if (samples_ == 0) return "it gave no batch";
  if (auto found = normalised_otherwise()) return found;
  if (static_cast<double>(unknown_) > kMostUnknown * static_cast<double>(samples_))
    return format("{} of {} samples are no upright part of a picture in data.uri, normalised as the recipe says",
                  unknown_, samples_);
  if (samples_ < asked_) return format("it gave {} of {} samples", samples_, asked_);
  if (static_cast<double>(parts_.size()) < kFewestPictures * probe::kPictures)
    return format("only {} of {} pictures came in {} samples", parts_.size(), probe::kPictures, samples_);
  if (auto found = detail_otherwise()) return found;
  return spread_otherwise();
}

contract::OutputEvidence ProbeJudge::found() const {
  contract::OutputEvidence out;
  out.samples = samples_;
  out.gives = gives_;
  out.against = "the recipe";
  out.otherwise = otherwise();
  if (out.otherwise || apart_.count == 0) return out;
  out.mean = apart_.sum / static_cast<double>(apart_.count);
  out.largest = apart_.largest;
  return out;
}

}  // namespace feedrate::measure
