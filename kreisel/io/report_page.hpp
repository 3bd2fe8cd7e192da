// The frame of report.html: page, style and script from report/, with the data of a run or a study put in.
#pragma once

#include <string>
#include <string_view>

namespace kreisel {

/// A page that needs no other file and no network. `json` holds what report/main.js reads.
std::string report_page(std::string_view title, std::string_view json);
/// The motion alone; `json` holds what report/view.js reads.
std::string view_page(std::string_view title, std::string_view json);
/// The same for a study; `json` holds what report/study.js reads.
std::string study_page(std::string_view title, std::string_view json);
/// The same for published experiments; `json` holds what report/reproduction.js reads.
std::string reproduction_page(std::string_view title, std::string_view json);
/// The same for a sweep; `json` holds what report/sweep.js reads.
std::string sweep_page(std::string_view title, std::string_view json);

}  // namespace kreisel
