#include <map>

#include <fmt/format.h>

#include "evidence/studies/fingerprints.hpp"
#include "evidence/studies/job.hpp"
#include "evidence/studies/processor.hpp"
#include "evidence/studies/study_target.hpp"
#include "kreisel/core/version.hpp"

namespace kreisel {
namespace {

/// Raised when what is stored, or how it is measured, changes its meaning.
constexpr int store_format = 2;

std::string spec_text(const RunSpec& s) {
  return fmt::format(
      "formulation {} t_end {} step {} rtol {} atol {} lambda {} samples {} every {} start_limit {} motion "
      "{} order "
      "{} scale {} values {} change {} limits {} {} {} {}\n",
      s.formulation ? std::string(name_of(*s.formulation)) : "automatic",
      s.t_end ? fmt::format("{}", *s.t_end) : "default", s.step, s.rtol, s.atol, s.lambda_tolerance,
      s.samples, s.every, s.start_limit, static_cast<int>(s.initial_motion), s.initial_order, s.start_scale,
      static_cast<int>(s.start_values), static_cast<int>(s.step_change), s.limits.max_steps,
      s.limits.max_rejections_in_a_row, s.limits.max_seconds, s.limits.min_step);
}

std::string parameter_text(const Parameters& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters.texts()) text += fmt::format("{}={} ", name, value);
  return text + "\n";
}

}  // namespace

std::string job_text(const Job& job) {
  return job_text(job, target_identity(job.spec.target, job.spec.settings));
}

std::string job_text(const Job& job, const std::string& identity) {
  const MethodEntry& method = find_method(job.spec.method);
  Parameters parameters(method.parameters);
  for (const auto& [key, value] : job.spec.settings)
    if (parameters.knows(key)) parameters.set(key, value);
  const std::string measured =
      fmt::format("format {} kreisel {} compiler {} steps {} timed {}\n", store_format, version(),
                  __VERSION__, job.keeps_steps, job.is_timed ? processor_name() : "no");
  return measured + "target " + identity + "method " + method.name + " " + parameter_text(parameters) +
         fingerprint_of_method(method, parameters) + "\nengine " + fingerprint_of_engine() + "\n" +
         spec_text(job.spec);
}

}  // namespace kreisel
