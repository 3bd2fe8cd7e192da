// A model becomes a mechanical system with start values and everything results need.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kreisel/equations/block_system.hpp"
#include "kreisel/equations/event.hpp"
#include "kreisel/equations/state.hpp"
#include "kreisel/model/coordinates.hpp"
#include "kreisel/model/element_results.hpp"
#include "kreisel/model/model.hpp"

namespace kreisel {

class MultibodySystem;    // multibody_system.hpp
struct MultibodyOptions;  // likewise
struct OwnElements;       // own_elements.hpp

struct Energies {
  double kinetic = 0.0;
  double gravity = 0.0;  // -Σ m g·x
  double elastic = 0.0;  // of springs, contacts and compliant rows
  double total() const { return kinetic + gravity + elastic; }
};

struct AssembledModel {
  std::string name = {};
  std::shared_ptr<const MultibodySystem> multibody;
  BlockSystem system;
  Vector q0 = {}, v0 = {};
  double t_begin = 0.0, t_end = 1.0;
  bool is_conservative = false;  // the total energy is constant
  double start_limit = 0.0;      // how far its joints may be violated at the start
  std::vector<std::string> bodies = {};
  std::vector<Coordinate> coordinates = {};  // of joints
  std::vector<ElementRows> elements = {};
  std::vector<ShownElement> shown = {};
  std::vector<Observable> observables = {};  // of bodies
  std::vector<Event> events = {};            // contacts begin and end
  std::vector<Reference> references = {};

  /// One number per observable: position, quaternion, velocity in space, angular velocity in the body of every body;
  /// value, rate and force of every coordinate, the force being what force elements do along it.
  void observe(const StateView& state, Eigen::Ref<Vector> out) const;
  Energies energies(const StateView& state) const;
  /// Adds to every third number.
  void add_forces_along(const StateView& state, Eigen::Ref<Vector> out) const;
  /// Of a joint that has ends.
  Reaction reaction(const ElementRows& joint, const StateView& state) const;
  /// The columns of all `shown`, one after the other, and of those only the angles whose turns are counted.
  void results(const StateView& state, Eigen::Ref<Vector> out) const;
  void angles(const StateView& state, Eigen::Ref<Vector> out) const;
};

/// Throws ModelError with the place in the model. Without options, KREISEL_THREADS says how many threads share the work
/// of a large model.
AssembledModel assemble(const Model& model);
AssembledModel assemble(const Model& model, const OwnElements& own);
AssembledModel assemble(const Model& model, const OwnElements& own, const MultibodyOptions& options);

}  // namespace kreisel
