// report.html: one file that shows a run, with plots to hover over and without a network.
#pragma once

#include <string>

#include "kreisel/run/run.hpp"
#include "kreisel/run/run_trace.hpp"

namespace kreisel {

std::string report_html(const RunRecord& record, const RunTrace& trace);

}  // namespace kreisel
