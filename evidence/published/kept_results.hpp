// Results of experiments in the store that studies use.
#pragma once

#include <optional>
#include <string>

#include "evidence/published/experiment.hpp"
#include "evidence/studies/content_store.hpp"

namespace kreisel::experiments {

/// Everything a result depends on, in words: what the experiment says of itself, the version, the compiler, and the
/// sources of the library and of all experiments as they were compiled.
std::string experiment_text(const Experiment& experiment);

/// Round trip without loss: result_from(e, kept_json(r)) is r, NaN and infinity included. The verdict is not kept: it
/// follows from the checks again.
std::string kept_json(const Result& result);
/// Throws std::exception when it is not what kept_json writes.
Result result_from(const Experiment& experiment, const std::string& json);

/// As ContentStore does. Results that depend on computing times are neither kept nor found.
std::optional<Result> load_result(const ContentStore& store, const Experiment& experiment,
                                  const ContentStore::Note& note);
std::optional<std::string> save_result(const ContentStore& store, const Experiment& experiment,
                                       const Result& result);

}  // namespace kreisel::experiments
