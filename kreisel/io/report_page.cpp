// The marks of the frame replaced; data in a script cannot end it.
#include "kreisel/io/report_page.hpp"

#include <vector>

#include "kreisel/core/contracts.hpp"
#include "kreisel/io/report_assets.hpp"

namespace kreisel {
namespace {

std::string escaped_for_html(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      out += c;
    }
  }
  return out;
}

/// Inside <script> nothing but "<" can end or alter the element, and JSON may write it as an escape.
std::string escaped_for_script(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

struct PageParts {
  std::string_view title, json;
  std::vector<std::string_view> scripts;  // in this order, in one scope
};

std::string joined(const std::vector<std::string_view>& parts) {
  std::string all;
  for (const std::string_view part : parts) {
    all += part;
    all += '\n';
  }
  return all;
}

/// What stands for the mark {{name}} of the frame.
std::string part(std::string_view name, const PageParts& parts) {
  if (name == "title") return escaped_for_html(parts.title);
  if (name == "style") return joined({uplot_style, report_style});
  if (name == "script") return joined(parts.scripts);
  KREISEL_EXPECTS(name == "data");
  return escaped_for_script(parts.json);
}

std::string page_of(const PageParts& parts) {
  std::string page;
  std::string_view rest = report_frame;
  for (std::size_t open = rest.find("{{"); open != std::string_view::npos; open = rest.find("{{")) {
    const std::size_t close = rest.find("}}", open);
    page += rest.substr(0, open);
    page += part(rest.substr(open + 2, close - open - 2), parts);
    rest.remove_prefix(close + 2);
  }
  return page.append(rest);
}

}  // namespace

std::string report_page(std::string_view title, std::string_view json) {
  return page_of({title, json, {three_script, uplot_script, run_script}});
}

std::string view_page(std::string_view title, std::string_view json) {
  return page_of({title, json, {three_script, view_script}});
}

std::string study_page(std::string_view title, std::string_view json) {
  return page_of({title, json, {study_script}});
}

std::string reproduction_page(std::string_view title, std::string_view json) {
  return page_of({title, json, {reproduction_script}});
}

std::string sweep_page(std::string_view title, std::string_view json) {
  return page_of({title, json, {sweep_script}});
}

}  // namespace kreisel
