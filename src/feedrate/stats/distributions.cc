#include "feedrate/stats/distributions.h"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/students_t.hpp>

#include "feedrate/base/error.h"

namespace feedrate::stats {

double student_t_quantile(double p, double df) {
  FEEDRATE_CHECK(p > 0 && p < 1 && df > 0);
  return boost::math::quantile(boost::math::students_t_distribution<double>(df), p);
}

double chi_squared_quantile(double p, double df) {
  FEEDRATE_CHECK(p > 0 && p < 1 && df > 0);
  return boost::math::quantile(boost::math::chi_squared_distribution<double>(df), p);
}

}  // namespace feedrate::stats
