// Every family takes the same steps with dense matrices and with matrices in blocks.
#include <gtest/gtest.h>

#include "kreisel/methods/catalog.hpp"
#include "kreisel/model/assemble.hpp"
#include "kreisel/problems/chain.hpp"
#include "kreisel/solve/compiled_types.hpp"
#include "kreisel/solve/solution.hpp"

using namespace kreisel;

namespace {

/// Rods with ball joints; a soft spring between the ends (a force that couples them) and a stiff one (rows).
Model chain_with_springs() {
  Model model = chain_model(ChainShape::chain, 5);
  SpringDamper soft, stiff;
  soft.name = "soft";
  soft.a = {.body = "rod0", .position = {0.05, 0.0, 0.0}};
  soft.b = {.body = "rod4", .position = {0.05, 0.0, 0.0}};
  soft.stiffness = 20.0;
  soft.damping = 0.1;
  soft.length = 0.35;
  soft.form = Form::force;
  stiff = soft;
  stiff.name = "stiff";
  stiff.a = {.body = "ground", .position = {0.2, 0.0, 0.3}};
  stiff.b = {.body = "rod2", .position = {0.0, 0.0, 0.0}};
  stiff.stiffness = 1e5;
  stiff.damping = 1e2;
  stiff.length = std::hypot(0.05, 0.3);
  stiff.form = Form::row;
  model.forces = {soft, stiff};
  return model;
}

/// "method" or "method key=value".
MethodCoefficients coefficients_of(const std::string& text) {
  const std::size_t space = text.find(' ');
  const MethodEntry& method = find_method(text.substr(0, space));
  Parameters parameters(method.parameters);
  if (space != std::string::npos) {
    const std::size_t equal = text.find('=', space);
    parameters.set(text.substr(space + 1, equal - space - 1), text.substr(equal + 1));
  }
  return method.coefficients(parameters);
}

template <class System>
Solution solution_of(const System& system, const AssembledModel& model, const std::string& method,
                     Formulation formulation, bool under_control) {
  SolveOptions options;
  options.method = coefficients_of(method);
  options.formulation = formulation;
  options.steps.step = under_control ? 0.0 : 2e-3;
  options.steps.rtol = options.steps.atol = 1e-6;
  const TimeSpan span{0.0, 0.1};
  const auto stepper = compiled_stepper(system, options.method, stepper_options(options, span));
  const AnySystem dense = with_dense_matrices(model.system);
  StartedState start = started(dense, span, model.q0, model.v0, options.steps, options.start);
  return solve_with(*stepper, dense, span, std::move(start), options, {});
}

double largest(const Vector& x) {
  return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0;
}

void compare(const std::string& method, Formulation formulation, bool under_control,
             const Model& description) {
  const AssembledModel model = assemble(description);
  const Solution dense =
      solution_of(with_dense_matrices(model.system), model, method, formulation, under_control);
  const Solution blocks = solution_of(model.system, model, method, formulation, under_control);
  ASSERT_EQ(dense.outcome.termination, Termination::reached_end) << dense.outcome.message;
  ASSERT_EQ(blocks.outcome.termination, Termination::reached_end) << blocks.outcome.message;
  if (!under_control) {
    EXPECT_EQ(dense.outcome.accepted, blocks.outcome.accepted);
    EXPECT_EQ(dense.outcome.rejected, blocks.outcome.rejected);
  }
  const double allowed = under_control ? 1e-6 : 1e-9;
  EXPECT_LE(largest(dense.state.q - blocks.state.q), allowed);
  EXPECT_LE(largest(dense.state.v - blocks.state.v), 10.0 * allowed);
  EXPECT_LE(largest(dense.state.lambda - blocks.state.lambda),
            1e3 * allowed * (1.0 + largest(dense.state.lambda)));
}

struct Case {
  const char* method;
  Formulation formulation;
  bool under_control;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.method << " " << name_of(c.formulation);
}

class InBlocksAsDense : public testing::TestWithParam<Case> {};

TEST_P(InBlocksAsDense, TakesTheSameSteps) {
  const Case c = GetParam();
  compare(c.method, c.formulation, c.under_control, chain_model(ChainShape::ring, 5));
  compare(c.method, c.formulation, c.under_control, chain_with_springs());
}

INSTANTIATE_TEST_SUITE_P(
    EveryFamily, InBlocksAsDense,
    testing::Values(
        Case{"generalized_alpha", Formulation::index3, false},
        Case{"generalized_alpha", Formulation::index3, true},
        Case{"generalized_alpha", Formulation::index1, false},
        Case{"generalized_alpha", Formulation::velocity, false}, Case{"bliedf", Formulation::index3, true},
        Case{"mk_bdf", Formulation::index3, true}, Case{"bliedf_2", Formulation::index3, false},
        Case{"mk_bdf_3", Formulation::index3, false}, Case{"radau", Formulation::index3, true},
        Case{"radau_iia_3", Formulation::index3, false}, Case{"radau_iia_3", Formulation::index1, false},
        Case{"lobatto_iiic_3", Formulation::index3, false}, Case{"sdirk_4", Formulation::index3, true},
        Case{"dopri5", Formulation::index1, true}, Case{"dop853", Formulation::index1, true},
        Case{"generalized_alpha", Formulation::index2, false},
        Case{"generalized_alpha", Formulation::index2, true}, Case{"bliedf", Formulation::index2, true},
        Case{"mk_bdf_3", Formulation::index2, false}, Case{"radau", Formulation::index2, true},
        Case{"lobatto_iiic_3", Formulation::index2, false},
        Case{"lobatto_iiidc_3 blend=split", Formulation::index3, false}));

}  // namespace
