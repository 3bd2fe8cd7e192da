// Columns of numbers as short texts (docs/output.md, "Replays"): little-endian base64, or one number where all are the same.

function bytesOf(text) {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; ++i) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

/** {"f64": …}, {"f32": …}, {"u16": …, low, step}, {constant, count} or a plain list; what is not finite becomes NaN. */
function unpacked(packed) {
  if (Array.isArray(packed)) return Float64Array.from(packed, (value) => value ?? NaN);
  if (packed.f64 !== undefined) return new Float64Array(bytesOf(packed.f64).buffer);
  if (packed.f32 !== undefined) return new Float32Array(bytesOf(packed.f32).buffer);
  if (packed.u16 !== undefined) {
    return Float32Array.from(new Uint16Array(bytesOf(packed.u16).buffer), (steps) => packed.low + packed.step * steps);
  }
  return new Float64Array(packed.count).fill(packed.constant ?? NaN);
}

/** Smallest and largest of a column, NaN left out. */
function rangeOf(values) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}
