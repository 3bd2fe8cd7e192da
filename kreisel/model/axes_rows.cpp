// Frames and their derivatives by the coordinates, (E p) as 3 by 4 matrices; nothing here allocates.
#include "kreisel/model/axes_rows.hpp"

#include "kreisel/groups/rotation.hpp"
#include "kreisel/model/functions.hpp"

namespace kreisel {
namespace {

using Frame = Eigen::Matrix<double, 3, 4>;
using Screw = ScrewChain::Screw;
constexpr int pose_forms = 12;

Frame identity() {
  Frame f = Frame::Zero();
  f.leftCols<3>().setIdentity();
  return f;
}

/// exp(ξ y) - 1 without cancellation.
Frame motion(const Screw& screw, double y) {
  Frame f = Frame::Zero();
  if (screw.turn.isZero(0.0)) {
    f.col(3) = y * screw.shift;
    return f;
  }
  const Matrix3 turn = hat(screw.turn);
  const double half = std::sin(0.5 * y);
  const Matrix3 part = std::sin(y) * turn + 2.0 * half * half * turn.lazyProduct(turn);
  f.leftCols<3>() = part;
  f.col(3) = -part * screw.turn.cross(screw.shift).eval();  // (1 - R) r with r = ω × v on the axis
  return f;
}

/// a b, where b is the part of a frame that is added: the last column a vector.
Frame apply(const Frame& a, const Frame& b) {
  return a.leftCols<3>().lazyProduct(b);
}
Frame compose(const Frame& a, const Frame& b) {
  Frame f = apply(a, b);
  f.col(3) += a.col(3);
  return f;
}

/// Ξ of a frame, and of a derivative.
Frame moved(const Screw& s, const Frame& f, bool is_frame) {
  Frame out;
  for (int j = 0; j < 4; ++j) out.col(j) = s.turn.cross(f.col(j));
  if (is_frame) out.col(3) += s.shift;
  return out;
}

/// ½ Σ a_j × b_j.
Vector3 half_cross(const Frame& a, const Matrix3& b) {
  Vector3 sum = Vector3::Zero();
  for (int j = 0; j < 3; ++j) sum += a.col(j).cross(b.col(j));
  return 0.5 * sum;
}

Matrix3 rotation_in(const Forms& s) {
  return Eigen::Map<const Matrix3>(s.data());
}

class AxesRows final : public RowFunction {
 public:
  explicit AxesRows(const ScrewChain& chain) : chain_(chain), n_(static_cast<Index>(chain.count)) {}

  int rows() const override { return 6; }

  void gap(double, const Forms& s, Forms& out) const override {
    const Frame f = frame(s);
    out.resize(6);
    out.head<3>() = s.segment<3>(9) - f.col(3);
    out.tail<3>() = half_cross(f, rotation_in(s));
  }

  void change(double, const Forms& s, double, const Forms& ds, Forms& out) const override {
    const Frame f = frame(s), df = frame_change(s, ds);
    const Matrix3 r = rotation_in(s), dr = rotation_in(ds);
    out.resize(6);
    out.head<3>() = ds.segment<3>(9) - df.col(3);
    out.tail<3>() = half_cross(f, dr) + half_cross(df, Matrix3(r + dr));
  }

  void weights(double, const Forms& s, FormRows& out) const override {
    const First first(*this, s);
    const Matrix3 r = rotation_in(s);
    begin_rows(out);
    out.block<3, 3>(0, 9).setIdentity();
    write_turns(first.frame, out);
    for (Index i = 0; i < n_; ++i) write_column(first.by(i), r, i, out);
  }

  void rate(double t, const Forms& s, const Forms& rate, Forms& out) const override {
    FormRows w;
    weights(t, s, w);
    out = w.lazyProduct(rate);
  }

  /// ∂(W s')/∂s.
  void rate_by_forms(double, const Forms& s, const Forms& rate, FormRows& out) const override {
    const Second second(*this, s);
    const Matrix3 r = rotation_in(s), dr = rotation_in(rate);
    begin_rows(out);
    write_turns(second.along(rate), out);
    for (Index k = 0; k < n_; ++k) {
      write_column(second.along(rate, k), r, k, out);
      out.col(pose_forms + k).tail<3>() += half_cross(second.first.by(k), dr);
    }
  }

  void weight_stiffness(double, const Forms& s, const Forms& lambda, FormRows& out) const override {
    const Second second(*this, s);
    const Matrix3 r = rotation_in(s);
    const Vector3 force = lambda.head<3>(), torque = lambda.tail<3>();
    out.setZero(pose_forms + n_, pose_forms + n_);
    for (Index k = 0; k < n_; ++k) {
      const Frame& d = second.first.by(k);
      for (int j = 0; j < 3; ++j) {
        const Vector3 turned = 0.5 * torque.cross(d.col(j));  // λ·½(d_j × R_j) = ½ R_j·(λ × d_j)
        out.block<3, 1>(3 * j, pose_forms + k) = turned;
        out.block<1, 3>(pose_forms + k, 3 * j) = turned.transpose();
      }
      for (Index l = 0; l < n_; ++l) {
        const Frame& dd = second.by(k, l);
        out(pose_forms + k, pose_forms + l) = torque.dot(half_cross(dd, r)) - force.dot(dd.col(3));
      }
    }
  }

  void acceleration(double, const Forms& s, const Forms& rate, const Forms& second,
                    Forms& out) const override {
    const Second at(*this, s);
    const Frame velocity = at.along(rate), accelerated = at.second_along(rate, second);
    out.resize(6);
    out.head<3>() = second.segment<3>(9) - accelerated.col(3);
    out.tail<3>() = half_cross(at.first.frame, rotation_in(second)) +
                    2.0 * half_cross(velocity, rotation_in(rate)) + half_cross(accelerated, rotation_in(s));
  }

  void acceleration_tangents(double t, const Forms& s, const Forms& rate, const Forms& second,
                             FormRows& by_forms, FormRows& by_rates) const override {
    const Second at(*this, s);
    const Matrix3 r = rotation_in(s), dr = rotation_in(rate), ddr = rotation_in(second);
    begin_rows(by_forms);
    write_turns(at.second_along(rate, second), by_forms);
    for (Index k = 0; k < n_; ++k) {
      write_column(at.third_along(rate, second, k), r, k, by_forms);
      by_forms.col(pose_forms + k).tail<3>() +=
          half_cross(at.first.by(k), ddr) + 2.0 * half_cross(at.along(rate, k), dr);
    }
    rate_by_forms(t, s, rate, by_rates);
    by_rates *= 2.0;
  }

 private:
  /// The frame and the screws where they are now.
  struct First {
    First(const AxesRows& rows, const Forms& s) : n(rows.n_) {
      frame = identity();
      for (Index i = 0; i < n; ++i) {
        const Screw& given = rows.chain_.screws[static_cast<std::size_t>(i)];
        Screw& now = screws[static_cast<std::size_t>(i)];
        now.turn = frame.leftCols<3>() * given.turn;
        now.shift = frame.leftCols<3>() * given.shift + frame.col(3).cross(now.turn);
        frame = rows.step(frame, i, rows.turned(s, i));
      }
      for (Index i = 0; i < n; ++i) derivatives[static_cast<std::size_t>(i)] = moved(screw(i), frame, true);
    }
    const Screw& screw(Index i) const { return screws[static_cast<std::size_t>(i)]; }
    const Frame& by(Index i) const { return derivatives[static_cast<std::size_t>(i)]; }

    Index n;
    Frame frame;
    std::array<Screw, ScrewChain::most> screws;
    std::array<Frame, ScrewChain::most> derivatives;
  };

  struct Second {
    Second(const AxesRows& rows, const Forms& s) : first(rows, s) {
      for (Index j = 0; j < first.n; ++j)
        for (Index i = 0; i <= j; ++i) place(i, j) = place(j, i) = moved(first.screw(i), first.by(j), false);
    }
    const Frame& by(Index i, Index j) const {
      return seconds[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    }
    /// Of the frame along a rate; of its derivative by y_k; twice.
    Frame along(const Forms& rate) const {
      Frame sum = Frame::Zero();
      for (Index i = 0; i < first.n; ++i) sum += rate[pose_forms + i] * first.by(i);
      return sum;
    }
    Frame along(const Forms& rate, Index k) const {
      Frame sum = Frame::Zero();
      for (Index i = 0; i < first.n; ++i) sum += rate[pose_forms + i] * by(i, k);
      return sum;
    }
    Frame second_along(const Forms& rate, const Forms& second) const {
      Frame sum = along(second);
      for (Index i = 0; i < first.n; ++i) sum += rate[pose_forms + i] * along(rate, i);
      return sum;
    }
    /// The same of the derivative by y_k.
    Frame third_along(const Forms& rate, const Forms& second, Index k) const {
      Frame sum = along(second, k);
      for (Index i = 0; i < first.n; ++i)
        for (Index j = 0; j < first.n; ++j)
          sum += rate[pose_forms + i] * rate[pose_forms + j] * third(i, j, k);
      return sum;
    }
    Frame third(Index i, Index j, Index k) const {
      if (i > j) std::swap(i, j);
      if (j > k) std::swap(j, k);
      if (i > j) std::swap(i, j);
      return moved(first.screw(i), by(j, k), false);
    }
    Frame& place(Index i, Index j) {
      return seconds[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    }

    First first;
    std::array<std::array<Frame, ScrewChain::most>, ScrewChain::most> seconds;
  };

  double turned(const Forms& s, Index i) const {
    return s[pose_forms + i] - chain_.screws[static_cast<std::size_t>(i)].reference;
  }
  /// f exp(ξ_i y).
  Frame step(const Frame& f, Index i, double y) const {
    Frame out = f + apply(f, motion(chain_.screws[static_cast<std::size_t>(i)], y));
    return out;
  }
  Frame frame(const Forms& s) const {
    Frame f = identity();
    for (Index i = 0; i < n_; ++i) f = step(f, i, turned(s, i));
    return f;
  }
  /// Σ_i (new frames before i) (exp(ξ_i (y + Δ)) - exp(ξ_i y)) (old ones behind it).
  Frame frame_change(const Forms& s, const Forms& ds) const {
    std::array<Frame, ScrewChain::most + 1> behind;
    behind[static_cast<std::size_t>(n_)] = identity();
    for (Index i = n_; i-- > 0;) {
      const Frame own = step(identity(), i, turned(s, i));
      behind[static_cast<std::size_t>(i)] = compose(own, behind[static_cast<std::size_t>(i) + 1]);
    }
    Frame sum = Frame::Zero(), before = identity();
    for (Index i = 0; i < n_; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const Frame shift = motion(chain_.screws[at], ds[pose_forms + i]);
      const Frame own = behind[at];  // exp(ξ_i y) and all behind it
      Frame moved_by = shift.leftCols<3>().lazyProduct(own);
      moved_by.col(3) += shift.col(3);
      sum += apply(before, moved_by);
      before = step(before, i, turned(s, i) + ds[pose_forms + i]);
    }
    return sum;
  }

  void begin_rows(FormRows& out) const { out.setZero(6, pose_forms + n_); }
  /// ∂(½ Σ f_j × R_j)/∂R.
  static void write_turns(const Frame& f, FormRows& out) {
    for (int j = 0; j < 3; ++j) out.block<3, 3>(3, 3 * j) = 0.5 * hat(Vector3(f.col(j)));
  }
  static void write_column(const Frame& d, const Matrix3& r, Index i, FormRows& out) {
    out.col(pose_forms + i).head<3>() = -d.col(3);
    out.col(pose_forms + i).tail<3>() = half_cross(d, r);
  }

  ScrewChain chain_;
  Index n_;
};

}  // namespace

std::shared_ptr<const RowFunction> axes_rows(const ScrewChain& chain) {
  return std::make_shared<AxesRows>(chain);
}

}  // namespace kreisel
