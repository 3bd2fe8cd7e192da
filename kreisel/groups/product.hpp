// Direct products known to the compiler: coordinates and tangents of the factors one after the other, all
// maps block diagonal. Give a product its own name by deriving from it, as R3xSO3 does.
#pragma once

#include <string_view>
#include <type_traits>

#include "kreisel/groups/lie_group.hpp"
#include "kreisel/groups/real.hpp"
#include "kreisel/groups/so3.hpp"
#include "kreisel/groups/unit_quaternion.hpp"

namespace kreisel {

template <class... Factors>
struct Product {
  static constexpr std::string_view name = "product";
  static constexpr std::string_view description = "direct product of groups";
  static bool is_commutative() { return (kreisel::is_commutative(Factors{}) && ...); }
  static constexpr int fixed_coordinates = (0 + ... + Factors::fixed_coordinates);
  static constexpr int fixed_dimension = (0 + ... + Factors::fixed_dimension);
  template <class S>
  using Element = VectorOf<S, fixed_coordinates>;
  template <class S>
  using Tangent = VectorOf<S, fixed_dimension>;
  template <class S>
  using TangentMap = MatrixOf<S, fixed_dimension, fixed_dimension>;

  static constexpr Index coordinate_count() { return fixed_coordinates; }
  static constexpr Index dimension() { return fixed_dimension; }

  template <class S = double>
  static VectorOf<S, fixed_coordinates> identity() {
    return element<S>([](auto slot) { return slot.group.template identity<S>(); });
  }
  template <class S>
  static VectorOf<S, fixed_coordinates> compose(const VectorOf<S, fixed_coordinates>& a,
                                                const VectorOf<S, fixed_coordinates>& b) {
    return element<S>([&](auto slot) { return slot.group.compose(slot.element_of(a), slot.element_of(b)); });
  }
  template <class S>
  static VectorOf<S, fixed_coordinates> inverse(const VectorOf<S, fixed_coordinates>& q) {
    return element<S>([&](auto slot) { return slot.group.inverse(slot.element_of(q)); });
  }
  template <class S>
  static VectorOf<S, fixed_coordinates> exp(const VectorOf<S, fixed_dimension>& w) {
    return element<S>([&](auto slot) { return slot.group.exp(slot.tangent_of(w)); });
  }
  template <class S>
  static VectorOf<S, fixed_dimension> log(const VectorOf<S, fixed_coordinates>& q) {
    return tangent<S>([&](auto slot) { return slot.group.log(slot.element_of(q)); });
  }
  template <class S>
  static VectorOf<S, fixed_coordinates> advance(const VectorOf<S, fixed_coordinates>& q,
                                                const VectorOf<S, fixed_dimension>& w) {
    return element<S>([&](auto slot) {
      ElementOf<typename decltype(slot)::Group, S> out;
      advance_into(slot.group, slot.element_of(q), slot.tangent_of(w), out);
      return out;
    });
  }
  template <class S>
  static VectorOf<S, fixed_dimension> bracket(const VectorOf<S, fixed_dimension>& v,
                                              const VectorOf<S, fixed_dimension>& w) {
    return tangent<S>([&](auto slot) {
      TangentOf<typename decltype(slot)::Group, S> out;
      bracket_into(slot.group, slot.tangent_of(v), slot.tangent_of(w), out);
      return out;
    });
  }
  template <class S>
  static TangentMap<S> adjoint(const VectorOf<S, fixed_coordinates>& q) {
    return map<S>([&](auto slot) { return slot.group.adjoint(slot.element_of(q)); });
  }
  template <class S>
  static TangentMap<S> bracket_map(const VectorOf<S, fixed_dimension>& v) {
    return map<S>([&](auto slot) { return slot.group.bracket_map(slot.tangent_of(v)); });
  }
  template <class S>
  static TangentMap<S> tangent_operator(const VectorOf<S, fixed_dimension>& w) {
    return map<S>([&](auto slot) { return slot.group.tangent_operator(slot.tangent_of(w)); });
  }
  template <class S>
  static TangentMap<S> inverse_tangent_operator(const VectorOf<S, fixed_dimension>& w) {
    return map<S>([&](auto slot) { return slot.group.inverse_tangent_operator(slot.tangent_of(w)); });
  }
  template <class S>
  static TangentMap<S> tangent_operator_derivative(const VectorOf<S, fixed_dimension>& w,
                                                   const VectorOf<S, fixed_dimension>& u) {
    return map<S>([&](auto slot) {
      return kreisel::tangent_operator_derivative(slot.group, slot.tangent_of(w), slot.tangent_of(u));
    });
  }
  template <class S>
  static TangentMap<S> inverse_tangent_operator_derivative(const VectorOf<S, fixed_dimension>& w,
                                                           const VectorOf<S, fixed_dimension>& u) {
    return map<S>([&](auto slot) {
      return kreisel::inverse_tangent_operator_derivative(slot.group, slot.tangent_of(w), slot.tangent_of(u));
    });
  }
  static void normalize(VectorOf<double, fixed_coordinates>& q) {
    for_each_slot([&](auto slot) {
      auto part = slot.element_of(q);
      kreisel::normalize(slot.group, part);
      q.template segment<decltype(slot)::coordinates>(slot.first_coordinate) = part;
    });
  }
  static void sizes(const VectorOf<double, fixed_coordinates>& q, VectorOf<double, fixed_dimension>& out) {
    out = tangent<double>([&](auto slot) {
      TangentOf<typename decltype(slot)::Group> part;
      sizes_into(slot.group, slot.element_of(q), part);
      return part;
    });
  }

 private:
  /// A factor and where its coordinates begin.
  template <class G, int coordinate_offset, int tangent_offset>
  struct Slot {
    using Group = G;
    static constexpr G group{};
    static constexpr int coordinates = G::fixed_coordinates, dimension = G::fixed_dimension;
    static constexpr int first_coordinate = coordinate_offset, first_tangent = tangent_offset;

    template <class S>
    static VectorOf<S, coordinates> element_of(const VectorOf<S, fixed_coordinates>& q) {
      return q.template segment<coordinates>(first_coordinate);
    }
    template <class S>
    static VectorOf<S, dimension> tangent_of(const VectorOf<S, fixed_dimension>& w) {
      return w.template segment<dimension>(first_tangent);
    }
  };

  template <int coordinate, int tangent_coordinate, class Visitor, class First, class... Rest>
  static void visit_from(const Visitor& visitor, std::type_identity<First>,
                         std::type_identity<Rest>... rest) {
    visitor(Slot<First, coordinate, tangent_coordinate>{});
    if constexpr (sizeof...(Rest) > 0) {
      visit_from<coordinate + First::fixed_coordinates, tangent_coordinate + First::fixed_dimension>(visitor,
                                                                                                     rest...);
    }
  }
  template <class Visitor>
  static void for_each_slot(const Visitor& visitor) {
    visit_from<0, 0>(visitor, std::type_identity<Factors>{}...);
  }

  template <class S, class Part>
  static VectorOf<S, fixed_coordinates> element(const Part& part) {
    VectorOf<S, fixed_coordinates> out;
    for_each_slot([&](auto slot) {
      out.template segment<decltype(slot)::coordinates>(slot.first_coordinate) = part(slot);
    });
    return out;
  }
  template <class S, class Part>
  static VectorOf<S, fixed_dimension> tangent(const Part& part) {
    VectorOf<S, fixed_dimension> out;
    for_each_slot(
        [&](auto slot) { out.template segment<decltype(slot)::dimension>(slot.first_tangent) = part(slot); });
    return out;
  }
  template <class S, class Part>
  static TangentMap<S> map(const Part& part) {
    TangentMap<S> out = TangentMap<S>::Zero();
    for_each_slot([&](auto slot) {
      constexpr int n = decltype(slot)::dimension;
      out.template block<n, n>(slot.first_tangent, slot.first_tangent) = part(slot);
    });
    return out;
  }
};

/// Position with inertial velocity, rotation with body angular velocity: x' = u, R' = R Ω̃.
struct R3xSO3 : Product<Real<3>, SO3> {
  static constexpr std::string_view name = "r3xso3";
  static constexpr std::string_view description = "position and rotation matrix, inertial linear velocity";
};
struct R3xS3 : Product<Real<3>, UnitQuaternion> {
  static constexpr std::string_view name = "r3xs3";
  static constexpr std::string_view description = "position and unit quaternion, inertial linear velocity";
};

}  // namespace kreisel
