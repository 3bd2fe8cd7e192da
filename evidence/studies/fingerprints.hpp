// What a result depends on in the code: a hash per method and per problem, so that changing one of them leaves the
// stored results of all others valid.
//
// A fingerprint covers every source that can be reached from the header of the family by includes, and the numbers of
// the coefficients. Files that name all methods or all problems are no reason to depend on all of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/studies/source_table.hpp"
#include "kreisel/methods/catalog.hpp"

namespace kreisel {

/// Files reached from `root` by includes, sources of the headers among them, sorted.
std::vector<std::string> reachable_sources(std::string_view root, std::span<const SourceFile> table);

/// A hash over the contents of those files.
std::string fingerprint_of_sources(std::string_view root, std::span<const SourceFile> table);

/// The code of the family and the coefficients with these parameters.
std::string fingerprint_of_method(const MethodEntry& method, const Parameters& parameters);
std::string fingerprint_of_problem(const std::string& name);
/// Of what makes a system of a model file.
std::string fingerprint_of_models();
/// Of what every run needs: time loop, sampling, audit.
std::string fingerprint_of_engine();

/// The coefficients as digits: equal for equal methods only.
std::string coefficient_text(const MethodCoefficients& coefficients);

}  // namespace kreisel
