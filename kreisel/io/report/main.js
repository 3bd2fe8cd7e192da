// The report of a run: what a person asks first on top, everything else folded below.

const data = JSON.parse(document.getElementById("data").textContent);
const { record, about, columns, steps } = data;
const t = unpacked(data.samples.t);
const values = data.samples.values.map(unpacked);

const plots = (charts) => element("div", { class: "plots" }, ...charts.map((chart) => chart.root));
const folded = (title, ...children) => element("details", {}, element("summary", {}, title), ...children);
const note = (text) => element("p", { class: "note" }, text);

/** Largest size of every unit: what varies by less than round-off of it is no signal. */
const ranges = values.map(rangeOf);
const sizes = new Map();
columns.forEach(({ unit }, i) => sizes.set(unit, Math.max(sizes.get(unit) ?? 0, Math.abs(ranges[i][0]), Math.abs(ranges[i][1]))));
// A moment is at least a force times the size of the mechanism: joints without moments have round-off of that.
if (sizes.has("N m")) sizes.set("N m", Math.max(sizes.get("N m"), (sizes.get("N") ?? 0) * (sizes.get("m") ?? 0)));
const isNoise = (i) => !(ranges[i][1] - ranges[i][0] > 1e-9 * sizes.get(columns[i].unit));

const hasReactions = columns.some(({ kind }) => kind === "reaction");
const energyUnit = columns.some(({ unit }) => unit !== "1") ? "J" : "1";

/** Charts of the columns that pass `wanted`, one per key and at most seven curves each; constants are told in words. */
function chartsOf(wanted, keyOf, titleOf, nameOf) {
  const groups = new Map();
  const constants = [];
  columns.forEach((column, i) => {
    if (!wanted(column)) return;
    if (isNoise(i)) {
      constants.push(`${column.name} = ${withUnit(numberText(values[i][0]), column.unit)}`);
      return;
    }
    const key = `${keyOf(column)}|${column.unit}`;
    if (!groups.has(key)) groups.set(key, { title: titleOf(column), unit: column.unit, series: [] });
    groups.get(key).series.push({ name: nameOf(column), t, high: values[i] });
  });
  const charts = [];
  for (const { title, unit, series } of groups.values()) {
    for (let from = 0; from < series.length; from += 7) charts.push(new TimeChart({ title, unit, series: series.slice(from, from + 7) }));
  }
  const rest = constants.length > 0 ? [note(`Constant: ${constants.join(", ")}.`)] : [];
  return { charts, rest, isEmpty: charts.length === 0 && rest.length === 0 };
}

const partOf = ({ name, of }) => (of ? name.slice(of.length + 1) : name);
const inWords = (text) => text.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());

/** What joints and forces show: all angles together, all travels, all spring forces; rates and powers apart. */
function resultParts() {
  const isRate = (column) => /(_rate|\.power)$/.test(column.name);
  const make = (wanted) => chartsOf((column) => column.kind === "result" && wanted(column), partOf, (column) => inWords(partOf(column)), ({ of }) => of);
  return [make((column) => !isRate(column)), make(isRate)];
}

/** Sizes of the reactions of all joints, and their components joint by joint. */
function reactionParts() {
  const joints = [...new Set(columns.filter(({ kind }) => kind === "reaction").map(({ of }) => of))];
  const find = (name) => values[columns.findIndex((column) => column.name === name)];
  const size = (joint, part) => {
    const [x, y, z] = ["x", "y", "z"].map((axis) => find(`${joint}.${part}${axis}`));
    return Float64Array.from(x, (_, i) => Math.hypot(x[i], y[i], z[i]));
  };
  const overview = [["f", "Size of reaction forces", "N"], ["m", "Size of reaction moments", "N m"]].flatMap(([part, title, unit]) => {
    const series = joints.map((joint) => ({ name: joint, t, high: size(joint, part) })).filter(({ high }) => rangeOf(high)[1] > 1e-9 * sizes.get(unit));
    const charts = [];
    for (let from = 0; from < series.length; from += 7) charts.push(new TimeChart({ title, unit, series: series.slice(from, from + 7) }));
    return charts;
  });
  const details = joints.map((joint) => {
    const shown = (kind) => chartsOf((column) => column.of === joint && column.kind === kind, (column) => column.unit, ({ unit }) => (unit === "N" ? "Force" : "Moment"), (column) => partOf(column).replace("joint_", ""));
    const [space, local] = [shown("reaction"), shown("local_reaction")];
    return folded(joint, note("On the body of the second end, in space:"), plots(space.charts), ...space.rest,
      folded("along the axes of the first end", plots(local.charts), ...local.rest));
  });
  return { overview, details };
}

/** Rows of problems that have no reactions in space. */
const multiplierPart = () => chartsOf(({ kind }) => kind === "multiplier" && !hasReactions, () => "lambda", () => "Reactions", ({ name }) => name.replace("lambda.", ""));

const bodyTitles = { position: "Position", orientation: "Orientation (unit quaternion)", velocity: "Velocity", angular_velocity: "Angular velocity (frame of the body)" };
function bodyParts() {
  const bodies = [...new Set(columns.filter(({ kind }) => kind === "position").map(({ of }) => of))];
  return bodies.map((body) => {
    const { charts, rest } = chartsOf((column) => column.of === body && bodyTitles[column.kind], ({ kind }) => kind, ({ kind }) => bodyTitles[kind], partOf);
    return folded(body, plots(charts), ...rest);
  });
}

const hasNumbers = ({ high }) => high.some((value) => value !== null && value !== 0);
const stepSeries = (name, { low, high }) => ({ name, t: steps.t_end, high, low: steps.per_point > 1 ? low : undefined });

function energyCharts() {
  const { charts } = chartsOf(({ kind }) => kind === "energy", () => "energy", () => "Energy", partOf);
  const first = steps.energy.high.find((value) => value !== null);
  if (first !== undefined && hasNumbers(steps.energy)) {
    charts.push(new TimeChart({ title: "Energy error, E − E₀", unit: energyUnit, series: [stepSeries("error", steps.energy)] }));
  }
  return charts;
}

/** How it was stepped: panels that fit the method and have something to show. */
function accuracyCharts() {
  const charts = [new TimeChart({ title: "Step size", unit: "s", series: [stepSeries("h", steps.size)], isLog: true })];
  if (hasNumbers(steps.error)) charts.push(new TimeChart({ title: "Error estimate, 1 is the tolerance", unit: "1", series: [stepSeries("estimate", steps.error)], isLog: true }));
  const gaps = [["position", steps.gap], ["velocity", steps.rate]].filter(([, range]) => hasNumbers(range)).map(([name, range]) => stepSeries(name, range));
  if (gaps.length > 0) charts.push(new TimeChart({ title: "Gap of the joints, largest row", unit: "1", series: gaps, isLog: true }));
  if (hasNumbers(steps.newton_iterations)) charts.push(new TimeChart({ title: "Newton iterations per step", unit: "1", series: [stepSeries("iterations", steps.newton_iterations)] }));
  return charts;
}

/** A time that can be clicked: the replay goes there. */
function timeCell(time) {
  const cell = element("button", { type: "button", class: "time" }, withUnit(numberText(time, 4), "s"));
  cell.addEventListener("click", () => sharedTime.onPick(time));
  return cell;
}

function overviewTables() {
  const { numbers, reactions } = record.overview;
  const size = (unit) => sizes.get(unit) ?? 0;
  const told = numbers.filter(({ unit, smallest, largest }) => largest - smallest > 1e-9 * size(unit));
  const text = (value, unit) => withUnit(numberText(Math.abs(value) < 1e-11 * size(unit) ? 0 : value), unit);
  const parts = [];
  // A dozen rows, the rest folded away.
  const put = (head, rows) => {
    parts.push(tableOf(head, rows.slice(0, 12)));
    if (rows.length > 12) parts.push(folded(`${rows.length - 12} more`, tableOf(head, rows.slice(12))));
  };
  if (told.length > 0) {
    put(["", "at the end", "smallest", "at", "largest", "at"], told.map((n) => [n.name, text(n.end, n.unit), text(n.smallest, n.unit), timeCell(n.t_smallest), text(n.largest, n.unit), timeCell(n.t_largest)]));
  }
  if (reactions.length > 0) {
    const sorted = [...reactions].sort((a, b) => b.force - a.force);
    put(["largest reactions", "force", "at", "moment", "at"], sorted.map((r) => [r.joint, text(r.force, "N"), timeCell(r.t_force), text(r.moment, "N m"), timeCell(r.t_moment)]));
  }
  return parts;
}

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
  if (record.start.rows.length > 0) all.push([numberText(audit.max_position_residual, 2), "largest gap of a joint"]);
  if (audit.energy_drift !== null) all.push([withUnit(numberText(audit.energy_drift, 2), energyUnit), "energy drift"]);
  return element("div", { class: "figures" }, ...all.map(([value, what]) => element("div", { class: "figure" }, element("b", {}, value), element("span", {}, what))));
}

function heading() {
  const isDone = record.exit_code === 0;
  const control = record.options.step ? `constant step ${numberText(record.options.step)} s` : `rtol ${numberText(record.options.rtol)}, atol ${numberText(record.options.atol)}`;
  const form = record.formulation === "none" ? "" : `, ${record.formulation}`;
  const parts = [
    element("h1", {}, record.problem),
    element("p", {}, `${record.method}${form}, ${control}: `, element("b", { class: isDone ? "good" : "bad" }, record.status.replaceAll("_", " ")), ` at t = ${numberText(record.t)} s`),
    element("p", { class: "muted" }, about.problem),
  ];
  if (record.message) parts.splice(2, 0, element("p", { class: "message" }, record.message));
  for (const warning of record.warnings) parts.push(element("p", { class: "message" }, warning));
  return element("header", {}, ...parts);
}

function referenceTable() {
  if (record.references.length === 0) return element("p", { class: "muted" }, "There are no reference values for these parameters and this end time.");
  return tableOf(["observable", "computed", "reference", "error"], record.references.map((r) => [labelled(r.observable, record.units[r.observable]), r.value, r.reference, Number(r.error?.toPrecision(3))]));
}

const flat = (object, prefix = "") =>
  Object.entries(object).flatMap(([key, value]) => (value !== null && typeof value === "object" ? flat(value, `${prefix}${key}.`) : [[`${prefix}${key}`, value]]));

function howText() {
  const line = (what, name, words) => element("p", {}, `${what} `, element("b", {}, name), `: ${words}`);
  const lines = [line("Problem", record.problem, about.problem_citation || about.problem), line("Method", record.method, `${about.method}. ${about.method_citation}`)];
  if (about.formulation) lines.push(line("Formulation", record.formulation, about.formulation));
  for (const reason of record.method_choice.reasons) lines.push(note(reason));
  for (const change of record.method_choice.changes) lines.push(note(`From t = ${numberText(change.t)} s on ${change.to} instead of ${change.from}: ${change.reason}.`));
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
  const short = (value) => (value === null ? null : Number(value.toPrecision(3)));
  const table = tableOf(["row", "gap", "rate"], rows.map(({ row, gap, rate }) => [row, short(gap), short(rate)]));
  return element("div", {}, note(`Given start values and by how much they violated the joints. Coordinates were moved by at most ${numberText(moved, 3)}, velocities by ${numberText(changed, 3)}.`), table);
}

function build() {
  const shown = withPoints(replayOf(data), columns);
  const player = shown.scene.bodies.length > 0 ? new Replay(shown, showTime) : null;
  sharedTime.onPick = (time) => player?.seek(time);
  const [results, rates] = resultParts();
  const coordinates = chartsOf(({ kind }) => kind === "coordinate", ({ name }) => (/^v|_dot$/.test(name) ? "v" : "q"), ({ name }) => (/^v|_dot$/.test(name) ? "Velocities" : "Coordinates"), ({ name }) => name);
  const reactions = reactionParts();
  const multipliers = multiplierPart();
  const bodies = bodyParts();
  const energies = energyCharts();
  const thinned = data.samples.stride > 1 ? ` Every ${data.samples.stride}th sample is shown; samples.csv has them all.` : "";
  const stepNote = steps.per_point > 1 ? `Each point gathers up to ${steps.per_point} steps: the line is the largest value, the band reaches down to the smallest.` : "One point per step.";
  const some = (title, isThere, ...parts) => (isThere ? [section(title, ...parts)] : []);
  const column = (title, ...parts) => element("div", {}, element("h3", {}, title), ...parts);
  document.getElementById("report").append(
    heading(),
    ...(player ? [player.root] : []),
    figures(),
    ...some("At a glance", record.overview.numbers.length + record.overview.reactions.length > 0, element("div", { class: "tables wide" }, ...overviewTables())),
    ...some("Joints and forces", !results.isEmpty, note(`Point to read values, drag to zoom in time, double-click to return, click to send the picture there.${thinned}`), plots(results.charts), ...results.rest,
      ...(rates.isEmpty ? [] : [folded("Rates and powers", plots(rates.charts), ...rates.rest)])),
    ...some("Motion", !coordinates.isEmpty, plots(coordinates.charts), ...coordinates.rest),
    ...some("Reactions", reactions.overview.length > 0, plots(reactions.overview), folded("Joint by joint", ...reactions.details)),
    ...some("Reactions", !multipliers.isEmpty, plots(multipliers.charts), ...multipliers.rest),
    ...some("Energy", energies.length > 0, plots(energies)),
    section("Accuracy", note(stepNote), plots(accuracyCharts()), folded("Against the reference", referenceTable()), folded("Start", startTable()), folded("Statistics", statisticsTable())),
    ...some("Body by body", bodies.length > 0, ...bodies),
    section("How it was computed", howText(), folded("Options and parameters", optionTable())),
    element("footer", { class: "note" }, `kreisel ${record.version}, compiled with ${record.compiler}. The full digits are in samples.csv and run.json.`),
  );
  player?.resize();
}

for (const event of ["toggle"]) document.addEventListener(event, () => timeCharts.forEach((chart) => chart.place.clientWidth > 0 && chart.root.closest("details:not([open])") === null && chart.draw()), true);
build();
