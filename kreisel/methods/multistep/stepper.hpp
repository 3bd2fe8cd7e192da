// Lie group multistep methods: BLieDF, MK-BDF, Crouch-Grossman and commutator-free Adams-Moulton.
//
// [Wieloch 2022], [Wieloch, Arnold 2021]. Constant steps of fixed order, prescribed changes of the step, or error control.
// What a family makes of its past: formula.hpp; the equations of a step: step_equations.hpp.
#pragma once

#include <optional>
#include <tuple>

#include "kreisel/core/archive.hpp"
#include "kreisel/methods/multistep/control.hpp"
#include "kreisel/methods/multistep/defect.hpp"
#include "kreisel/methods/multistep/dense.hpp"
#include "kreisel/methods/multistep/settle.hpp"
#include "kreisel/methods/multistep/start.hpp"
#include "kreisel/methods/shared/stepper_options.hpp"
#include "kreisel/methods/shared/vibration_search.hpp"

namespace kreisel {

template <MechanicalSystem System, bool stabilised>
class MultistepStepper final : public Stepper {
 public:
  using Point = MultistepPoint<System>;
  using Tangent = typename System::Tangent;
  using Options = FamilyOptions<MultistepParameters>;

  MultistepStepper(System system, const Options& options)
      : system_(std::move(system)),
        options_(options),
        controls_error_(options.tolerances.control_error()),
        equations_(system_, options.formulation),
        history_(system_),
        formula_(system_, options.parameters, controls_error_),
        start_(system_),
        control_(system_, options.tolerances, options.parameters.order),
        dense_(system_, start_.accelerations()),
        vibrations_(system_),
        settle_(system_),
        defect_(system_, options.parameters) {
    shown_.resize(system_);
    predicted_.setZero(system_.group().dimension());
    jerk_ = predicted_;
    has_dampers_ = start_.accelerations().has_dampers();
  }

  void follow_slow_motion(const std::vector<bool>& rows) override { settle_.hold(rows); }

  void start(const State& initial) override {
    Point& point = history_.at(0);
    point.t = initial.t;
    point.q = initial.q;
    point.v = initial.v;
    point.acceleration = initial.acceleration;
    point.lambda = initial.lambda;
    point.eta.setZero();
    system_.gap(point.t, point.q, point.gap);
    if (stabilised && start_.accelerations().has_compliant_rows())
      equations_.rows().compliant_rows_have_eta =
          start_.accelerations().has_independent_positions(point.t, point.q);
    left_out_.start(start_.accelerations(), point, equations_);
    meets_gap_alone_ = false;
    for (const Row& row : system_.rows())
      meets_gap_alone_ = meets_gap_alone_ || equations_.rows().uses_gap_alone(row);
    history_.forget_past();
    start_.clear_shift();
    pending_ = started_ = 0;
    is_start_phase_ = false;
    settles_ = controls_error_;
    control_.start(point.t);
    control_.forget_vibrations();
    vibrations_.start();
    memory_ = {};
    last_step_ = prediction_error_ = last_order_ = 0;
    equations_.lambda_floor =
        1e-3 * std::max(largest_entry(point.lambda), largest_force<System>(system_, point));
    equations_.position_scale = control_.scale().start(point);
  }

  double suggest_first_step() override {
    const Point& point = history_.at(0);
    const double interval = options_.tolerances.interval, longest = 1e-2 * interval;
    if (settle_.holds_springs())
      if (const double h = start_on_slow_motion(1e-3 * interval); h > 0.0) return h;
    if (start_.accelerations().jerk(point.t, point.q, point.v, point.acceleration, 1e-4 * interval, jerk_) !=
        KernelStatus::regular)
      return 1e-3 * longest;
    return control_.first_step(point.acceleration, jerk_, longest);
  }

  StepAttempt attempt(double h) override {
    if (const auto failed = make_ready(h)) return *failed;
    if (pending_ > 0)
      return {StepStatus::completed, controls_error_ ? 0.5 : NAN, 1.0, options_.parameters.order, {}};
    const int k = controls_error_ ? control_.order() : options_.parameters.order;
    if (options_.parameters.correction == CorrectionTerm::optimised_implicit) {
      history_.candidate().v = history_.at(0).v;  // where the iteration for L begins
      history_.candidate().increment = history_.at(0).increment;
    }
    const Point& from = formula_.prepare(history_, h, k, equations_.map);
    if (meet_step_change(h) != KernelStatus::regular) return {StepStatus::singular_matrix, NAN, NAN, k, {}};
    predict();
    if constexpr (stabilised) set_gap_history(history_, formula_.weights, equations_.rows());
    equations_.begin_at(from);
    StepAttempt attempt = solve(h, k);
    if (attempt.status == StepStatus::completed && settles_ && !settle(h, attempt.status)) return attempt;
    if (attempt.status == StepStatus::completed && controls_error_) {
      // The matrix at the predictor, off the equilibrium of a stiff force, is no filter for errors.
      if (control_.force_stiffness * h * h > 1.0) equations_.factorize();
      if (control_.will_choose()) vibrations_.find(equations_.tangents(), start_.accelerations(), control_);
      judge(h, attempt);
    }
    if (controls_error_) note_failures(attempt.status);
    return attempt;
  }

  void accept(double t) override {
    if (pending_ > 0) {
      --pending_;
      ++started_;
      history_.shift(1);
      if (controls_error_) control_.continue_at(started_);
      show_start_point(t);
      return;
    }
    is_of_the_method_ = true;
    Point& point = history_.candidate();
    point.t = t;
    formula_.complete(history_, point);
    if (!settles_) left_out_.look_at(start_.accelerations(), point);
    if (left_out_.accept(start_.accelerations(), equations_)) memory_.forget_all();
    normalize(system_.group(), point.q);
    history_.advance();
    if (controls_error_) control_.accept();
    is_start_phase_ = false;
    if (point.lambda.size() > 0)
      equations_.lambda_floor = std::max(equations_.lambda_floor, 1e-3 * largest_entry(point.lambda));
    equations_.position_scale = control_.scale().follow(point);
    control_.scale().leave_held_rows(settle_);
  }

  StateView state() const override { return (is_start_phase_ ? shown_ : history_.at(0)).view(); }

  void interpolate(double s, State& out) const override {
    if (controls_error_)
      return dense_.look_between_settled(history_, pending_, formula_.weights.order, s, out);
    dense_.look(history_, pending_, options_.parameters.order, s, out);
    if (is_start_phase_) out.v -= start_.shift();
  }

  const WorkCounters& work() const override { return work_; }

  std::vector<double> save() override {
    memory_ = {};  // the matrix at hand is not stored; without it both go on alike
    ArchiveWriter writer;
    transfer(writer);
    return std::move(writer.numbers);
  }
  void restore(std::span<const double> saved) override {
    memory_ = {};
    ArchiveReader reader(saved);
    transfer(reader);
    reader.finish();
    control_.scale().look_at_rows(history_.at(0));
    control_.scale().leave_held_rows(settle_);
  }

  std::vector<std::string> warnings() const override {
    if (controls_error_ || is_of_the_method_ || !is_start_phase_) return {};
    return {starting_values_only()};
  }

  std::string explain_failure() const override {
    if (is_too_stiff_)
      return "the forces are too stiff for the starting values of a multistep method; take a smaller step, "
             "or error control (--rtol)";
    return equations_.explain_failure();
  }

 private:
  template <class A>
  void transfer(A& a) {
    a(history_, control_, settle_, vibrations_, start_, shown_, pending_, started_, is_start_phase_, settles_,
      last_step_, last_order_, prediction_error_, is_of_the_method_, equations_.lambda_floor,
      equations_.position_scale, formula_.weights.order);
    formula_.weights.forget();
  }

  /// Starting values when there are none for this step size; a failed attempt when that is impossible.
  std::optional<StepAttempt> make_ready(double h) {
    if (controls_error_) {
      if (pending_ > 0 && h != history_.at(-1).step) pending_ = 0;
      return std::nullopt;
    }
    if (started_ < options_.parameters.order) {
      const bool is_other_step = pending_ > 0 && h != history_.at(-1).step;
      if (is_other_step) start_.undo_shift(history_);
      if (is_other_step && restarts_at_changes()) {
        started_ = 0;
        history_.forget_past();
      }
      return pending_ == 0 || is_other_step ? make_start(h) : std::nullopt;
    }
    if (!restarts_at_changes() || h == history_.at(0).step) return std::nullopt;
    Point& point = history_.at(0);
    if (start_.accelerations().settle(point.t, point.q, point.v, point.acceleration, point.lambda) !=
        KernelStatus::regular)
      return StepAttempt{StepStatus::singular_matrix, NAN, NAN, 0, {}};
    ++work_.restarts;
    started_ = 0;
    history_.forget_past();
    return make_start(h);
  }

  bool restarts_at_changes() const {
    return options_.step_change == StepChange::restart || !options_.parameters.fits_any_steps();
  }

  /// The starting values that are still missing, all at distance h.
  std::optional<StepAttempt> make_start(double h) {
    using Status = typename SmoothFlow<System>::Status;
    const int k = options_.parameters.order, count = k - started_;
    const Status status = start_.generate(history_, h, count);
    work_.force_evaluations = equations_.evaluations + start_.evaluations();
    is_too_stiff_ = status == Status::too_stiff;
    pending_ = 0;
    if (status != Status::completed) return StepAttempt{StepStatus::singular_matrix, NAN, NAN, k, {}};
    set_flat_increments(count);
    defect_.note_start(history_, count);
    start_.clear_shift();
    const bool is_plain = options_.start == StartValues::plain || options_.start == StartValues::a_only;
    if (meets_gap_alone_ && !is_plain && !perturb(h, count))
      return StepAttempt{StepStatus::singular_matrix, NAN, NAN, k, {}};
    hand_out(count);
    return std::nullopt;
  }

  /// Starting values of a higher order, where order 1 would shake stiff springs: their distance, 0 when there are none.
  double start_on_slow_motion(double first) {
    const int k = std::min(4, options_.parameters.order);
    const double h = start_.generate_on_slow_motion(history_, formula_, control_, k, first);
    if (h == 0.0) return 0.0;
    set_flat_increments(k);
    start_.clear_shift();
    hand_out(k);
    return h;
  }

  void hand_out(int count) {
    pending_ = count;
    is_start_phase_ = true;
    show_start_point(history_.at(0).t);
  }

  /// Only the direct term separates commutators from the increments.
  void set_flat_increments(int count) {
    const MultistepParameters& p = options_.parameters;
    const bool is_direct = p.family == MultistepFamily::bliedf && p.correction == CorrectionTerm::direct;
    if (is_direct && (p.order > 2 || controls_error_)) return;
    for (int back = -count; back < 0; ++back)
      history_.at(back).flat = history_.at(back).step * history_.at(back).increment;
  }

  bool perturb(double h, int count) {
    history_.shift(count - 1);
    formula_.prepare(history_, h, options_.parameters.order, equations_.map);
    if (formula_.is_implicit()) formula_.renew_implicit(history_, equations_.map);
    history_.shift(1 - count);
    return start_.perturb(history_, count, equations_.map, equations_.rows()) == KernelStatus::regular;
  }

  void show_start_point(double t) {
    Point& point = history_.at(0);
    point.t = t;
    static_cast<StepPoint<System>&>(shown_) = point;
    shown_.v -= start_.shift();
  }

  void predict() {
    Point& to = history_.candidate();
    formula_.predict(history_, to.increment);
    predicted_ = to.increment;
    const MultistepWeights& w = formula_.weights;
    to.lambda = w.predict_lambda[0] * history_.at(0).lambda;
    for (int i = 1; i < w.lambda_count; ++i)
      to.lambda += w.predict_lambda[static_cast<std::size_t>(i)] * history_.at(i).lambda;
    clear_left_out<System>(left_out_.rows(), to.lambda);
    if constexpr (stabilised) to.eta = history_.at(0).eta;
  }

  StepAttempt solve(double h, int k) {
    Point& to = history_.candidate();
    const double moved = largest_entry(history_.at(0).v) + h * largest_entry(history_.at(0).acceleration);
    const double tolerance = newton_tolerance(h);
    StepAttempt attempt;
    attempt.order = k;
    if (h != last_step_ || k != last_order_) memory_.forget_all();
    std::tie(last_step_, last_order_) = std::pair(h, k);
    constexpr NewtonOptions newton_options{.trusted_solutions = 8};
    constexpr int longest = 30;  // renewals of an implicit correction term
    for (int i = 0; i < longest; ++i) {
      equations_.begin(h, tolerance, moved, to);
      const NewtonReport report = newton(equations_, newton_options, memory_);
      work_.newton_iterations += report.iterations;
      const int before = attempt.newton.iterations;
      attempt.newton = report;
      attempt.newton.iterations += before;
      attempt.status = step_status(report.status);
      work_.stagnated_at_round_off += report.status == NewtonStatus::stagnated_at_round_off;
      if (attempt.status == StepStatus::completed && !equations_.dropped_rows_hold())
        attempt.status = StepStatus::singular_matrix;
      if (attempt.status != StepStatus::completed || !formula_.is_implicit()) break;
      if (formula_.renew_implicit(history_, equations_.map) <= 0.1 * tolerance * largest_entry(to.v)) break;
      if (i + 1 == longest) attempt.status = StepStatus::iteration_limit;
    }
    work_.factorizations = equations_.factorizations;
    work_.force_evaluations = equations_.evaluations + start_.evaluations();
    prediction_error_ = (to.increment - predicted_).cwiseAbs().maxCoeff() / moved;
    return attempt;
  }

  void note_failures(StepStatus status) {
    if (status != StepStatus::completed) control_.note_newton_failure();
    if (!control_.gives_up_past()) return;
    history_.forget_past();
    control_.start(history_.at(0).t);
  }

  /// Errors count with what is tangential to the rows and what dampers do not forget.
  void judge(double h, StepAttempt& attempt) {
    const Point& to = history_.candidate();
    auto& level = start_.accelerations();
    const double span = control_.span_of_errors(to.t);
    const bool forgets = has_dampers_ && level.load_forgetting(to.t, to.q, span) == KernelStatus::regular;
    const auto tangential = [&](Tangent& x) {
      equations_.make_tangential(x);
      if (forgets) level.forget(x);
    };
    control_.judge(history_, h, formula_.weights, tangential, along_rows_, attempt);
  }

  bool settle(double h, StepStatus& status) {
    auto& level = start_.accelerations();
    const bool done = settle_(history_, formula_.weights, h, level) == KernelStatus::regular;
    if (!done) status = StepStatus::singular_matrix;
    left_out_.look(level);
    const auto make_tangential = [&](Tangent& x) { level.make_tangential(x); };
    if (done && controls_error_ && dense_.has_rigid_rows())
      along_rows_ = control_.scale().of_position(dense_.along_rows(history_, h, make_tangential));
    return done;
  }

  /// Index 3 with changing steps needs its old velocities converted (defect.hpp); formulas whose defect is not known are
  /// settled after each step from the first change on, as under error control.
  KernelStatus meet_step_change(double h) {
    const bool asked =
        options_.step_change == StepChange::automatic || options_.step_change == StepChange::corrected;
    if (settles_ || !meets_gap_alone_ || !asked) return KernelStatus::regular;
    if (!defect_.is_known()) {
      settles_ = h != history_.at(0).step;
      return KernelStatus::regular;
    }
    return defect_.correct(history_, formula_.weights, h, equations_.rows(), start_, equations_.map.known_a);
  }

  /// A fixed step converges far below its own error, of which the error of the predictor gives an idea: only BLieDF's has
  /// the order of the method whatever the steps were.
  double newton_tolerance(double h) const {
    if (controls_error_) return control_.newton_tolerance(h);
    const bool predicts_well = options_.parameters.family == MultistepFamily::bliedf;
    return predicts_well ? std::clamp(1e-3 * prediction_error_, 1e-14, 1e-7) : 1e-14;
  }

  const System system_;
  Options options_;
  bool controls_error_;
  StepEquations<System, stabilised> equations_;
  MultistepHistory<System> history_;
  MultistepFormula<System> formula_;
  MultistepStart<System> start_;
  MultistepControl<System> control_;
  MultistepDense<System> dense_;
  VibrationSearch<System> vibrations_;
  MultistepSettle<System> settle_;
  MultistepDefect<System> defect_;
  StepPoint<System> shown_;        // the accepted state while starting values are handed out
  int pending_ = 0, started_ = 0;  // starting values still to be handed out; those that were
  bool is_start_phase_ = false, meets_gap_alone_ = false, is_too_stiff_ = false, has_dampers_ = false;
  // Of the method: a step that is no starting value; settles: v on the rows, v' and λ from there, after each.
  bool is_of_the_method_ = false, settles_ = false;
  double last_step_ = 0.0, prediction_error_ = 0.0, along_rows_ = 0.0;
  int last_order_ = 0;
  NewtonMemory memory_;
  WorkCounters work_;
  Tangent predicted_, jerk_;
  LeftOutRows left_out_;
};

}  // namespace kreisel
