// From numbers to pixels, linear and logarithmic, with ticks at round numbers.

function linearTicks(low, high, wanted, smallest = 0) {
  const raw = Math.max(smallest, (high - low) / Math.max(1, wanted));
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= raw * 0.999);
  const ticks = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i) ticks.push(i * step);
  return ticks;
}

/** Powers of ten, several decades apart when there are many, with 2 and 5 between when there are few. */
function logTicks(low, high, wanted) {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  if (last - first < 2) {
    const powers = [first - 1, first, first + 1, first + 2].map((power) => 10 ** power);
    const round = powers.flatMap((power) => [power, 2 * power, 5 * power]);
    return round.filter((tick) => tick >= low && tick <= high);
  }
  const step = Math.max(1, Math.ceil((last - first + 1) / Math.max(2, wanted)));
  const ticks = [];
  for (let power = first; power <= last; power += step) ticks.push(10 ** power);
  return ticks;
}

/** Extends a range to something with an inside. */
function widened(low, high, isLog) {
  if (!(low <= high)) return isLog ? [1e-1, 1e1] : [-1, 1];
  if (isLog) {
    const margin = high / low < 2 ? 2 : (high / low) ** 0.07;
    return [low / margin, high * margin];
  }
  const margin = high > low ? 0.05 * (high - low) : Math.max(1e-12, 0.05 * Math.abs(high));
  return [low - margin, high + margin];
}

function makeScale(low, high, from, to, isLog) {
  const inner = isLog ? Math.log10 : (value) => value;
  const a = inner(low);
  const factor = (to - from) / (inner(high) - a);
  const scale = (value) => from + (inner(value) - a) * factor;
  scale.inverse = (pixel) => (pixel - from) / factor + a;
  scale.ticks = (wanted, smallest) => (isLog ? logTicks(low, high, wanted) : linearTicks(low, high, wanted, smallest));
  return scale;
}

/** Index of the entry of the sorted list nearest to `value`. */
function nearestIndex(sorted, value) {
  let low = 0;
  let high = sorted.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle;
    else high = middle;
  }
  return Math.abs(sorted[low] - value) <= Math.abs(sorted[high] - value) ? low : high;
}
