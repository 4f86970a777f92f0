// Quantiles of the distributions that intervals are made of. The one place that knows Boost.Math: its headers cost
// seconds of compile time a file. Pure functions; for any thread.
#pragma once

namespace feedrate::stats {

// The t below which a share p (strictly between 0 and 1) of Student's distribution with df > 0 degrees of freedom lies.
double student_t_quantile(double p, double df);

// The same for the chi-squared distribution.
double chi_squared_quantile(double p, double df);

}  // namespace feedrate::stats
