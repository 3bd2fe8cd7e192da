// Walks through the joints once; places follow from the number of bodies.
#include "kreisel/model/coordinates.hpp"

#include <fmt/format.h>

#include "kreisel/core/error.hpp"
#include "kreisel/core/names.hpp"

namespace kreisel {

CoordinateTable::CoordinateTable(const Model& model, Index body_coordinates) {
  const Index bodies = std::ssize(model.bodies);
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const auto* joint = std::get_if<AxesJoint>(&model.joints[i]);
    for (std::size_t k = 0; joint != nullptr && k < joint->axes.size(); ++k) {
      const JointAxis& axis = joint->axes[k];
      const Index at = std::ssize(all_);
      const std::string pointer = fmt::format("/joints/{}/axes/{}/name", i, k);
      if (axis.name.empty()) throw ModelError("an axis has no name", pointer, "give its coordinate a name");
      if (!by_name_.emplace(axis.name, all_.size()).second)
        throw ModelError(fmt::format("a second axis has the name \"{}\"", axis.name), pointer,
                         "give every axis of the model its own name");
      all_.push_back({axis.name,
                      axis.kind,
                      axis.inertia,
                      axis.value,
                      axis.rate,
                      {bodies + at, body_coordinates * bodies + at, 6 * bodies + at}});
    }
  }
}

const Coordinate& CoordinateTable::find(const std::string& name, const std::string& pointer) const {
  const auto found = by_name_.find(name);
  if (found != by_name_.end()) return all_[found->second];
  std::vector<std::string> known;
  for (const Coordinate& coordinate : all_)
    if (known.size() < 20) known.push_back(coordinate.name);
  throw ModelError(fmt::format("there is no axis \"{}\"", name), pointer, suggestion(name, "axes", known));
}

}  // namespace kreisel
