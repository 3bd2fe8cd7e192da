// Starts a program in arrays from the exact motion, runs it, compares it.
#include "evidence/peers/array_runs.hpp"

#include <cmath>

#include "evidence/bench/subjects.hpp"
#include "evidence/peers/printed_methods.hpp"

namespace kreisel::experiments {
namespace {

TopGroup group_of(const std::string& name) {
  return name == "so3" ? TopGroup::so3 : name == "se3" ? TopGroup::se3 : TopGroup::r3xso3;
}

std::unique_ptr<ArrayProgram> make_program(const ArrayTop& top, const ProgramChoice& choice,
                                           const ArrayStart& start) {
  switch (choice.family) {
    case 'M':
      return mk_bdf_program(top, choice, start);
    case 'G':
      return alpha_program(top, choice, start);
    case 'B':
      return bliedf_program(top, choice, start);
    default:
      return adams_program(top, choice, start);
  }
}

/// How many exact points a family starts from.
int start_count(const ProgramChoice& choice) {
  if (choice.family == 'G') return 1;
  return choice.family == 'B' || choice.family == 'M' ? choice.order : choice.order - 1;
}

ArrayStart exact_start(const Subject& subject, const ProgramChoice& choice, double h) {
  const ProductGroup group = subject.system.group();
  ArrayStart start{h, {}, {}, Array(initial_jerk(subject))};
  ExactMotion reference = subject.reference();
  State before;
  for (int i = 0; i < start_count(choice); ++i) {
    const State state = reference(i * h);
    start.points.push_back(array_point(state));
    if (i > 0) start.increments.push_back(Array(group.log(group.compose(group.inverse(before.q), state.q))));
    before = state;
  }
  start.points.front().acceleration = Array(subject.start.acceleration);
  return start;
}

}  // namespace

ArrayPoint array_point(const State& state) {
  const bool is_free = state.q.size() == 9;
  ArrayPoint point;
  point.q.r = Array(Eigen::Map<const Eigen::Matrix3d>(state.q.data() + (is_free ? 0 : 3)));
  if (!is_free) point.q.x = Array(state.q.head<3>());
  point.v = Array(state.v);
  if (!is_free) point.lambda = Array(state.lambda);
  return point;
}

State state_of(const ArrayPoint& point, double t) {
  const Eigen::Matrix3d r = point.q.r.values();
  const Eigen::Map<const VectorOf<double, 9>> entries(r.data());
  State state;
  state.t = t;
  state.v = point.v.values();
  state.acceleration = Vector::Zero(state.v.size());
  if (point.q.x.rows() == 0) {
    state.q = entries;
    return state;
  }
  state.q.resize(12);
  state.q << point.q.x.values(), entries;
  state.lambda = point.lambda.values();
  return state;
}

ProgramRun run_program(const std::string& group, const ProgramChoice& choice, double h, double t_end) {
  const Subject subject = heavy_top_subject({.group = group, .t_end = t_end});
  const auto program = make_program(ArrayTop(group_of(group)), choice, exact_start(subject, choice, h));
  Comparison comparison(subject, t_end);
  ProgramRun run;
  bool is_complete = true;
  const auto count = static_cast<int>(std::lround(t_end / h));
  const Work before = work_so_far();
  for (int n = start_count(choice); n <= count && is_complete; ++n) {
    is_complete = program->step();
    if (is_complete) comparison.look(state_of(program->point(), n * h).view());
    run.steps += 1.0;
  }
  run.work = work_so_far() - before;
  run.iterations = static_cast<double>(program->iterations());
  run.errors = comparison.result(is_complete);
  return run;
}

}  // namespace kreisel::experiments
