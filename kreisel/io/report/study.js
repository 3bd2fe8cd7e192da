// The page of a study: what was found, figures with one legend for all of them, tables that sort, how it was done.

const study = JSON.parse(document.getElementById("data").textContent);
const group = new FigureGroup(study.figures);

const tableSection = (table, index) => (index === 0 ? section(table.title, sortableTable(table)) : foldedTable(table));

function build() {
  const verdict = study.as_claimed ? "" : "bad";
  document.getElementById("report").append(
    element("header", {}, element("h1", {}, study.title), element("p", { class: "muted" }, study.about),
      ...study.lead.map((text) => element("p", { class: `lead ${verdict}`.trim() }, text))),
    ...(study.figures.length > 0 ? [section("Figures", group.root)] : []),
    ...study.tables.map(tableSection),
    section("How it was computed", ...study.notes.map((text) => element("p", {}, text))),
    element("footer", { class: "note" }, `kreisel ${study.version}. The numbers are in the CSV files and in study.json beside this page, the figures for print in figure.svg and figure.pdf.`),
  );
}

build();
group.draw();
window.addEventListener("resize", () => group.draw());
