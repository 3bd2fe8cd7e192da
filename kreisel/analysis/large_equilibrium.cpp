// KLU on the saddle point, once in the metric of the mass and once with the stiffness per step.
#include "kreisel/analysis/large_equilibrium.hpp"

#include <algorithm>
#include <cmath>

#include "kreisel/analysis/sparse_entries.hpp"

namespace kreisel {
namespace {

class LargeSearch {
 public:
  LargeSearch(const BlockSystem& system, double t)
      : system_(system), t_(t), n_(system.group().dimension()), m_(row_count(system)) {
    mass_.resize(system.pattern(), true);
    jacobian_.resize(system.pattern());
    all_.resize(system.pattern());
  }

  Equilibrium run(const Vector& q0) {
    Equilibrium out;
    Point point, next;
    out.status = look(q0, point) ? EquilibriumStatus::iteration_limit : EquilibriumStatus::rows_not_met;
    scale_ = point.applied;
    double mu = 0.0;
    while (out.status == EquilibriumStatus::iteration_limit && out.iterations < most_steps) {
      Vector w;
      if (!step(point, mu, w, next)) break;
      ++out.iterations;
      const bool is_newton = mu <= 10.0 * least_shift * mass_scale_;
      const bool has_arrived = (is_newton && largest(w) <= arrived) || next.total_size <= balanced * scale_;
      point = next;
      scale_ = std::max(scale_, point.applied);
      if (has_arrived) out.status = EquilibriumStatus::found;
      mu *= 0.1;
    }
    out.force = scale_ > 0.0 ? point.total_size / scale_ : 0.0;
    if (out.status != EquilibriumStatus::found && point.tangential.size() > 0)
      out.worst = point.tangential / std::max(point.tangential.norm(), 1e-300);
    out.state = point.state;
    out.gap = point.gap;
    return out;
  }

 private:
  struct Point {
    State state;
    Vector total, tangential;  // r with the best λ; -M⁻¹ of it
    double total_size = 0.0, applied = 0.0, gap = 0.0;
  };

  const Row& row(Index i) const { return system_.rows()[static_cast<std::size_t>(i)]; }
  bool is_held(Index i) const { return row(i).is_rigid(); }

  /// [A Bᵀ; B 0] with the rigid rows, springs and dampers left out.
  bool factorize(std::vector<SparseEntry> a) {
    for (const SparseEntry& e : entries_of(jacobian_)) {
      if (!is_held(e.row)) continue;
      a.push_back({n_ + e.row, e.column, e.value});
      a.push_back({e.column, n_ + e.row, e.value});
    }
    for (Index i = 0; i < m_; ++i) a.push_back({n_ + i, n_ + i, is_held(i) ? 0.0 : 1.0});
    return klu_factorized(std::move(a), n_ + m_, klu_);
  }
  void solve(const Vector& force, const Vector& rows, Vector& w, Vector& lambda) const {
    Vector all(n_ + m_);
    all << force, rows;
    klu_.solve(all.data());
    w = all.head(n_);
    lambda = all.tail(m_);
  }

  bool factorize_mass(const Vector& q) {
    system_.mass(q, mass_);
    system_.jacobian(t_, q, jacobian_);
    return factorize(entries_of(mass_));
  }

  Vector shortened(const Vector& w, const Vector& q) const {
    Vector sizes(n_);
    system_.group().sizes(q, sizes);
    const double length = std::max(largest(sizes), 1e-3);
    double relative = 0.0;
    for (Index i = 0; i < n_; ++i) relative = std::max(relative, std::abs(w[i]) / (i % 6 < 3 ? length : 1.0));
    return relative > longest ? Vector(w * (longest / relative)) : w;
  }

  bool close(Vector& q, double& gap) {
    Vector phi = Vector::Zero(m_), w, lambda;
    const double floor = closed * std::max(1.0, largest(q));
    double before = INFINITY;
    for (int k = 0; k < most_projections && q.allFinite(); ++k) {
      system_.gap(t_, q, phi);
      for (Index i = 0; i < m_; ++i)
        if (!is_held(i) || !row(i).is_position()) phi[i] = 0.0;
      gap = largest(phi);
      if (!factorize_mass(q)) return false;
      if (gap <= floor || (gap < 1e3 * floor && gap > 0.5 * before)) return true;
      before = gap;
      solve(Vector::Zero(n_), -phi, w, lambda);
      q = system_.group().advance(q, shortened(w, q));
    }
    return false;
  }

  bool look(const Vector& q, Point& point) {
    State& state = point.state;
    state.t = t_;
    state.q = q;
    state.v = state.acceleration = Vector::Zero(n_);
    state.lambda = Vector::Zero(m_);
    if (!close(state.q, point.gap)) return false;
    Vector phi = Vector::Zero(m_), r = Vector::Zero(n_), found;
    point.total.setZero(n_);
    system_.gap(t_, state.q, phi);
    for (Index i = 0; i < m_; ++i)
      if (!is_held(i) && row(i).is_position() && row(i).compliance > 0.0)
        state.lambda[i] = phi[i] / row(i).compliance;
    system_.balance(t_, state.q, state.v, state.acceleration, state.lambda, r);
    point.applied = r.norm();
    solve(-r, Vector::Zero(m_), point.tangential, found);
    for (Index i = 0; i < m_; ++i)
      if (is_held(i)) state.lambda[i] = found[i];
    system_.balance(t_, state.q, state.v, state.acceleration, state.lambda, point.total);
    point.total_size = point.total.norm();
    return point.total.allFinite();
  }

  /// K with the springs, and M.
  std::vector<SparseEntry> stiffness(const State& state) {
    system_.tangents(t_, state.q, state.v, state.acceleration, state.lambda, all_);
    std::vector<SparseEntry> k = entries_of(all_.stiffness);
    const BlockPattern& pattern = *system_.pattern();
    for (const BlockPattern::Strip& strip : pattern.strips()) {
      const auto values = all_.jacobian.strip(strip);
      for (Index i = 0; i < strip.size; ++i) {
        const Row& r = row(strip.first + i);
        if (r.is_rigid() || !r.is_position() || !(r.compliance > 0.0)) continue;
        std::vector<Index> places;
        for (const Index body : strip.bodies)
          for (Index j = 0; j < pattern.body(body).size; ++j) places.push_back(pattern.body(body).first + j);
        for (Index a = 0; a < strip.width; ++a)
          for (Index b = 0; b < strip.width; ++b)
            k.push_back({places[static_cast<std::size_t>(a)], places[static_cast<std::size_t>(b)],
                         values(i, a) * values(i, b) / r.compliance});
      }
    }
    return k;
  }

  /// A step that leads downhill, with μ raised until there is one.
  bool step(const Point& from, double& mu, Vector& w, Point& to) {
    const std::vector<SparseEntry> k = stiffness(from.state), mass = entries_of(all_.mass);
    jacobian_ = all_.jacobian;
    // Rayleigh's quotient of the force itself: the size of what μ competes with.
    Vector kx = Vector::Zero(n_), mx = kx;
    for (const SparseEntry& e : k) kx[e.row] += e.value * from.tangential[e.column];
    for (const SparseEntry& e : mass) mx[e.row] += e.value * from.tangential[e.column];
    mass_scale_ = std::abs(from.tangential.dot(kx)) / std::max(from.tangential.dot(mx), 1e-300) + 1e-12;
    Vector unused;
    mu = std::max(mu, least_shift * mass_scale_);
    for (int tries = 0; tries < most_shifts; ++tries) {
      std::vector<SparseEntry> a = k;
      append(mass, 0, 0, mu, a);
      jacobian_ = all_.jacobian;
      if (factorize(std::move(a))) {
        solve(-from.total, Vector::Zero(m_), w, unused);
        const double work = from.total.dot(w);
        if (w.allFinite() && (work < 0.0 || from.total_size <= balanced * scale_)) {
          w = shortened(w, from.state.q);
          if (advance(from, w, to)) return true;
        }
      }
      mu = std::max(4.0 * mu, 1e-3 * mass_scale_);
    }
    return false;
  }

  bool advance(const Point& from, const Vector& w, Point& to) {
    const double work = std::abs(from.total.dot(w));
    double share = 1.0;
    for (int k = 0; k < most_halvings; ++k, share *= 0.5) {
      if (!look(system_.group().advance(from.state.q, Vector(share * w)), to)) continue;
      if (to.total_size <= std::max(0.5 * from.total_size, balanced * scale_)) return true;
      if (to.total.dot(w) <= 0.5 * work) return true;
    }
    return false;
  }

  static constexpr int most_steps = 400, most_projections = 40, most_halvings = 10, most_shifts = 30;
  static constexpr double closed = 1e-13;       // relative to the largest coordinate
  static constexpr double least_shift = 1e-10;  // of μ: where a body spins freely, K alone is singular
  static constexpr double balanced = 1e-12;     // relative to the forces that balance
  static constexpr double arrived = 1e-13;      // of a step
  static constexpr double longest = 0.3;        // of a step, relative to lengths and radians

  static double largest(const Vector& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0; }

  const BlockSystem& system_;
  double t_;
  Index n_, m_;
  BlockSystem::MassMatrix mass_;
  BlockSystem::RowMatrix jacobian_;
  BlockSystem::AllTangents all_;
  KluFactorization<double> klu_;
  double scale_ = 0.0, mass_scale_ = 1.0;
};

}  // namespace

Equilibrium large_equilibrium(const BlockSystem& system, const Vector& q0, double t) {
  return LargeSearch(system, t).run(q0);
}

}  // namespace kreisel
