// A system evaluated on power series in ε: what the expansion of strongly damped motion asks for.
//
// q(ε) is a series of coordinates, v(ε), v'(ε), λ(ε) are series of columns; column k of a matrix holds the coefficients of
// εᵏ. Only laws written over any scalar type can do that, so a system offers it apart from the waist.
#pragma once

#include <memory>
#include <utility>

#include "kreisel/core/series.hpp"
#include "kreisel/equations/law.hpp"
#include "kreisel/groups/series_tails.hpp"

namespace kreisel {

inline constexpr int series_order = 5;
inline constexpr int series_columns = series_order + 1;

class SeriesSystem {
 public:
  SeriesSystem() = default;
  SeriesSystem(const SeriesSystem&) = delete;
  SeriesSystem& operator=(const SeriesSystem&) = delete;
  virtual ~SeriesSystem() = default;

  /// q·exp(θ), and the velocity T(θ) θ' there.
  virtual void move(const Matrix& q, const Matrix& theta, const Matrix& theta_rate, Matrix& moved,
                    Matrix& v) const = 0;
  /// M v' - f + Bᵀλ and B v + b.
  virtual void residuals(double t, const Matrix& q, const Matrix& v, const Matrix& acceleration,
                         const Matrix& lambda, Matrix& balance, Matrix& rate) const = 0;
};

namespace detail {

template <Law L>
class SeriesOfLaw final : public SeriesSystem {
 public:
  explicit SeriesOfLaw(L law) : law_(std::move(law)) {}

  void move(const Matrix& q, const Matrix& theta, const Matrix& theta_rate, Matrix& moved,
            Matrix& v) const override {
    const Tangent increment = read<n>(theta);
    write(VectorOf<S, coordinates>(Group::advance(read<coordinates>(q), increment)), moved);
    write(Tangent(Group::tangent_operator(increment) * read<n>(theta_rate)), v);
  }

  void residuals(double t, const Matrix& q, const Matrix& v, const Matrix& acceleration, const Matrix& lambda,
                 Matrix& balance, Matrix& rate) const override {
    const VectorOf<S, coordinates> at = read<coordinates>(q);
    const Tangent speed = read<n>(v);
    const S time(t);
    const MatrixOf<S, m, n> b = law_.jacobian(time, at);
    Tangent r = law_.mass(at) * read<n>(acceleration);
    r -= law_.force(time, at, speed);
    r += b.transpose() * read<m>(lambda);
    write(r, balance);
    VectorOf<S, m> rates = b * speed;
    if constexpr (requires { law_.velocity_offset(time, at); }) rates += law_.velocity_offset(time, at);
    write(rates, rate);
  }

 private:
  using S = Series<series_order>;
  using Group = typename L::Group;
  static constexpr int n = Group::fixed_dimension, coordinates = Group::fixed_coordinates, m = L::fixed_rows;
  using Tangent = VectorOf<S, n>;
  static_assert(m > 0 && !is_rheonomic<L>(),
                "rows that do not move by themselves, with a jacobian of the law's own");

  template <int Rows>
  static VectorOf<S, Rows> read(const Matrix& x) {
    VectorOf<S, Rows> out;
    for (int i = 0; i < Rows; ++i)
      for (int k = 0; k <= series_order; ++k) out[i][k] = x(i, k);
    return out;
  }
  template <int Rows>
  static void write(const VectorOf<S, Rows>& x, Matrix& out) {
    out.resize(Rows, series_columns);
    for (int i = 0; i < Rows; ++i)
      for (int k = 0; k <= series_order; ++k) out(i, k) = x[i][k];
  }

  L law_;
};

}  // namespace detail

/// For a law with a jacobian of its own, independent of time; nothing for a law without rows.
template <Law L>
std::shared_ptr<const SeriesSystem> series_system([[maybe_unused]] L law) {
  if constexpr (L::fixed_rows == 0) {
    return nullptr;
  } else {
    return std::make_shared<detail::SeriesOfLaw<L>>(std::move(law));
  }
}

}  // namespace kreisel
