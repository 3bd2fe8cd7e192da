// Charts of many members on canvas: parallel coordinates, and one quantity over another. All share what is chosen.

/** The colours of the page, which follow light and dark. */
const pageColour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** Which members are looked at: one is chosen, some are inside the brushes. */
class Choice {
  constructor(count) {
    Object.assign(this, { count, chosen: null, brushes: new Map(), listeners: [] });
  }
  isInside(i) {
    for (const [values, [low, high]] of this.brushes) if (!(values[i] >= low && values[i] <= high)) return false;
    return true;
  }
  choose(i) {
    this.chosen = i;
    this.tell();
  }
  brush(values, range) {
    if (range === null) this.brushes.delete(values);
    else this.brushes.set(values, range);
    this.tell();
  }
  tell() {
    for (const listener of this.listeners) listener();
  }
}

/** A column as numbers on an axis: texts stand at whole numbers. */
function axisOf({ name, unit, values }) {
  const texts = values.some((value) => typeof value === "string") ? [...new Set(values.filter((value) => value !== null))] : null;
  const numbers = texts ? values.map((value) => (value === null ? NaN : texts.indexOf(value))) : values.map((value) => value ?? NaN);
  const known = numbers.filter(Number.isFinite);
  const [low, high] = texts ? [-0.3, texts.length - 0.7] : widened(Math.min(...known), Math.max(...known), false);
  const ticks = (count) => (texts ? texts.map((_, i) => i) : linearTicks(low, high, count));
  return { name, label: labelled(name, unit === "SI" ? "" : unit), numbers, low, high, ticks, text: (x) => (texts ? texts[x] : numberText(x, 4)) };
}

class MemberChart {
  constructor(label, choice, height) {
    Object.assign(this, { choice, height, points: [] });
    this.canvas = element("canvas", { role: "img", "aria-label": label, tabindex: "0" });
    this.canvas.style.cursor = "pointer";
    this.canvas.addEventListener("click", (event) => this.pick(event));
    choice.listeners.push(() => this.draw());
  }

  /** A clean canvas as sharp as the screen. */
  begin() {
    const scale = window.devicePixelRatio || 1;
    this.width = this.canvas.clientWidth || 300;
    this.canvas.width = this.width * scale;
    this.canvas.height = this.height * scale;
    this.canvas.style.height = `${this.height}px`;
    this.pen = this.canvas.getContext("2d");
    this.pen.scale(scale, scale);
    this.pen.font = "12px system-ui, sans-serif";
  }

  text(text, x, y, align = "left", colour = "muted") {
    Object.assign(this.pen, { fillStyle: pageColour(colour), textAlign: align });
    this.pen.fillText(text, x, y);
  }

  line(points, colour, width, opacity) {
    Object.assign(this.pen, { strokeStyle: colour, lineWidth: width, globalAlpha: opacity });
    this.pen.beginPath();
    let isOpen = false;
    for (const [x, y] of points) {
      const isShown = Number.isFinite(x) && Number.isFinite(y);
      if (isShown) this.pen[isOpen ? "lineTo" : "moveTo"](x, y);
      isOpen = isShown;
    }
    this.pen.stroke();
    this.pen.globalAlpha = 1;
  }

  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }
}

/** An axis per column, a line per member; dragging along an axis keeps the members inside. */
class ParallelCoordinates extends MemberChart {
  constructor(axes, colours, choice) {
    super("Parallel coordinates: a line per member; the values are in table.csv", choice, 360);
    Object.assign(this, { axes, colours });
    this.canvas.addEventListener("pointerdown", (event) => this.beginBrush(event));
    this.canvas.addEventListener("pointermove", (event) => this.moveBrush(event));
    this.canvas.addEventListener("pointerup", () => (this.from = null));
  }

  x(k) {
    const margin = Math.min(70, this.width * 0.12);
    return this.axes.length < 2 ? this.width / 2 : margin + (k * (this.width - 2 * margin)) / (this.axes.length - 1);
  }
  y(axis, value) {
    return this.height - 24 - ((value - axis.low) / (axis.high - axis.low)) * (this.height - 62);
  }
  linePoints(i) {
    return this.axes.map((axis, k) => [this.x(k), this.y(axis, axis.numbers[i])]);
  }

  draw() {
    this.begin();
    const opacity = Math.max(0.05, Math.min(0.8, 60 / this.choice.count));
    for (let i = 0; i < this.choice.count; ++i)
      this.line(this.linePoints(i), this.colours(i), 1, this.choice.isInside(i) ? opacity : opacity / 12);
    this.axes.forEach((axis, k) => this.axis(axis, k));
    if (this.choice.chosen !== null) this.line(this.linePoints(this.choice.chosen), pageColour("text"), 2.5, 1);
  }

  axis(axis, k) {
    const [x, isLow] = [this.x(k), k % 2 === 1 && this.width < 110 * this.axes.length];
    this.line([[x, this.y(axis, axis.low)], [x, this.y(axis, axis.high)]], pageColour("muted"), 1, 1);
    this.text(axis.label, x, isLow ? 28 : 14, "center", "text");
    for (const tick of axis.ticks(5)) this.text(axis.text(tick), x + 4, this.y(axis, tick) + 4);
    const range = this.choice.brushes.get(axis.numbers);
    if (!range) return;
    Object.assign(this.pen, { fillStyle: pageColour("curve0"), globalAlpha: 0.35 });
    this.pen.fillRect(x - 6, this.y(axis, range[1]), 12, this.y(axis, range[0]) - this.y(axis, range[1]));
    this.pen.globalAlpha = 1;
  }

  beginBrush(event) {
    const [x, y] = this.place(event);
    const k = this.axes.findIndex((_, i) => Math.abs(this.x(i) - x) < 14);
    this.from = k < 0 ? null : { axis: this.axes[k], y };
  }
  moveBrush(event) {
    if (!this.from || event.buttons === 0) return;
    const { axis, y } = this.from;
    const value = (pixel) => axis.low + ((this.height - 24 - pixel) / (this.height - 62)) * (axis.high - axis.low);
    const ends = [value(y), value(this.place(event)[1])].sort((a, b) => a - b);
    this.wasBrushed = true;
    this.choice.brush(axis.numbers, Math.abs(this.place(event)[1] - y) < 3 ? null : ends);
  }

  pick(event) {
    if (this.wasBrushed) {
      this.wasBrushed = false;
      return;
    }
    const [x, y] = this.place(event);
    const axisAt = this.axes.find((_, k) => Math.abs(this.x(k) - x) < 8);
    if (axisAt && this.choice.brushes.has(axisAt.numbers)) {
      this.choice.brush(axisAt.numbers, null);
      return;
    }
    let [best, least] = [null, 12];
    for (let i = 0; i < this.choice.count; ++i) {
      if (!this.choice.isInside(i)) continue;
      const points = this.linePoints(i);
      for (let k = 1; k < points.length; ++k) {
        const [[a, b], [c, d]] = [points[k - 1], points[k]];
        if (x < a || x > c) continue;
        const distance = Math.abs(b + ((d - b) * (x - a)) / (c - a) - y);
        if (distance < least) [best, least] = [i, distance];
      }
    }
    if (best !== null) this.choice.choose(best);
  }
}

/** A point per member; neighbours on a curve are joined when only this one is varied. */
class ScatterChart extends MemberChart {
  constructor(across, up, colours, choice, { isSmall = false, isJoined = false } = {}) {
    super(`${up.name} over ${across.name}; the values are in table.csv`, choice, isSmall ? 130 : 260);
    Object.assign(this, { across, up, colours, isSmall, isJoined });
  }

  draw() {
    this.begin();
    const [left, bottom] = this.isSmall ? [6, this.height - 6] : [58, this.height - 34];
    const x = (value) => left + ((value - this.across.low) / (this.across.high - this.across.low)) * (this.width - left - 10);
    const y = (value) => bottom - ((value - this.up.low) / (this.up.high - this.up.low)) * (bottom - 10);
    if (!this.isSmall) this.frame(x, y, left, bottom);
    this.points = this.across.numbers.map((value, i) => [x(value), y(this.up.numbers[i]), i]).filter((p) => Number.isFinite(p[0] + p[1]));
    if (this.isJoined) this.line([...this.points].sort((a, b) => a[0] - b[0]), pageColour("curve0"), 1.5, 0.7);
    const size = this.isSmall ? 1.6 : this.points.length > 500 ? 2 : 3;
    for (const [px, py, i] of this.points) this.dot(px, py, size, this.colours(i), this.choice.isInside(i) ? 0.75 : 0.06);
    const chosen = this.points.find((p) => p[2] === this.choice.chosen);
    if (chosen) {
      this.dot(chosen[0], chosen[1], size + 4, pageColour("text"), 1);
      this.dot(chosen[0], chosen[1], size + 1.5, this.colours(chosen[2]), 1);
    }
  }

  frame(x, y, left, bottom) {
    for (const tick of this.up.ticks(5)) {
      this.line([[left, y(tick)], [this.width - 10, y(tick)]], pageColour("line"), 1, 1);
      this.text(this.up.text(tick), left - 6, y(tick) + 4, "right");
    }
    for (const tick of this.across.ticks(Math.max(2, this.width / 90))) this.text(this.across.text(tick), x(tick), bottom + 16, "center");
    this.text(this.across.label, (left + this.width) / 2, this.height - 3, "center");
  }

  dot(x, y, size, colour, opacity) {
    Object.assign(this.pen, { fillStyle: colour, globalAlpha: opacity });
    this.pen.beginPath();
    this.pen.arc(x, y, size, 0, 2 * Math.PI);
    this.pen.fill();
    this.pen.globalAlpha = 1;
  }

  pick(event) {
    const [x, y] = this.place(event);
    let [best, least] = [null, 15 ** 2];
    for (const [px, py, i] of this.points) {
      const distance = (px - x) ** 2 + (py - y) ** 2;
      if (distance < least && this.choice.isInside(i)) [best, least] = [i, distance];
    }
    if (best !== null) this.choice.choose(best);
  }
}
