#include "feedrate/stats/distributions.h"

#include <gtest/gtest.h>

namespace feedrate::stats {
namespace {

// Two-sided 95 % and 99 % columns of the printed t table (NIST/SEMATECH e-Handbook, 1.3.6.7.2).
TEST(StudentT, AgreesWithThePrintedTable) {
  EXPECT_NEAR(student_t_quantile(0.975, 1), 12.706, 5e-4);
  EXPECT_NEAR(student_t_quantile(0.975, 2), 4.303, 5e-4);
  EXPECT_NEAR(student_t_quantile(0.975, 4), 2.776, 5e-4);
  EXPECT_NEAR(student_t_quantile(0.975, 9), 2.262, 5e-4);
  EXPECT_NEAR(student_t_quantile(0.975, 30), 2.042, 5e-4);
  EXPECT_NEAR(student_t_quantile(0.995, 4), 4.604, 5e-4);
  EXPECT_NEAR(student_t_quantile(0.995, 10), 3.169, 5e-4);
  EXPECT_NEAR(student_t_quantile(0.95, 7), 1.895, 5e-4);
}

TEST(StudentT, IsSymmetric) {
  EXPECT_NEAR(student_t_quantile(0.5, 3), 0, 1e-12);
  EXPECT_NEAR(student_t_quantile(0.025, 6), -student_t_quantile(0.975, 6), 1e-12);
}

// Printed chi-squared table (NIST/SEMATECH e-Handbook, 1.3.6.7.4); the lower 20 % is the .80 column of wider tables.
TEST(ChiSquared, AgreesWithThePrintedTable) {
  EXPECT_NEAR(chi_squared_quantile(0.95, 1), 3.841, 5e-4);
  EXPECT_NEAR(chi_squared_quantile(0.95, 4), 9.488, 5e-4);
  EXPECT_NEAR(chi_squared_quantile(0.975, 10), 20.483, 5e-4);
  EXPECT_NEAR(chi_squared_quantile(0.05, 4), 0.711, 5e-4);
  EXPECT_NEAR(chi_squared_quantile(0.2, 4), 1.649, 5e-4);
}

TEST(ChiSquared, OfTwoDegreesIsExponential) { EXPECT_NEAR(chi_squared_quantile(0.5, 2), 1.3862943611198906, 1e-9); }

}  // namespace
}  // namespace feedrate::stats
