// A test problem: a mechanical system with initial values, named observables, invariants and trusted digits.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kreisel/core/parameters.hpp"
#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/event.hpp"
#include "kreisel/equations/observable.hpp"
#include "kreisel/equations/series_system.hpp"
#include "kreisel/equations/state.hpp"
#include "kreisel/problems/reference_values.hpp"

namespace kreisel {

struct Scene;  // model/scene.hpp

struct ProblemInstance {
  AnySystem system;
  Vector q0, v0;
  double t_begin = 0.0, t_end = 1.0;
  std::vector<Observable> observables;
  std::function<void(const StateView&, Eigen::Ref<Vector>)> observe;
  std::function<double(const StateView&)> energy;  // empty: not conserved or not defined
  std::vector<ReferenceValue> references;
  std::shared_ptr<const SeriesSystem> series = {};  // empty: cannot be expanded in ε
  /// Writes at least quaternions and angles among the observables, when all of them are dear: signs and turns follow
  /// every step.
  std::function<void(const StateView&, Eigen::Ref<Vector>)> observe_followed = {};
  std::vector<Event> events = {};           // when they switch the model, an instance is good for one run
  std::shared_ptr<const Scene> scene = {};  // of a model
  bool is_large = false;                    // looked at where a sample is due, and nowhere else
  double start_limit = 0.0;  // of a model, which is assembled: how far joints may be violated; 0: it is not
};

struct ProblemEntry {
  std::string name;
  std::string description;
  std::string citation;
  std::vector<Parameter> parameters;
  std::function<ProblemInstance(const Parameters&)> make;
};

}  // namespace kreisel
