// Under which name a result is kept: everything it depends on.
#include "evidence/published/kept_results.hpp"

#include <fmt/format.h>

#include "evidence/studies/source_table.hpp"
#include "kreisel/core/sha256.hpp"
#include "kreisel/core/version.hpp"

namespace kreisel::experiments {
namespace {

/// Raised when what is stored changes its meaning.
constexpr int store_format = 1;

/// An experiment may use anything of the library and of the other experiments.
const std::string& fingerprint() {
  static const std::string all = [] {
    std::string text;
    for (const SourceFile& file : source_table()) text += fmt::format("{} {}\n", file.path, file.hash);
    return sha256(text);
  }();
  return all;
}

}  // namespace

std::string experiment_text(const Experiment& e) {
  std::string text = fmt::format("experiment {} format {} kreisel {} compiler {}\nsources {}\n", e.name,
                                 store_format, version(), __VERSION__, fingerprint());
  for (const std::string* part : {&e.source, &e.number, &e.title, &e.setup, &e.published, &e.criterion,
                                  &e.missing, &e.erratum, &e.explanation})
    text += *part + "\n";
  return text;
}

std::optional<Result> load_result(const ContentStore& store, const Experiment& experiment,
                                  const ContentStore::Note& note) {
  if (experiment.is_timed) return std::nullopt;
  const std::string text = experiment_text(experiment);
  const std::optional<std::string> content = store.load(text, note);
  if (!content) return std::nullopt;
  try {
    return result_from(experiment, *content);
  } catch (const std::exception&) {  // written by something else under our name
    store.tell_damage(text, note);
  }
  return std::nullopt;
}

std::optional<std::string> save_result(const ContentStore& store, const Experiment& experiment,
                                       const Result& result) {
  if (experiment.is_timed) return std::nullopt;
  return store.save(experiment_text(experiment), kept_json(result));
}

}  // namespace kreisel::experiments
