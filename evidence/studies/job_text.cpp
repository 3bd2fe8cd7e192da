// What the result of a job depends on, as the text that is hashed.
#include <map>

#include <fmt/format.h>

#include "evidence/studies/fingerprints.hpp"
#include "evidence/studies/job.hpp"
#include "evidence/studies/processor.hpp"
#include "evidence/studies/study_target.hpp"
#include "kreisel/core/version.hpp"
#include "kreisel/run/spec_text.hpp"

namespace kreisel {
namespace {

/// Raised when what is stored, or how it is measured, changes its meaning.
constexpr int store_format = 3;

std::string parameter_text(const Parameters& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters.texts()) text += fmt::format("{}={} ", name, value);
  return text + "\n";
}

std::string method_text(const Job& job) {
  const MethodEntry& method = find_method(job.spec.method);
  Parameters parameters(method.parameters);
  for (const auto& [key, value] : job.spec.settings)
    if (parameters.knows(key)) parameters.set(key, value);
  return method.name + " " + parameter_text(parameters) + fingerprint_of_method(method, parameters);
}

/// Whoever may be chosen.
std::string automatic_text() {
  std::string text = automatic_method;
  for (const char* name : {"dop853", "radau", "bliedf"}) {
    const MethodEntry& method = find_method(name);
    text += " " + fingerprint_of_method(method, Parameters(method.parameters));
  }
  return text;
}

}  // namespace

std::string job_text(const Job& job) {
  return job_text(job, target_identity(job.spec.target, job.spec.settings));
}

std::string job_text(const Job& job, const std::string& identity) {
  const std::string method = job.spec.method == automatic_method ? automatic_text() : method_text(job);
  const std::string measured =
      fmt::format("format {} kreisel {} compiler {} steps {} timed {}\n", store_format, version(),
                  __VERSION__, job.keeps_steps, job.is_timed ? processor_name() : "no");
  return measured + "target " + identity + "method " + method + "\nengine " + fingerprint_of_engine() + "\n" +
         options_text(job.spec);
}

}  // namespace kreisel
