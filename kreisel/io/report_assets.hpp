// The texts of io/report/, compiled into the library (io/report_assets.cpp.in).
#pragma once

#include <string_view>

namespace kreisel {

extern const std::string_view report_frame, report_style;
extern const std::string_view run_script, view_script, study_script, reproduction_script, sweep_script;
extern const std::string_view three_script, uplot_script, uplot_style;  // io/report/vendor/

}  // namespace kreisel
