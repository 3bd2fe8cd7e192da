// What the report shows, and in which order.

const data = JSON.parse(document.getElementById("data").textContent);
const { record, about, columns, samples, steps } = data;

/** Columns that belong in one chart: [title, test of the name]. The first that fits takes a column. */
const kinds = [
  ["Reaction", /^lambda\./],
  ["Orientation (unit quaternion)", /\.q[wxyz]$/],
  ["Velocity", /\.v[xyz]$/],
  ["Angular velocity (body frame)", /\.w[xyz]$/],
  ["Position", /\.[xyz]$/],
  ["Velocity", /^(v|.*_dot$)/],
  ["Coordinates", /./],
];

/** One chart per kind, unit and body. */
function sampleCharts() {
  const groups = new Map();
  columns.forEach(({ name, unit }, index) => {
    const title = kinds.find(([, test]) => test.test(name))[0];
    const body = name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : "";
    const key = `${title}|${unit}|${body}`;
    const isForce = body === "lambda";
    if (!groups.has(key)) groups.set(key, { title: body && !isForce ? `${title} of ${body}` : title, unit, series: [] });
    const short = isForce ? name.slice("lambda.".length) : name;
    groups.get(key).series.push({ name: short, t: samples.t, high: samples.values[index] });
  });
  return [...groups.values()].map((group) => new Chart(group));
}

/** Pairs and triples x…, y…, z… of one body. */
function paths() {
  const find = (name) => columns.findIndex((column) => column.name === name);
  const found = [];
  columns.forEach(({ name, unit }, index) => {
    const parts = /^(.*\.)?x([^.]*)$/.exec(name);
    if (!parts) return;
    const [, body = "", suffix] = parts;
    const [y, z] = [find(`${body}y${suffix}`), find(`${body}z${suffix}`)];
    if (y < 0) return;
    const label = body ? body.slice(0, -1) : `x${suffix}, y${suffix}`;
    const values = (column) => (column < 0 ? undefined : samples.values[column]);
    found.push({ name: label, unit, x: values(index), y: values(y), z: values(z) });
  });
  return found;
}

const hasNumbers = ({ high }) => high.some((value) => value !== null && value !== 0);

/** Charts of what happened in the steps; a point that stands for several of them shows their range as a band. */
function stepCharts() {
  const one = (name, { low, high }) => ({ name, t: steps.t_end, high, low: steps.per_point > 1 ? low : undefined });
  const charts = [{ title: "Step size", unit: "s", series: [one("h", steps.size)], isLog: true }];
  const residuals = [];
  if (hasNumbers(steps.gap)) residuals.push(one("position level", steps.gap));
  if (hasNumbers(steps.rate)) residuals.push(one("velocity level", steps.rate));
  if (residuals.length > 0) charts.push({ title: "Residuals of the joints, largest row", unit: "1", series: residuals, isLog: true });
  if (steps.energy.high.some((value) => value !== null)) {
    charts.push({ title: "Energy error, E − E₀", unit: energyUnit, series: [one("energy error", steps.energy)] });
  }
  if (hasNumbers(steps.error)) charts.push({ title: "Error estimate, 1 = tolerance", unit: "1", series: [one("estimate", steps.error)], isLog: true });
  charts.push({ title: "Newton iterations per step", unit: "1", series: [one("iterations", steps.newton_iterations)], smallestTick: 1 });
  return charts.map((chart) => new Chart(chart));
}

/** Problems without units have energies without units. */
const energyUnit = columns.some(({ unit }) => unit !== "1") ? "J" : "1";

const stepNote = steps.per_point > 1
  ? `Each point gathers up to ${steps.per_point} steps: the line is the largest value, the band reaches down to the smallest.`
  : "One point per step.";

/** Largest error per unit: [observable, error, unit]. */
function worstErrors() {
  const worst = new Map();
  for (const { observable, error } of record.references) {
    const unit = record.units[observable];
    if (!worst.has(unit) || error > worst.get(unit)[1]) worst.set(unit, [observable, error, unit]);
  }
  return [...worst.values()];
}

function figures() {
  const { statistics, audit } = record;
  const all = [
    [countText(statistics.accepted), `steps, ${countText(statistics.rejected)} rejected`],
    [withUnit(numberText(statistics.wall_seconds, 3), "s"), "computing time"],
  ];
  for (const [observable, error, unit] of worstErrors().slice(0, 1)) {
    all.push([withUnit(numberText(error, 2), unit), `error against the reference (${observable})`]);
  }
  if (record.start.rows.length > 0) all.push([numberText(audit.max_position_residual, 2), "largest position residual"]);
  if (audit.energy_drift !== null) all.push([withUnit(numberText(audit.energy_drift, 2), energyUnit), "energy drift"]);
  const boxes = all.map(([value, what]) => element("div", { class: "figure" }, element("b", {}, value), element("span", {}, what)));
  return element("div", { class: "figures" }, ...boxes);
}

function heading() {
  const isDone = record.exit_code === 0;
  const control = record.options.step
    ? `constant step ${numberText(record.options.step)} s`
    : `rtol ${numberText(record.options.rtol)}, atol ${numberText(record.options.atol)}`;
  const form = record.formulation === "none" ? "" : `, ${record.formulation}`;
  const parts = [
    element("h1", {}, record.problem),
    element("p", {}, `${record.method}${form}, ${control}: `,
      element("b", { class: isDone ? "good" : "bad" }, record.status.replaceAll("_", " ")), ` at t = ${numberText(record.t)} s`),
    element("p", { class: "muted" }, about.problem),
  ];
  if (record.message) parts.splice(2, 0, element("p", { class: "message" }, record.message));
  return element("header", {}, ...parts, figures());
}

function referenceTable() {
  if (record.references.length === 0) {
    return element("p", { class: "muted" }, "There are no reference values for these parameters and this end time.");
  }
  const rows = record.references.map((r) => [labelled(r.observable, record.units[r.observable]), r.value, r.reference, Number(r.error.toPrecision(3))]);
  return tableOf(["observable", "computed", "reference", "error"], rows);
}

const flat = (object, prefix = "") =>
  Object.entries(object).flatMap(([key, value]) =>
    value !== null && typeof value === "object" ? flat(value, `${prefix}${key}.`) : [[`${prefix}${key}`, value]],
  );

function howText() {
  const line = (what, name, words) => element("p", {}, `${what} `, element("b", {}, name), `: ${words}`);
  const lines = [
    line("Problem", record.problem, about.problem_citation),
    line("Method", record.method, `${about.method}. ${about.method_citation}`),
  ];
  if (about.formulation) lines.push(line("Formulation", record.formulation, about.formulation));
  return element("div", {}, ...lines);
}

function optionTable() {
  const shown = flat(record.options).filter(([, value]) => value !== null && value !== "");
  return tableOf(null, shown.map(([key, value]) => [key.replace("parameters.", ""), String(value)]));
}

function statisticsTable() {
  const rows = [...Object.entries(record.statistics), ...Object.entries(record.audit)];
  const units = { wall_seconds: "s", smallest_step: "s", largest_step: "s" };
  const name = (key) => labelled(key.replaceAll("_", " ").replace("wall seconds", "computing time"), units[key]);
  return tableOf(null, rows.filter(([, value]) => value !== null).map(([key, value]) => [name(key), Number.isInteger(value) ? value : Number(value.toPrecision(4))]));
}

function startTable() {
  const { rows, moved_position: moved, moved_velocity: changed } = record.start;
  if (rows.length === 0) return element("p", { class: "muted" }, "There are no joints to satisfy.");
  const table = tableOf(["row", "gap", "rate"], rows.map(({ row, gap, rate }) => [row, Number(gap.toPrecision(3)), Number(rate.toPrecision(3))]));
  const text = `Given start values and by how much they violated the joints. Coordinates were moved by at most ${numberText(moved, 3)}, velocities by ${numberText(changed, 3)}.`;
  return element("div", {}, element("p", { class: "note" }, text), table);
}

function build() {
  const last = samples.t.length - 1;
  sharedTime.full = sharedTime.span = [samples.t[0], samples.t[last] > samples.t[0] ? samples.t[last] : samples.t[0] + 1];
  const found = paths();
  const motion = sampleCharts();
  const views = found.length > 0 ? [new PathView(samples.t, found)] : [];
  const plots = (charts) => element("div", { class: "plots" }, ...charts.map((chart) => chart.root));
  const isForce = (chart) => chart.label.startsWith("Reaction");
  const thinned = samples.stride > 1 ? ` Every ${samples.stride}th sample is shown; samples.csv has them all.` : "";
  const column = (title, ...parts) => element("div", {}, element("h2", {}, title), ...parts);
  document.getElementById("report").append(
    heading(),
    section("Motion", element("p", { class: "note" }, `Hover to read values, drag to zoom in time, double-click to return, click a name to hide its curve.${thinned}`),
      plots([...views, ...motion.filter((chart) => !isForce(chart))])),
    ...(motion.some(isForce) ? [section("Reaction forces", plots(motion.filter(isForce)))] : []),
    section("Steps and residuals", element("p", { class: "note" }, stepNote), plots(stepCharts())),
    element("div", { class: "tables" }, column("Against the reference", referenceTable()), column("Statistics", statisticsTable())),
    section("How it was computed", howText()),
    element("div", { class: "tables" }, column("Options and parameters", optionTable()), column("Start", startTable())),
    element("footer", { class: "note" }, `kreisel ${record.version}, compiled with ${record.compiler}. The full digits are in samples.csv and run.json.`),
  );
}

const drawAll = () => allCharts.forEach((chart) => chart.draw());
build();
drawAll();
window.addEventListener("resize", drawAll);
window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
