// The player around the picture: time, speed, camera, what is shown, ribbons of the steps, a second run laid over the first.

const speeds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

class Replay {
  /**
   * data: {scene, runs: [{label, t, columns: Map}], steps?} (docs/output.md, "Replays").
   * onTime(t) is told of every new time.
   */
  constructor({ scene, runs, steps }, onTime = () => {}) {
    Object.assign(this, { scene, steps, onTime, isPlaying: false });
    this.motions = runs.map((run) => new Motion(run));
    this.begin = Math.min(...runs.map(({ t }) => t[0]));
    this.end = Math.max(...runs.map(({ t }) => t[t.length - 1]));
    if (!(this.end > this.begin)) this.end = this.begin + 1;
    this.time = this.begin;
    this.speed = this.sensibleSpeed();
    this.build();
    this.start();
    this.listen();
    this.seek(this.begin);
  }

  /** What takes between 4 and 20 seconds to watch. */
  sensibleSpeed() {
    const span = this.end - this.begin;
    return speeds.find((speed) => span / speed <= 20) ?? speeds[speeds.length - 1];
  }

  build() {
    const button = (label, title, action) => {
      const made = element("button", { type: "button", title, "aria-label": title }, label);
      made.addEventListener("click", action);
      return made;
    };
    const select = (title, entries, value, action) => {
      const made = element("select", { title, "aria-label": title }, ...entries.map(([key, text]) => element("option", { value: key }, text)));
      made.value = String(value);
      made.addEventListener("change", () => action(made.value));
      return made;
    };
    const toggle = (name, text) => {
      const made = button(text, `show ${text}`, () => {
        const isOn = made.getAttribute("aria-pressed") !== "true";
        made.setAttribute("aria-pressed", String(isOn));
        this.view?.setOption(name, isOn);
        this.seek(this.time);
      });
      made.setAttribute("aria-pressed", "true");
      return made;
    };
    this.canvas = element("canvas", { class: "stage", tabindex: "0", role: "img", "aria-label": "the mechanism in motion; drag to turn, scroll to come closer" });
    this.playButton = button("▶", "play or pause (space)", () => this.toggle());
    this.playButton.classList.add("play");
    this.slider = element("input", { type: "range", min: "0", max: "10000", value: "0", "aria-label": "time" });
    this.slider.addEventListener("input", () => this.seek(this.begin + (this.slider.value / 10000) * (this.end - this.begin)));
    this.clock = element("output", { class: "clock" });
    this.ribbon = this.steps ? element("canvas", { class: "ribbon", role: "img", "aria-label": "step size, error estimate and gap along the time" }) : null;
    const bodies = this.scene.bodies.map(({ name }, i) => [String(i), `camera on ${name}`]);
    this.bar = element("div", { class: "bar" },
      select("speed", speeds.map((speed) => [String(speed), `${speed}×`]), this.speed, (value) => { this.speed = Number(value); }),
      select("camera", [["", "camera at rest"], ...bodies], "", (value) => this.view?.setFollowed(value === "" ? null : Number(value))),
      toggle("arrows", "reactions"), toggle("traces", "traces"), toggle("glyphs", "joints"),
      button("reset view", "look at everything again", () => this.view?.look()),
      button("full screen", "full screen", () => (document.fullscreenElement ? document.exitFullscreen() : this.root.requestFullscreen?.())),
      button("save glTF", "save the motion as glTF, for Blender and other viewers", () => saveFile(`${this.scene.name || "motion"}.gltf`, gltfText(this.view, this.motions[0]), "model/gltf+json")),
    );
    this.note = element("p", { class: "note" });
    this.root = element("div", { class: "replay" }, this.canvas,
      element("div", { class: "transport" }, this.playButton, element("div", { class: "track" }, this.slider, ...(this.ribbon ? [this.ribbon] : [])), this.clock),
      this.bar, this.note);
  }

  start() {
    try {
      this.view = new ReplayScene(this.canvas, this.scene, this.motions);
      this.note.textContent = this.motions.length > 1 ? this.legendText() : "Drag to turn, scroll or pinch to come closer. Drop the report or replay of another run here to lay it over this one.";
    } catch (failure) {
      this.canvas.hidden = true;
      this.note.textContent = `No picture: this browser offers no WebGL (${failure.message}). The numbers below do not need it.`;
    }
  }

  legendText() {
    return this.motions.map(({ label }, i) => (i === 0 ? `solid: ${label}` : `transparent: ${label}`)).join("; ");
  }

  listen() {
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    const isFile = (event) => event.dataTransfer?.types.includes("Files");
    document.addEventListener("dragover", (event) => isFile(event) && event.preventDefault());
    document.addEventListener("drop", (event) => {
      if (!isFile(event)) return;
      event.preventDefault();
      for (const file of event.dataTransfer.files) this.take(file);
    });
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.retheme());
  }

  retheme() {
    this.view?.theme();
    this.drawRibbon();
  }

  resize() {
    if (this.canvas.clientWidth > 0) this.view?.resize(this.canvas.clientWidth, this.canvas.clientHeight);
    this.drawRibbon();
  }

  onKey(event) {
    const span = this.end - this.begin;
    const isTyping = event.target === this.slider || event.target.tagName === "SELECT";
    const jump = { ArrowLeft: -span / 200, ArrowRight: span / 200, PageUp: -span / 20, PageDown: span / 20 }[event.key];
    if (event.key === " " && event.target.tagName !== "BUTTON") this.toggle();
    else if (event.key === "Home") this.seek(this.begin);
    else if (event.key === "End") this.seek(this.end);
    else if (jump && !isTyping) this.seek(this.time + jump);
    else return;
    event.preventDefault();
  }

  toggle() {
    this.isPlaying = !this.isPlaying;
    this.playButton.textContent = this.isPlaying ? "❚❚" : "▶";
    if (!this.isPlaying) return;
    if (this.time >= this.end) this.seek(this.begin);
    let before = performance.now();
    const tick = (now) => {
      if (!this.isPlaying) return;
      this.seek(this.time + ((now - before) / 1000) * this.speed);
      before = now;
      if (this.time >= this.end) this.toggle();
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  seek(time) {
    this.time = Math.min(this.end, Math.max(this.begin, time));
    const share = (this.time - this.begin) / (this.end - this.begin);
    this.slider.value = String(Math.round(10000 * share));
    this.clock.textContent = `${this.time.toFixed(decimalsOf(this.end - this.begin))} s`;
    this.view?.show(this.time);
    this.onTime(this.time);
  }

  /** Three bands under the slider: step size, error estimate (1 is the tolerance), gap of the joints; darker is larger. */
  drawRibbon() {
    if (!this.ribbon || !this.ribbon.clientWidth) return;
    const [width, height] = [this.ribbon.clientWidth, this.ribbon.clientHeight];
    const ratio = window.devicePixelRatio || 1;
    Object.assign(this.ribbon, { width: width * ratio, height: height * ratio });
    const context = this.ribbon.getContext("2d");
    context.scale(ratio, ratio);
    const style = getComputedStyle(document.documentElement);
    const bands = [["step", this.steps.size, "--curve0"], ["error", this.steps.error, "--curve1"], ["gap", this.steps.gap, "--curve2"]];
    const shown = bands.filter(([, { high }]) => high.some((value) => value > 0));
    const tall = height / Math.max(1, shown.length);
    shown.forEach(([name, { high }, colour], row) => {
      const [low, top] = rangeOf(high.filter((value) => value > 0).map(Math.log10));
      context.fillStyle = style.getPropertyValue(colour);
      this.steps.t_end.forEach((t, i) => {
        const from = i === 0 ? this.begin : this.steps.t_end[i - 1];
        const x = ((from - this.begin) / (this.end - this.begin)) * width;
        const strength = high[i] > 0 ? (top > low ? (Math.log10(high[i]) - low) / (top - low) : 1) : 0;
        const bar = (0.12 + 0.88 * strength) * (tall - 2);
        context.fillRect(x, (row + 1) * tall - bar, Math.max(0.7, ((t - from) / (this.end - this.begin)) * width), bar);
      });
      context.font = "10px system-ui, sans-serif";
      context.fillStyle = style.getPropertyValue("--surface");
      context.globalAlpha = 0.8;
      context.fillRect(0, row * tall, context.measureText(name).width + 8, tall - 1);
      context.globalAlpha = 1;
      context.fillStyle = style.getPropertyValue("--text");
      context.fillText(name, 4, row * tall + Math.min(tall - 3, 11));
    });
  }

  /** A report, or a replay as JSON, dropped on the page: laid over the first run. */
  async take(file) {
    try {
      const text = await file.text();
      const found = /<script id="data" type="application\/json">(.*?)<\/script>/s.exec(text);
      const other = replayOf(JSON.parse(found ? found[1] : text), file.name);
      this.lay(other.runs[0]);
    } catch (failure) {
      this.note.textContent = `"${file.name}" is no report and no replay of Kreisel: ${failure.message}`;
    }
  }

  lay(run) {
    const known = this.scene.bodies.filter(({ name }) => run.columns.has(`${name}.x`)).length;
    if (known === 0) throw new Error("it has none of these bodies");
    const motion = new Motion(run);
    this.motions.push(motion);
    this.end = Math.max(this.end, run.t[run.t.length - 1]);
    if (this.view) {
      this.view.runs.push(motion);
      this.view.layers.push(this.view.addRun(motion, this.motions.length - 1));
      this.view.theme();
    }
    this.note.textContent = this.legendText();
    this.seek(this.time);
  }
}

const decimalsOf = (span) => Math.min(9, Math.max(0, 3 - Math.floor(Math.log10(span))));

/** What a page holds, or a replay saved alone, as the player takes it. */
function replayOf(data, fallback) {
  if (data.runs) {
    return { ...data, runs: data.runs.map((run) => ({ label: run.label ?? fallback, t: unpacked(run.t), columns: new Map(Object.entries(run.columns).map(([name, packed]) => [name, unpacked(packed)])) })) };
  }
  const columns = new Map(data.columns.map(({ name }, i) => [name, unpacked(data.samples.values[i])]));
  const label = `${data.record.problem}, ${data.record.method}${fallback ? ` (${fallback})` : ""}`;
  return { scene: data.record.scene, steps: data.steps, runs: [{ label, t: unpacked(data.samples.t), columns }] };
}

/** Problems without bodies: pairs and triples x…, y…, z… of their coordinates are points. */
function withPoints(replay, columns) {
  if (replay.scene.bodies.length > 0) return replay;
  const [{ columns: numbers }] = replay.runs;
  const bodies = [];
  for (const { name, kind } of columns) {
    const parts = /^(.*\.)?x([^.]*)$/.exec(name);
    if (!parts || kind !== "coordinate") continue;
    const others = ["y", "z"].map((axis) => `${parts[1] ?? ""}${axis}${parts[2]}`);
    if (!numbers.has(others[0])) continue;
    const body = parts[1] ? parts[1].slice(0, -1) : `point${parts[2]}`;
    bodies.push({ name: body, shape: { type: "sphere", radius: 0, guess: true } });
    for (const run of replay.runs) [name, ...others].forEach((from, i) => run.columns.has(from) && run.columns.set(`${body}.${"xyz"[i]}`, run.columns.get(from)));
  }
  return { ...replay, scene: { ...replay.scene, bodies, gravity: replay.scene.gravity } };
}

function saveFile(name, text, type) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
