// The tables as printed, beside the coefficients of the library.
#include "evidence/published/lobatto_tables.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>
#include <Eigen/LU>

#include "evidence/published/shown_series.hpp"
#include "kreisel/methods/implicit_runge_kutta/tableau.hpp"

namespace kreisel::experiments {
namespace {

using Family = ImplicitFamily;
const double root6 = std::sqrt(6.0);

struct Printed {
  const char* name;
  Family family;
  int quadrature, stage, adjoint;  // added to 2s, s, s
  bool is_stiffly_accurate, is_symplectic;
};
constexpr std::array<Printed, 7> properties{
    {{"Gauss", Family::gauss, 0, 0, 0, false, true},
     {"Radau IA", Family::radau_ia, -1, -1, 0, false, false},
     {"Radau IIA", Family::radau_iia, -1, 0, -1, true, false},
     {"Lobatto IIIA", Family::lobatto_iiia, -2, 0, -2, true, false},
     {"Lobatto IIIB", Family::lobatto_iiib, -2, -2, 0, false, false},
     {"Lobatto IIIC", Family::lobatto_iiic, -2, -1, -1, true, false},
     {"Lobatto IIID", Family::lobatto_iiid, -2, -1, -1, false, true}}};

Matrix matrix(int n, std::initializer_list<double> entries) {
  Matrix a(n, n);
  Index i = 0;
  for (const double x : entries) {
    a(i / n, i % n) = x;
    ++i;
  }
  return a;
}

/// A formula with an additional first stage.
Tableau extended(const Tableau& base, const Vector& first_row, const Vector& weights) {
  const Index s = base.stages();
  Tableau t;
  t.a = Matrix::Zero(s + 1, s + 1);
  t.a.bottomRightCorner(s, s) = base.a;
  t.a.row(0).tail(s) = first_row.transpose();
  t.b = weights;
  t.c = Vector::Zero(s + 1);
  t.c.tail(s) = base.c;
  t.c(0) = first_row.sum();
  return t;
}

const double gamma0 = 0.2748888295956774;  // 1/3.6378342527444957

}  // namespace

Measurement simplifying_assumptions_table() {
  Measurement m;
  MeasuredTable table{"simplifying assumptions",
                      {"method", "s", "ξ", "η", "ζ", "stiffly accurate", "symplectic"}};
  for (const Printed& p : properties) {
    double deviation = 0.0;
    for (int s = 2; s <= 4; ++s) {
      const Tableau t = implicit_tableau(p.family, s);
      const SimplifyingAssumptions a = simplifying_assumptions(t);
      table.rows.push_back({p.name, double(s), double(a.quadrature), double(a.stage), double(a.adjoint),
                            t.is_stiffly_accurate() ? "yes" : "no", is_symplectic(t) ? "yes" : "no"});
      deviation += std::abs(a.quadrature - 2 * s - p.quadrature) +
                   std::abs(std::max(a.stage, 0) - std::max(0, s + p.stage)) +
                   std::abs(std::max(a.adjoint, 0) - std::max(0, s + p.adjoint));
      deviation += (t.is_stiffly_accurate() != p.is_stiffly_accurate) + (is_symplectic(t) != p.is_symplectic);
    }
    m.checks.push_back(
        {fmt::format("{}: deviations from the table for s = 2, 3, 4", p.name), deviation, 0.0, 0.0});
  }
  m.tables.push_back(table);
  m.as_printed.push_back({"Radau IA is stiffly accurate (1: yes)",
                          double(implicit_tableau(Family::radau_ia, 3).is_stiffly_accurate()), 1.0, 1.0});
  return m;
}

Measurement lobatto_coefficients(int s) {
  const std::array<Family, 4> families{Family::lobatto_iiia, Family::lobatto_iiib, Family::lobatto_iiic,
                                       Family::lobatto_iiid};
  const std::array<Matrix, 4> two{matrix(2, {0, 0, 0.5, 0.5}), matrix(2, {0.5, 0, 0.5, 0}),
                                  matrix(2, {0.5, -0.5, 0.5, 0.5}), matrix(2, {0.25, -0.25, 0.75, 0.25})};
  const std::array<Matrix, 4> three{
      matrix(3, {0, 0, 0, 5.0 / 24, 1.0 / 3, -1.0 / 24, 1.0 / 6, 2.0 / 3, 1.0 / 6}),
      matrix(3, {1.0 / 6, -1.0 / 6, 0, 1.0 / 6, 1.0 / 3, 0, 1.0 / 6, 5.0 / 6, 0}),
      matrix(3, {1.0 / 6, -1.0 / 3, 1.0 / 6, 1.0 / 6, 5.0 / 12, -1.0 / 12, 1.0 / 6, 2.0 / 3, 1.0 / 6}),
      matrix(3, {1.0 / 12, -1.0 / 6, 1.0 / 12, 5.0 / 24, 1.0 / 3, -1.0 / 24, 1.0 / 12, 5.0 / 6, 1.0 / 12})};
  Measurement m;
  for (std::size_t i = 0; i < 4; ++i) {
    const Tableau t = implicit_tableau(families[i], s);
    m.checks.push_back({fmt::format("III{}: largest difference to the catalogue", "ABCD"[i]),
                        (t.a - (s == 2 ? two[i] : three[i])).cwiseAbs().maxCoeff(), 0.0, 1e-14});
    m.checks.push_back({fmt::format("III{}: order by rooted trees", "ABCD"[i]),
                        double(order_by_trees(t, 2 * s)), 2.0 * s - 2.0, 2.0 * s - 2.0});
  }
  return m;
}

Measurement embedded_radau() {
  const Tableau radau = implicit_tableau(Family::radau_iia, 3);
  Vector weights(4);
  weights << gamma0, radau.b(0) - (2.0 + 3.0 * root6) / 6.0 * gamma0,
      radau.b(1) - (2.0 - 3.0 * root6) / 6.0 * gamma0, radau.b(2) - gamma0 / 3.0;
  const Tableau embedded = extended(radau, Vector::Zero(3), weights);
  const Vector e = radau.a.transpose().fullPivLu().solve(Vector(weights.tail(3) - radau.b));
  const Vector printed = gamma0 * Vector3(-13.0 - 7.0 * root6, -13.0 + 7.0 * root6, -1.0);
  Measurement m;
  m.checks = {
      {"order of the embedded formula by rooted trees", double(order_by_trees(embedded, 5, 1e-10)), 3.0, 3.0},
      {"e = A^-T (b̂ - b) against a third of the printed e, largest difference",
       (e - printed / 3.0).cwiseAbs().maxCoeff(), 0.0, 1e-12}};
  m.as_printed = {
      {"e against the printed e, largest difference", (e - printed).cwiseAbs().maxCoeff(), 0.0, 1e-12}};
  return m;
}

Measurement embedded_lobatto(bool is_iiiac) {
  const double g = 0.3808338772072650;  // real eigenvalue of IIIC; the source gives none
  Measurement m;
  Vector weights(4);
  weights << g, 1.0 / 6 - g, 2.0 / 3, 1.0 / 6;
  for (const double theta : {0.0, 0.4, 0.8}) {
    const Tableau base = implicit_tableau(is_iiiac ? Family::lobatto_iiiac : Family::lobatto_iiidc, 3, theta);
    const Vector row = (is_iiiac ? (2.0 - theta) / 4.0 : -(2.0 - theta)) * Vector3(1.0, -2.0, 1.0);
    m.checks.push_back({fmt::format("θ = {:g}, α0 = 1: order by rooted trees", theta),
                        double(order_by_trees(extended(base, row, weights), 5)), 3.0, 3.0});
    m.checks.push_back(
        {fmt::format("θ = {:g}, α0 = 1: the additional stage differs from the first by", theta),
         (row.transpose() - base.a.row(0)).cwiseAbs().maxCoeff(), 0.05, any});
    if (is_iiiac)
      m.as_printed.push_back(
          {fmt::format("θ = {:g}, α0 = 1/4 as printed: the additional stage differs from the first by",
                       theta),
           (0.25 * row.transpose() - base.a.row(0)).cwiseAbs().maxCoeff(), 0.01, any});
  }
  return m;
}

}  // namespace kreisel::experiments
