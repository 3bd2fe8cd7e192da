// Errors, axes and drawings of studies.
#include <array>
#include <cmath>
#include <map>
#include <set>

#include <gmock/gmock.h>

#include "evidence/studies/axis_scale.hpp"
#include "evidence/studies/errors.hpp"
#include "evidence/studies/figure_drawing.hpp"
#include "evidence/studies/fingerprints.hpp"
#include "evidence/studies/study_folder.hpp"
#include "kreisel/problems/all.hpp"

namespace {

using kreisel::AxisScale;
using kreisel::Cell;
using kreisel::Component;
using kreisel::Drawing;
using kreisel::Figure;
using kreisel::SourceFile;
using kreisel::StudyReport;
using kreisel::Table;
using kreisel::Trajectory;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::UnorderedElementsAre;

TEST(AxisScale, NamesPowersOfTen) {
  const std::array values{1e-8, 1e-2};
  const AxisScale scale(values, true, 0.0, 100.0);
  int named = 0;
  for (const auto& tick : scale.ticks(5)) {
    if (tick.text.empty()) continue;
    EXPECT_EQ(tick.text, "10");
    EXPECT_NEAR(tick.value, std::pow(10.0, std::stoi(tick.raised)), 1e-9 * tick.value);
    ++named;
  }
  EXPECT_GE(named, 3);
  EXPECT_GT(scale(1e-2), scale(1e-8));
  EXPECT_FALSE(scale.can_show(0.0));
}

TEST(StudyErrors, TellComponentsApart) {
  using kreisel::component_of;
  EXPECT_EQ(component_of({"lambda.tip_x", "N"}), Component::multiplier);
  EXPECT_EQ(component_of({"top.x", "m"}), Component::position);
  EXPECT_EQ(component_of({"top.wx", "rad/s"}), Component::velocity);
  EXPECT_EQ(component_of({"vx", "1"}), Component::velocity) << "a problem without units";
  EXPECT_EQ(component_of({"x", "1"}), Component::position);
  EXPECT_EQ(component_of({"energy", "J"}), Component::other);
}

TEST(StudyErrors, AQuaternionAndItsNegativeAreTheSameRotation) {
  const double half = 0.5e-6;
  Trajectory a{{{"b.qw", "1"}, {"b.qx", "1"}, {"b.qy", "1"}, {"b.qz", "1"}}, {0.0}, {{1.0, 0.0, 0.0, 0.0}}};
  Trajectory b = a;
  b.values = {{-std::cos(half), -std::sin(half), 0.0, 0.0}};
  const auto difference = kreisel::differences(b, a);
  ASSERT_EQ(difference.size(), 1U);
  EXPECT_NEAR(difference.front().largest, 1e-6, 1e-15);
  b.times = {0.0, 1.0};
  EXPECT_TRUE(std::isnan(kreisel::differences(b, a).front().largest)) << "other times: no error";
}

Figure figure() {
  return {.title = "Error in λ",
          .x = {"h", "s"},
          .y = {"error <&>"},
          .curves = {{.name = "a (b)", .style = 0, .x = {0.1, 0.05, 0.025}, .y = {1e-2, std::nan(""), 1e-4}}},
          .triangles = {{.x = 0.03, .y = 1e-4, .width = 2.0, .slope = 2.0}}};
}

TEST(Drawings, BecomeWellFormedSvgAndPdf) {
  const std::array figures{figure()};
  const Drawing drawing = kreisel::figure_drawing("title", figures);
  const std::string svg = kreisel::drawing_svg(drawing), pdf = kreisel::drawing_pdf(drawing);
  EXPECT_THAT(svg, HasSubstr("error &lt;&amp;>"));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_TRUE(pdf.starts_with("%PDF-1.4\n"));
  EXPECT_THAT(pdf, HasSubstr("a \\(b\\)"));
  EXPECT_THAT(pdf, Not(HasSubstr("nan")));
  // Every object lies where the table of places says.
  const std::size_t table = std::stoul(pdf.substr(pdf.rfind("startxref\n") + 10));
  EXPECT_EQ(pdf.compare(table, 5, "xref\n"), 0);
  for (int i = 1; i <= 8; ++i) {
    const std::size_t row = table + 9 + 20 * static_cast<std::size_t>(i);
    const std::size_t place = std::stoul(pdf.substr(row, 10));
    EXPECT_EQ(pdf.compare(place, 7, std::to_string(i) + " 0 obj"), 0) << i;
  }
}

TEST(Drawings, BreakLongTitlesAndMakeRoomForThem) {
  Figure with_words = figure();
  for (int i = 0; i < 12; ++i) with_words.title += " word" + std::to_string(i);
  const std::array one{figure()}, other{with_words};
  const Drawing plain = kreisel::figure_drawing("title", one),
                broken = kreisel::figure_drawing("title", other);
  EXPECT_EQ(broken.width, plain.width);
  EXPECT_GT(broken.height, plain.height);
  std::size_t titles = 0;
  for (const auto& part : broken.parts) {
    const auto* const label = std::get_if<kreisel::Label>(&part);
    if (label == nullptr || label->text.find("word") == std::string::npos) continue;
    ++titles;
    EXPECT_GE(label->at.y - label->size, 0.0);
    EXPECT_LE(label->at.x + kreisel::text_width(label->text, label->size), broken.width);
  }
  EXPECT_GE(titles, 2U);
}

TEST(Drawings, HaveRoomForLongNamesAndManyPanels) {
  std::vector<Figure> many(30, figure());
  many.front().curves.front().name = std::string(200, 'n');
  const Drawing drawing = kreisel::figure_drawing("title", many);
  std::set<std::string> letters;
  for (const auto& part : drawing.parts) {
    const auto* const label = std::get_if<kreisel::Label>(&part);
    if (label == nullptr || label->anchor != kreisel::Anchor::start) continue;
    if (label->text.starts_with("(")) letters.insert(label->text.substr(0, 3));
    EXPECT_LE(label->at.x + kreisel::text_width(label->text, label->size), drawing.width);
  }
  EXPECT_EQ(letters.size(), many.size());
}

TEST(StudyReports, AreTablesTextAndPage) {
  StudyReport report{.kind = "orders", .title = "t </script>"};
  report.tables = {
      Table{.name = "summary", .columns = {{"who"}, {"λ", "N"}}, .rows = {{Cell::of("a,b"), Cell::of(0.1)}}}};
  report.figures = {figure()};
  EXPECT_EQ(kreisel::table_csv(report.tables.front()), "who,λ [N]\n\"a,b\",0.10000000000000001\n");
  EXPECT_EQ(kreisel::table_text(report.tables.front()), "who  λ [N]\na,b    0.1\n");
  EXPECT_THAT(kreisel::curves_csv(report), Not(HasSubstr("nan")));
  const std::string page = kreisel::study_html(report);
  EXPECT_THAT(page, HasSubstr("class XyPlot"));
  EXPECT_THAT(page, Not(HasSubstr("t </script>")));
  EXPECT_THAT(page, Not(HasSubstr("{{")));
}

TEST(Fingerprints, FollowIncludesButNotLists) {
  const std::array<SourceFile, 5> table{
      {{"kreisel/core/a.hpp", "1", ""},
       {"kreisel/methods/f.cpp", "2", "kreisel/methods/f.hpp kreisel/core/a.hpp"},
       {"kreisel/methods/f.hpp", "3", "kreisel/methods/make_stepper.hpp"},
       {"kreisel/methods/g.hpp", "4", ""},
       {"kreisel/methods/make_stepper.hpp", "5", "kreisel/methods/g.hpp"}}};
  EXPECT_THAT(kreisel::reachable_sources("kreisel/methods/f.hpp", table),
              ElementsAre("kreisel/core/a.hpp", "kreisel/methods/f.cpp", "kreisel/methods/f.hpp"));
  auto changed = table;
  changed[3].hash = "other";
  EXPECT_EQ(kreisel::fingerprint_of_sources("kreisel/methods/f.hpp", changed),
            kreisel::fingerprint_of_sources("kreisel/methods/f.hpp", table));
  changed[0].hash = "other";
  EXPECT_NE(kreisel::fingerprint_of_sources("kreisel/methods/f.hpp", changed),
            kreisel::fingerprint_of_sources("kreisel/methods/f.hpp", table));
}

TEST(Fingerprints, AProblemIsNoPartOfWhatItIncludesFirst) {
  const std::array<SourceFile, 2> table{
      {{"kreisel/equations/a.hpp", "1", ""}, {"kreisel/problems/top.cpp", "2", "kreisel/equations/a.hpp"}}};
  EXPECT_THAT(kreisel::reachable_sources("kreisel/equations/a.hpp", table),
              ElementsAre("kreisel/equations/a.hpp"));
  EXPECT_THAT(kreisel::reachable_sources("kreisel/problems/top.cpp", table),
              ElementsAre("kreisel/equations/a.hpp", "kreisel/problems/top.cpp"));
}

/// With error control bliedf of highest order 5 and bliedf_5 are the same method under two names.
TEST(Fingerprints, DifferBetweenMethodsThatDiffer) {
  std::map<std::string, std::string> first_with;
  std::vector<std::string> same;
  for (const kreisel::MethodEntry& method : kreisel::all_methods()) {
    const std::string print = kreisel::fingerprint_of_method(method, kreisel::Parameters(method.parameters));
    const auto [entry, is_new] = first_with.emplace(print, method.name);
    if (!is_new) same.push_back(entry->second + " = " + method.name);
  }
  EXPECT_THAT(same, ElementsAre("bliedf = bliedf_5", "mk_bdf = mk_bdf_5"));
}

constexpr std::array families{
    "kreisel/methods/generalized_alpha/family.hpp", "kreisel/methods/multistep/family.hpp",
    "kreisel/methods/implicit_runge_kutta/family.hpp", "kreisel/methods/explicit_runge_kutta/family.hpp"};

/// Otherwise a change of one of them would compute everything anew.
TEST(Fingerprints, OfTheEngineContainsNoFamilyAndNoProblem) {
  const auto engine = kreisel::reachable_sources("kreisel/run/run.hpp", kreisel::source_table());
  for (const char* const family : families) EXPECT_THAT(engine, Not(Contains(family)));
  EXPECT_THAT(engine, Not(Contains("kreisel/problems/heavy_top.cpp")));
  EXPECT_THAT(engine, Contains("kreisel/integrate/step_controller.cpp"));
}

/// Otherwise results would outlive the code they came from.
TEST(Fingerprints, LeaveNoSourceOfMethodsAndProblemsOut) {
  std::set<std::string> covered;
  const auto cover = [&](const std::string& root) {
    const auto files = kreisel::reachable_sources(root, kreisel::source_table());
    EXPECT_FALSE(files.empty()) << root;
    covered.insert(files.begin(), files.end());
  };
  cover("kreisel/run/run.hpp");
  for (const char* const family : families) cover(family);
  for (const kreisel::ProblemEntry& problem : kreisel::all_problems())
    cover("kreisel/problems/" + problem.name + ".cpp");
  std::vector<std::string> left_out;
  for (const SourceFile& file : kreisel::source_table()) {
    const std::string path(file.path);
    const bool counts = path.starts_with("kreisel/methods/") || path.starts_with("kreisel/problems/") ||
                        path.starts_with("kreisel/integrate/") || path.starts_with("kreisel/linear/");
    if (counts && !covered.contains(path)) left_out.push_back(path);
  }
  // Lists, numbers that enter by their values, and what runs do not use.
  EXPECT_THAT(left_out,
              UnorderedElementsAre(
                  "kreisel/integrate/dense_solution.cpp", "kreisel/integrate/dense_solution.hpp",
                  "kreisel/integrate/expansion.cpp", "kreisel/integrate/expansion.hpp",
                  "kreisel/integrate/series_step.cpp", "kreisel/integrate/series_step.hpp",
                  "kreisel/methods/catalog.cpp", "kreisel/methods/explicit_runge_kutta/catalog.cpp",
                  "kreisel/methods/implicit_runge_kutta/catalog.cpp", "kreisel/methods/catalog_lists.hpp",
                  "kreisel/methods/make_stepper.hpp", "kreisel/methods/implicit_runge_kutta/tables.cpp",
                  "kreisel/problems/all.cpp", "kreisel/problems/all.hpp"));
}

}  // namespace
