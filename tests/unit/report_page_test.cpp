// The page of a report: one file, no network, data that cannot become markup.
#include "kreisel/io/report_page.hpp"

#include <gmock/gmock.h>

#include "kreisel/io/report_assets.hpp"

namespace {

using kreisel::report_page;
using testing::HasSubstr;
using testing::Not;

/// The page without the scripts of others: those name addresses in messages and comments.
std::string own_part(std::string page) {
  for (const std::string_view vendored : {kreisel::three_script, kreisel::uplot_script}) {
    const std::size_t at = page.find(vendored);
    if (at != std::string::npos) page.erase(at, vendored.size());
  }
  return page;
}

TEST(ReportPage, NeedsNoOtherFileAndNoNetwork) {
  for (const auto& whole : {report_page("top", "{}"), kreisel::view_page("top", "{}")}) {
    std::string page = own_part(whole);
    const std::string namespace_of_svg = "http://www.w3.org/2000/svg";  // a name, nobody opens it
    page.erase(page.find(namespace_of_svg), namespace_of_svg.size());
    for (const char* outside : {"http://", "https://", "src=", "@import", "url(h"})
      EXPECT_THAT(page, Not(HasSubstr(outside)));
    for (const char* way_out : {"fetch(", "XMLHttpRequest", "WebSocket", "importScripts"})
      EXPECT_THAT(whole, Not(HasSubstr(way_out)));
  }
}

TEST(ReportPage, OfStudiesAndExperimentsNeedNothingElseEither) {
  for (const std::string& page : {kreisel::study_page("t", "{}"), kreisel::reproduction_page("t", "{}")}) {
    for (const char* outside : {"https://", "src=", "@import", "url(h", "fetch(", "XMLHttpRequest"})
      EXPECT_THAT(page, Not(HasSubstr(outside)));
    EXPECT_THAT(page, HasSubstr("class XyPlot"));
    EXPECT_THAT(page, Not(HasSubstr("{{")));
  }
}

TEST(ReportPage, FillsEveryPlace) {
  const std::string page = own_part(report_page("the title", R"({"record": 1})"));
  EXPECT_THAT(page, HasSubstr("<title>the title</title>"));
  EXPECT_THAT(page, HasSubstr(R"({"record": 1})"));
  EXPECT_THAT(page, HasSubstr("class TimeChart"));
  EXPECT_THAT(page, HasSubstr("prefers-color-scheme"));
  EXPECT_THAT(page, Not(HasSubstr("{{")));
}

TEST(ReportPage, DataCannotBecomeMarkup) {
  const std::string page = report_page("<b>&", R"x({"name": "</script><script>alert(1)"})x");
  EXPECT_THAT(page, HasSubstr("&lt;b>&amp;"));
  EXPECT_THAT(page, Not(HasSubstr("alert(1)\"}</script><script>alert")));
  EXPECT_THAT(page, HasSubstr(R"x("\u003c/script>\u003cscript>alert(1)")x"));
}

TEST(ReportPage, MarksInsideTheDataStayAsTheyAre) {
  EXPECT_THAT(report_page("t", R"({"a": "{{title}}"})"), HasSubstr(R"("{{title}}")"));
}

}  // namespace
