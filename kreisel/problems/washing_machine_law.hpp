// A front-loading washing machine in the plane of its drum: seven bodies, six rigid rows, eight stiff springs.
//
// Equations, data and a picture: docs/problems/washing-machine.md. Coordinates: x, y, angle of cabinet, tub, drum,
// pulley, rotor and counterweight, then x, y of the laundry that gathered in a slot of the drum.
#pragma once

#include <array>
#include <cmath>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/rows.hpp"
#include "kreisel/groups/real.hpp"
#include "kreisel/problems/planar.hpp"

namespace kreisel {

struct WashingMachineData {
  struct Body {
    double mass, inertia;  // [kg], [kg m²]
  };
  struct Spring {
    double stiffness, damping;  // [N/m], [N s/m], or [N m], [N m s]
  };
  struct Strut {
    VectorOf<double, 2> on_tub, on_cabinet;  // [m], in the bodies' frames
    Spring spring;
    double rest_length;  // [m]
  };

  std::array<Body, 6> bodies{{{35.0, 2.5},          // cabinet
                              {12.0, 0.6},          // tub
                              {8.0, 0.45},          // drum
                              {0.8, 0.006},         // pulley
                              {2.0, 0.0025},        // rotor
                              {15.0, 0.15}}};       // counterweight
  double laundry = 0.6;                             // [kg]
  VectorOf<double, 2> motor_seat{0.05, -0.25};      // of the rotor on the tub [m]
  VectorOf<double, 2> weight_seat{0.0, 0.28};       // of the counterweight on the tub [m]
  double drum_pulley = 0.14, motor_pulley = 0.014;  // radii [m]
  double laundry_radius = 0.2;                      // from the drum's axis [m]
  double foot_distance = 0.26, foot_depth = 0.42;   // feet at (±distance, -depth) of the cabinet [m]
  Spring foot_x{1e6, 800.0}, foot_y{2e6, 1200.0};
  std::array<Strut, 4> struts{{{{0.24, -0.05}, {0.22, 0.40}, {4000.0, 10.0}, 0.373},
                               {{-0.24, -0.05}, {-0.22, 0.40}, {4000.0, 10.0}, 0.373},
                               {{0.20, 0.0}, {0.26, -0.38}, {1500.0, 120.0}, 0.413},
                               {{-0.20, 0.0}, {-0.26, -0.38}, {1500.0, 120.0}, 0.413}}};
  // Stiff: bearing of the drum in the tub, bolts of the counterweight (two for positions, one for the angle),
  // shaft from pulley to drum, belt, slot of the laundry.
  Spring bearing{5e7, 2e3}, bolt{1e8, 5e3}, bolt_turn{1e6, 20.0}, shaft{2e4, 2.0}, belt{1e5, 30.0},
      slot{2e5, 20.0};
  double gravity = 9.81;
  double final_speed = 105.0;  // Ω of the drum [rad/s]
  double rise_time = 1.0;      // T [s]
};

/// Everything two forms share: masses, soft forces and all 14 rows, the first six of them rigid.
struct WashingMachineBody : WashingMachineData {
  static constexpr int size = 20, rigid_count = 6, spring_count = 8, row_total = rigid_count + spring_count;
  using Group = Real<size>;
  template <class S>
  using Q = VectorOf<S, size>;
  template <class S>
  using Vector2Of = VectorOf<S, 2>;

  static constexpr Index cabinet = 0, tub = 3, drum = 6, pulley = 9, rotor = 12, counterweight = 15,
                         clothes = 18;

  VectorOf<double, size> masses() const {
    VectorOf<double, size> m;
    for (std::size_t i = 0; i < bodies.size(); ++i)
      m.segment<3>(3 * static_cast<Index>(i)) << bodies[i].mass, bodies[i].mass, bodies[i].inertia;
    m.tail<2>().setConstant(laundry);
    return m;
  }
  template <class S>
  MatrixOf<S, size, size> mass(const Q<S>&) const {
    MatrixOf<S, size, size> m = MatrixOf<S, size, size>::Zero();
    m.diagonal() = masses().template cast<S>();
    return m;
  }

  std::array<Row, rigid_count> rigid_rows() const {
    return {{{.name = "hub_x"},
             {.name = "hub_y"},
             {.name = "motor_x"},
             {.name = "motor_y"},
             {.name = "drive", .unit = "N m"},
             {.name = "slide"}}};
  }
  std::array<Spring, spring_count> springs() const {
    return {{bearing, bearing, bolt, bolt, bolt_turn, shaft, belt, slot}};
  }
  std::array<Row, spring_count> spring_rows() const {
    std::array<Row, spring_count> all{{{.name = "bearing_x"},
                                       {.name = "bearing_y"},
                                       {.name = "bolt_x"},
                                       {.name = "bolt_y"},
                                       {.name = "bolt_turn", .unit = "N m"},
                                       {.name = "shaft", .unit = "N m"},
                                       {.name = "belt"},
                                       {.name = "slot"}}};
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i].compliance = 1.0 / springs()[i].stiffness;
      all[i].relaxation = springs()[i].damping / springs()[i].stiffness;
    }
    return all;
  }

  /// Angle the rotor has turned against the tub: ratio·Ω (t - T atan(t/T)), speed Ω t²/(t² + T²).
  template <class S>
  S rotor_turn(const S& t) const {
    using std::atan2;
    return drum_pulley / motor_pulley * final_speed * (t - rise_time * atan2(t, S(rise_time)));
  }
  double rotor_turn_change(double t, double dt) const {
    const double angle = std::atan2(dt * rise_time, rise_time * rise_time + t * (t + dt));
    return drum_pulley / motor_pulley * final_speed * (dt - rise_time * angle);
  }

  template <class S>
  VectorOf<S, row_total> all_gaps(const S& t, const Q<S>& q) const {
    const Vector2Of<S> radial = q.template tail<2>() - at(q, drum), along = arm(q(drum + 2));
    VectorOf<S, row_total> phi = linear_part(q);
    phi.template segment<2>(2) -= turned(motor_seat, q(tub + 2));
    phi.template segment<2>(8) -= turned(weight_seat, q(tub + 2));
    phi(4) -= rotor_turn(t);
    phi(5) = quarter_turn(along).dot(radial);
    phi(13) = along.dot(radial) - laundry_radius;
    return phi;
  }
  VectorOf<double, row_total> all_changes(double t, const Q<double>& q, double dt, const Q<double>& w) const {
    using Vector2 = VectorOf<double, 2>;
    const Vector2 before = q.tail<2>() - at(q, drum), moved = w.tail<2>() - at(w, drum);
    const Vector2 along = arm(q(drum + 2) + w(drum + 2)), swung = arm_change(q(drum + 2), w(drum + 2));
    const Vector2 swayed = arm_change(q(tub + 2), w(tub + 2));
    VectorOf<double, row_total> change = linear_part(w);
    change.segment<2>(2) -= motor_seat(0) * swayed + motor_seat(1) * quarter_turn(swayed);
    change.segment<2>(8) -= weight_seat(0) * swayed + weight_seat(1) * quarter_turn(swayed);
    change(4) -= rotor_turn_change(t, dt);
    change(5) = quarter_turn(along).dot(moved) + quarter_turn(swung).dot(before);
    change(13) = along.dot(moved) + swung.dot(before);
    return change;
  }
  template <class S>
  MatrixOf<S, row_total, size> all_jacobians(const Q<S>& q) const {
    const Vector2Of<S> radial = q.template tail<2>() - at(q, drum), along = arm(q(drum + 2)),
                       across = quarter_turn(along);
    MatrixOf<S, row_total, size> b = MatrixOf<S, row_total, size>::Zero();
    const auto pin = [&b](Index row, Index first, Index second) {
      for (Index i = 0; i < 2; ++i) b(row + i, first + i) = S(1), b(row + i, second + i) = S(-1);
    };
    const auto angles = [&b](Index row, Index first, Index second) {
      b(row, first + 2) = S(1), b(row, second + 2) = S(-1);
    };
    pin(0, pulley, drum), pin(2, rotor, tub), pin(6, drum, tub), pin(8, counterweight, tub);
    b.template block<2, 1>(2, tub + 2) = -quarter_turn(turned(motor_seat, q(tub + 2)));
    b.template block<2, 1>(8, tub + 2) = -quarter_turn(turned(weight_seat, q(tub + 2)));
    angles(4, rotor, tub), angles(10, counterweight, tub), angles(11, pulley, drum);
    b(12, pulley + 2) = S(drum_pulley), b(12, rotor + 2) = S(-motor_pulley);
    b(12, tub + 2) = S(motor_pulley - drum_pulley);
    b.template block<1, 2>(5, clothes) = across.transpose();
    b.template block<1, 2>(5, drum) = -across.transpose();
    b(5, drum + 2) = -along.dot(radial);
    b.template block<1, 2>(13, clothes) = along.transpose();
    b.template block<1, 2>(13, drum) = -along.transpose();
    b(13, drum + 2) = across.dot(radial);
    return b;
  }

  /// Gravity, feet and struts.
  template <class S>
  Q<S> soft_force(const Q<S>& q, const Q<S>& v) const {
    Q<S> f = Q<S>::Zero();
    for (std::size_t i = 0; i < bodies.size(); ++i)
      f(3 * static_cast<Index>(i) + 1) = S(-gravity * bodies[i].mass);
    f(clothes + 1) = S(-gravity * laundry);
    for (const double side : {-1.0, 1.0}) {
      const VectorOf<double, 2> foot(side * foot_distance, -foot_depth);
      const Vector2Of<S> place = point(q, cabinet, foot), rate = speed(q, v, cabinet, foot);
      push<S>(f, q, cabinet, foot,
              {-foot_x.stiffness * (place(0) - side * foot_distance) - foot_x.damping * rate(0),
               -foot_y.stiffness * place(1) - foot_y.damping * rate(1)});
    }
    for (const Strut& strut : struts) {
      const Vector2Of<S> gap = point(q, tub, strut.on_tub) - point(q, cabinet, strut.on_cabinet);
      const Vector2Of<S> rate = speed(q, v, tub, strut.on_tub) - speed(q, v, cabinet, strut.on_cabinet);
      const S length = gap.norm();
      const Vector2Of<S> along = gap / length;
      const S tension =
          strut.spring.stiffness * (length - strut.rest_length) + strut.spring.damping * along.dot(rate);
      push<S>(f, q, tub, strut.on_tub, -tension * along);
      push<S>(f, q, cabinet, strut.on_cabinet, tension * along);
    }
    return f;
  }

  /// M v' - f + Bᵀλ without forming the diagonal M.
  template <class S>
  Q<S> inertia_force(const Q<S>& acceleration) const {
    return masses().template cast<S>().cwiseProduct(acceleration);
  }

 private:
  template <class S>
  static Vector2Of<S> at(const Q<S>& q, Index body) {
    return q.template segment<2>(body);
  }
  /// The rows as far as they are linear: differences of centres and angles.
  template <class S>
  VectorOf<S, row_total> linear_part(const Q<S>& q) const {
    VectorOf<S, row_total> phi;
    phi << at(q, pulley) - at(q, drum), at(q, rotor) - at(q, tub), q(rotor + 2) - q(tub + 2), S(0),
        at(q, drum) - at(q, tub), at(q, counterweight) - at(q, tub), q(counterweight + 2) - q(tub + 2),
        q(pulley + 2) - q(drum + 2),
        drum_pulley * (q(pulley + 2) - q(tub + 2)) - motor_pulley * (q(rotor + 2) - q(tub + 2)), S(0);
    return phi;
  }
  template <class S>
  static Vector2Of<S> turned(const VectorOf<double, 2>& local, const S& angle) {
    const Vector2Of<S> along = arm(angle);
    return S(local(0)) * along + S(local(1)) * quarter_turn(along);
  }
  template <class S>
  static Vector2Of<S> point(const Q<S>& q, Index body, const VectorOf<double, 2>& local) {
    return at(q, body) + turned(local, q(body + 2));
  }
  template <class S>
  static Vector2Of<S> speed(const Q<S>& q, const Q<S>& v, Index body, const VectorOf<double, 2>& local) {
    return at(v, body) + v(body + 2) * quarter_turn(turned(local, q(body + 2)));
  }
  template <class S>
  static void push(Q<S>& f, const Q<S>& q, Index body, const VectorOf<double, 2>& local,
                   const Vector2Of<S>& force) {
    f.template segment<2>(body) += force;
    f(body + 2) += quarter_turn(turned(local, q(body + 2))).dot(force);
  }
};

/// The stiff springs in the forces: -Σ bᵢ (kᵢ Φᵢ + dᵢ Φᵢ').
struct WashingMachineForce : WashingMachineBody {
  static constexpr int fixed_rows = rigid_count;
  std::array<Row, fixed_rows> rows() const { return rigid_rows(); }

  template <class S>
  Q<S> force(const S& t, const Q<S>& q, const Q<S>& v) const {
    const MatrixOf<S, spring_count, size> b = all_jacobians(q).template bottomRows<spring_count>();
    const VectorOf<S, spring_count> gap = all_gaps(t, q).template tail<spring_count>(), rate = b * v;
    VectorOf<S, spring_count> tension;
    for (int i = 0; i < spring_count; ++i) {
      const Spring spring = springs()[static_cast<std::size_t>(i)];
      tension(i) = spring.stiffness * gap(i) + spring.damping * rate(i);
    }
    return soft_force(q, v) - b.transpose() * tension;
  }
  template <class S>
  VectorOf<S, fixed_rows> constraint(const S& t, const Q<S>& q) const {
    return all_gaps(t, q).template head<fixed_rows>();
  }
  VectorOf<double, fixed_rows> constraint_change(double t, const Q<double>& q, double dt,
                                                 const Q<double>& w) const {
    return all_changes(t, q, dt, w).head<fixed_rows>();
  }
  template <class S>
  MatrixOf<S, fixed_rows, size> jacobian(const S&, const Q<S>& q) const {
    return all_jacobians(q).template topRows<fixed_rows>();
  }
};

/// The stiff springs as compliant rows.
struct WashingMachineRow : WashingMachineBody {
  static constexpr int fixed_rows = row_total;
  std::array<Row, fixed_rows> rows() const {
    std::array<Row, fixed_rows> all;
    const auto rigid = rigid_rows();
    const auto springy = spring_rows();
    std::copy(springy.begin(), springy.end(), std::copy(rigid.begin(), rigid.end(), all.begin()));
    return all;
  }

  template <class S>
  Q<S> force(const S&, const Q<S>& q, const Q<S>& v) const {
    return soft_force(q, v);
  }
  template <class S>
  VectorOf<S, fixed_rows> constraint(const S& t, const Q<S>& q) const {
    return all_gaps(t, q);
  }
  VectorOf<double, fixed_rows> constraint_change(double t, const Q<double>& q, double dt,
                                                 const Q<double>& w) const {
    return all_changes(t, q, dt, w);
  }
  template <class S>
  MatrixOf<S, fixed_rows, size> jacobian(const S&, const Q<S>& q) const {
    return all_jacobians(q);
  }
};

}  // namespace kreisel
