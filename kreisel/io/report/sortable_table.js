// Tables that sort by the column whose head is clicked.

const contentOf = (cell) => (cell !== null && typeof cell === "object" ? cell.value : cell);

/** Numbers before words; words by their leading number if they have one: "2.01 ± 0.02"; "figure 6.9" before "figure 6.10". */
function compareCells(a, b) {
  const key = (cell) => (typeof cell === "number" ? cell : Number.parseFloat(cell));
  const [x, y] = [key(a), key(b)];
  if (Number.isNaN(x) && Number.isNaN(y)) return String(a).localeCompare(String(b), "en", { numeric: true });
  if (Number.isNaN(x)) return 1;
  if (Number.isNaN(y)) return -1;
  return x - y;
}

/** finish(line, row) may change the <tr> that was made of a row. */
function sortableTable({ columns, rows }, kind = "", finish = () => {}) {
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
  const lineOf = (row) => {
    const line = element("tr", {}, ...row.map(cellOf));
    finish(line, row);
    return line;
  };
  const fill = (sorted) => body.replaceChildren(...sorted.map(lineOf));
  let [sorted, isDown] = [-1, false];
  function sortBy(column) {
    isDown = sorted === column && !isDown;
    sorted = column;
    heads.forEach((head, index) => head.setAttribute("aria-sort", index !== column ? "none" : isDown ? "descending" : "ascending"));
    const order = [...rows].sort((a, b) => compareCells(contentOf(a[column]), contentOf(b[column])));
    fill(isDown ? order.reverse() : order);
  }
  fill(rows);
  return element("div", { class: `table sortable ${kind}`.trim(), tabindex: "0" },
    element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body));
}

/** Closed at first: its rows are made when it is opened. */
function foldedTable(table) {
  const folded = element("details", {}, element("summary", {}, `${table.title} (${table.rows.length})`));
  folded.addEventListener("toggle", () => folded.append(sortableTable(table)), { once: true });
  return folded;
}
