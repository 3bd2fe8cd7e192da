// The page of a report: one file, no network, data that cannot become markup.
#include "kreisel/io/report_page.hpp"

#include <gmock/gmock.h>

namespace {

using kreisel::report_page;
using testing::HasSubstr;
using testing::Not;

TEST(ReportPage, NeedsNoOtherFileAndNoNetwork) {
  std::string page = report_page("top", "{}");
  const std::string namespace_of_svg = "http://www.w3.org/2000/svg";  // a name, nobody opens it
  page.erase(page.find(namespace_of_svg), namespace_of_svg.size());
  for (const char* outside : {"http://", "https://", "src=", "@import", "url(h", "fetch(", "XMLHttpRequest"})
    EXPECT_THAT(page, Not(HasSubstr(outside)));
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
  const std::string page = report_page("the title", R"({"record": 1})");
  EXPECT_THAT(page, HasSubstr("<title>the title</title>"));
  EXPECT_THAT(page, HasSubstr(R"({"record": 1})"));
  EXPECT_THAT(page, HasSubstr("class Chart"));
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
