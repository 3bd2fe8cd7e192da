// What needs the evidence library. The program kreisel hands it over to kreisel-study, which is the same program with that
// library linked: who only simulates does not wait for it to compile.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/choices.hpp"
#include "apps/cli/study_options.hpp"
#include "kreisel/core/error.hpp"

namespace kreisel::cli {

/// Once, first: what is handed over.
void remember_arguments(int argc, char** argv);

ExitCode study(const StudyOptions& options);
ExitCode reproduce(const ReproduceOptions& options);

/// The catalogue of published experiments.
std::string experiments_text();
std::string experiments_json();
/// For the completion; none where kreisel-study is missing.
std::vector<Choice> experiment_choices();

}  // namespace kreisel::cli
