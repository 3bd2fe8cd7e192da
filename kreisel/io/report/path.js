// Paths of bodies in space, seen from a direction that a drag turns.

class PathView {
  /** paths: [{name, unit, x, y, z?}], all over the times t. */
  constructor(t, paths) {
    Object.assign(this, { t, paths });
    this.isFlat = paths.every((path) => !path.z);
    this.yaw = this.isFlat ? 0 : -0.9;
    this.pitch = this.isFlat ? Math.PI / 2 : 0.45;
    this.canvas = element("canvas", { tabindex: "0", role: "img", "aria-label": "path of the motion" });
    this.unit = paths[0].unit;
    this.root = element(
      "div",
      { class: "plot" },
      element("h3", {}, labelled("Path", this.unit)),
      this.legend(),
      this.canvas,
      element("p", { class: "note" }, this.isFlat ? "● start, ■ end" : "● start, ■ end. Drag or use the arrow keys to turn."),
    );
    this.measure();
    if (!this.isFlat) this.listen();
    allCharts.push(this);
  }

  legend() {
    const entries = this.paths.map(({ name }, index) => {
      const mark = element("i", { style: `background:var(--curve${index % 7})` });
      return element("span", { class: "time" }, mark, name);
    });
    return element("div", { class: "legend" }, ...entries);
  }

  /** Calls visit(x, y, z) for every point, the origin included: joints usually sit there. */
  forEachPoint(visit) {
    visit(0, 0, 0);
    for (const { x, y, z } of this.paths) {
      for (let i = 0; i < this.t.length; ++i) visit(x[i], y[i], z ? z[i] : 0);
    }
  }

  /** Centre and radius of a ball around everything. */
  measure() {
    const low = [0, 0, 0];
    const high = [0, 0, 0];
    this.forEachPoint((...point) => {
      point.forEach((value, axis) => {
        low[axis] = Math.min(low[axis], value);
        high[axis] = Math.max(high[axis], value);
      });
    });
    const size = Math.max(...high.map((value, axis) => value - low[axis])) || 1;
    this.arrow = linearTicks(0, size / 2, 2).pop() || size / 2;
    this.centre = low.map((value, axis) => (value + high[axis]) / 2);
    this.radius = this.arrow;
    this.forEachPoint((...point) => {
      this.radius = Math.max(this.radius, Math.hypot(...point.map((value, axis) => value - this.centre[axis])));
    });
  }

  listen() {
    this.canvas.addEventListener("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      this.held = [event.clientX, event.clientY];
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (!this.held) return;
      this.turn((event.clientX - this.held[0]) * 0.01, (event.clientY - this.held[1]) * 0.01);
      this.held = [event.clientX, event.clientY];
    });
    for (const end of ["pointerup", "pointercancel"]) {
      this.canvas.addEventListener(end, () => {
        this.held = undefined;
      });
    }
    this.canvas.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] }[event.key];
      if (!by) return;
      event.preventDefault();
      this.turn(...by);
    });
  }

  turn(yaw, pitch) {
    this.yaw += yaw;
    this.pitch = Math.min(Math.PI / 2, Math.max(-Math.PI / 2, this.pitch + pitch));
    this.draw();
  }

  /** Orthographic projection, z up. */
  project(x, y, z) {
    const [dx, dy, dz] = [x - this.centre[0], y - this.centre[1], z - this.centre[2]];
    const across = dx * Math.cos(this.yaw) - dy * Math.sin(this.yaw);
    const along = dx * Math.sin(this.yaw) + dy * Math.cos(this.yaw);
    const up = dz * Math.cos(this.pitch) + along * Math.sin(this.pitch);
    return [this.middle[0] + across * this.zoom, this.middle[1] - up * this.zoom];
  }

  draw() {
    const width = this.canvas.clientWidth || 400;
    const height = Math.round(Math.min(400, Math.max(250, width * 0.47)));
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.height = `${height}px`;
    this.middle = [width / 2, height / 2];
    this.zoom = (0.48 * Math.min(width, height)) / this.radius;
    const context = this.canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    this.drawAxes(context);
    this.paths.forEach((path, index) => this.drawPath(context, path, index));
  }

  theme(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }

  drawAxes(context) {
    context.strokeStyle = context.fillStyle = this.theme("--muted");
    context.lineWidth = 1;
    context.font = "12px system-ui, sans-serif";
    const ends = { x: [this.arrow, 0, 0], y: [0, this.arrow, 0], z: [0, 0, this.arrow] };
    const origin = this.project(0, 0, 0);
    for (const [name, end] of Object.entries(ends)) {
      if (this.isFlat && name === "z") continue;
      const tip = this.project(...end);
      context.beginPath();
      context.moveTo(...origin);
      context.lineTo(...tip);
      context.stroke();
      context.fillText(`${name} = ${withUnit(numberText(this.arrow), this.unit)}`, tip[0] + 4, tip[1] - 4);
    }
  }

  drawPath(context, { x, y, z }, index) {
    const at = (i) => this.project(x[i], y[i], z ? z[i] : 0);
    context.strokeStyle = context.fillStyle = this.theme(`--curve${index % 7}`);
    context.lineWidth = 1.75;
    context.lineJoin = "round";
    context.beginPath();
    for (let i = 0; i < this.t.length; ++i) {
      if (i === 0) context.moveTo(...at(i));
      else context.lineTo(...at(i));
    }
    context.stroke();
    const dot = (i, size) => {
      context.beginPath();
      context.arc(...at(i), size, 0, 2 * Math.PI);
      context.fill();
    };
    dot(0, 4);
    const [endX, endY] = at(this.t.length - 1);
    context.fillRect(endX - 4, endY - 4, 8, 8);
    if (sharedTime.cursor !== null) dot(nearestIndex(this.t, sharedTime.cursor), 6);
  }

  moveCursor() {
    this.draw();
  }
}
