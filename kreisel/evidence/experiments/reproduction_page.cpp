// The index page: everything in one file, drawn beforehand; its script only sorts and filters the table.
#include <cmath>

#include <fmt/format.h>

#include "kreisel/core/version.hpp"
#include "kreisel/evidence/experiments/all.hpp"
#include "kreisel/evidence/experiments/plot_svg.hpp"
#include "kreisel/evidence/experiments/reproduction.hpp"

namespace kreisel::experiments {
namespace {

constexpr const char* style = R"(
:root { color-scheme: light dark; --line: #d0d4da; --faint: #5c6570; --good: #00734f; --bad: #b34700; --none: #5c6570; }
@media (prefers-color-scheme: dark) { :root { --line: #3b424b; --faint: #a3adb8; --good: #3fc79a; --bad: #ff9a4d; --none: #a3adb8; } }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 76rem; margin: 0 auto; padding: 0 1rem 3rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
table { border-collapse: collapse; font-size: .86rem; } th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border-bottom: 1px solid var(--line); }
th { cursor: pointer; white-space: nowrap; } td.n { font-variant-numeric: tabular-nums; white-space: nowrap; }
.wide { overflow-x: auto; } .reproduced { color: var(--good); font-weight: 600; } .differs { color: var(--bad); font-weight: 600; }
.not { color: var(--none); font-weight: 600; } .faint { color: var(--faint); } dt { font-weight: 600; } dd { margin: 0 0 .4rem 0; }
figure { display: inline-block; width: min(460px, 100%); margin: .5rem 1rem .5rem 0; vertical-align: top; }
svg { width: 100%; height: auto; } svg text { font-size: 11px; fill: currentColor; } .grid { stroke: var(--line); fill: none; }
figcaption { font-size: .8rem; } figcaption span { white-space: nowrap; margin-right: .5rem; } figcaption i { display: inline-block; width: .8em; height: .8em; margin-right: .25em; }
details { margin: .4rem 0; } button { font: inherit; margin: 0 .4rem .4rem 0; padding: .2rem .7rem; } button[aria-pressed=true] { font-weight: 700; }
)";

constexpr const char* script = R"(
const rows = [...document.querySelectorAll('#all tbody tr')];
for (const button of document.querySelectorAll('button[data-verdict]'))
  button.onclick = () => {
    for (const other of document.querySelectorAll('button[data-verdict]')) other.setAttribute('aria-pressed', other === button);
    for (const row of rows) row.hidden = button.dataset.verdict !== 'all' && row.dataset.verdict !== button.dataset.verdict;
  };
document.querySelectorAll('#all th').forEach((head, column) => {
  let up = false;
  head.onclick = () => {
    up = !up;
    const key = row => row.cells[column].dataset.key || row.cells[column].textContent;
    rows.sort((a, b) => (up ? 1 : -1) * key(a).localeCompare(key(b), 'en', {numeric: true}));
    document.querySelector('#all tbody').append(...rows);
  };
});
)";

std::string shown_class(Verdict verdict) {
  return verdict == Verdict::reproduced ? "reproduced" : verdict == Verdict::differs ? "differs" : "not";
}

std::string bound(double value) {
  return std::abs(value) > 1e299 ? (value > 0.0 ? "∞" : "-∞") : fmt::format("{:.4g}", value);
}

std::string overview_row(const Result& result) {
  const Experiment& e = find_experiment(result.name);
  return fmt::format(
      "<tr data-verdict=\"{}\"><td data-key=\"{} {}\"><a href=\"#{}\">{}</a><br>{}</td><td>{}</td><td>{}</td>"
      "<td class=\"{}\">{}</td><td>{}</td><td class=\"n\" data-key=\"{:.3f}\">{:.1f} s</td></tr>\n",
      shown_class(result.verdict), escaped(e.source), escaped(e.number), e.name, escaped(e.number),
      escaped(e.source), escaped(e.title), escaped(e.published), shown_class(result.verdict),
      name_of(result.verdict), escaped(result.reason), result.seconds, result.seconds);
}

std::string checks_table(const std::string& title, const std::vector<Check>& checks) {
  if (checks.empty()) return "";
  std::string html = fmt::format(
      "<details open><summary>{}</summary><div class=\"wide\"><table><tr><th>claim</th><th>measured</th>"
      "<th>between</th><th>unit</th><th></th></tr>",
      escaped(title));
  for (const Check& c : checks)
    html += fmt::format(
        "<tr><td>{}</td><td class=\"n\">{:.4g}</td><td class=\"n\">{} … {}</td><td>{}</td><td "
        "class=\"{}\">{}</td></tr>",
        escaped(c.claim), c.measured, bound(c.lowest), bound(c.highest), escaped(c.unit),
        c.holds() ? "reproduced" : "differs", c.holds() ? "holds" : "broken");
  return html + "</table></div></details>";
}

std::string data_table(const Table& table) {
  std::string html =
      fmt::format("<details><summary>{}</summary><div class=\"wide\"><table><tr>", escaped(table.title));
  for (const std::string& column : table.columns) html += fmt::format("<th>{}</th>", escaped(column));
  html += "</tr>";
  for (const auto& row : table.rows) {
    html += "<tr>";
    for (const Cell& cell : row) html += fmt::format("<td class=\"n\">{}</td>", escaped(cell.shown()));
    html += "</tr>";
  }
  return html + "</table></div></details>";
}

std::string fact(const char* name, const std::string& text) {
  return text.empty() ? "" : fmt::format("<dt>{}</dt><dd>{}</dd>", name, escaped(text));
}

std::string section(const Result& result) {
  const Experiment& e = find_experiment(result.name);
  std::string html = fmt::format(
      "<section id=\"{}\"><h2>{}, {}: {}</h2><p class=\"{}\">{} <span class=\"faint\">{}</span></p><dl>",
      e.name, escaped(e.source), escaped(e.number), escaped(e.title), shown_class(result.verdict),
      name_of(result.verdict), escaped(result.reason));
  html += fact("published", e.published) + fact("measured with", e.setup) + fact("criterion", e.criterion) +
          fact("not published", e.missing) + fact("erratum", e.erratum) + "</dl>";
  html += checks_table("checks", result.measurement.checks);
  html += checks_table("as printed in the source (decides nothing)", result.measurement.as_printed);
  for (const std::string& remark : result.measurement.remarks)
    html += fmt::format("<p>{}</p>", escaped(remark));
  for (const Plot& plot : result.measurement.plots) html += plot_svg(plot);
  for (const Table& table : result.measurement.tables) html += data_table(table);
  return html +
         fmt::format(
             "<p class=\"faint\">{} · {:.2f} s of processor time · <a href=\"#top\">top</a></p></section>\n",
             e.name, result.seconds);
}

std::string omissions() {
  std::string html = "<h2>Figures and tables that are no experiments</h2><ul>";
  for (const Omission& o : all_omissions())
    html += fmt::format("<li>{}, {}: {}</li>", escaped(o.source), escaped(o.numbers), escaped(o.reason));
  return html + "</ul>";
}

}  // namespace

std::string reproduction_page(const std::vector<Result>& results) {
  const Counts c = count(results);
  std::string html = fmt::format(
      "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width, "
      "initial-scale=1\"><title>Kreisel: published experiments, "
      "reproduced</title><style>{}</style></head><body id=\"top\">"
      "<h1>Published experiments, reproduced</h1><p>{} experiments of five sources with Kreisel {}: {} "
      "reproduced, {} differ, {} "
      "not reproducible from the published data. A verdict follows from checks with bounds on both "
      "sides.</p>",
      style, c.total(), version(), c.reproduced, c.differs, c.not_reproducible);
  html += fmt::format(
      "<p><button data-verdict=\"all\" aria-pressed=\"true\">all {}</button><button "
      "data-verdict=\"reproduced\" "
      "aria-pressed=\"false\">reproduced {}</button><button data-verdict=\"differs\" "
      "aria-pressed=\"false\">differs {}"
      "</button><button data-verdict=\"not\" aria-pressed=\"false\">not reproducible {}</button></p>",
      c.total(), c.reproduced, c.differs, c.not_reproducible);
  html +=
      "<div class=\"wide\"><table "
      "id=\"all\"><thead><tr><th>source</th><th>title</th><th>published</th><th>verdict</th>"
      "<th>measured</th><th>cost</th></tr></thead><tbody>\n";
  for (const Result& result : results) html += overview_row(result);
  html += "</tbody></table></div>\n";
  for (const Result& result : results) html += section(result);
  return html + omissions() + fmt::format("<script>{}</script></body></html>\n", script);
}

}  // namespace kreisel::experiments
