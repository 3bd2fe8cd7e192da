// The comparisons of a check of derivatives, by extrapolated central differences.
#include "kreisel/equations/check_derivatives.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "kreisel/core/contracts.hpp"
#include "kreisel/core/random.hpp"
#include "kreisel/linear/decompositions.hpp"

namespace kreisel {
namespace {

constexpr double ulp = std::numeric_limits<double>::epsilon();
/// Round-off of an extrapolated difference, in ulps of the function over its smallest step.
constexpr double round_off_ulps = 100.0;

/// Largest absolute value; NaN if any is.
double size_of(const Vector& x) {
  double size = 0.0;
  for (const double value : x) size = std::isnan(value) ? value : std::max(size, std::abs(value));
  return size;
}

/// A derivative by differences and the size below which it is round-off.
struct Slope {
  Vector value;
  double floor = 0.0;
};

/// d/ds function(s) at s = 0; `terms` is the size of the summands of the function, which may have cancelled.
Slope slope_of(const std::function<Vector(double)>& function, double step, double terms) {
  double size = terms;
  const auto central = [&](double s) -> Vector {
    const Vector ahead = function(s), behind = function(-s);
    size = std::max({size, size_of(ahead), size_of(behind)});
    return (ahead - behind) / (2.0 * s);
  };
  const Vector coarse = central(step), middle = central(step / 2.0), fine = central(step / 4.0);
  const Vector first = (4.0 * middle - coarse) / 3.0, second = (4.0 * fine - middle) / 3.0;
  return {(16.0 * second - first) / 15.0, round_off_ulps * ulp * size / (step / 4.0)};
}

/// The point at which everything is compared.
struct Point {
  double t;
  Vector q, v, acceleration, lambda;
};

/// A function of the system and the size of its summands at the current point.
struct Sized {
  std::function<Vector(const Point&)> value;
  double terms = 0.0;
};

class Checker {
 public:
  Checker(const AnySystem& system, const DerivativeCheckOptions& options)
      : system_(system),
        options_(options),
        random_(options.seed),
        n_(system.group().dimension()),
        m_(row_count(system)) {
    report_.seed = options.seed;
  }

  template <class Check>
  DerivativeReport at_every_sample(const State& at, const Check& check) {
    KREISEL_EXPECTS(at.q.size() == system_.group().coordinate_count() && at.v.size() == n_);
    for (sample_ = 0; sample_ <= options_.samples; ++sample_) {
      point_ = sample_ == 0 ? given(at) : moved(at);
      measure_terms();
      check();
    }
    return std::move(report_);
  }

  void check_everything() {
    check_mass();
    check_rows();
    check_gap_change();
    check_tangents();
    check_acceleration_tangents();
  }

  void check_outside(std::span<const int> blocks) {
    const Matrix none = Matrix::Zero(n_, n_);
    std::vector<int> block_of;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      const int size = blocks[b] == Dynamic ? static_cast<int>(n_) : blocks[b];
      block_of.insert(block_of.end(), static_cast<std::size_t>(size), static_cast<int>(b));
    }
    KREISEL_EXPECTS(static_cast<Index>(block_of.size()) == n_);
    const auto is_outside = [&](Index i, Index j) {
      return block_of[static_cast<std::size_t>(i)] != block_of[static_cast<std::size_t>(j)];
    };
    compare({"mass outside blocks", none, is_outside}, [&](Index j) { return balance_by_acceleration(j); });
    compare({"damping outside blocks", none, is_outside}, [&](Index j) { return balance_by_velocity(j); });
    compare({"stiffness outside blocks", none, is_outside}, [&](Index j) { return balance_by_position(j); });
  }

 private:
  using Selection = std::function<bool(Index, Index)>;

  // States ------------------------------------------------------------------------------------------------
  Vector normal(Index size, double scale) {
    Vector x(size);
    for (double& value : x) value = scale * random_.normal();
    return x;
  }
  Point given(const State& at) {
    Point point{at.t, at.q, at.v, at.acceleration, at.lambda};
    if (point.acceleration.size() != n_) point.acceleration = normal(n_, 1.0);
    if (point.lambda.size() != m_) point.lambda = normal(m_, 1.0);
    return point;
  }
  Point moved(const State& at) {
    Point point = given(at);
    const auto disturb = [&](Vector& x) { x += normal(x.size(), 1.0 + options_.move * size_of(x)); };
    point.t += options_.move * random_.uniform();
    point.q = system_.group().advance(point.q, normal(n_, options_.move));
    disturb(point.v);
    disturb(point.acceleration);
    disturb(point.lambda);
    return point;
  }

  // The system's functions by value -------------------------------------------------------------------------
  Vector gap(double t, const Vector& q) const {
    Vector out(m_);
    system_.gap(t, q, out);
    return out;
  }
  Vector rate(double t, const Vector& q, const Vector& v) const {
    Vector out(m_);
    system_.rate(t, q, v, out);
    return out;
  }
  Vector row_acceleration(const Point& at) const {
    Vector out(m_);
    system_.row_acceleration(at.t, at.q, at.v, at.acceleration, out);
    return out;
  }
  Vector balance(const Point& at) const {
    Vector out(n_);
    system_.balance(at.t, at.q, at.v, at.acceleration, at.lambda, out);
    return out;
  }
  Matrix jacobian() const {
    Matrix b(m_, n_);
    system_.jacobian(point_.t, point_.q, b);
    return b;
  }
  Matrix mass() const {
    Matrix m(n_, n_);
    system_.mass(point_.q, m);
    return m;
  }
  AnySystem::AllTangents tangents() const {
    AnySystem::AllTangents all;
    all.resize(n_, m_);
    system_.tangents(point_.t, point_.q, point_.v, point_.acceleration, point_.lambda, all);
    return all;
  }
  Vector shifted(const Vector& w) const { return system_.group().advance(point_.q, w); }

  /// At a consistent state everything that is differenced may have cancelled to zero: remember its summands.
  void measure_terms() {
    Vector lengths(n_);
    sizes_into(system_.group(), point_.q, lengths);
    const Matrix b = jacobian().cwiseAbs();
    const Vector v = point_.v.cwiseAbs(), acceleration = point_.acceleration.cwiseAbs();
    const AnySystem::AllTangents all = tangents();
    const double rates = size_of(b * (v + time_step() * acceleration));
    gap_ = {[this](const Point& at) { return gap(at.t, at.q); }, size_of(b * lengths)};
    rate_ = {[this](const Point& at) { return rate(at.t, at.q, at.v); }, rates};
    row_acceleration_ = {[this](const Point& at) { return row_acceleration(at); },
                         size_of(b * acceleration) + size_of(v) * rates};
    balance_ = {[this](const Point& at) { return balance(at); },
                size_of(all.mass.cwiseAbs() * acceleration) + size_of(all.damping.cwiseAbs() * v) +
                    size_of(all.stiffness.cwiseAbs() * lengths) +
                    size_of(b.transpose() * point_.lambda.cwiseAbs())};
  }

  // Steps: displacements as given, velocities and forces relative to their own size --------------------------
  double relative_step(const Vector& x) const { return options_.step * std::max(1.0, size_of(x)); }
  /// A time in which nothing moves by more than the step.
  double time_step() const { return options_.step / std::max(1.0, size_of(point_.v)); }

  Slope by_position(Index j, const Sized& function) const {
    const auto along = [&](double s) {
      Point at = point_;
      at.q = shifted(s * Vector::Unit(n_, j));
      return function.value(at);
    };
    return slope_of(along, options_.step, function.terms);
  }
  Slope by_member(Vector Point::*member, Index j, const Sized& function) const {
    const auto along = [&](double s) {
      Point at = point_;
      (at.*member)(j) += s;
      return function.value(at);
    };
    return slope_of(along, relative_step(point_.*member), function.terms);
  }
  Slope balance_by_position(Index j) const { return by_position(j, balance_); }
  Slope balance_by_velocity(Index j) const { return by_member(&Point::v, j, balance_); }
  Slope balance_by_acceleration(Index j) const { return by_member(&Point::acceleration, j, balance_); }

  // Comparisons ---------------------------------------------------------------------------------------------
  /// Our numbers and which of them to compare (empty: all).
  struct Expected {
    std::string what;
    Matrix ours;
    Selection is_compared;
  };

  /// Column by column; the error counts relative to the largest number of the row.
  template <class Column>
  void compare(const Expected& expected, const Column& column) {
    const Matrix& ours = expected.ours;
    Matrix differences(ours.rows(), ours.cols());
    double floor = 0.0;
    for (Index j = 0; j < ours.cols(); ++j) {
      const Slope slope = column(j);
      differences.col(j) = slope.value;
      floor = std::max(floor, slope.floor);
    }
    for (Index i = 0; i < ours.rows(); ++i) {
      const double size = std::max({size_of(ours.row(i)), size_of(differences.row(i)),
                                    floor / options_.tolerance, std::numeric_limits<double>::min()});
      for (Index j = 0; j < ours.cols(); ++j) {
        if (expected.is_compared && !expected.is_compared(i, j)) continue;
        add(expected.what, i, j, {ours(i, j), differences(i, j)}, size);
      }
    }
  }

  void add(const std::string& what, Index row, Index column, std::pair<double, double> pair, double size) {
    const double error = std::abs(pair.first - pair.second) / size;
    report_.entries.push_back({.what = what,
                               .sample = sample_,
                               .row = row,
                               .column = column,
                               .ours = pair.first,
                               .difference = pair.second,
                               .relative_error = error,
                               .ok = error <= options_.tolerance});
  }

  void check_mass() {
    const Matrix m = mass();
    compare({"mass", m, {}}, [this](Index j) { return balance_by_acceleration(j); });
    const double smallest = symmetric_eigenvalues(m)(0);
    for (Index i = 0; i < n_; ++i) {
      for (Index j = 0; j < i; ++j) {
        add("mass symmetry", i, j, {m(i, j), m(j, i)}, size_of(m.row(i)));
      }
    }
    const bool is_definite = smallest > 0.0;
    report_.entries.push_back({.what = "mass positive definite (smallest eigenvalue)",
                               .sample = sample_,
                               .ours = smallest,
                               .difference = 0.0,
                               .relative_error = is_definite ? 0.0 : 1.0,
                               .ok = is_definite});
  }

  bool is_position(Index i) const { return system_.rows()[static_cast<std::size_t>(i)].is_position(); }

  void check_rows() {
    if (m_ == 0) return;
    const auto position_rows = [this](Index i, Index) { return is_position(i); };
    const Matrix b = jacobian();
    compare({"jacobian", b, position_rows}, [&](Index j) { return by_position(j, gap_); });
    compare({"jacobian by rate", b, {}}, [&](Index j) { return by_member(&Point::v, j, rate_); });
    compare({"jacobian by balance", b.transpose(), {}},
            [&](Index j) { return by_member(&Point::lambda, j, balance_); });
    compare({"rate", rate_.value(point_), position_rows}, [&](Index) { return along_motion(gap_); });
    compare({"row_acceleration", row_acceleration(point_), {}}, [&](Index) {
      Slope slope = along_motion(rate_);  // zero at a consistent state, where its summands cancel
      slope.floor = std::max(slope.floor, options_.tolerance * row_acceleration_.terms);
      return slope;
    });
  }

  /// d/dt along q' = q·v~, v' = acceleration.
  Slope along_motion(const Sized& function) const {
    const auto along = [&](double s) {
      Point at = point_;
      at.t += s;
      at.q = shifted(s * point_.v);
      at.v += s * point_.acceleration;
      return function.value(at);
    };
    return slope_of(along, time_step(), function.terms);
  }

  void check_gap_change() {
    if (m_ == 0) return;
    const Vector w = normal(n_, options_.move);
    const double dt = options_.move * random_.uniform(-1.0, 1.0);
    Vector change(m_);
    system_.gap_change(point_.t, point_.q, dt, w, change);
    const Vector before = gap(point_.t, point_.q), after = gap(point_.t + dt, shifted(w));
    const double floor = round_off_ulps * ulp * std::max({gap_.terms, size_of(before), size_of(after)});
    compare({"gap_change", change, {}}, [&](Index) { return Slope{after - before, floor}; });
    if (system_.has_exact_gap_change()) check_tiny_gap_change(w, dt);
  }

  /// Without cancellation the change of a move that is too small for a difference is B w + dt ∂Φ/∂t. Rows that are driven
  /// are functions of t: t + dt is rounded, and what drives them is a difference; that much is allowed for the second
  /// summand and nothing for the first, which is compared while time stands still.
  void check_tiny_gap_change(const Vector& w, double dt) {
    constexpr double tiny = 1e-12;
    const Matrix b = jacobian();
    const double floor = round_off_ulps * ulp * size_of(b.cwiseAbs() * w.cwiseAbs());
    Vector by_place = b * w, by_time = dt * rate(point_.t, point_.q, Vector::Zero(n_));
    for (Index i = 0; i < m_; ++i) {
      if (!is_position(i)) by_place(i) = by_time(i) = 0.0;
    }
    Vector change(m_), later(m_);
    system_.gap_change(point_.t, point_.q, 0.0, tiny * w, change);
    compare({"gap_change of a tiny move", change / tiny, {}}, [&](Index) { return Slope{by_place, floor}; });
    if (size_of(by_time) == 0.0) return;
    system_.gap_change(point_.t, point_.q, tiny * dt, tiny * w, later);
    const double rounded = ulp / tiny * (gap_.terms + std::abs(point_.t / dt) * size_of(by_time));
    compare({"gap_change of a tiny move in time", (later - change) / tiny, {}}, [&](Index) {
      return Slope{by_time, floor + rounded};
    });
  }

  void check_tangents() {
    const AnySystem::AllTangents all = tangents();
    compare({"tangents.mass", all.mass, {}}, [this](Index j) { return balance_by_acceleration(j); });
    compare({"damping", all.damping, {}}, [this](Index j) { return balance_by_velocity(j); });
    compare({"stiffness", all.stiffness, {}}, [this](Index j) { return balance_by_position(j); });
    if (m_ == 0) return;
    compare({"tangents.jacobian", all.jacobian, {}}, [&](Index j) { return by_member(&Point::v, j, rate_); });
    compare({"rate_stiffness", all.rate_stiffness, {}}, [&](Index j) { return by_position(j, rate_); });
  }

  void check_acceleration_tangents() {
    if (m_ == 0) return;
    Matrix position(m_, n_), velocity(m_, n_);
    system_.acceleration_tangents(point_.t, point_.q, point_.v, point_.acceleration, position, velocity);
    compare({"acceleration_tangents by position", position, {}},
            [&](Index j) { return by_position(j, row_acceleration_); });
    compare({"acceleration_tangents by velocity", velocity, {}},
            [&](Index j) { return by_member(&Point::v, j, row_acceleration_); });
  }

  const AnySystem& system_;
  DerivativeCheckOptions options_;
  Random random_;
  Index n_, m_;
  int sample_ = 0;
  Point point_;
  Sized gap_, rate_, row_acceleration_, balance_;
  DerivativeReport report_;
};

}  // namespace

DerivativeReport check_derivatives(const AnySystem& system, const State& at,
                                   const DerivativeCheckOptions& options) {
  Checker checker(system, options);
  return checker.at_every_sample(at, [&] { checker.check_everything(); });
}

DerivativeReport check_blocks(const AnySystem& system, std::span<const int> blocks, const State& at,
                              const DerivativeCheckOptions& options) {
  Checker checker(system, options);
  return checker.at_every_sample(at, [&] { checker.check_outside(blocks); });
}

}  // namespace kreisel
