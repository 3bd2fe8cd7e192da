// What every chart has: a frame, axes with ticks at round numbers, a legend that toggles curves.

const allCharts = [];

/** Neighbouring curves differ in colour and mark; beyond seven the line changes too. */
const colourOf = (style) => `var(--curve${style % 7})`;
const dashesOf = (style) => ["", "7 4", "2 3"][Math.floor(style / 7) % 3];

/** A mark around a point: circle, square, triangle, diamond, triangle pointing down. */
function markPath(style, x, y, size = 4) {
  if (style % 5 === 0) return `M${x - size} ${y}a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0 ${-2 * size} 0Z`;
  const [corners, turn] = [[4, Math.PI / 4], [3, -Math.PI / 2], [4, 0], [3, Math.PI / 2]][(style % 5) - 1];
  const corner = (_, i) => {
    const angle = turn + (2 * Math.PI * i) / corners;
    return `${(x + 1.25 * size * Math.cos(angle)).toFixed(1)} ${(y + 1.25 * size * Math.sin(angle)).toFixed(1)}`;
  };
  return `M${Array.from({ length: corners }, corner).join("L")}Z`;
}

class Plot {
  constructor({ title, description, smallestTick = 0 }) {
    Object.assign(this, { smallestTick, label: title });
    this.svg = element("svg", { tabindex: "0", role: "img", "aria-label": description });
    allCharts.push(this);
  }

  /** Room for the axes; derived classes then set the scales this.x and this.y. */
  layOut(least = 190, most = 280, ratio = 0.45) {
    this.width = this.svg.clientWidth || 600;
    this.height = Math.round(Math.min(most, Math.max(least, this.width * ratio)));
    this.frame = { left: 66, right: this.width - 12, top: 8, bottom: this.height - 38 };
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    this.svg.setAttribute("height", this.height);
  }

  axes(xLabel) {
    const { left, right, top, bottom } = this.frame;
    const parts = [];
    for (const value of this.y.ticks((bottom - top) / 38, this.smallestTick)) {
      const y = this.y(value);
      const style = value === 0 ? "zero" : "grid";
      parts.push(element("line", { class: style, x1: left, x2: right, y1: y, y2: y }));
      parts.push(element("text", { x: left - 6, y: y + 4, "text-anchor": "end" }, numberText(value, 6)));
    }
    for (const value of this.x.ticks((right - left) / 64)) {
      const x = this.x(value);
      parts.push(element("line", { class: "grid", x1: x, x2: x, y1: top, y2: bottom }));
      parts.push(element("text", { x, y: bottom + 16, "text-anchor": "middle" }, numberText(value, 6)));
    }
    parts.push(element("text", { x: (left + right) / 2, y: this.height - 4, "text-anchor": "middle" }, xLabel));
    return parts;
  }

  /** A group that shows nothing outside the frame. */
  clipped(...children) {
    const { left, right, top, bottom } = this.frame;
    const clip = `clip${allCharts.indexOf(this)}`;
    const box = { x: left, y: top - 4, width: right - left, height: bottom - top + 8 };
    return element("g", { "clip-path": `url(#${clip})` }, element("clipPath", { id: clip }, element("rect", box)), ...children);
  }
}
