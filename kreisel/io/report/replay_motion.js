// Where bodies are at any time: samples of columns, with smooth motion between them.

class Motion {
  /** run: {label, t, columns: Map of name to numbers}. */
  constructor(run) {
    Object.assign(this, { label: run.label, t: run.t, columns: run.columns, at: 0, part: 0, poses: new Map() });
  }

  column(name) {
    return this.columns.get(name);
  }

  /** The interval of the samples that holds `time`, and how far in it. */
  seek(time) {
    const { t } = this;
    const last = t.length - 1;
    let low = 0;
    let high = last;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (t[middle] <= time) low = middle;
      else high = middle;
    }
    this.at = low;
    const width = t[Math.min(low + 1, last)] - t[low];
    this.part = width > 0 ? Math.min(1, Math.max(0, (time - t[low]) / width)) : 0;
  }

  number(name) {
    const values = this.columns.get(name);
    if (!values) return NaN;
    const next = Math.min(this.at + 1, values.length - 1);
    return values[this.at] + (values[next] - values[this.at]) * this.part;
  }

  /** A cubic through four samples: bodies that turn fast between samples stay on their circles. */
  smooth(values) {
    const last = values.length - 1;
    const i = this.at;
    const [b, c] = [values[i], values[Math.min(i + 1, last)]];
    const s = this.part;
    if (i === 0 || i + 2 > last) return b + (c - b) * s;
    const [before, after] = [(c - values[i - 1]) / 2, (values[i + 2] - b) / 2];
    return b + s * (before + s * (3 * (c - b) - 2 * before - after + s * (2 * (b - c) + before + after)));
  }

  columnsOf(body) {
    if (!this.poses.has(body)) {
      const place = ["x", "y", "z"].map((axis) => this.column(`${body}.${axis}`));
      const turn = ["qx", "qy", "qz", "qw"].map((part) => this.column(`${body}.${part}`));
      this.poses.set(body, { place, turn: turn.every(Boolean) ? turn : null });
    }
    return this.poses.get(body);
  }

  /** Writes position and quaternion of a body; false where the run does not have it. */
  pose(body, position, quaternion) {
    const { place, turn } = this.columnsOf(body);
    if (!place[0] && !turn) return false;
    position.set(...place.map((values) => (values ? this.smooth(values) : 0)));
    if (!turn) return true;
    const at = (i) => turn.map((values) => values[Math.min(i, values.length - 1)]);
    quaternion.set(...at(this.at)).slerp(nextTurn.set(...at(this.at + 1)), this.part).normalize();
    return true;
  }
}

const nextTurn = typeof THREE === "undefined" ? null : new THREE.Quaternion();
