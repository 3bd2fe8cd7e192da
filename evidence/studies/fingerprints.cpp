// Follows includes through the table of sources and hashes what it meets, with the coefficients.
#include "evidence/studies/fingerprints.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <variant>

#include <fmt/format.h>

#include "kreisel/core/sha256.hpp"
#include "kreisel/methods/explicit_runge_kutta/coefficients.hpp"
#include "kreisel/methods/implicit_runge_kutta/tableau.hpp"

namespace kreisel {
namespace {

/// Lists of everything, and tables of numbers that enter a fingerprint by their values.
constexpr std::array<std::string_view, 8> lists{"kreisel/methods/catalog.cpp",
                                                "kreisel/methods/explicit_runge_kutta/catalog.cpp",
                                                "kreisel/methods/implicit_runge_kutta/catalog.cpp",
                                                "kreisel/methods/make_stepper.hpp",
                                                "kreisel/methods/implicit_runge_kutta/tables.cpp",
                                                "kreisel/problems/all.cpp",
                                                "kreisel/problems/all.hpp",
                                                "kreisel/solve/compiled_types.hpp"};

bool is_list(std::string_view path) {
  return std::ranges::find(lists, path) != lists.end();
}

template <class Visit>
void for_each_word(std::string_view words, const Visit& visit) {
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    visit(word);
    words.remove_prefix(std::min(words.size(), word.size() + 1));
  }
}

const SourceFile* find_source(std::string_view path, std::span<const SourceFile> table) {
  const auto found = std::ranges::lower_bound(table, path, {}, &SourceFile::path);
  return found != table.end() && found->path == path ? &*found : nullptr;
}

/// A source implements the header that it includes first; that of a problem, which may have none, one of its own name.
bool implements(const SourceFile& source, std::string_view header) {
  if (!source.path.ends_with(".cpp") || source.included.substr(0, source.included.find(' ')) != header)
    return false;
  const std::string_view stem = source.path.substr(0, source.path.size() - 4);
  return !source.path.starts_with("kreisel/problems/") || header.substr(0, header.size() - 4) == stem;
}

void reach(std::string_view path, std::span<const SourceFile> table, std::set<std::string>& found) {
  const SourceFile* const file = find_source(path, table);
  if (file == nullptr || is_list(path) || !found.emplace(path).second) return;
  for_each_word(file->included, [&](std::string_view name) { reach(name, table, found); });
  for (const SourceFile& other : table) {
    if (implements(other, path)) reach(other.path, table, found);
  }
}

std::string digits(const Matrix& matrix) {
  std::string text;
  for (Index i = 0; i < matrix.size(); ++i) text += fmt::format("{} ", matrix.data()[i]);
  return text;
}

std::string digits(const Tableau& t) {
  return digits(t.a) + "b " + digits(t.b) + "c " + digits(t.c) + "e " + digits(t.embedded);
}

std::string digits(const SlopeSum& sum) {
  std::string text;
  for (std::size_t i = 0; i < static_cast<std::size_t>(sum.count); ++i)
    text += fmt::format("{}*{} ", sum.factor[i], sum.index[i]);
  return text;
}

struct CoefficientText {
  std::string operator()(const GeneralizedAlphaParameters& p) const {
    return fmt::format("alpha {} {} {} {}", p.alpha_m, p.alpha_f, p.beta, p.gamma);
  }
  std::string operator()(const MultistepParameters& p) const {
    return fmt::format("multistep {} {} {}", static_cast<int>(p.family), p.order,
                       static_cast<int>(p.correction));
  }
  std::string operator()(const ImplicitRungeKuttaParameters& p) const {
    const std::string text =
        fmt::format("implicit {} {} {} {} {} {} {} {} {} {} {}: ", static_cast<int>(p.family), p.stages,
                    p.variable_order, p.theta, p.theta_stiff, static_cast<int>(p.blend),
                    static_cast<int>(p.projection), static_cast<int>(p.chart), static_cast<int>(p.estimator),
                    static_cast<int>(p.norm), static_cast<int>(p.step_size));
    return text + digits(implicit_tableau(p.family, p.stages, p.theta));
  }
  std::string operator()(const ExplicitRungeKuttaParameters& p) const {
    const ExplicitCoefficients c = explicit_coefficients(p.formula);
    std::string text = fmt::format("explicit {} {} {}: ", static_cast<int>(p.formula),
                                   static_cast<int>(p.projection), static_cast<int>(p.step_size));
    for (const SlopeSum& row : c.rows) text += digits(row);
    for (const SlopeSum& row : c.dense) text += digits(row);
    return text + digits(c.error) + digits(c.second_error);
  }
};

struct FamilyRoot {
  std::string_view operator()(const GeneralizedAlphaParameters&) const {
    return "kreisel/methods/generalized_alpha/family.hpp";
  }
  std::string_view operator()(const MultistepParameters&) const {
    return "kreisel/methods/multistep/family.hpp";
  }
  std::string_view operator()(const ImplicitRungeKuttaParameters&) const {
    return "kreisel/methods/implicit_runge_kutta/family.hpp";
  }
  std::string_view operator()(const ExplicitRungeKuttaParameters&) const {
    return "kreisel/methods/explicit_runge_kutta/family.hpp";
  }
};

}  // namespace

std::vector<std::string> reachable_sources(std::string_view root, std::span<const SourceFile> table) {
  std::set<std::string> found;
  reach(root, table, found);
  return {found.begin(), found.end()};
}

std::string fingerprint_of_sources(std::string_view root, std::span<const SourceFile> table) {
  std::string text;
  for (const std::string& path : reachable_sources(root, table))
    text += fmt::format("{} {}\n", path, find_source(path, table)->hash);
  return sha256(text);
}

std::string coefficient_text(const MethodCoefficients& coefficients) {
  return std::visit(CoefficientText{}, coefficients);
}

std::string fingerprint_of_method(const MethodEntry& method, const Parameters& parameters) {
  const MethodCoefficients coefficients = method.coefficients(parameters);
  static const std::array<std::string, std::variant_size_v<MethodCoefficients>> families{
      fingerprint_of_sources(FamilyRoot{}(GeneralizedAlphaParameters{}), source_table()),
      fingerprint_of_sources(FamilyRoot{}(MultistepParameters{}), source_table()),
      fingerprint_of_sources(FamilyRoot{}(ImplicitRungeKuttaParameters{}), source_table()),
      fingerprint_of_sources(FamilyRoot{}(ExplicitRungeKuttaParameters{}), source_table())};
  return sha256(families.at(coefficients.index()) + coefficient_text(coefficients));
}

std::string fingerprint_of_problem(const std::string& name) {
  return fingerprint_of_sources(fmt::format("kreisel/problems/{}.cpp", name), source_table());
}

std::string fingerprint_of_models() {
  static const std::string models =
      sha256(fingerprint_of_sources("kreisel/io/model_reader.hpp", source_table()) +
             fingerprint_of_sources("kreisel/model/assemble.hpp", source_table()));
  return models;
}

std::string fingerprint_of_engine() {
  // What puts a method together counts by its own text: its includes are all methods.
  static const std::string engine =
      sha256(fingerprint_of_sources("kreisel/run/run.hpp", source_table()) +
             std::string(find_source("kreisel/methods/make_stepper.hpp", source_table())->hash));
  return engine;
}

}  // namespace kreisel
