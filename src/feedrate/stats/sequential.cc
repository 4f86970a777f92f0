#include "feedrate/stats/sequential.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <mutex>
#include <numbers>

#include "feedrate/base/error.h"
#include "feedrate/base/random.h"

namespace feedrate::stats {
namespace {

// The bounds' own error: at alpha 1 % the first look's bound rests on 1,500 of these.
constexpr std::size_t kSeries = 400'000;
constexpr std::uint64_t kSeed = 7;

// Two normal numbers at a time (Box and Muller 1958).
class Normals {
 public:
  explicit Normals(std::uint64_t seed) : random_(seed) {}
  double next() {
    if (has_spare_) {
      has_spare_ = false;
      return spare_;
    }
    const double radius = std::sqrt(-2 * std::log(1 - random_.unit()));
    const double angle = 2 * std::numbers::pi * random_.unit();
    spare_ = radius * std::sin(angle);
    has_spare_ = true;
    return radius * std::cos(angle);
  }

 private:
  Random random_;
  double spare_ = 0;
  bool has_spare_ = false;
};

// The t statistics of one series at every look, one after the other.
void t_statistics(Normals& normals, std::span<const int> looks, float* out) {
  double sum = 0;
  double squares = 0;
  int n = 0;
  for (const int look : looks) {
    for (; n < look; ++n) {
      const double x = normals.next();
      sum += x;
      squares += x * x;
    }
    const double mean = sum / n;
    const double variance = (squares - n * mean * mean) / (n - 1);
    *out++ = static_cast<float>(mean / std::sqrt(variance / n));
  }
}

std::vector<double> compute(std::span<const int> looks, double alpha) {
  const std::size_t k = looks.size();
  std::vector<float> t(kSeries * k);
  Normals normals(kSeed);
  for (std::size_t i = 0; i < kSeries; ++i) t_statistics(normals, looks, &t[i * k]);
  std::vector<std::size_t> alive(kSeries);
  for (std::size_t i = 0; i < kSeries; ++i) alive[i] = i;
  std::vector<double> out;
  double spent = 0;
  for (std::size_t look = 0; look < k; ++look) {
    const double may = pocock_spending(alpha, static_cast<double>(looks[look]) / looks.back());
    const auto crossing = static_cast<std::size_t>(std::llround((may - spent) * static_cast<double>(kSeries)));
    spent = may;
    FEEDRATE_CHECK(crossing >= 1 && crossing < alive.size());
    const auto higher = [&](std::size_t a, std::size_t b) { return t[a * k + look] > t[b * k + look]; };
    std::nth_element(alive.begin(), alive.begin() + static_cast<std::ptrdiff_t>(crossing - 1), alive.end(), higher);
    out.push_back(static_cast<double>(t[alive[crossing - 1] * k + look]));
    alive.erase(alive.begin(), alive.begin() + static_cast<std::ptrdiff_t>(crossing));
  }
  return out;
}

}  // namespace

double pocock_spending(double alpha, double share) { return alpha * std::log(1 + (std::numbers::e - 1) * share); }

const std::vector<double>& sequential_bounds(std::span<const int> looks, double alpha) {
  static std::mutex lock;
  static std::map<std::pair<std::vector<int>, double>, std::vector<double>> known;
  const std::lock_guard hold(lock);
  const std::pair key{std::vector<int>(looks.begin(), looks.end()), alpha};
  const auto found = known.find(key);
  return found != known.end() ? found->second : known.emplace(key, compute(looks, alpha)).first->second;
}

}  // namespace feedrate::stats
