// The folder of a study: page, tables, data and figures.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "evidence/studies/study_report.hpp"

namespace kreisel {

/// Makes sure, before anything is computed, that the folder exists and takes files. Throws FileError.
void prepare_study_folder(const std::filesystem::path& folder);

/// report.html, study.json, NAME.csv of every table, curves.csv, figure.svg and figure.pdf; says which. Throws
/// FileError.
std::vector<std::filesystem::path> write_study(const StudyReport& report,
                                               const std::filesystem::path& folder);

/// The page of a study: one file, no network.
std::string study_html(const StudyReport& report);

}  // namespace kreisel
