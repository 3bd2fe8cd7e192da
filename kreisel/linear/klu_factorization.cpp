// Keeps the structs of KLU out of the header, real and complex ones alike.
#include "kreisel/linear/klu_factorization.hpp"

#include <cmath>
#include <type_traits>
#include <utility>

#include <suitesparse/klu.h>

#include "kreisel/core/contracts.hpp"
#include "kreisel/linear/scalars.hpp"

namespace kreisel {
namespace {

// Ratio of the smallest and the largest pivot, rows scaled: below it the matrix is singular to working precision.
constexpr double singular_ratio = 1e-15;
// Old pivots are given up when entries grow to more than 1 / this, or when the ratio falls this much.
constexpr double healthy_growth = 1e-6;

double* raw(double* x) {
  return x;
}
double* raw(Complex* x) {
  return reinterpret_cast<double*>(x);  // [complex.numbers] guarantees the layout
}

}  // namespace

template <class Scalar>
struct KluFactorization<Scalar>::Hidden {
  static constexpr bool is_complex = std::is_same_v<Scalar, Complex>;

  Hidden() { klu_defaults(&common); }
  Hidden(const Hidden&) = delete;
  Hidden& operator=(const Hidden&) = delete;
  ~Hidden() {
    forget_numbers();
    if (symbolic != nullptr) klu_free_symbolic(&symbolic, &common);
  }

  void forget_numbers() {
    if (numeric == nullptr) return;
    if constexpr (is_complex)
      klu_z_free_numeric(&numeric, &common);
    else
      klu_free_numeric(&numeric, &common);
  }
  int size() const { return static_cast<int>(starts.size()) - 1; }

  bool factor() {
    forget_numbers();
    if constexpr (is_complex)
      numeric = klu_z_factor(starts.data(), rows.data(), raw(values.data()), symbolic, &common);
    else
      numeric = klu_factor(starts.data(), rows.data(), raw(values.data()), symbolic, &common);
    return numeric != nullptr && common.status == KLU_OK;
  }
  bool refactor() {
    if (numeric == nullptr) return false;
    bool is_done = false;
    if constexpr (is_complex)
      is_done =
          klu_z_refactor(starts.data(), rows.data(), raw(values.data()), symbolic, numeric, &common) != 0;
    else
      is_done = klu_refactor(starts.data(), rows.data(), raw(values.data()), symbolic, numeric, &common) != 0;
    return is_done && common.status == KLU_OK && growth() > healthy_growth && pivot_ratio() > singular_ratio;
  }
  double growth() {
    if constexpr (is_complex)
      klu_z_rgrowth(starts.data(), rows.data(), raw(values.data()), symbolic, numeric, &common);
    else
      klu_rgrowth(starts.data(), rows.data(), raw(values.data()), symbolic, numeric, &common);
    return common.rgrowth;
  }
  double pivot_ratio() {
    if constexpr (is_complex)
      klu_z_rcond(symbolic, numeric, &common);
    else
      klu_rcond(symbolic, numeric, &common);
    return common.rcond;
  }
  Index column_of_smallest_pivot() const {
    if (numeric == nullptr || common.status == KLU_SINGULAR) return common.singular_col;
    const auto* pivots = static_cast<const Scalar*>(numeric->Udiag);
    int smallest = 0;
    for (int k = 1; k < size(); ++k)
      if (!(magnitude(pivots[k]) >= magnitude(pivots[smallest]))) smallest = k;
    return symbolic->Q[smallest];
  }

  klu_common common = {};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  std::vector<int> starts = {}, rows = {};
  std::vector<Scalar> values = {};
  Index weakest = -1;
};

template <class Scalar>
KluFactorization<Scalar>::KluFactorization() = default;
template <class Scalar>
KluFactorization<Scalar>::~KluFactorization() = default;
template <class Scalar>
KluFactorization<Scalar>::KluFactorization(KluFactorization&&) noexcept = default;
template <class Scalar>
KluFactorization<Scalar>& KluFactorization<Scalar>::operator=(KluFactorization&&) noexcept = default;
template <class Scalar>
KluFactorization<Scalar>::KluFactorization(const KluFactorization& other) {
  if (!other.has_pattern()) return;
  set_pattern(other.hidden_->starts, other.hidden_->rows);
  values() = other.hidden_->values;
  if (other.hidden_->numeric != nullptr) factorize();
}
template <class Scalar>
KluFactorization<Scalar>& KluFactorization<Scalar>::operator=(const KluFactorization& other) {
  if (this != &other) *this = KluFactorization(other);
  return *this;
}

template <class Scalar>
void KluFactorization<Scalar>::set_pattern(std::vector<int> starts, std::vector<int> rows) {
  hidden_ = std::make_unique<Hidden>();
  Hidden& h = *hidden_;
  h.starts = std::move(starts);
  h.rows = std::move(rows);
  h.values.assign(h.rows.size(), Scalar{});
  h.symbolic = klu_analyze(h.size(), h.starts.data(), h.rows.data(), &h.common);
  h.weakest = h.symbolic == nullptr ? 0 : -1;
}

template <class Scalar>
bool KluFactorization<Scalar>::has_pattern() const {
  return hidden_ != nullptr;
}

template <class Scalar>
std::vector<Scalar>& KluFactorization<Scalar>::values() {
  return hidden_->values;
}

template <class Scalar>
bool KluFactorization<Scalar>::factorize() {
  Hidden& h = *hidden_;
  if (h.symbolic == nullptr) return false;
  if (h.refactor()) return true;
  if (h.factor() && h.pivot_ratio() > singular_ratio) return true;
  h.weakest = h.column_of_smallest_pivot();
  h.forget_numbers();
  return false;
}

template <class Scalar>
void KluFactorization<Scalar>::solve(Scalar* b) const {
  Hidden& h = *hidden_;
  KREISEL_EXPECTS(h.numeric != nullptr);
  if constexpr (Hidden::is_complex)
    klu_z_solve(h.symbolic, h.numeric, h.size(), 1, raw(b), &h.common);
  else
    klu_solve(h.symbolic, h.numeric, h.size(), 1, raw(b), &h.common);
}

template <class Scalar>
Index KluFactorization<Scalar>::weakest_column() const {
  return hidden_->weakest;
}

template class KluFactorization<double>;
template class KluFactorization<Complex>;

}  // namespace kreisel
