// The page of published experiments: a table of all that sorts and is filtered, and the details of each when it is opened.

const reproduction = JSON.parse(document.getElementById("data").textContent);
const entries = reproduction.experiments;
const tones = { reproduced: "good", differs: "bad", "not reproducible": "faint" };
const wanted = { verdict: "", source: "", words: [] };

/** What is typed is looked for in every text of an experiment. */
for (const entry of entries) {
  const texts = [entry.name, entry.source, entry.number, entry.title, entry.published, entry.setup, entry.criterion,
    entry.missing, entry.erratum, entry.verdict, entry.reason, ...entry.remarks, ...entry.checks.map(({ claim }) => claim)];
  entry.searched = texts.join("\n").toLowerCase();
}

const isWanted = (entry) =>
  (!wanted.verdict || entry.verdict === wanted.verdict) &&
  (!wanted.source || entry.source === wanted.source) &&
  wanted.words.every((word) => entry.searched.includes(word));

const heldChecks = ({ checks }) => (checks.length > 0 ? `${checks.filter(({ holds }) => holds).length} of ${checks.length}` : "none");
const shownTime = (seconds) => Number(seconds.toFixed(2));

function facts(entry) {
  const all = [["published", entry.published], ["measured with", entry.setup], ["criterion", entry.criterion],
    ["not published", entry.missing], ["erratum", entry.erratum]];
  return element("dl", { class: "facts" },
    ...all.filter(([, text]) => text).flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)]));
}

function checkTables(entry) {
  const tables = entry.check_tables.map((table) => element("div", {}, element("h3", {}, table.title), sortableTable(table, "checks wrapping")));
  return element("div", { class: tables.length > 1 ? "tables" : "" }, ...tables);
}

/** Files beside this page, for those who have the whole folder. */
function files(entry) {
  const link = (path) => element("a", { href: path }, path);
  const figures = entry.figures.length > 0 ? ["svg", "pdf", "csv"].map((kind) => `figures/${entry.name}.${kind}`) : [];
  const paths = [...figures, ...entry.tables.map(({ name }) => `tables/${name}.csv`)];
  return paths.flatMap((path, i) => (i === 0 ? [link(path)] : [", ", link(path)]));
}

/** Everything about one experiment; made when it is opened for the first time. */
function fillDetails(entry) {
  const group = new FigureGroup(entry.figures);
  entry.details.append(
    element("p", { class: `lead ${tones[entry.verdict]}` }, entry.verdict, element("span", { class: "reason" }, `: ${entry.reason}`)),
    facts(entry), checkTables(entry), ...entry.remarks.map((text) => element("p", {}, text)),
    ...(entry.figures.length > 0 ? [group.root] : []), ...entry.tables.map(foldedTable),
    element("p", { class: "note" }, `kreisel study reproduce ${entry.name} · ${shownTime(entry.seconds)} s of processor time`,
      ...(entry.figures.length + entry.tables.length > 0 ? [" · ", ...files(entry)] : [])),
  );
  return group;
}

function detailsOf(entry) {
  const verdict = element("span", { class: `verdict ${tones[entry.verdict]}` }, entry.verdict);
  const title = element("span", {}, element("b", {}, `${entry.source}, ${entry.number}`), `: ${entry.title}`);
  entry.details = element("details", { class: "experiment", id: entry.name }, element("summary", {}, title, " ", verdict));
  let group = null;
  entry.details.addEventListener("toggle", () => {
    if (!entry.details.open) return;
    group ??= fillDetails(entry);
    group.draw();
  });
  return entry.details;
}

function overview() {
  const columns = ["source", "number", "title", "verdict", "checks"].map((name) => ({ name, unit: "1", digits: 2 }));
  columns.push({ name: "time", unit: "s", digits: 2 });
  const entryOf = new Map();
  const rows = entries.map((entry) => {
    const row = [entry.source, entry.number, entry.title, { value: entry.verdict, tone: tones[entry.verdict] }, heldChecks(entry), shownTime(entry.seconds)];
    entryOf.set(row, entry);
    return row;
  });
  return sortableTable({ columns, rows }, "overview wrapping", (line, row) => {
    const entry = entryOf.get(row);
    entry.line = line;
    line.hidden = !isWanted(entry);
    const link = element("a", { href: `#${entry.name}` }, entry.number);
    link.addEventListener("click", () => window.location.hash === link.hash && openNamed());  // otherwise the hash changes
    line.cells[1].replaceChildren(link);
  });
}

const shownCount = element("output", { class: "muted" });

function applyFilter() {
  let count = 0;
  for (const entry of entries) {
    const isShown = isWanted(entry);
    entry.line.hidden = entry.details.hidden = !isShown;
    count += isShown ? 1 : 0;
  }
  shownCount.textContent = `${count} of ${entries.length} shown`;
}

function verdictButtons() {
  const all = [["", "all"], ...Object.keys(tones).map((verdict) => [verdict, verdict])];
  const buttons = all.map(([verdict, name]) => {
    const count = entries.filter((entry) => !verdict || entry.verdict === verdict).length;
    const button = element("button", { type: "button", "data-verdict": verdict, "aria-pressed": String(verdict === "") }, `${name} ${count}`);
    button.addEventListener("click", () => {
      wanted.verdict = verdict;
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      applyFilter();
    });
    return button;
  });
  return element("div", { class: "choices", role: "group", "aria-label": "verdict" }, ...buttons);
}

function filters() {
  const sources = [...new Set(entries.map(({ source }) => source))];
  const source = element("select", { "aria-label": "source" }, element("option", { value: "" }, "all sources"),
    ...sources.map((name) => element("option", { value: name }, name)));
  source.addEventListener("change", () => {
    wanted.source = source.value;
    applyFilter();
  });
  const search = element("input", { type: "search", placeholder: "search all texts", "aria-label": "search" });
  search.addEventListener("input", () => {
    wanted.words = search.value.toLowerCase().split(/\s+/).filter((word) => word);
    applyFilter();
  });
  return element("div", { class: "filters" }, verdictButtons(), source, search, shownCount);
}

/** #NAME opens the experiment of that name, shown or not. */
function openNamed() {
  const entry = entries.find(({ name }) => `#${name}` === decodeURIComponent(window.location.hash));
  if (!entry) return;
  entry.details.hidden = false;
  entry.details.open = true;
  entry.details.scrollIntoView({ block: "start" });
}

function build() {
  const { version, reproduced, omissions } = reproduction;
  const share = entries.length > 0 ? Math.round((100 * reproduced) / entries.length) : 0;
  document.getElementById("report").append(
    element("header", {}, element("h1", {}, "Published experiments, reproduced"),
      element("p", {}, `${reproduced} of ${entries.length} experiments (${share} %) are reproduced with kreisel ${version}. Each verdict follows from checks with bounds on both sides: reproduced when all of them hold; otherwise not reproducible where the source leaves out what is needed, and differs where it does not.`)),
    section("All experiments", filters(), overview()),
    section("One by one", ...entries.map(detailsOf)),
    section("Figures and tables that are no experiments",
      element("ul", {}, ...omissions.map(({ source, numbers, reason }) => element("li", {}, `${source}, ${numbers}: ${reason}`)))),
    element("footer", { class: "note" }, `kreisel ${version}. The numbers are in experiments.csv, checks.csv and reproduction.json beside this page.`),
  );
  applyFilter();
}

build();
openNamed();
window.addEventListener("hashchange", openNamed);
window.addEventListener("resize", () => allCharts.forEach((chart) => chart.svg.clientWidth > 0 && chart.draw()));
