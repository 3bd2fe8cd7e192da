// Figures that belong together: one legend for all of them, whose names hide and show their curves.

class FigureGroup {
  constructor(figures) {
    this.figures = figures;
    this.hidden = new Set();
    this.charts = figures.map((figure) => new XyPlot(figure, this.hidden));
    this.root = element("div", {},
      element("p", { class: "note" }, "Point at a curve to read its values; click a name to hide or show it in all figures."),
      this.legend(), element("div", { class: "plots" }, ...this.charts.map((chart) => chart.root)));
  }

  draw() {
    for (const chart of this.charts) chart.draw();
  }

  /** One entry per style: [style, name], in the order of the first figure that has it. */
  contestants() {
    const names = new Map();
    for (const { curves } of this.figures) for (const { style, name } of curves) if (!names.has(style)) names.set(style, name);
    return [...names];
  }

  /** Hides or shows some styles. */
  set(styles, isHidden) {
    for (const style of styles) isHidden ? this.hidden.add(style) : this.hidden.delete(style);
    for (const button of this.buttons.querySelectorAll("button[data-style]")) {
      button.setAttribute("aria-pressed", String(!this.hidden.has(Number(button.dataset.style))));
    }
    this.draw();
  }

  legendButton([style, name]) {
    const line = element("path", { d: "M0 6H26", style: `stroke:${colourOf(style)}`, "stroke-dasharray": dashesOf(style) });
    const mark = element("path", { d: markPath(style, 13, 6, 3), style: `fill:${colourOf(style)}` });
    const sample = element("svg", { class: "sample", viewBox: "0 0 26 12", "aria-hidden": "true" }, line, mark);
    const button = element("button", { type: "button", "aria-pressed": "true", "data-style": style }, sample, name);
    button.addEventListener("click", () => this.set([style], !this.hidden.has(style)));
    return button;
  }

  legend() {
    const all = this.contestants();
    const action = (text, isHidden) => {
      const button = element("button", { type: "button", class: "action" }, text);
      button.addEventListener("click", () => this.set(all.map(([style]) => style), isHidden));
      return button;
    };
    const actions = all.length > 1 ? [action("show all", false), action("hide all", true)] : [];
    this.buttons = element("div", { class: "legend shared" }, ...actions, ...all.map((one) => this.legendButton(one)));
    return this.buttons;
  }
}
