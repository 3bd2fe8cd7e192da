// The page of a sweep: how it went, parallel coordinates, responses, a scatter matrix, failures; a click on a member shows it.

const sweep = JSON.parse(document.getElementById("data").textContent);
const columnOf = (name) => sweep.columns.find((column) => column.name === name);
const hasValues = ({ values }) => values.some((value) => value !== null);
const isVaried = ({ values }) => new Set(values).size > 1;
const parameters = sweep.columns.filter(({ role, ...column }) => role === "parameter" && isVaried(column));
const objectives = sweep.columns.filter(({ role, ...column }) => role === "objective" && hasValues(column));
const results = objectives.length > 0 ? objectives : [columnOf("steps")].filter(hasValues);
const codes = columnOf("exit_code").values;
const choice = new Choice(sweep.members);

const parameterAxes = parameters.map(axisOf);
const resultAxes = results.map(axisOf);

/** From blue to orange with the first result; failed members are grey. */
function colourOfMember(i) {
  const [first] = resultAxes;
  if (codes[i] !== 0 || !first || !Number.isFinite(first.numbers[i])) return "#8888";
  const part = (first.numbers[i] - first.low) / (first.high - first.low);
  return `hsl(${Math.round(210 - 185 * part)} 85% 45%)`;
}

/** One figure of the row on top. */
const figureOf = (value, name) => element("div", { class: "figure" }, element("b", {}, value), element("span", {}, name));

function figures() {
  const completed = sweep.status.completed ?? 0;
  const row = element("div", { class: "figures" }, figureOf(countText(sweep.members), "members"), figureOf(countText(completed), "completed"));
  if (completed < sweep.members) row.append(figureOf(countText(sweep.members - completed), "failed"));
  row.append(figureOf(`${numberText(sweep.member_seconds, 3)} s`, "of computing"), figureOf(`${numberText((1000 * sweep.member_seconds) / sweep.members, 3)} ms`, "a member"));
  return row;
}

const charts = [];
const chart = (title, made) => {
  charts.push(made);
  return element("div", { class: "plot" }, element("h3", {}, title), made.canvas);
};

/** Every result over every parameter. */
function responses() {
  const cells = [];
  for (const result of resultAxes)
    for (const parameter of parameterAxes)
      cells.push(chart(`${result.label} over ${parameter.name}`, new ScatterChart(parameter, result, colourOfMember, choice, { isJoined: parameterAxes.length === 1 })));
  return element("div", { class: "plots" }, ...cells);
}

/** Every quantity over every other one, up to six of them. */
function scatterMatrix() {
  const axes = [...parameterAxes, ...resultAxes].slice(0, 6);
  const grid = element("div", { class: "matrix" });
  grid.style.gridTemplateColumns = `repeat(${axes.length}, minmax(0, 1fr))`;
  axes.forEach((up, row) => axes.forEach((across, column) => {
    if (row === column) grid.append(element("div", { class: "name" }, up.label));
    else {
      const made = new ScatterChart(across, up, colourOfMember, choice, { isSmall: true });
      charts.push(made);
      grid.append(made.canvas);
    }
  }));
  return grid;
}

/** A row per kind of failure: how many, the first one, why. */
function failures() {
  const [status, messages] = [columnOf("status").values, columnOf("message").values];
  const rows = Object.keys(sweep.status).filter((name) => status.some((one, i) => one === name && codes[i] !== 0)).map((name) => {
    const first = status.indexOf(name);
    return [name, sweep.status[name], first, messages[first]];
  });
  if (rows.length === 0) return element("p", { class: "note" }, "None: every member reached its end.");
  const table = { columns: ["status", "members", "first", "why"].map((name) => ({ name, unit: "1" })), rows };
  return sortableTable(table, "wrapping", (line, row) => clickable(line, row[2]));
}

function clickable(line, member) {
  line.style.cursor = "pointer";
  line.addEventListener("click", () => choice.choose(member));
}

/** The member that was clicked: its values and the command that runs it alone. */
function chosenMember() {
  const root = element("div", { class: "message" }, "Click a line, a point or a row to see the member and the command that runs it alone.");
  const show = () => {
    const i = choice.chosen;
    if (i === null) return;
    const values = sweep.columns.filter(({ values: all }) => all[i] !== null && all[i] !== "").map(({ name, unit, values: all }) => {
      const text = typeof all[i] === "number" ? numberText(all[i], 8) : all[i];
      return [element("dt", {}, name), element("dd", {}, unit === "SI" ? text : withUnit(text, unit))];
    });
    const parts = [element("h3", {}, `Member ${i}`)];
    if (sweep.commands[i]) {
      const command = `${sweep.commands[i]} --out member_${i} --report`;
      const button = element("button", { type: "button" }, "copy");
      button.addEventListener("click", () => navigator.clipboard?.writeText(command));
      parts.push(element("p", { class: "filters" }, element("code", {}, command), button));
    }
    root.replaceChildren(...parts, element("dl", { class: "facts" }, ...values.flat()));
  };
  choice.listeners.push(show);
  return root;
}

function memberTable() {
  const most = 2000;
  const shown = sweep.columns.filter((column) => hasValues(column) && !["message", "exit_code"].includes(column.name));
  const rows = Array.from({ length: Math.min(most, sweep.members) }, (_, i) => shown.map(({ values }) => values[i]));
  const folded = element("details", {}, element("summary", {}, sweep.members > most ? `The first ${most} members` : `All members (${sweep.members})`));
  const table = { columns: shown.map(({ name, unit }) => ({ name, unit: unit === "SI" ? "1" : unit })), rows };
  folded.addEventListener("toggle", () => folded.append(sortableTable(table, "", (line, row) => clickable(line, row[0]))), { once: true });
  return folded;
}

function build() {
  const formulas = sweep.objectives.map(({ name, formula }) => `${name} = ${formula}`).join("; ");
  const parts = [element("header", {}, element("h1", {}, `Sweep of ${sweep.name}`), ...(formulas ? [element("p", { class: "muted" }, formulas)] : []), figures())];
  if (parameterAxes.length + resultAxes.length > 1) {
    const parallel = new ParallelCoordinates([...parameterAxes, ...resultAxes], colourOfMember, choice);
    parts.push(section("Every member as a line", element("p", { class: "note" }, `Coloured by ${resultAxes[0]?.name ?? "nothing"}. Drag along an axis to keep the members inside, click it to let them go; click a line to see its member.`), chart("", parallel)));
  }
  parts.push(section("The member clicked", chosenMember()));
  if (parameterAxes.length > 0 && resultAxes.length > 0) parts.push(section("Responses", responses()));
  if (parameterAxes.length + resultAxes.length > 2) parts.push(section("Each over each", scatterMatrix()));
  parts.push(section("Failures", failures()), memberTable(),
    element("footer", { class: "note" }, `kreisel ${sweep.version}, seed ${sweep.seed}, ${sweep.engine}. Values are in SI units; the numbers are in table.csv and table.h5 beside this page.`));
  document.getElementById("report").append(...parts);
}

build();
const drawAll = () => charts.forEach((one) => one.draw());
drawAll();
window.addEventListener("resize", drawAll);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
