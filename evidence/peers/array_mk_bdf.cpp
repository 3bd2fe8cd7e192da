// Munthe-Kaas BDF as a program in arrays, [Wieloch 2022] (3.57) and section 3.3.3: unknowns are increment, velocity and
// multipliers.
#include "evidence/peers/array_mk_bdf.hpp"

#include "evidence/peers/array_newton.hpp"
#include "evidence/peers/bdf_coefficients.hpp"

namespace kreisel::experiments {
namespace {

using Eigen::Index;

/// BCH_k(a, b), (3.13); of (3.13e) the terms that are printed, the second with one letter less.
Array combined(const ArrayTop& top, int k, const Array& a, const Array& b) {
  Array sum = a + b;
  if (k < 3) return sum;
  const Array hat_a = top.hat(a), ab = hat_a * b;
  sum = sum + (1.0 / 2) * ab;
  if (k < 4) return sum;
  const Array hat_b = top.hat(b), aab = hat_a * ab, bab = hat_b * ab;
  sum = sum + (1.0 / 12) * aab - (1.0 / 12) * bab;
  if (k < 5) return sum;
  const Array baab = hat_b * aab;
  sum = sum - (1.0 / 24) * baab;
  if (k < 6) return sum;
  const Array aaab = hat_a * aab;
  return sum - (1.0 / 720) * (hat_a * aaab) + (1.0 / 720) * (hat_b * (hat_b * bab)) -
         (1.0 / 180) * (hat_b * aaab) + (1.0 / 180) * (hat_b * baab) - (1.0 / 120) * (top.hat(ab) * aab);
}

class MkBdfProgram final : public ArrayProgram {
 public:
  MkBdfProgram(const ArrayTop& top, const ProgramChoice& choice, const ArrayStart& start)
      : top_(top), rule_(choice.newton), k_(choice.order), h_(start.h), alpha_(bdf_alpha(choice.order)) {
    old_alpha_ = column_of({alpha_.begin() + 1, alpha_.end()});
    chart_alpha_ = column_of({alpha_.begin() + 2, alpha_.end()});
    scaled_mass_ = alpha_[0] * top.mass();
    const std::size_t last = start.points.size() - 1;
    now_ = start.points[last];
    velocities_ = start.points[0].v;
    for (std::size_t i = 1; i <= last; ++i) velocities_ = widened(start.points[i].v, velocities_);
    // ω_i^{(k-2)}: coordinates of q_{k-1}, q_{k-2}, ... about q_{k-2}.
    charts_.push_back(start.increments[last - 1]);
    charts_.push_back(zeros(top.dimension(), 1));
    for (std::size_t i = 2; i <= last; ++i)
      charts_.push_back(combined(top_, k_, charts_.back(), -start.increments[last - i]));
  }

  bool step() override {
    const Index n = top_.dimension(), m = top_.row_count();
    std::vector<Array> moved;  // ω_2, ..., ω_k about q_n
    const Array back = -charts_[0];
    for (std::size_t i = 1; i < charts_.size(); ++i) moved.push_back(combined(top_, k_, back, charts_[i]));
    const Array known = side_by_side(moved) * chart_alpha_, known_v = velocities_ * old_alpha_;
    Array unknowns = m == 0 ? stacked({charts_[0] / h_, velocities_.column(0)})
                            : stacked({charts_[0] / h_, velocities_.column(0), h_ * now_.lambda});
    const auto equations = [&](const Array& u, Array& residual, Array& matrix) {
      evaluate(u, known, known_v, residual, matrix);
    };
    if (!solve_by_newton(unknowns, equations, rule_, iterations_)) return false;
    const Array omega = h_ * unknowns.rows_from(0, n);
    now_.v = unknowns.rows_from(n, n);
    now_.q = top_.advance(now_.q, omega);
    if (m > 0) now_.lambda = unknowns.rows_from(2 * n, m) / h_;
    velocities_ = shifted(now_.v, velocities_);
    moved.insert(moved.begin(), {omega, zeros(n, 1)});
    moved.resize(static_cast<std::size_t>(k_));
    charts_ = std::move(moved);
    return true;
  }
  ArrayPoint point() const override { return now_; }

 private:
  void evaluate(const Array& u, const Array& known, const Array& known_v, Array& residual,
                Array& matrix) const {
    const Index n = top_.dimension(), m = top_.row_count();
    const Array omega = h_ * u.rows_from(0, n);
    ArrayEnd end{top_.advance(now_.q, omega), u.rows_from(n, n), {}, {}};
    end.acceleration = (alpha_[0] * end.v + known_v) / h_;
    if (m > 0) end.scaled_lambda = u.rows_from(2 * n, m);
    const InverseTangent inverse = inverse_tangent(top_, k_, -omega, end.v);
    const ArrayBalance balance = balance_of(top_, h_, end);
    const Array tangent = top_.tangent(omega), rate = (alpha_[0] * omega + known) / h_ - inverse.value;
    const Array by_increment = alpha_[0] * identity(n) + h_ * inverse.by_first,
                stiffness = scaled_stiffness(top_, h_, end, tangent),
                mass = scaled_mass_ + h_ * top_.damping(end.v);
    if (m == 0) {
      residual = stacked({rate, balance.force_rows});
      matrix = blocks({{by_increment, -inverse.by_second}, {stiffness, mass}});
      return;
    }
    residual = stacked({rate, balance.force_rows, balance.gap_rows});
    matrix = blocks({{by_increment, -inverse.by_second, zeros(n, m)},
                     {stiffness, mass, balance.transposed},
                     {balance.jacobian * tangent, zeros(m, n), zeros(m, m)}});
  }

  ArrayTop top_;
  ArrayNewton rule_;
  int k_;
  double h_;
  std::vector<double> alpha_;
  Array old_alpha_ = {}, chart_alpha_ = {}, scaled_mass_ = {};
  Array velocities_ = {};
  std::vector<Array> charts_ = {};  // ω_0, ω_1 = 0, ω_2, ... about the last but one position
  ArrayPoint now_ = {};
};

}  // namespace

InverseTangent inverse_tangent(const ArrayTop& top, int k, const Array& w1, const Array& w2) {
  const Array one = identity(top.dimension());
  if (k < 3) return {w2, zeros(w2.rows(), w2.rows()), one};
  const Array hat = top.hat(w1), b = hat * w2, half = (1.0 / 2) * top.hat(w2);
  if (k < 4) return {w2 - (1.0 / 2) * b, half, one - (1.0 / 2) * hat};
  const Array c = hat * b, squared = hat * hat, sum = hat * top.hat(w2) + top.hat(b);
  if (k < 6)
    return {w2 - (1.0 / 2) * b + (1.0 / 12) * c, half - (1.0 / 12) * sum,
            one - (1.0 / 2) * hat + (1.0 / 12) * squared};
  const Array d = hat * c;
  return {w2 - (1.0 / 2) * b + (1.0 / 12) * c - (1.0 / 720) * (hat * d),
          half + ((-1.0 / 12) * one + (1.0 / 720) * squared) * sum +
              (1.0 / 720) * (hat * top.hat(c) + top.hat(d)),
          one - (1.0 / 2) * (hat * (one - (1.0 / 6) * (hat * (one - (1.0 / 60) * squared))))};
}

std::unique_ptr<ArrayProgram> mk_bdf_program(const ArrayTop& top, const ProgramChoice& choice,
                                             const ArrayStart& start) {
  return std::make_unique<MkBdfProgram>(top, choice, start);
}

}  // namespace kreisel::experiments
