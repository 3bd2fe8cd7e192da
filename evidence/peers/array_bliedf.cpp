// BLieDF as a program in arrays, [Wieloch 2022] (3.62) and section 3.3.4: with an explicit correction term the unknowns
// are increment and multipliers, with an implicit one the velocity as well.
#include "evidence/peers/array_newton.hpp"
#include "evidence/peers/bdf_coefficients.hpp"

namespace kreisel::experiments {
namespace {

using Eigen::Index;

/// The numbers of one lin_j: of v_n, v_{n-1}, ... and ω^{(n-1)}, ω^{(n-2)}, ...; apart from them those of the unknowns.
struct Combination {
  Array of_velocities = {}, of_increments = {};
  double of_next_velocity = 0.0, of_next_increment = 0.0;
};

std::vector<Combination> combinations(const CorrectionSet& set, int k) {
  std::vector<Combination> all;
  for (std::size_t j = 0; j < set.count; ++j) {
    const auto end = static_cast<std::ptrdiff_t>(k) + 1;
    all.push_back({column_of({set.a[j].begin() + 1, set.a[j].begin() + end}),
                   column_of({set.b[j].begin() + 2, set.b[j].begin() + end}), set.a[j][0], set.b[j][1]});
  }
  return all;
}

class BliedfProgram final : public ArrayProgram {
 public:
  BliedfProgram(const ArrayTop& top, const ProgramChoice& choice, const ArrayStart& start)
      : top_(top), rule_(choice.newton), k_(choice.order), h_(start.h), alpha_(bdf_alpha(choice.order)) {
    gamma_ = bdf_gamma(choice.order);
    old_alpha_ = column_of({alpha_.begin() + 1, alpha_.end()});
    old_gamma_ = column_of({gamma_.begin() + 1, gamma_.end()});
    const CorrectionSet* set =
        choice.own_correction ? &*choice.own_correction : correction_set(choice.correction, k_);
    if (set != nullptr) {
      terms_ = combinations(*set, k_);
      is_implicit_ = set->is_implicit();
    }
    scaled_mass_ = (is_implicit_ ? alpha_[0] : alpha_[0] * gamma_[0]) * top.mass();
    const std::size_t last = start.points.size() - 1;
    velocities_ = start.points[0].v;
    for (std::size_t i = 1; i <= last; ++i) velocities_ = widened(start.points[i].v, velocities_);
    increments_ = start.increments[0];
    for (std::size_t i = 1; i < start.increments.size(); ++i)
      increments_ = widened(start.increments[i], increments_);
    now_ = start.points[last];
  }

  bool step() override { return is_implicit_ ? implicit_step() : explicit_step(); }
  ArrayPoint point() const override { return now_; }

 private:
  Array combined(const Combination& c) const {
    return h_ * (velocities_ * c.of_velocities) + increments_ * c.of_increments;
  }

  /// (1/h)[lin_1, lin_2 + [lin_3, lin_4 + ...]].
  Array term() const {
    Array sum = combined(terms_.back());
    for (std::size_t j = terms_.size() - 1; j-- > 0;)
      sum = j % 2 == 0 ? top_.hat(combined(terms_[j])) * sum : combined(terms_[j]) + sum;
    return sum / h_;
  }

  Array first_guess() const { return increments_.column(0) / h_; }

  bool explicit_step() {
    const Index n = top_.dimension(), m = top_.row_count();
    Array known = (increments_ * old_gamma_) / h_;
    if (!terms_.empty()) known = known - term();
    const Array known_v = velocities_ * old_alpha_;
    const auto end_of = [&](const Array& x, ArrayEnd& end) {
      const Array omega = h_ * x;
      end.q = top_.advance(now_.q, omega);
      end.v = gamma_[0] * x + known;
      return omega;
    };
    Array unknowns = m == 0 ? first_guess() : stacked({first_guess(), h_ * now_.lambda});
    const auto equations = [&](const Array& u, Array& residual, Array& matrix) {
      ArrayEnd end;
      const Array omega = end_of(m == 0 ? u : u.rows_from(0, n), end);
      end.acceleration = (alpha_[0] * end.v + known_v) / h_;
      if (m > 0) end.scaled_lambda = u.rows_from(n, m);
      two_by_two(top_, h_, end, top_.tangent(omega), scaled_mass_, gamma_[0], residual, matrix);
    };
    if (!solve_by_newton(unknowns, equations, rule_, iterations_)) return false;
    ArrayEnd end;
    const Array omega = end_of(m == 0 ? unknowns : unknowns.rows_from(0, n), end);
    keep(end.q, end.v, omega);
    if (m > 0) now_.lambda = unknowns.rows_from(n, m) / h_;
    return true;
  }

  bool implicit_step() {
    const Index n = top_.dimension(), m = top_.row_count();
    const Array known = (increments_ * old_gamma_) / h_, known_v = velocities_ * old_alpha_;
    const Array first = combined(terms_[0]), second = combined(terms_[1]);
    Array unknowns = stacked({first_guess(), velocities_.column(0), h_ * now_.lambda});
    const auto equations = [&](const Array& u, Array& residual, Array& matrix) {
      const Array x = u.rows_from(0, n), omega = h_ * x;
      ArrayEnd end{top_.advance(now_.q, omega), u.rows_from(n, n), {}, u.rows_from(2 * n, m)};
      end.acceleration = (alpha_[0] * end.v + known_v) / h_;
      const auto whole = [&](const Array& old, const Combination& c) {
        return old + (h_ * c.of_next_velocity) * end.v + c.of_next_increment * omega;
      };
      const Array a = whole(first, terms_[0]), b = whole(second, terms_[1]);
      const Array hat_a = top_.hat(a), hat_b = top_.hat(b);
      const Array by_increment = terms_[1].of_next_increment * hat_a - terms_[0].of_next_increment * hat_b,
                  by_velocity = terms_[1].of_next_velocity * hat_a - terms_[0].of_next_velocity * hat_b;
      const ArrayBalance balance = balance_of(top_, h_, end);
      const Array tangent = top_.tangent(omega);
      residual =
          stacked({gamma_[0] * x + known - end.v - (hat_a * b) / h_, balance.force_rows, balance.gap_rows});
      matrix = blocks({{gamma_[0] * identity(n) - by_increment, -identity(n) - by_velocity, zeros(n, m)},
                       {scaled_stiffness(top_, h_, end, tangent), scaled_mass_ + h_ * top_.damping(end.v),
                        balance.transposed},
                       {balance.jacobian * tangent, zeros(m, n), zeros(m, m)}});
    };
    if (!solve_by_newton(unknowns, equations, rule_, iterations_)) return false;
    const Array omega = h_ * unknowns.rows_from(0, n);
    keep(top_.advance(now_.q, omega), unknowns.rows_from(n, n), omega);
    now_.lambda = unknowns.rows_from(2 * n, m) / h_;
    return true;
  }

  void keep(const Pose& q, const Array& v, const Array& omega) {
    now_.q = q;
    now_.v = v;
    velocities_ = shifted(v, velocities_);
    increments_ = shifted(omega, increments_);
  }

  ArrayTop top_;
  ArrayNewton rule_;
  int k_;
  double h_;
  std::vector<double> alpha_, gamma_ = {};
  Array old_alpha_ = {}, old_gamma_ = {}, scaled_mass_ = {};
  std::vector<Combination> terms_ = {};
  bool is_implicit_ = false;
  Array velocities_ = {}, increments_ = {};  // newest first
  ArrayPoint now_ = {};
};

}  // namespace

std::unique_ptr<ArrayProgram> bliedf_program(const ArrayTop& top, const ProgramChoice& choice,
                                             const ArrayStart& start) {
  return std::make_unique<BliedfProgram>(top, choice, start);
}

}  // namespace kreisel::experiments
