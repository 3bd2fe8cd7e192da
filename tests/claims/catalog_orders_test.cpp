// Every order that a method of the catalogue claims is measured: one test for each method and formulation, on a
// constrained and an unconstrained problem whose rotations do not commute. A new entry is tested the moment it
// is listed.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "evidence/bench/subjects.hpp"
#include "kreisel/methods/catalog.hpp"
#include "tests/support/chosen_methods.hpp"
#include "tests/support/driven_body.hpp"
#include "tests/support/driven_top.hpp"
#include "tests/support/order_checks.hpp"

namespace kreisel::claims {
namespace {

struct Claimed {
  std::string method;
  OrderClaim claim;
};

std::vector<Claimed> every_claim() {
  std::vector<Claimed> all;
  for (const MethodEntry& method : all_methods()) {
    if (!method.claims.constant_steps) continue;  // error_control_test.cpp, multistep_control_test.cpp
    for (const OrderClaim& claim : method.claims.orders) all.push_back({method.name, claim});
  }
  return all;
}

std::string name_of_claim(const testing::TestParamInfo<Claimed>& info) {
  const auto& formulation = info.param.claim.formulation;
  return info.param.method + "_" + (formulation ? std::string(name_of(*formulation)) : "without_rows");
}

MeasuredMethod method_of(const Claimed& claimed) {
  const MethodEntry& entry = find_method(claimed.method);
  MeasuredMethod method{entry.name, entry.coefficients(Parameters(entry.parameters)), {}};
  if (claimed.claim.formulation) {
    method.options.formulation = *claimed.claim.formulation;
    method.name += " " + std::string(name_of(*claimed.claim.formulation));
  }
  return method;
}

ExpectedOrders orders_of(const OrderClaim& claim) {
  return {double(claim.position), double(claim.velocity), double(claim.multiplier)};
}

struct Trial {
  Subject subject;
  double coarsest, ratio;
  double deviation =
      0.0;  // allowed where errors reach round-off before they are asymptotic; 0: as everywhere
  std::vector<double> steps = {};  // where the window is known; empty: found from the coarsest on
  int order = 0;                   // of everything; 0: as claimed
};

Subject fast_top(const char* group, const char* constraint) {
  return heavy_top_subject({.group = group, .constraint = constraint, .spin = 150.0, .t_end = 0.25});
}

/// Explicit pairs have errors so small that only coarse steps keep them above round-off, on a fast top from 1.5e-1 to
/// 0.6 rad per step. On the driven body their leading term is small: slopes are 5.3 and 8.2 down to round-off.
std::vector<Trial> measurements_for_pair(const OrderClaim& claim) {
  const bool is_eighth = claim.position == 8;
  const double coarsest = is_eighth ? 4e-3 : 1e-3, ratio = 1.26;
  if (!claim.formulation)
    return {{fast_top("so3", "a"), coarsest, ratio},
            {driven_body_subject(), is_eighth ? 1.0 / 8.0 : 1.0 / 32.0, ratio, 0.5}};
  return {{fast_top("r3xso3", "a"), coarsest, ratio}, {fast_top("se3", "b"), coarsest, ratio}};
}

template <class Family>
bool is_of_family(const MethodEntry& method) {
  return std::holds_alternative<Family>(method.coefficients(Parameters(method.parameters)));
}

/// Numbers of steps that end exactly where the subject does.
struct StepCounts {
  double fewest, ratio = 1.26;
  int count = 4;
  double deviation = 0.0;
};

Trial in_steps(const Subject& subject, const StepCounts& counts) {
  Trial measurement{subject, 0.0, 0.0, counts.deviation};
  for (int i = 0; i < counts.count; ++i)
    measurement.steps.push_back(subject.t_end / std::round(counts.fewest * std::pow(counts.ratio, i)));
  return measurement;
}

/// Orders from 8 on meet round-off at ωh = 1, close behind the beginning of their asymptotic window: more runs, closer
/// together, show the order to 0.35, from order 9 on to 0.7. Orders from 11 on (6 and 7 stages) fall from 1e-6 to
/// round-off while ωh goes from 5 to 2.5, where the error at the points still depends on their phase: nine runs show
/// the order to 1.5. To round-off these orders are proved by coefficients alone
/// (tests/unit/runge_kutta_tableau_test.cpp).
constexpr int highest_resolved_order = 10;

StepCounts counts_on_driven_top(int order) {
  constexpr std::array<double, 8> fewest{0, 6400, 800, 160, 100, 60, 40, 45};
  if (order > highest_resolved_order) return {11, 1.07, 9, 1.5};
  if (order >= 9) return {22, 1.15, 6, 0.7};
  if (order == 8) return {32, 1.15, 6, 0.35};
  return {fewest[static_cast<std::size_t>(order)]};
}
StepCounts counts_on_driven_body(int order) {
  constexpr std::array<double, 7> fewest{0, 0, 200, 60, 30, 12, 10};
  return {fewest[static_cast<std::size_t>(order)]};
}

/// With λ in body components the joint of the top leaves a subgroup of SE(3), and whatever rows cost elsewhere they do
/// not cost there: the order without rows.
std::vector<Trial> measurements_for_implicit(const OrderClaim& claim, int order_without_rows) {
  const auto top = [](const char* group, int order) {
    return in_steps(driven_top_subject({.group = group}), counts_on_driven_top(order));
  };
  if (claim.formulation && claim.position > highest_resolved_order) return {top("se3", claim.position)};
  if (claim.formulation) {
    Trial on_subgroup = top("se3", order_without_rows);
    on_subgroup.order = order_without_rows;
    return {top("r3xso3", claim.position), on_subgroup};
  }
  std::vector<Trial> all{top("so3", claim.position)};
  if (claim.position <= 6)
    all.push_back(in_steps(driven_body_subject(), counts_on_driven_body(claim.position)));
  return all;
}

/// From order 3 on, λ of a slow top meets its round-off ε/h² before four halvings are done. A fast top has larger
/// errors at the same round-off, and step sizes closer together keep all four of them above it: on R³×SO(3), where
/// errors are smallest, h from 8e-4 to 4.7e-4, elsewhere from 6e-4 to 3e-4.
std::vector<Trial> measurements_for(const Claimed& claimed) {
  const OrderClaim& claim = claimed.claim;
  const MethodEntry& method = find_method(claimed.method);
  if (is_of_family<ExplicitRungeKuttaParameters>(method) && method.claims.controls_error)
    return measurements_for_pair(claim);
  const int order_without_rows = method.claims.find(std::nullopt)->position;
  if (is_of_family<ImplicitRungeKuttaParameters>(method) && order_without_rows > 1)
    return measurements_for_implicit(claim, order_without_rows);
  const bool is_high = claim.position >= 3;
  const double spin = is_high ? 150.0 : slow_spin, ratio = is_high ? 1.26 : 2.0;
  const auto top = [&](const char* group, const char* constraint) {
    return heavy_top_subject({.group = group, .constraint = constraint, .spin = spin, .t_end = 0.25});
  };
  const double coarsest = is_high ? 6e-4 : 1.0 / 256.0;
  if (!claim.formulation)
    return {{top("so3", "a"), coarsest, ratio},
            {driven_body_subject(), is_high ? 1.0 / 128.0 : 1.0 / 256.0, ratio}};
  return {{top("r3xso3", "a"), is_high ? 8e-4 : coarsest, is_high ? 1.19 : ratio},
          {top("se3", "b"), coarsest, ratio}};
}

class CatalogOrders : public testing::TestWithParam<Claimed> {};

TEST_P(CatalogOrders, AreMeasuredAsClaimed) {
  const OrderClaim& claim = GetParam().claim;
  ASSERT_GT(claim.position, 0);
  ASSERT_GT(claim.velocity, 0);
  ASSERT_EQ(claim.multiplier > 0, claim.formulation.has_value()) << "λ has an order exactly where rows exist";
  for (const Trial& m : measurements_for(GetParam())) {
    const double order = m.order;
    const ExpectedOrders expected = m.order > 0 ? ExpectedOrders{order, order, order} : orders_of(claim);
    const RunSeries measured = m.steps.empty()
                                   ? measure_in_window(m.subject, method_of(GetParam()), m.coarsest, m.ratio)
                                   : measure_at(m.subject, method_of(GetParam()), m.steps);
    EXPECT_TRUE(m.deviation > 0.0 ? has_slopes(measured, expected, m.deviation)
                                  : has_orders(measured, expected));
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, CatalogOrders, testing::ValuesIn(every_claim()), name_of_claim);

TEST(OrderMeasurement, RejectsAMethodThatForgetsThatRotationsDoNotCommute) {
  const MeasuredMethod method = damped_alpha(0.9, Formulation::index3);
  const RunSeries broken = measure_in_window(commuting_body_subject(), method, 1.0 / 256.0);
  EXPECT_FALSE(has_orders(broken, {.position = 2, .velocity = 2}));
  EXPECT_TRUE(has_orders(broken, {.position = 1, .velocity = 1})) << "broken as intended";
}

TEST(OrderMeasurement, RejectsAWrongCoefficient) {
  GeneralizedAlphaParameters parameters = GeneralizedAlphaParameters::chung_hulbert(0.9);
  parameters.gamma += 0.1;
  const RunSeries broken = measure_in_window(driven_body_subject(), {"wrong γ", parameters, {}}, 1.0 / 256.0);
  EXPECT_FALSE(has_orders(broken, {.position = 2, .velocity = 2}));
}

TEST(OrderMeasurement, RejectsAStartThatDoesNotFitTheFormulation) {
  const MeasuredMethod method = damped_alpha(0.9, Formulation::index3, StartValues::plain);
  const Subject top = heavy_top_subject({.constraint = "a", .spin = slow_spin, .t_end = 0.25});
  const RunSeries measured = measure_in_window(top, method, 1.0 / 256.0);
  EXPECT_FALSE(has_orders(measured, {2, 2, 2}));
  EXPECT_TRUE(has_orders(measured, {2, 2, 1})) << "only λ suffers";
}

TEST(OrderMeasurement, RejectsAnOrderThatIsTooGood) {
  const RunSeries good =
      measure_in_window(driven_body_subject(), damped_alpha(0.9, Formulation::index3), 1.0 / 256.0);
  EXPECT_TRUE(has_orders(good, {.position = 2, .velocity = 2}));
  EXPECT_FALSE(has_orders(good, {.position = 1, .velocity = 2}));
  EXPECT_FALSE(has_orders(good, {.position = 2, .velocity = 1}));
}

TEST(OrderMeasurement, RejectsErrorsOutsideTheAsymptoticWindow) {
  const MeasuredMethod method = damped_alpha(0.9, Formulation::index3);
  const ExpectedOrders second{.position = 2, .velocity = 2};
  EXPECT_FALSE(has_orders(measure_at(driven_body_subject(), method, {0.25, 0.125, 0.0625, 0.03125}), second));
  EXPECT_FALSE(has_orders(measure_at(driven_body_subject(), method, {0.01, 0.005, 0.0025}), second));
}

}  // namespace
}  // namespace kreisel::claims
