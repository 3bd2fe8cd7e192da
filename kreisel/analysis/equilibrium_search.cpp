// Positions are brought back onto the rows after every step, so that only the force along them is left to find.
#include "kreisel/analysis/equilibrium_search.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include "kreisel/analysis/linearisation.hpp"
#include "kreisel/analysis/row_rank.hpp"
#include "kreisel/linear/decompositions.hpp"

namespace kreisel {
namespace {

constexpr int most_steps = 200, most_pseudo_steps = 600, most_projections = 40, most_halvings = 14;
constexpr double closed = 1e-13;           // relative to the largest coordinate
constexpr double balanced = 1e-12;         // relative to the forces that balance
constexpr double arrived = 1e-13;          // of a step, relative to lengths and radians
constexpr double longest = 0.4;            // of a step, likewise
constexpr double no_stiffness = 1e-9;      // relative to the largest
constexpr double force_of_nothing = 1e-9;  // relative: round-off of a direction that nothing resists

double largest(const Vector& x) {
  return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0;
}

}  // namespace

EquilibriumSearch::EquilibriumSearch(const AnySystem& system, const EquilibriumOptions& options)
    : system_(system), options_(options), forces_(system, options.t, options.turning) {
  for (Index i = 0; i < row_count(system); ++i) {
    const Row& row = system.rows()[static_cast<std::size_t>(i)];
    if (!row.is_rigid()) continue;
    rigid_.push_back(i);
    if (row.is_position()) closing_.push_back(i);
  }
}

/// Gauss-Newton in the metric of the mass; the gaps of redundant rows that contradict the others remain.
bool EquilibriumSearch::close_gaps(Vector& q, double& gap) const {
  const Index n = system_.group().dimension(), m = row_count(system_);
  if (closing_.empty()) return q.allFinite();
  Matrix mass = Matrix::Zero(n, n), jacobian = Matrix::Zero(m, n);
  Vector phi = Vector::Zero(m), wanted(static_cast<Index>(closing_.size()));
  const double floor = closed * std::max(1.0, largest(q));
  double before = INFINITY;
  for (int k = 0; k < most_projections && q.allFinite(); ++k) {
    system_.gap(options_.t, q, phi);
    for (Index i = 0; i < wanted.size(); ++i) wanted[i] = phi[closing_[static_cast<std::size_t>(i)]];
    gap = largest(wanted);
    if (gap <= floor || (gap < 1e3 * floor && gap > 0.5 * before)) return true;
    before = gap;
    system_.mass(q, mass);
    system_.jacobian(options_.t, q, jacobian);
    const Eigen::LLT<Matrix> factors(mass);
    const Matrix rows = in_mass_metric(mass, rows_of(jacobian, closing_));
    const Vector y = least_solution(rows, -wanted, redundant_share).x.col(0);
    q = system_.group().advance(q, shortened(factors.matrixU().solve(y), q));
  }
  return false;
}

void EquilibriumSearch::find_multipliers(const Matrix& unit_rows, const Vector& lengths, const Vector& left,
                                         State& state) const {
  const Matrix found = least_solution(unit_rows.transpose(), -left, redundant_share).x;
  for (Index i = 0; i < lengths.size(); ++i)
    state.lambda[rigid_[static_cast<std::size_t>(i)]] = lengths[i] > 0.0 ? found(i, 0) / lengths[i] : 0.0;
}

bool EquilibriumSearch::look(const Vector& q, Point& point) const {
  const Index n = system_.group().dimension(), m = row_count(system_);
  point.state.q = q;
  if (!close_gaps(point.state.q, point.gap)) return false;
  point.state.lambda.setZero(m);
  forces_.move(point.state);
  Matrix mass = Matrix::Zero(n, n), jacobian = Matrix::Zero(m, n), stiffness;
  system_.mass(point.state.q, mass);
  system_.jacobian(options_.t, point.state.q, jacobian);
  const Eigen::LLT<Matrix> factors(mass);
  if (factors.info() != Eigen::Success) return false;
  Matrix unit = in_mass_metric(mass, rows_of(jacobian, rigid_));
  const Vector lengths = unit.rowwise().norm();
  for (Index i = 0; i < unit.rows(); ++i)
    if (lengths[i] > 0.0) unit.row(i) /= lengths[i];
  Vector r(n);
  forces_.residual(point.state, r);
  const Vector applied = factors.matrixL().solve(r);
  point.applied = applied.norm();
  if (!rigid_.empty()) find_multipliers(unit, lengths, applied, point.state);
  forces_.residual(point.state, point.total);
  point.total -= load_;
  const Matrix kernel = rigid_.empty() ? Matrix::Identity(n, n) : kernel_of(unit, redundant_share);
  point.basis = factors.matrixU().solve(kernel);
  point.force = point.basis.transpose() * point.total;
  forces_.tangents(point.state, stiffness, jacobian);
  forces_.straighten(point.total, stiffness);
  point.stiffness = point.basis.transpose() * stiffness * point.basis;
  return point.total.allFinite() && point.stiffness.allFinite();
}

bool EquilibriumSearch::is_balanced(const Point& point) const {
  return point.force.norm() <= balanced * scale_;
}

/// Newton's step where the stiffness is positive, otherwise with the absolute values of its eigenvalues.
Vector EquilibriumSearch::downhill(const Point& point) const {
  const Matrix symmetric = 0.5 * (point.stiffness + point.stiffness.transpose());
  const SymmetricEigenpairs found = symmetric_eigenpairs(symmetric);
  const double most = largest(found.values);
  if (found.values[0] > no_stiffness * most)
    return point.basis * (-point.stiffness.partialPivLu().solve(point.force));
  Vector along = found.vectors.transpose() * point.force;
  for (Index i = 0; i < along.size(); ++i) {
    const double kappa = std::abs(found.values[i]);
    const bool is_noise = kappa <= no_stiffness * most && std::abs(along[i]) <= force_of_nothing * scale_;
    along[i] = is_noise ? 0.0 : -along[i] / std::max({kappa, 1e-6 * most, 1e-12 * scale_});
  }
  return point.basis * (found.vectors * along);
}

/// No body moves farther than a share of the size of the mechanism, or turns far.
Vector EquilibriumSearch::shortened(const Vector& w, const Vector& q) const {
  Vector sizes(w.size());
  system_.group().sizes(q, sizes);
  const double length = std::max(largest(sizes), 1e-3);
  double relative = 0.0;
  Index first = 0;
  for (const ProductGroup::Placed& placed : system_.group().factors()) {
    for (Index k = 0; k < placed.factor.dimension; ++k, ++first) {
      const bool is_angle = !placed.factor.commutative && k >= placed.factor.dimension - 3;
      relative = std::max(relative, std::abs(w[first]) / (is_angle ? 1.0 : length));
    }
  }
  return relative > longest ? Vector(w * (longest / relative)) : w;
}

bool EquilibriumSearch::advance(const Point& from, const Vector& w, Point& to) const {
  constexpr double turned_round = 0.5;
  const double before = from.total.dot(w);
  double share = 1.0;
  for (int k = 0; k < most_halvings; ++k, share *= 0.5) {
    if (!look(system_.group().advance(from.state.q, Vector(share * w)), to)) continue;
    const bool is_better = to.force.norm() <= 0.5 * from.force.norm();
    if (is_better || to.total.dot(w) <= turned_round * std::abs(before)) return true;
  }
  return false;
}

EquilibriumStatus EquilibriumSearch::iterate(Point& point, int& iterations, int most) {
  Point next;
  for (int k = 0; k < most; ++k) {
    if (point.force.size() == 0) return EquilibriumStatus::found;
    const Vector w = shortened(downhill(point), point.state.q);
    if (is_balanced(point) && largest(w) <= std::sqrt(arrived)) {
      if (largest(w) > arrived && advance(point, w, next) && next.force.norm() < point.force.norm())
        point = next;
      return EquilibriumStatus::found;
    }
    if (largest(w) <= arrived && point.force.norm() <= force_of_nothing * scale_)
      return EquilibriumStatus::found;
    ++iterations;
    if (!advance(point, w, next)) break;
    point = next;
    scale_ = std::max(scale_, point.applied);
  }
  return most < most_steps ? EquilibriumStatus::iteration_limit : pseudo_time(point, iterations);
}

EquilibriumStatus EquilibriumSearch::pseudo_time(Point& point, int& iterations) {
  const Index d = point.force.size();
  double mu = std::max(point.stiffness.norm(), 1e-12 * scale_);
  Point next;
  for (int k = 0; k < most_pseudo_steps; ++k) {
    const Matrix shifted = point.stiffness + mu * Matrix::Identity(d, d);
    const Vector w = shortened(point.basis * (-shifted.partialPivLu().solve(point.force)), point.state.q);
    ++iterations;
    if (!w.allFinite()) return EquilibriumStatus::not_finite;
    if (!look(system_.group().advance(point.state.q, w), next)) {
      mu *= 8.0;
      continue;
    }
    mu *= std::clamp(next.force.norm() / std::max(point.force.norm(), 1e-300), 0.2, 2.0);
    point = next;
    scale_ = std::max(scale_, point.applied);
    if (is_balanced(point)) return EquilibriumStatus::found;
  }
  return blame(point);
}

/// What the force is that remains: along directions without stiffness, or somewhere else.
EquilibriumStatus EquilibriumSearch::blame(const Point& point) const {
  const SymmetricEigenpairs found =
      symmetric_eigenpairs(Matrix(0.5 * (point.stiffness + point.stiffness.transpose())));
  const Vector along = found.vectors.transpose() * point.force;
  double soft = 0.0;
  for (Index i = 0; i < along.size(); ++i)
    if (std::abs(found.values[i]) <= std::max(1e-6 * largest(found.values), 1e-9 * scale_))
      soft = std::hypot(soft, along[i]);
  return soft >= 0.5 * point.force.norm() ? EquilibriumStatus::nothing_resists
                                          : EquilibriumStatus::iteration_limit;
}

Equilibrium EquilibriumSearch::from(const Vector& q0) {
  Equilibrium out;
  Point point;
  scale_ = 0.0;
  load_ = Vector::Zero(system_.group().dimension());
  if (!look(q0, point)) {
    out.status = q0.allFinite() ? EquilibriumStatus::rows_not_met : EquilibriumStatus::not_finite;
    out.state = point.state;
    out.gap = point.gap;
    return out;
  }
  scale_ = point.applied;
  const Vector unbalanced = point.total;
  // What is still taken away need not balance on the way: a few steps each, then the whole force until it does.
  constexpr int of_a_load = 6;
  for (int k = 1; k <= options_.load_steps; ++k) {
    load_ = (1.0 - static_cast<double>(k) / options_.load_steps) * unbalanced;
    if (options_.load_steps > 1 && !look(Vector(point.state.q), point)) break;
    out.status = iterate(point, out.iterations, k < options_.load_steps ? of_a_load : most_steps);
  }
  if (out.status != EquilibriumStatus::found && point.force.size() > 0)
    out.worst = point.basis * (-point.force / point.force.norm());
  out.force = scale_ > 0.0 ? point.force.norm() / scale_ : 0.0;
  out.gap = point.gap;
  out.state = std::move(point.state);
  return out;
}

}  // namespace kreisel
