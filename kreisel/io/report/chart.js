// A chart over time: curves or bands, a cursor that all charts share, a legend that toggles and reads values.

/** What all charts agree on: the visible span of time and the time under the cursor. */
const sharedTime = { full: [0, 1], span: [0, 1], cursor: null };

function showTime(cursor) {
  sharedTime.cursor = cursor;
  for (const chart of allCharts) chart.moveCursor();
}

function showSpan(span) {
  sharedTime.span = span;
  for (const chart of allCharts) chart.draw();
}

class Chart extends Plot {
  /** series: [{name, t, high, low?}]; `low` makes a band; `smallestTick` is 1 for counts. */
  constructor({ title, unit, series, isLog = false, smallestTick = 0 }) {
    super({ title, description: `${title} over time`, smallestTick });
    Object.assign(this, { series, isLog });
    this.hidden = new Set();
    this.legend = element("div", { class: "legend" });
    this.time = element("span", { class: "time" });
    const head = element("div", { class: "head" }, element("h3", {}, labelled(title, unit)), this.time);
    this.root = element("div", { class: "plot" }, head, this.legend, this.svg);
    this.fillLegend();
    this.listen();
  }

  fillLegend() {
    this.buttons = this.series.map(({ name }, index) => {
      const mark = element("i", { style: `background:${colourOf(index)}` });
      const style = `min-width:${name.length + 15}ch`; // room for a number, so that nothing moves under the cursor
      const button = element("button", { type: "button", "aria-pressed": "true", style }, mark, name);
      button.addEventListener("click", () => this.toggle(index));
      return button;
    });
    this.legend.append(...this.buttons);
  }

  toggle(index) {
    if (!this.hidden.delete(index)) this.hidden.add(index);
    this.buttons[index].setAttribute("aria-pressed", String(!this.hidden.has(index)));
    this.draw();
  }

  listen() {
    const timeAt = (event) => this.x.inverse(event.clientX - this.svg.getBoundingClientRect().left);
    this.svg.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "mouse") this.dragFrom = timeAt(event);
    });
    this.svg.addEventListener("pointermove", (event) => showTime(timeAt(event)));
    this.svg.addEventListener("pointerleave", () => {
      this.dragFrom = undefined;
      showTime(null);
    });
    this.svg.addEventListener("pointerup", (event) => this.zoomTo(timeAt(event)));
    this.svg.addEventListener("dblclick", () => showSpan(sharedTime.full));
    this.svg.addEventListener("keydown", (event) => this.onKey(event));
  }

  zoomTo(time) {
    const from = this.dragFrom;
    this.dragFrom = undefined;
    if (from === undefined || Math.abs(this.x(time) - this.x(from)) < 8) return;
    const [low, high] = sharedTime.full;
    showSpan([Math.max(low, Math.min(from, time)), Math.min(high, Math.max(from, time))]);
  }

  onKey(event) {
    const [low, high] = sharedTime.span;
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === "Escape") showSpan(sharedTime.full);
    if (move === undefined) return;
    event.preventDefault();
    const now = sharedTime.cursor ?? (low + high) / 2;
    showTime(Math.min(high, Math.max(low, now + (move * (high - low)) / 100)));
  }

  /** Smallest and largest visible value. On a logarithmic axis bands may reach two decades below their lines. */
  range() {
    const [from, to] = sharedTime.span;
    let [low, high, lowest] = [Infinity, -Infinity, Infinity];
    this.series.forEach(({ t, high: upper, low: lower = upper }, index) => {
      if (this.hidden.has(index)) return;
      for (let i = 0; i < t.length; ++i) {
        const isShown = t[i] >= from && t[i] <= to && upper[i] !== null && (!this.isLog || upper[i] > 0);
        if (!isShown) continue;
        high = Math.max(high, upper[i]);
        low = Math.min(low, upper[i]);
        if (!this.isLog || lower[i] > 0) lowest = Math.min(lowest, lower[i]);
      }
    });
    return widened(this.isLog ? Math.max(lowest, low / 100) : Math.min(low, lowest), high, this.isLog);
  }

  draw() {
    this.layOut();
    const { left, right, top, bottom } = this.frame;
    this.x = makeScale(...sharedTime.span, left, right, false);
    this.y = makeScale(...this.range(), bottom, top, this.isLog);
    this.svg.replaceChildren(...this.axes("t [s]"), this.curves());
    this.pointer = element("g");
    this.svg.append(this.pointer);
    this.moveCursor();
  }

  curves() {
    const parts = [];
    this.series.forEach((one, index) => {
      if (this.hidden.has(index)) return;
      if (one.low) parts.push(element("path", { class: "band", d: this.bandOf(one), style: `fill:${colourOf(index)}` }));
      parts.push(element("path", { class: "curve", d: this.lineOf(one), style: `stroke:${colourOf(index)}` }));
    });
    return this.clipped(...parts);
  }

  /** Pixel height of a value; what a logarithm cannot show sits on the lower edge. */
  heightOf(value) {
    return this.isLog && !(value > 0) ? this.frame.bottom + 8 : this.y(value);
  }

  lineOf({ t, high }) {
    let path = "";
    let isOpen = false;
    for (let i = 0; i < t.length; ++i) {
      if (high[i] === null) {
        isOpen = false;
        continue;
      }
      path += `${isOpen ? "L" : "M"}${this.x(t[i]).toFixed(1)} ${this.heightOf(high[i]).toFixed(1)}`;
      isOpen = true;
    }
    return path;
  }

  bandOf({ t, low, high }) {
    const known = t.map((_, index) => index).filter((index) => high[index] !== null);
    const point = (value) => (index) => `${this.x(t[index]).toFixed(1)} ${this.heightOf(value[index]).toFixed(1)}`;
    if (known.length === 0) return "";
    return `M${known.map(point(high)).join("L")}L${known.reverse().map(point(low)).join("L")}Z`;
  }

  moveCursor() {
    const time = sharedTime.cursor;
    const [from, to] = sharedTime.span;
    const isVisible = time !== null && time >= from && time <= to;
    this.pointer.replaceChildren(...(isVisible ? this.cursorAt(time) : []));
    this.time.textContent = isVisible ? `t = ${numberText(time)} s` : "";
    this.series.forEach(({ name, t, high }, index) => {
      const value = isVisible && t.length > 0 ? high[nearestIndex(t, time)] : null;
      this.buttons[index].lastChild.textContent = isVisible ? `${name} ${numberText(value)}` : name;
    });
  }

  cursorAt(time) {
    const { top, bottom } = this.frame;
    const x = this.x(time);
    const parts = [element("line", { class: "cursor", x1: x, x2: x, y1: top, y2: bottom })];
    if (this.dragFrom !== undefined) {
      const from = this.x(this.dragFrom);
      const box = { x: Math.min(x, from), y: top, width: Math.abs(x - from), height: bottom - top };
      parts.push(element("rect", { class: "selection", ...box }));
    }
    this.series.forEach(({ t, high }, index) => {
      const at = t.length > 0 ? nearestIndex(t, time) : -1;
      if (at < 0 || this.hidden.has(index) || high[at] === null) return;
      const place = { cx: this.x(t[at]), cy: this.heightOf(high[at]), r: 3.5 };
      parts.push(element("circle", { ...place, style: `fill:${colourOf(index)}` }));
    });
    return parts;
  }
}
