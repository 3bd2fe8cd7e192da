// The page of a study: what was found, figures with one legend for all of them, tables that sort, how it was done.

const study = JSON.parse(document.getElementById("data").textContent);
const charts = study.figures.map((figure) => new XyPlot(figure));

/** One entry per style: [style, name], in the order of the first figure that has it. */
function contestants() {
  const names = new Map();
  for (const { curves } of study.figures) for (const { style, name } of curves) if (!names.has(style)) names.set(style, name);
  return [...names];
}

const redraw = () => charts.forEach((chart) => chart.draw());

function legendButton([style, name]) {
  const line = element("path", { d: "M0 6H26", style: `stroke:${colourOf(style)}`, "stroke-dasharray": dashesOf(style) });
  const mark = element("path", { d: markPath(style, 13, 6, 3), style: `fill:${colourOf(style)}` });
  const sample = element("svg", { class: "sample", viewBox: "0 0 26 12", "aria-hidden": "true" }, line, mark);
  const button = element("button", { type: "button", "aria-pressed": "true", "data-style": style }, sample, name);
  button.addEventListener("click", () => {
    if (!hiddenStyles.delete(style)) hiddenStyles.add(style);
    showPressed();
    redraw();
  });
  return button;
}

function showPressed() {
  for (const button of document.querySelectorAll(".legend button[data-style]")) {
    button.setAttribute("aria-pressed", String(!hiddenStyles.has(Number(button.dataset.style))));
  }
}

function legend() {
  const all = contestants();
  const set = (isHidden) => {
    for (const [style] of all) isHidden ? hiddenStyles.add(style) : hiddenStyles.delete(style);
    showPressed();
    redraw();
  };
  const action = (text, isHidden) => {
    const button = element("button", { type: "button", class: "action" }, text);
    button.addEventListener("click", () => set(isHidden));
    return button;
  };
  return element("div", { class: "legend shared" }, action("show all", false), action("hide all", true), ...all.map(legendButton));
}

const contentOf = (cell) => (cell !== null && typeof cell === "object" ? cell.value : cell);

/** Numbers before words, words by their leading number if they have one: "2.01 ± 0.02". */
function compareCells(a, b) {
  const key = (cell) => (typeof cell === "number" ? cell : Number.parseFloat(cell));
  const [x, y] = [key(a), key(b)];
  if (Number.isNaN(x) && Number.isNaN(y)) return String(a).localeCompare(String(b));
  if (Number.isNaN(x)) return 1;
  if (Number.isNaN(y)) return -1;
  return x - y;
}

function sortableTable({ columns, rows }) {
  const isNumber = columns.map((_, column) => rows.some((row) => typeof contentOf(row[column]) === "number"));
  const body = element("tbody");
  const heads = columns.map(({ name, unit }, column) => {
    const button = element("button", { type: "button" }, labelled(name, unit));
    const head = element("th", { "aria-sort": "none", ...(isNumber[column] ? { class: "number" } : {}) }, button);
    button.addEventListener("click", () => sortBy(column));
    return head;
  });
  const cellOf = (cell, column) => {
    const content = contentOf(cell);
    const tone = cell !== null && typeof cell === "object" ? cell.tone : "";
    const text = typeof content === "number" ? numberText(content, columns[column].digits) : (content ?? "–");
    return element("td", { class: [isNumber[column] ? "number" : "", tone].join(" ").trim() }, text);
  };
  const fill = (sorted) => body.replaceChildren(...sorted.map((row) => element("tr", {}, ...row.map(cellOf))));
  let [sorted, isDown] = [-1, false];
  function sortBy(column) {
    isDown = sorted === column && !isDown;
    sorted = column;
    heads.forEach((head, index) => head.setAttribute("aria-sort", index !== column ? "none" : isDown ? "descending" : "ascending"));
    const order = [...rows].sort((a, b) => compareCells(contentOf(a[column]), contentOf(b[column])));
    fill(isDown ? order.reverse() : order);
  }
  fill(rows);
  return element("div", { class: "table sortable" }, element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body));
}

function tableSection(table, index) {
  const content = sortableTable(table);
  if (index === 0) return section(table.title, content);
  return element("details", {}, element("summary", {}, `${table.title} (${table.rows.length})`), content);
}

function build() {
  const verdict = study.as_claimed ? "" : "bad";
  document.getElementById("report").append(
    element("header", {}, element("h1", {}, study.title), element("p", { class: "muted" }, study.about),
      ...study.lead.map((text) => element("p", { class: `lead ${verdict}`.trim() }, text))),
    ...(charts.length > 0 ? [section("Figures",
      element("p", { class: "note" }, "Point at a curve to read its values; click a name to hide or show it in all figures."),
      legend(), element("div", { class: "plots" }, ...charts.map((chart) => chart.root)))] : []),
    ...study.tables.map(tableSection),
    section("How it was computed", ...study.notes.map((text) => element("p", {}, text))),
    element("footer", { class: "note" }, `kreisel ${study.version}. The numbers are in the CSV files and in study.json beside this page, the figures for print in figure.svg and figure.pdf.`),
  );
}

build();
redraw();
window.addEventListener("resize", redraw);
