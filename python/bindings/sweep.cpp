// Sweeps for Python: the same members, records and tables as `kreisel sweep`, handed out by whatever Python likes.
#include <pybind11/stl.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>

#include <fmt/format.h>

#include "kreisel/sweep/engine.hpp"
#include "kreisel/sweep/member_run.hpp"
#include "kreisel/sweep/record_store.hpp"
#include "kreisel/sweep/table.hpp"
#include "python/bindings/module.hpp"

namespace kreisel::python {
namespace {

namespace py = pybind11;

/// {"names": […], "values": [[…]]} or a text as `--vary` takes it.
Variation variation_of(const py::handle& given) {
  if (py::isinstance<py::str>(given)) return read_variation(given.cast<std::string>());
  return {.names = given["names"].cast<std::vector<std::string>>(),
          .values = given["values"].cast<std::vector<std::vector<std::string>>>()};
}

SweepSpec spec_of(const py::dict& given) {
  SweepSpec spec;
  spec.run.target = given["target"].cast<std::string>();
  spec.model_text = given["model"].cast<std::string>();
  spec.run.settings = given["settings"].cast<Settings>();
  for (const auto& [name, text] : given["options"].cast<Settings>())
    if (!set_option(spec.run, name, text))
      throw UnknownName("a run has no option \"" + name + "\"", name, "see kreisel.solve");
  for (const py::handle one : given["variations"]) spec.variations.push_back(variation_of(one));
  const auto kind = given["sample"].cast<std::string>();
  if (!kind.empty()) spec.sampling = {sampling_kind(kind), given["samples"].cast<std::size_t>()};
  spec.seed = given["seed"].cast<long>();
  spec.repetitions = given["repeat"].cast<std::size_t>();
  for (const auto& [name, formula] : given["objectives"].cast<Settings>())
    spec.objectives.push_back({name, formula});
  spec.checks_error = given["check_error"].cast<bool>();
  return spec;
}

std::optional<std::filesystem::path> folder_of(const py::dict& given) {
  if (given["out"].is_none()) return std::nullopt;
  return std::filesystem::path(given["out"].cast<std::string>());
}

/// A plan with what is known of its members.
class SweepWork {
 public:
  explicit SweepWork(const py::dict& given)
      : plan_(spec_of(given)),
        folder_(folder_of(given)),
        retries_failed_(given["retry_failed"].cast<bool>()) {
    try_objectives(plan_);
  }

  std::size_t count() const { return plan_.count(); }

  /// Computes members here, without the lock of the interpreter, and gives them as lines of a record.
  std::vector<std::string> run(const std::vector<std::size_t>& members) const {
    const py::gil_scoped_release unlocked;
    std::vector<std::string> lines;
    for (const std::size_t i : members) {
      const Member member = plan_.member(i);
      lines.push_back(RecordStore::line(plan_.identity(member), run_member(plan_, member, {}).result));
    }
    return lines;
  }

  std::vector<std::size_t> missing() {
    open_store();
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < plan_.count(); ++i) {
      const MemberResult* known = store_->find(plan_.identity(plan_.member(i)));
      if (known == nullptr || (retries_failed_ && !known->is_complete())) all.push_back(i);
    }
    kept_ = plan_.count() - all.size();
    return all;
  }

  /// Returns how many seconds a member took.
  double keep(const std::vector<std::string>& lines) {
    open_store();
    double seconds = 0.0;
    for (const std::string& line : lines) {
      if (!store_->take(line.substr(0, line.size() - 1)))
        throw Error(ExitCode::internal, "a worker sent a result that is damaged", "executor",
                    "repeat the sweep");
      if (folder_ && !store_->append(process_name(), line)) throw FileError(*store_->failure());
      seconds += store_->find(line.substr(0, line.find(' ')))->seconds;
    }
    return seconds / static_cast<double>(std::max<std::size_t>(1, lines.size()));
  }

  void run_here(int threads, const py::object& listener);
  std::string finish(const std::string& engine);

 private:
  void open_store() {
    if (store_) return;
    store_.emplace(folder_ ? std::optional(*folder_ / SweepFolder::records) : std::nullopt);
    store_->load();
  }

  SweepPlan plan_;
  std::optional<std::filesystem::path> folder_;
  bool retries_failed_;
  std::optional<RecordStore> store_;
  std::optional<SweepOutcome> outcome_;
  std::size_t kept_ = 0;
};

/// On threads of its own; the one that called waits, tells how far it is, and looks for Ctrl-C.
void SweepWork::run_here(int threads, const py::object& listener) {
  constexpr std::chrono::milliseconds patience{50};
  std::atomic<bool> is_interrupted = false;
  std::atomic<std::size_t> done = 0;
  SweepOptions options{.folder = folder_, .retries_failed = retries_failed_};
  options.is_interrupted = [&] { return is_interrupted.load(); };
  options.progress = [&](std::size_t now, std::size_t) { done = now; };
  ThreadEngine engine(threads);
  std::future<SweepOutcome> result =
      std::async(std::launch::async, [&] { return sweep(plan_, engine, options); });
  const auto is_ready = [&] {
    const py::gil_scoped_release unlocked;
    return result.wait_for(patience) == std::future_status::ready;
  };
  try {
    while (!is_ready()) {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (!listener.is_none()) listener(done.load(), plan_.count());
    }
  } catch (...) {
    is_interrupted = true;
    while (!is_ready()) continue;
    throw;
  }
  outcome_ = result.get();
  if (!listener.is_none()) listener(plan_.count(), plan_.count());
}

std::string SweepWork::finish(const std::string& engine) {
  if (!outcome_) {
    outcome_.emplace();
    outcome_->engine = engine;
    outcome_->kept = kept_;
    outcome_->computed = plan_.count() - kept_;
    outcome_->results.resize(plan_.count());
    for (std::size_t i = 0; i < plan_.count(); ++i)
      if (const MemberResult* known = store_->find(plan_.identity(plan_.member(i))))
        outcome_->results[i] = *known;
  }
  if (folder_) write_sweep(plan_, *outcome_, *folder_);
  return sweep_json(plan_, *outcome_);
}

}  // namespace

void bind_sweep(py::module_& module) {
  py::class_<SweepWork>(module, "SweepWork")
      .def(py::init<const py::dict&>(), py::arg("description"))
      .def_property_readonly("count", &SweepWork::count)
      .def("missing", &SweepWork::missing)
      .def("run", &SweepWork::run, py::arg("members"))
      .def("keep", &SweepWork::keep, py::arg("lines"))
      .def("run_here", &SweepWork::run_here, py::arg("threads"), py::arg("progress"))
      .def("finish", &SweepWork::finish, py::arg("engine"));
}

}  // namespace kreisel::python
