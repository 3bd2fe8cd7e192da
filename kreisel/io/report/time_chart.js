// A chart over time, drawn by uPlot (vendor/): values under the cursor in its legend, zoom by dragging, one time for all charts.

const timeCharts = [];
const sharedTime = { now: null, onPick: () => {} };

const cssValue = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const colourName = (index) => `--curve${index % 7}`;

/** A line at the time of the replay in every chart that is drawn. */
function showTime(time) {
  sharedTime.now = time;
  for (const chart of timeCharts) chart.mark();
}

class TimeChart {
  /** series: [{name, t, high, low?}] over one t; `low` makes a band. Drawn when it comes into sight. */
  constructor({ title, unit, series, isLog = false, note }) {
    Object.assign(this, { unit, series, isLog });
    this.place = element("div", { class: "chart" });
    const head = element("h3", {}, labelled(title, unit));
    this.root = element("figure", { class: "plot", role: "group", "aria-label": `${title} over time` }, head, this.place, ...(note ? [element("p", { class: "note" }, note)] : []));
    timeCharts.push(this);
    sight.observe(this.place);
    this.place.chart = this;
  }

  data() {
    const known = (values) => Array.from(values, (value) => (finite(value) && !(this.isLog && value <= 0) ? value : null));
    const columns = [this.series[0].t];
    for (const { high, low } of this.series) columns.push(known(high), ...(low ? [known(low)] : []));
    return columns;
  }

  options(width) {
    const line = (index) => ({ stroke: () => cssValue(colourName(index)), width: 1.6, points: { show: false } });
    const value = (_, number) => (number === null ? "–" : numberText(number));
    const series = [{ label: "t", value: (_, t) => (t === null ? "–" : `${numberText(t)} s`) }];
    const bands = [];
    this.series.forEach(({ name, low }, index) => {
      series.push({ label: name, value, dash: index > 6 ? [6, 3] : undefined, ...line(index) });
      if (!low) return;
      series.push({ label: `${name}, smallest`, value, ...line(index), width: 0.5 });
      bands.push({ series: [series.length - 2, series.length - 1], fill: () => `${cssValue(colourName(index))}44` });
    });
    const axis = (more) => ({
      stroke: () => cssValue("--muted"), grid: { stroke: () => cssValue("--line"), width: 1 }, ticks: { show: false },
      font: "12px system-ui, sans-serif", values: (_, ticks) => ticks.map((tick) => (tick === null ? "" : numberText(tick, 6))), ...more,
    });
    return {
      width, height: Math.round(Math.min(260, Math.max(170, width * 0.42))), series, bands,
      scales: { x: { time: false }, y: { distr: this.isLog ? 3 : 1, range: this.isLog ? undefined : rangeWithMargin } },
      axes: [axis({ size: 30, label: undefined }), axis({ size: 64 })],
      cursor: { sync: { key: "time" }, drag: { x: true, y: false }, focus: { prox: 24 } },
      focus: { alpha: 0.35 },
      legend: { live: true },
      hooks: { setScale: [(plot, key) => key === "x" && shareZoom(plot)], draw: [() => this.mark()] },
    };
  }

  draw() {
    const width = Math.floor(this.place.clientWidth);
    if (width === 0) return;
    if (this.plot) {
      if (this.plot.width !== width) this.plot.setSize({ width, height: this.options(width).height });
      return;
    }
    this.plot = new uPlot(this.options(width), this.data(), this.place);
    this.line = element("div", { class: "now" });
    this.plot.over.append(this.line);
    this.plot.over.addEventListener("click", (event) => {
      const box = this.plot.over.getBoundingClientRect();
      sharedTime.onPick(this.plot.posToVal(event.clientX - box.left, "x"));
    });
    this.mark();
  }

  mark() {
    if (!this.plot || !this.line) return;
    const left = sharedTime.now === null ? -1 : this.plot.valToPos(sharedTime.now, "x");
    this.line.hidden = !(left >= 0 && left <= this.plot.over.clientWidth);
    this.line.style.transform = `translateX(${left}px)`;
  }
}

/** A constant gets a range too. */
function rangeWithMargin(_, low, high) {
  if (low === null) return [-1, 1];
  const margin = high > low ? 0.06 * (high - low) : Math.max(1e-12, 0.05 * Math.abs(high));
  return [low - margin, high + margin];
}

let isSharing = false;
function shareZoom(source) {
  if (isSharing) return;
  isSharing = true;
  const { min, max } = source.scales.x;
  for (const { plot } of timeCharts) if (plot && plot !== source && min !== null) plot.setScale("x", { min, max });
  isSharing = false;
}

const sight = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) target.chart.draw();
}, { rootMargin: "300px" });
window.addEventListener("resize", () => timeCharts.forEach((chart) => chart.plot && chart.draw()));
window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => timeCharts.forEach(({ plot }) => plot?.redraw(false, true)));
