// The matrix of all stages together in blocks: blend.hpp for systems in blocks. Every body and every row stands in it once for
// each stage, stage by stage.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "kreisel/linear/block_saddle_point.hpp"
#include "kreisel/methods/implicit_runge_kutta/blend.hpp"

namespace kreisel {

class StageBlocks {
 public:
  void resize(Index most_stages, SharedPattern once) {
    once_ = std::move(once);
    stages_ = 0;
    right_.setZero(most_stages * once_->dimension());
    right_rows_.setZero(most_stages * once_->rows());
  }

  template <class Rows>
  bool factorize(const ComponentBlend& blend, Index stages, double h, const BlockSquare<double>& mass,
                 const BlockSquare<double>& damping, const BlockSquare<double>& stiffness, const Rows& rows) {
    if (stages != stages_) shape(stages);
    const auto bodies = std::ssize(once_->bodies());
    const auto* coupling = kernel_.s.pattern().couplings().data();
    for (Index b = 0; b < bodies; ++b) {
      const auto part = [&](Index i, Index j) {
        return Part{blend, i, j, once_->body(b), h}.of(mass.diagonal(b), damping.diagonal(b),
                                                       stiffness.diagonal(b));
      };
      for (Index i = 0; i < stages; ++i) kernel_.s.diagonal(i * bodies + b) = part(i, i);
      for (Index i = 0; i < stages; ++i)
        for (Index j = i + 1; j < stages; ++j, ++coupling) {
          kernel_.s.upper(*coupling) = part(i, j);
          kernel_.s.lower(*coupling) = part(j, i);
        }
    }
    for (const auto& c : once_->couplings())
      for (Index i = 0; i < stages; ++i)
        for (Index j = 0; j < stages; ++j, ++coupling) {
          const Part upper{blend, i, j, once_->body(c.second), h},
              lower{blend, j, i, once_->body(c.first), h};
          kernel_.s.upper(*coupling) = upper.between(damping.upper(c), stiffness.upper(c));
          kernel_.s.lower(*coupling) = lower.between(damping.lower(c), stiffness.lower(c));
          if (mass.is_diagonal()) continue;
          kernel_.s.upper(*coupling) += mass.upper(c) * upper.of_body(blend.square(i, j));
          kernel_.s.lower(*coupling) += mass.lower(c) * lower.of_body(blend.square(j, i));
        }
    set_rows(blend, rows);
    return kernel_.factorize() == KernelStatus::regular;
  }

  /// Residuals of all stages -> changes, in place.
  template <class Tangents, class Multipliers>
  void solve(Index stages, Tangents& x, Multipliers& y) {
    const Index n = once_->dimension(), m = once_->rows();
    for (Index i = 0; i < stages; ++i) {
      right_.segment(i * n, n) = x[static_cast<std::size_t>(i)];
      right_rows_.segment(i * m, m) = y[static_cast<std::size_t>(i)].head(m);
    }
    kernel_.solve(right_, right_rows_);
    for (Index i = 0; i < stages; ++i) {
      x[static_cast<std::size_t>(i)] = right_.segment(i * n, n);
      y[static_cast<std::size_t>(i)].head(m) = right_rows_.segment(i * m, m);
    }
  }

 private:
  /// The block of stages i, j whose columns belong to a body.
  struct Part {
    const ComponentBlend& blend;
    Index i, j;
    const BlockPattern::Body& columns;
    double h;

    auto of_body(const Vector& x) const { return x.segment(columns.first, columns.size).asDiagonal(); }
    template <class M>
    Matrix between(const M& damping, const M& stiffness) const {
      Matrix out = h * (damping * of_body(blend.a(i, j)));
      if (i == j) out += (h * h) * stiffness;
      return out;
    }
    template <class M>
    Matrix of(const M& mass, const M& damping, const M& stiffness) const {
      return between(damping, stiffness) + mass * of_body(blend.square(i, j));
    }
  };

  void shape(Index stages) {
    stages_ = stages;
    const auto bodies = std::ssize(once_->bodies());
    std::vector<Index> sizes;
    std::vector<std::pair<Index, std::vector<Index>>> strips;
    std::vector<std::pair<Index, Index>> couplings;
    for (Index i = 0; i < stages; ++i)
      for (const auto& body : once_->bodies()) sizes.push_back(body.size);
    for (Index i = 0; i < stages; ++i)
      for (const auto& strip : once_->strips()) {
        std::vector<Index> touched;
        for (Index j = 0; j < stages; ++j)
          for (const Index body : strip.bodies) touched.push_back(j * bodies + body);
        strips.emplace_back(strip.size, std::move(touched));
      }
    for (Index b = 0; b < bodies; ++b)
      for (Index i = 0; i < stages; ++i)
        for (Index j = i + 1; j < stages; ++j) couplings.emplace_back(i * bodies + b, j * bodies + b);
    for (const auto& c : once_->couplings())
      for (Index i = 0; i < stages; ++i)
        for (Index j = 0; j < stages; ++j)
          couplings.emplace_back(i * bodies + c.first, j * bodies + c.second);
    kernel_.resize(std::make_shared<const BlockPattern>(sizes, strips, couplings), OrderOfStrips::late);
    right_.resize(stages * once_->dimension());
    right_rows_.resize(stages * once_->rows());
  }

  template <class Rows>
  void set_rows(const ComponentBlend& blend, const Rows& rows) {
    const Index m = once_->rows();
    for (Index i = 0; i < stages_; ++i)
      for (Index r = 0; r < m; ++r) {
        const Index width = once_->strip_of_row(r).width, row = i * m + r;
        for (Index j = 0; j < stages_; ++j)
          rows.full_row(r, i == j, blend.a(i, j), blend.square(i, j),
                        kernel_.l.row(row).segment(j * width, width));
        kernel_.u.row(row).segment(i * width, width) = rows.jacobian().row(r);
        kernel_.c[row] = rows.compliance(r);
      }
  }

  SharedPattern once_;
  Index stages_ = 0;
  BlockSaddlePoint<double> kernel_;
  Vector right_, right_rows_;
};

}  // namespace kreisel
