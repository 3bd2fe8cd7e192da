// What an element sees of its bodies: vectors fixed on them, and numbers s that are at most quadratic in the vectors.
//
//   s_j = constant + Σ coefficient z_k·e_axis + Σ coefficient z_k·z_l + Σ coefficient y_i
//
// with y_i coordinates of joints (coordinates.hpp). Almost every joint is s = 0 for a few such numbers; everything else is a function of them (functions.hpp). Their second
// derivatives by the vectors are constant, so that changes of s are exact for moves of any size.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "kreisel/model/body_kinematics.hpp"
#include "kreisel/model/coordinate_place.hpp"

namespace kreisel {

/// A vector on a body of the element, or fixed in space.
struct ElementVector {
  int body = -1;  // among the bodies of the element; -1: fixed in space, there it is `fixed.c`
  BodyVector fixed = {};
};

struct Geometry {
  static constexpr int most_bodies = 4, most_columns = 6 * most_bodies, most_vectors = 16, most_forms = 24;

  /// z, the difference of two vectors when there is a second one.
  struct Slot {
    ElementVector plus = {};
    ElementVector minus = {};
    bool is_difference = false;
  };
  struct Component {
    int form = 0, slot = 0, axis = 0;
    double coefficient = 1.0;
  };
  struct Dot {
    int form = 0, first = 0, second = 0;
    double coefficient = 1.0;
  };

  struct Share {  // of a coordinate in a form
    int form = 0, coordinate = 0;
    double coefficient = 1.0;
  };

  std::vector<Index> bodies = {};
  std::vector<CoordinatePlace> coordinates = {};  // of joints
  std::vector<Slot> slots = {};
  std::vector<Component> components = {};
  std::vector<Dot> dots = {};
  std::vector<Share> shares = {};
  std::vector<double> constants = {};  // one per form

  int forms() const { return static_cast<int>(constants.size()); }
  /// Six for every body, then one for every coordinate.
  Index columns() const { return 6 * std::ssize(bodies) + std::ssize(coordinates); }
  /// The blocks of a pattern it touches (coordinates.hpp), with their columns.
  int blocks() const { return static_cast<int>(bodies.size() + coordinates.size()); }
  Index block(int place) const;
  Index block_column(int place) const;
  Index block_size(int place) const { return place < std::ssize(bodies) ? 6 : 1; }

  /// The place of a body in this element, added when it is new.
  int local(Index body);
  int local(const CoordinatePlace& coordinate);
  int add_slot(const ElementVector& vector);
  int add_difference(const ElementVector& plus, const ElementVector& minus);
  int add_form(double constant = 0.0);
  /// New forms: z·e_axis, and z_first·z_second.
  int add_component(int slot, int axis);
  int add_dot(int first, int second);
  /// Adds a coordinate to a form.
  void add_share(int form, const CoordinatePlace& coordinate, double coefficient);

  /// Whether forms depend on products of vectors on both bodies (places in this element); never for coordinates.
  bool multiplies(int first, int second) const;
  bool touches(int slot, int body) const;
};

/// Vectors and forms at one point, with what was asked for; nothing allocates.
class GeometryAt {
 public:
  using Columns = Eigen::Matrix<double, 3, Dynamic, Eigen::ColMajor, 3, Geometry::most_columns>;
  using Forms = Eigen::Matrix<double, Dynamic, 1, Eigen::ColMajor, Geometry::most_forms, 1>;
  using FormRows =
      Eigen::Matrix<double, Dynamic, Dynamic, Eigen::RowMajor, Geometry::most_forms, Geometry::most_columns>;
  using Square = Eigen::Matrix<double, Dynamic, Dynamic, Eigen::ColMajor, Geometry::most_columns,
                               Geometry::most_columns>;

  GeometryAt(const Geometry& geometry, const BodyGroup& group, const double* q);
  GeometryAt(const Geometry& geometry, const BodyGroup& group, const Vector& q)
      : GeometryAt(geometry, group, q.data()) {}

  const Forms& values() const { return s_; }
  /// s' and s''.
  const Forms& move(const Vector& v);
  const Forms& accelerate(const Vector& acceleration);
  /// s(q·exp(w)) - s(q) without cancellation, from the steps of all bodies of the model and w.
  void change(std::span<const BodyStep> steps, const Vector& w, Forms& out) const;
  /// ∂s/∂q, ∂s'/∂q, ∂s''/∂q and ∂s''/∂v, each after those before it and after the motion it needs.
  const FormRows& jacobian();
  const FormRows& rate_tangent();
  void acceleration_tangents(FormRows& by_position, FormRows& by_velocity);
  /// Adds ∂(Σ_j weight_j ∂s_j/∂q)/∂q; after jacobian().
  void add_stiffness(const Forms& weight, Square& out) const;

  /// What was asked for before.
  const Forms& rates() const { return form_rate_; }
  const Forms& accelerations() const { return form_acceleration_; }
  const FormRows& known_jacobian() const { return form_jacobian_; }
  const FormRows& known_rate_tangent() const { return form_rate_tangent_; }

  const Vector3& vector(int slot) const { return z_[static_cast<std::size_t>(slot)]; }
  const BodyAt& body(int place) const { return bodies_[static_cast<std::size_t>(place)]; }

 private:
  template <class Add>
  void fill(std::array<Columns, Geometry::most_vectors>& out, const Add& add) const;
  void combine(const std::array<Columns, Geometry::most_vectors>& blocks, FormRows& out) const;
  template <class Value>
  Vector3 of_slot(const Geometry::Slot& slot, const Value& value) const;

  const Geometry& geometry_;
  std::array<BodyAt, Geometry::most_bodies> bodies_;
  std::array<Vector3, Geometry::most_vectors> z_, rate_, acceleration_;
  std::array<Columns, Geometry::most_vectors> jacobian_, rate_tangent_;
  Forms s_, form_rate_, form_acceleration_;
  FormRows form_jacobian_, form_rate_tangent_;
};

}  // namespace kreisel
