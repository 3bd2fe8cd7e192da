// Numbers and elements.

const finite = (value) => typeof value === "number" && Number.isFinite(value);

/** At most `digits` significant digits, without needless zeros: 0.0125, 1.5e-7. */
function numberText(value, digits = 5) {
  if (!finite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e7) return String(value);
  if (size >= 1e-3 && size < 1e6) return String(Number(value.toPrecision(digits)));
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
  return `${Number(mantissa)}e${Number(exponent)}`;
}

/** "1 234 567" with thin spaces. */
const countText = (value) => (finite(value) ? String(value).replace(/\B(?=(\d{3})+$)/g, "\u2009") : "–");

const withUnit = (text, unit) => (unit && unit !== "1" ? `${text} ${unit}` : text);
const labelled = (name, unit) => (unit && unit !== "1" ? `${name} [${unit}]` : name);

/** element("p", {class: "note"}, "text", child, …) */
function element(name, attributes = {}, ...children) {
  const isSvg = ["svg", "g", "path", "line", "text", "rect", "circle", "clipPath", "title"].includes(name);
  const made = isSvg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Rows of cells; numbers are set to the right. */
function tableOf(head, rows) {
  const cell = (kind) => (content, column) => {
    const isNumber = rows.length > 0 && typeof rows[0][column] === "number";
    const text = typeof content === "number" ? numberText(content, 8) : content;
    return element(kind, isNumber ? { class: "number" } : {}, text ?? "–");
  };
  const line = (kind) => (cells) => element("tr", {}, ...cells.map(cell(kind)));
  const parts = [element("tbody", {}, ...rows.map(line("td")))];
  if (head) parts.unshift(element("thead", {}, line("th")(head)));
  return element("div", { class: "table" }, element("table", {}, ...parts));
}

const section = (title, ...children) => element("section", {}, element("h2", {}, title), ...children);
