// From a mechanical system to B y' = f(t, y), stabilised or regularised.
#include "evidence/peers/stiff_forms.hpp"

#include <Eigen/LU>

#include "kreisel/problems/all.hpp"

namespace kreisel::experiments {

ProblemInstance problem_with(const std::string& name,
                             const std::vector<std::pair<std::string, std::string>>& settings) {
  const ProblemEntry& entry = find_problem(name);
  Parameters parameters(entry.parameters);
  for (const auto& [key, value] : settings) parameters.set(key, value);
  return entry.make(parameters);
}

Vector onto_rows(const AnySystem& system, double t, const Vector& q, const Vector& v) {
  const Index n = q.size(), m = row_count(system);
  Matrix mass = Matrix::Zero(n, n), jacobian = Matrix::Zero(m, n);
  Vector rate(m);
  system.mass(q, mass);
  system.jacobian(t, q, jacobian);
  system.rate(t, q, v, rate);
  const Matrix lifted = mass.partialPivLu().solve(jacobian.transpose());
  return v - lifted * (jacobian * lifted).partialPivLu().solve(rate);
}

Accelerations accelerations(const AnySystem& system, double t, const Vector& q, const Vector& v) {
  const Index n = q.size(), m = row_count(system);
  const Vector none = Vector::Zero(n);
  Matrix mass = Matrix::Zero(n, n), jacobian = Matrix::Zero(m, n);
  Vector balance(n), rows(m);
  system.mass(q, mass);
  system.jacobian(t, q, jacobian);
  system.balance(t, q, v, none, Vector::Zero(m), balance);
  system.row_acceleration(t, q, v, none, rows);
  Matrix matrix = Matrix::Zero(n + m, n + m);
  matrix << mass, jacobian.transpose(), jacobian, Matrix::Zero(m, m);
  Vector right(n + m);
  right << -balance, -rows;
  const Vector both = matrix.partialPivLu().solve(right);
  return {both.head(n), both.tail(m)};
}

FirstOrderProblem semi_explicit(const AnySystem& system, const Vector& q, const Vector& v, double t_end,
                                int power) {
  const Index n = q.size(), m = row_count(system);
  const Accelerations start = accelerations(system, 0.0, q, v);
  FirstOrderProblem p;
  p.start.resize(3 * n + 2 * m);
  p.start << q, v, start.a, start.lambda, Vector::Zero(m);
  p.mass = Vector::Zero(3 * n + 2 * m);
  p.mass.head(2 * n).setOnes();
  p.power.assign(static_cast<std::size_t>(2 * n), 0);
  p.power.resize(static_cast<std::size_t>(3 * n + 2 * m), power);
  p.t_end = t_end;
  p.rate = [system, n, m](double t, const Vector& y) {
    const Vector q_now = y.head(n), v_now = y.segment(n, n), a = y.segment(2 * n, n),
                 lambda = y.segment(3 * n, m);
    Matrix jacobian = Matrix::Zero(m, n);
    Vector balance(n), gap(m), rate(m), out(y.size());
    system.jacobian(t, q_now, jacobian);
    system.balance(t, q_now, v_now, a, lambda, balance);
    system.gap(t, q_now, gap);
    system.rate(t, q_now, v_now, rate);
    out << v_now + jacobian.transpose() * y.tail(m), a, -balance, rate, gap;
    return out;
  };
  return p;
}

namespace {

/// Newton with differences for the forces; the springs are stiff, so a few iterations do.
Vector in_equilibrium(const std::function<Vector(const Vector&)>& force, Vector q) {
  constexpr double difference = 1e-7;
  for (int pass = 0; pass < 30; ++pass) {
    const Vector at = force(q);
    Matrix stiffness(q.size(), q.size());
    for (Index j = 0; j < q.size(); ++j) {
      Vector moved = q;
      moved(j) += difference;
      stiffness.col(j) = (force(moved) - at) / difference;
    }
    const Vector step = stiffness.fullPivLu().solve(-at);
    q += step;
    if (step.norm() < 1e-14) break;
  }
  return q;
}

}  // namespace

FirstOrderProblem regularised(const AnySystem& system, const Vector& q, double epsilon, double t_end) {
  const Index n = q.size(), m = row_count(system);
  const double stiffness = 1.0 / (epsilon * epsilon);
  const auto rest = [system, n, m, stiffness](double t, const Vector& place, const Vector& v) {
    Vector gap(m), balance(n);
    system.gap(t, place, gap);
    system.balance(t, place, v, Vector::Zero(n), stiffness * gap, balance);
    return balance;
  };
  Matrix mass = Matrix::Zero(n, n);
  system.mass(q, mass);
  const Matrix inverse = mass.inverse();
  FirstOrderProblem p;
  p.start = Vector::Zero(2 * n);
  p.start.head(n) = in_equilibrium([&](const Vector& place) { return rest(0.0, place, Vector::Zero(n)); }, q);
  p.mass = Vector::Ones(2 * n);
  p.power.assign(static_cast<std::size_t>(2 * n), 0);
  p.t_end = t_end;
  p.rate = [rest, inverse, n](double t, const Vector& y) {
    Vector out(2 * n);
    out << y.tail(n), -inverse * rest(t, y.head(n), y.tail(n));
    return out;
  };
  return p;
}

}  // namespace kreisel::experiments
