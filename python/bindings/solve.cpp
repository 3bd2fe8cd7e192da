// A target with the wishes of kreisel.solve -> SolvedRun.
#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <chrono>
#include <optional>

#include <fmt/format.h>

#include "kreisel/gradients/gradient_run.hpp"
#include "kreisel/run/method_choice.hpp"
#include "kreisel/run/option_names.hpp"
#include "kreisel/run/record_json.hpp"
#include "python/bindings/group_distance.hpp"
#include "python/bindings/module.hpp"
#include "python/bindings/named_target.hpp"
#include "python/bindings/solved_run.hpp"

namespace kreisel::python {
namespace {

using Clock = std::chrono::steady_clock;

/// Asks the interpreter for Ctrl-C about every 20 ms, whatever a step costs.
class InterruptPoll {
 public:
  explicit InterruptPoll(py::object& failure) : failure_(failure) {}

  bool operator()() {
    if (++skipped_ < stride_) return false;
    skipped_ = 0;
    const Clock::time_point now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    if (seconds < 0.5 * period && stride_ < longest_stride) stride_ *= 2;
    if (seconds > 2.0 * period && stride_ > 1) stride_ /= 2;
    return seconds * 4.0 > period && is_interrupted();
  }

 private:
  static constexpr double period = 0.02;  // [s]
  static constexpr long longest_stride = 1 << 16;

  bool is_interrupted() {
    const py::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() == 0) return false;
    failure_ = py::error_already_set().value();
    return true;
  }

  py::object& failure_;
  Clock::time_point last_ = Clock::now();
  long stride_ = 1, skipped_ = 0;
};

template <class Member>
void read(std::string_view name, const py::object& given, Member& value) {
  const std::string key(name);
  if constexpr (OptionalChoice<Member>) {
    const auto word = given.cast<std::string>();
    if (word != automatic_method)
      value = named_value(key, spoken(name), choices_of(typename Member::value_type{}), word);
  } else if constexpr (ChoiceEnum<Member>) {
    value = named_value(key, spoken(name), choices_of(value), given.cast<std::string>());
  } else {
    value = given.cast<Member>();
  }
}

RunSpec spec_of(const py::dict& options) {
  RunSpec spec;
  if (options.contains("target")) spec.target = options["target"].cast<std::string>();
  if (options.contains("settings")) spec.settings = options["settings"].cast<Settings>();
  for_each_option(spec, [&](const auto& option, auto& value) {
    const py::str name(std::string(option.name));
    if (options.contains(name) && !options[name].is_none()) read(option.name, options[name], value);
  });
  return spec;
}

/// The options of a run as kreisel.solve checks and explains them.
py::list option_fields() {
  py::list all;
  const RunSpec usual{};
  for_each_option(usual, [&](const auto& option, const auto& value) {
    using Member = std::decay_t<decltype(value)>;
    py::dict one;
    one["name"] = py::str(std::string(option.name));
    one["description"] = py::str(std::string(option.description));
    if constexpr (std::is_floating_point_v<Member> || std::is_same_v<Member, std::optional<double>>)
      one["wants"] = py::str(std::string(wanted_by(option.accepts)));
    else if constexpr (std::is_same_v<Member, bool>)
      one["wants"] = py::str("True or False");
    else if constexpr (std::is_integral_v<Member>)
      one["wants"] = py::str(option.accepts == Accepts::positive ? "a whole number from 1 on"
                                                                 : "a whole number from 0 on");
    else
      one["wants"] = py::str("");
    py::list choices;
    if constexpr (OptionalChoice<Member>) {
      for (const auto& entry : choices_of(typename Member::value_type{}))
        choices.append(std::string(entry.name));
    } else if constexpr (ChoiceEnum<Member>) {
      for (const auto& entry : choices_of(value)) choices.append(std::string(entry.name));
    }
    one["choices"] = choices;
    all.append(one);
  });
  return all;
}

/// scipy's pattern: a function of t, q, v and λ with `direction` and `terminal`; `change` lets q and v jump.
Event event_of(const py::object& given, const std::shared_ptr<CallLog>& log) {
  const auto name = given.attr("name").cast<std::string>();
  const auto value = std::make_shared<Callback>("event " + name, given.attr("value"), log);
  Event event;
  event.name = name;
  event.direction = given.attr("direction").cast<int>();
  event.value = [value](const StateView& at) {
    double number = 0.0;
    value->call([&](const py::object& answer,
                    const std::string& who) { copy_vector(answer, who, Eigen::Map<Vector>(&number, 1)); },
                at.t, Vector(at.q), Vector(at.v), Vector(at.lambda));
    return number;
  };
  if (given.attr("terminal").cast<bool>()) event.action = EventAction::stop;
  const py::object change = given.attr("change");
  if (change.is_none()) return event;
  event.action = EventAction::restart;
  const auto jump = std::make_shared<Callback>("change of event " + name, change, log);
  event.change = [jump](State& state) {
    jump->call(
        [&](const py::object& answer, const std::string& who) {
          const auto both = pair_of(answer, who, "q and v");
          copy_vector(both.first, who + ", q", state.q);
          copy_vector(both.second, who + ", v", state.v);
        },
        state.t, state.q, state.v);
  };
  return event;
}

/// The sizes of the system, known when its instance is made.
struct Sizes {
  Index coordinates = 0, velocities = 0, rows = 0;
  std::optional<ProductGroup> group;
};

void replace_start(const char* which, const py::dict& options, Vector& value) {
  if (!options.contains(which) || options[which].is_none()) return;
  const auto given = options[which].cast<Vector>();
  if (given.size() != value.size())
    throw OptionError(fmt::format("{} has {} entries instead of {}", which, given.size(), value.size()),
                      which, "give one number per coordinate of the group, in its order");
  if (!given.allFinite()) throw OptionError(fmt::format("{} is not finite", which), which, "give numbers");
  value = given;
}

/// The target with other start values, another start time and more events.
Target with_wishes(Target target, const py::dict& options, std::vector<Event> events,
                   const std::shared_ptr<Sizes>& sizes) {
  target.make = [make = target.make, options, events = std::move(events), sizes](const Settings& settings) {
    TargetInstance instance = make(settings);
    ProblemInstance& problem = instance.problem;
    replace_start("q0", options, problem.q0);
    replace_start("v0", options, problem.v0);
    if (options.contains("t_begin") && !options["t_begin"].is_none()) {
      problem.t_begin = options["t_begin"].cast<double>();
    }
    problem.events.insert(problem.events.end(), events.begin(), events.end());
    const AnySystem system = problem.system;
    if (options.contains("q0") && !options["q0"].is_none()) require_on_group(system.group(), problem.q0);
    *sizes = {system.group().coordinate_count(), system.group().dimension(), row_count(system),
              system.group()};
    return instance;
  };
  return target;
}

RunSinks sinks_of(SolvedRun& run) {
  RunSinks sinks;
  sinks.begin = [&run](const std::vector<Column>& columns) { run.columns = columns; };
  sinks.sample = [&run](const Sample& sample) { run.samples.take(sample); };
  sinks.is_interrupted = InterruptPoll(run.failure);
  if (run.dense) sinks.accepted = [&run](const StepView& step) { run.dense->add(step); };
  return sinks;
}

std::unique_ptr<SolvedRun> solve(const py::object& named, const py::dict& options, const py::list& events,
                                 bool with_dense) {
  const NamedTarget given = named_target(named);
  std::vector<Event> wished;
  for (const py::handle event : events)
    wished.push_back(event_of(py::reinterpret_borrow<py::object>(event), given.log));
  const auto sizes = std::make_shared<Sizes>();
  auto run = std::make_unique<SolvedRun>();
  try {
    PreparedRun prepared(spec_of(options), with_wishes(given.target, options, std::move(wished), sizes));
    run->coordinates = sizes->coordinates;
    run->velocities = sizes->velocities;
    run->rows = sizes->rows;
    if (with_dense) run->dense = std::make_shared<DenseSolution>(*sizes->group);
    const RunSinks sinks = sinks_of(*run);
    const py::gil_scoped_release unlocked;
    run->record = record_json(prepared.run(sinks));
  } catch (const CallbackFailure&) {
    run->failure = given.log->take_failure();
  }
  return run;
}

std::string gradient_of(const py::object& named, const py::dict& options, const std::vector<std::string>& of,
                        const std::vector<std::string>& with_respect_to) {
  const NamedTarget given = named_target(named);
  GradientSpec spec{.run = spec_of(options), .of = of, .with_respect_to = with_respect_to};
  if (!options.contains("target")) spec.run.target = given.target.name;
  const py::gil_scoped_release unlocked;
  return gradient(spec, given.target).json();
}

}  // namespace

void bind_solve(py::module_& module) {
  module.def("option_fields", &option_fields);
  module.def("gradient", &gradient_of, py::arg("target"), py::arg("options"), py::arg("of"),
             py::arg("with_respect_to"));
  module.def("solve", &solve, py::arg("target"), py::arg("options"), py::arg("events"),
             py::arg("with_dense"));
}

}  // namespace kreisel::python
