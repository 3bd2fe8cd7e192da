// Curves over anything but time: errors over steps, costs, tolerances; read by pointing at their marks.

class XyPlot extends Plot {
  /**
   * figure: {title, x, y: {label, unit, log}, curves, guides: [{name, style, x, y, line, marks}], triangles};
   * hidden: styles that are switched off.
   */
  constructor(figure, hidden) {
    super({ title: figure.title, description: `${figure.title}; the values are in the CSV files` });
    this.figure = figure;
    this.hidden = hidden;
    this.reading = element("output", { class: "reading" });
    this.root = element("div", { class: "plot" }, element("h3", {}, figure.title),
      element("p", { class: "axis-note" }, labelled(figure.y.label, figure.y.unit)), this.svg, this.reading);
    this.svg.addEventListener("pointermove", (event) => this.readAt(event));
    this.svg.addEventListener("pointerdown", (event) => this.readAt(event));
    this.svg.addEventListener("pointerleave", () => this.show(null));
    this.svg.addEventListener("keydown", (event) => this.onKey(event));
  }

  shownCurves() {
    return this.figure.curves.filter(({ style }) => !this.hidden.has(style));
  }

  /** Scale over what is visible; everything when nothing is. */
  scaleOf(axis, from, to) {
    const isLog = this.figure[axis].log;
    const visible = this.shownCurves();
    let [low, high] = [Infinity, -Infinity];
    for (const { x, y, width, slope } of this.figure.triangles) {
      const ends = axis === "x" ? [x, x * width] : [y, y * width ** slope];
      low = Math.min(low, ...ends);
      high = Math.max(high, ...ends);
    }
    for (const curve of [...(visible.length > 0 ? visible : this.figure.curves), ...this.figure.guides]) {
      curve[axis].forEach((value, i) => {
        if (value === null || curve.x[i] === null || curve.y[i] === null || (isLog && value <= 0)) return;
        low = Math.min(low, value);
        high = Math.max(high, value);
      });
    }
    const range = axis === "x" && !isLog && high > low ? [low, high] : widened(low, high, isLog);
    return makeScale(...range, from, to, isLog);
  }

  draw() {
    this.layOut(230, 420, 0.55);
    const { left, right, top, bottom } = this.frame;
    this.x = this.scaleOf("x", left, right);
    this.y = this.scaleOf("y", bottom, top);
    this.points = [];
    const drawn = this.shownCurves().map((curve) => this.curve(curve));
    const guides = this.figure.guides.map((guide) => element("path", { class: "guide", d: this.line(guide) }, element("title", {}, guide.name)));
    this.pointer = element("g");
    this.svg.replaceChildren(...this.axes(labelled(this.figure.x.label, this.figure.x.unit)),
      this.clipped(...guides, ...drawn.flat()), ...this.figure.triangles.flatMap((one) => this.triangle(one)), this.pointer);
  }

  canShow(curve, i) {
    const fits = (value, axis) => value !== null && (!axis.log || value > 0);
    return fits(curve.x[i], this.figure.x) && fits(curve.y[i], this.figure.y);
  }

  line(curve) {
    let path = "";
    let isOpen = false;
    for (let i = 0; i < curve.x.length; ++i) {
      const isShown = this.canShow(curve, i);
      if (isShown) path += `${isOpen ? "L" : "M"}${this.x(curve.x[i]).toFixed(1)} ${this.y(curve.y[i]).toFixed(1)}`;
      isOpen = isShown;
    }
    return path;
  }

  curve(curve) {
    const { style } = curve;
    const parts = [];
    const place = { "data-style": style, style: `stroke:${colourOf(style)}` };
    if (curve.line) parts.push(element("path", { class: "curve", d: this.line(curve), "stroke-dasharray": dashesOf(style), ...place }));
    let marks = "";
    for (let i = 0; i < curve.x.length; ++i) {
      if (!this.canShow(curve, i)) continue;
      const point = { curve, i, x: this.x(curve.x[i]), y: this.y(curve.y[i]) };
      this.points.push(point);
      if (curve.marks) marks += markPath(style, point.x, point.y, curve.line ? 3 : 2.5);
    }
    if (marks) parts.push(element("path", { class: "marks", d: marks, ...place }));
    return parts;
  }

  triangle({ x, y, width, slope }) {
    const [xEnd, yEnd] = [x * width, y * width ** slope];
    const { left, right, top, bottom } = this.frame;
    const [a, b, c] = [[x, y], [xEnd, y], [xEnd, yEnd]].map(([u, v]) => [this.x(u), this.y(v)]);
    if (a[0] < left || b[0] > right - 10 || a[1] > bottom || c[1] < top) return [];
    const path = `M${[a, b, c].map((p) => p.map((value) => value.toFixed(1)).join(" ")).join("L")}Z`;
    return [element("path", { class: "triangle", d: path }),
      element("text", { x: b[0] + 4, y: (b[1] + c[1]) / 2 + 4 }, numberText(slope))];
  }

  readAt(event) {
    const box = this.svg.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    let best = null;
    let least = 40 ** 2;
    for (const point of this.points) {
      const distance = (point.x - x) ** 2 + (point.y - y) ** 2;
      if (distance < least) [best, least] = [point, distance];
    }
    this.show(best);
  }

  /** Left and right walk along a curve, up and down change to another one. */
  onKey(event) {
    const move = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (move === undefined || this.points.length === 0) return;
    event.preventDefault();
    const now = this.points.indexOf(this.read);
    const isOther = event.key === "ArrowUp" || event.key === "ArrowDown";
    let next = now + move;
    while (isOther && now >= 0 && this.points[next] && this.points[next].curve === this.points[now].curve) next += move;
    this.show(this.points[Math.min(this.points.length - 1, Math.max(0, next))]);
  }

  show(point) {
    this.read = point;
    this.svg.classList.toggle("is-reading", point !== null);
    for (const part of this.svg.querySelectorAll("[data-style]")) {
      part.classList.toggle("is-read", point !== null && Number(part.dataset.style) === point.curve.style);
    }
    this.pointer.replaceChildren();
    this.reading.textContent = "";
    if (point === null) return;
    const { curve, i } = point;
    const { x, y } = this.figure;
    this.pointer.append(element("circle", { cx: point.x, cy: point.y, r: 6, class: "ring" }));
    this.reading.textContent = `${curve.name}: ${x.label} ${withUnit(numberText(curve.x[i]), x.unit)}, ${y.label} ${withUnit(numberText(curve.y[i]), y.unit)}`;
  }

  moveCursor() {}
}
