// The three-dimensional picture: bodies, joints, forces, arrows and ground, placed anew for every time.

class ReplayScene {
  /** scene: bodies and elements of docs/output.md, "Replays"; runs: [Motion]. Throws where there is no WebGL. */
  constructor(canvas, scene, runs) {
    Object.assign(this, { canvas, scene, runs: [...runs], options: { arrows: true, traces: true, glyphs: true } });
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.renderer.shadowMap.enabled = true;
    this.world = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(35, 1, 0.01, 1000);
    this.up = this.upward();
    this.measure();
    this.light();
    this.addGround();
    this.layers = this.runs.map((run, index) => this.addRun(run, index));
    this.camera.up.copy(this.up); // before the controls, which turn about it
    this.controls = new THREE.OrbitControls(this.camera, canvas);
    this.controls.addEventListener("change", () => this.ask());
    this.followed = null;
    this.theme();
    this.look();
  }

  theme() {
    const value = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    this.colours = Array.from({ length: 7 }, (_, i) => new THREE.Color(value(`--curve${i}`)));
    const muted = new THREE.Color(value("--muted"));
    this.materials.joint.color.copy(muted).lerp(new THREE.Color(value("--text")), 0.35);
    this.materials.spring.color.copy(muted);
    this.materials.soft.color.copy(muted);
    this.materials.arrow.color.copy(new THREE.Color(value("--arrow")));
    this.materials.load.color.copy(this.colours[4]);
    this.grid.material.color.copy(new THREE.Color(value("--line")));
    this.bodyMaterials.forEach((material, i) => material.color.copy(this.colours[i % 6]));
    this.traceMaterials.forEach((material, i) => material.color.copy(this.colours[i % 6]));
    this.ask();
  }

  /** Against gravity where that is along an axis, otherwise along z. */
  upward() {
    const gravity = new THREE.Vector3(...(this.scene.gravity ?? [0, 0, 0]));
    if (gravity.length() === 0) return this.isFlat() ? new THREE.Vector3(0, 1, 0) : new THREE.Vector3(0, 0, 1);
    return gravity.normalize().negate();
  }

  /** All bodies stay in a plane z = constant and turn about z alone: seen from above. */
  isFlat() {
    return this.scene.bodies.every(({ name }) => ["z", "qx", "qy"].every((part) => {
      const values = this.runs[0].column(`${name}.${part}`);
      if (!values) return true;
      const [low, high] = rangeOf(values);
      return high - low < 1e-9;
    }));
  }

  /** The ball that holds every place a body goes to, and what stands on the ground. */
  measure() {
    const box = new THREE.Box3();
    const point = new THREE.Vector3();
    for (const { name } of this.scene.bodies) {
      const [x, y, z] = ["x", "y", "z"].map((axis) => this.runs[0].column(`${name}.${axis}`));
      if (!x) continue;
      const step = Math.max(1, Math.floor(x.length / 400));
      for (let i = 0; i < x.length; i += step) {
        point.set(x[i], y ? y[i] : 0, z ? z[i] : 0);
        if (Number.isFinite(point.lengthSq())) box.expandByPoint(point);
      }
    }
    for (const { a, b } of this.scene.elements) {
      for (const end of [a, b]) if (end && end.body < 0) box.expandByPoint(point.set(...end.position));
    }
    if (box.isEmpty()) box.expandByPoint(point.set(0, 0, 0));
    const bound = box.getBoundingSphere(new THREE.Sphere());
    const largest = Math.max(0, ...this.scene.bodies.map(({ shape }) => sizeOf(shape)));
    this.centre = bound.center;
    this.radius = Math.max(bound.radius + 0.5 * largest, 0.75 * largest, 1e-3);
    this.lowest = Infinity;
    for (const corner of cornersOf(box)) this.lowest = Math.min(this.lowest, corner.dot(this.up));
    this.lowest -= 0.5 * largest;
    this.glyph = 0.018 * this.radius;
    for (const { shape } of this.scene.bodies) if (shape.type === "sphere" && !(shape.radius > 0)) shape.radius = 0.05 * this.radius;
  }

  light() {
    const { radius, centre, up } = this;
    const sun = new THREE.DirectionalLight(0xffffff, 2.2);
    sun.position.copy(centre).addScaledVector(up, 3 * radius).add(new THREE.Vector3(1.2 * radius, -1.6 * radius, 0.8 * radius));
    sun.target.position.copy(centre);
    sun.castShadow = true;
    Object.assign(sun.shadow.camera, { left: -2 * radius, right: 2 * radius, top: 2 * radius, bottom: -2 * radius, near: 0.1 * radius, far: 8 * radius });
    sun.shadow.mapSize.set(2048, 2048);
    sun.shadow.normalBias = 0.01 * radius;
    this.world.add(sun, sun.target, new THREE.HemisphereLight(0xffffff, 0x8899aa, 1.6));
  }

  /** Where a plane of the model lies on the ground, that is the floor; otherwise below everything, when there is gravity. */
  addGround() {
    const { radius, centre, up } = this;
    const touched = this.scene.elements.find(({ type, b }) => ["contact_plane", "rolling_disc", "skate"].includes(type) && b && b.body < 0);
    const normal = touched ? zAxis.clone().applyQuaternion(quaternionOf(touched.b.rotation)) : up;
    const height = touched ? normal.dot(new THREE.Vector3(...touched.b.position)) : this.lowest;
    const place = centre.clone().addScaledVector(normal, height - centre.dot(normal));
    const group = new THREE.Group();
    const size = 10 ** Math.floor(Math.log10(radius));
    const cell = [1, 2, 5].map((factor) => factor * size * 0.5).find((width) => (2.4 * radius) / width <= 16) ?? size * 5;
    const cells = 2 * Math.ceil((1.6 * radius) / cell);
    this.grid = new THREE.GridHelper(cells * cell, cells);
    this.grid.material.vertexColors = false;
    this.grid.rotation.x = Math.PI / 2;
    const shade = new THREE.Mesh(new THREE.PlaneGeometry(8 * radius, 8 * radius), new THREE.ShadowMaterial({ opacity: 0.22 }));
    shade.receiveShadow = true;
    shade.position.z = -1e-4 * radius;
    group.add(this.grid, shade);
    group.quaternion.setFromUnitVectors(zAxis, normal);
    group.position.copy(place);
    this.world.add(group);
    const standard = (extra) => new THREE.MeshStandardMaterial({ roughness: 0.6, metalness: 0.05, ...extra });
    this.materials = {
      joint: standard({}), spring: standard({}), soft: standard({ transparent: true, opacity: 0.35 }),
      arrow: standard({}), load: standard({}),
    };
    [this.bodyMaterials, this.traceMaterials] = [[], []];
  }

  /** Everything that moves with one run; the second and later ones are ghosts without joints. */
  addRun(run, index) {
    const isGhost = index > 0;
    const layer = { run, isGhost, root: new THREE.Group(), bodies: [], updates: [], traces: new THREE.Group() };
    layer.frames = this.scene.bodies.map((body, i) => this.addBody(layer, body, i));
    if (!isGhost) this.scene.elements.forEach((element) => this.addElement(layer, element));
    this.addTraces(layer);
    layer.root.add(layer.traces);
    this.world.add(layer.root);
    return layer;
  }

  addBody(layer, { name, shape }, i) {
    const frame = new THREE.Group();
    const material = new THREE.MeshStandardMaterial({ roughness: 0.55, metalness: 0.05 });
    if (layer.isGhost) Object.assign(material, { transparent: true, opacity: 0.35, depthWrite: false });
    this.bodyMaterials.push(material);
    const solid = new THREE.Mesh(shapeGeometry(shape), material);
    solid.castShadow = solid.receiveShadow = !layer.isGhost;
    if (shape.type === "mesh") material.side = THREE.DoubleSide;
    solid.position.set(...(shape.position ?? [0, 0, 0]));
    solid.quaternion.copy(turnOf(shape));
    frame.add(solid);
    if (shape.guess) this.addLinks(frame, shape, i, material);
    frame.name = name;
    layer.root.add(frame);
    return frame;
  }

  /** A body without a shape of its own: rods to what it is joined with. */
  addLinks(frame, shape, body, material) {
    for (const { a, b } of this.scene.elements) {
      for (const end of [a, b]) {
        if (!end || end.body !== body) continue;
        const to = new THREE.Vector3(...end.position);
        const length = to.length();
        if (length < 0.6 * sizeOf(shape) || length < 2 * this.glyph) continue;
        const rod = new THREE.Mesh(cylinder(0.8 * this.glyph, length).translate(0, 0, length / 2), material);
        rod.quaternion.setFromUnitVectors(zAxis, to.normalize());
        rod.castShadow = true;
        frame.add(rod);
      }
    }
  }

  addElement(layer, element) {
    const make = glyphs[element.type];
    const { a, b, name, kind } = element;
    if (a && b && make) {
      const parts = make(this.glyph, this.travelOf(layer.run, name), element.radius ?? 0);
      const material = kind === "force" ? (parts.helix ? this.materials.spring : this.materials.soft) : this.materials.joint;
      const put = (end, geometries = []) => geometries.forEach((geometry) => this.onEnd(layer, end).add(this.solid(geometry, material)));
      put(a, parts.onA);
      put(b, parts.onB);
      if (parts.helix) this.stretch(layer, a, b, helixGeometry(), material, 1.3 * this.glyph, 20);
      if (parts.between) this.stretch(layer, a, b, parts.between, material, 1, 1);
    }
    if (kind === "joint" && b) this.addReaction(layer, element, ["fx", "fy", "fz"], this.materials.arrow);
    if (element.type === "force") this.addReaction(layer, element, ["fx", "fy", "fz"], this.materials.load);
    if (element.type === "torque") this.addReaction(layer, element, ["mx", "my", "mz"], this.materials.load);
  }

  solid(geometry, material) {
    const solid = new THREE.Mesh(geometry, material);
    solid.castShadow = true;
    solid.userData.isGlyph = true;
    return solid;
  }

  travelOf(run, name) {
    const travel = run.column(`${name}.travel`);
    if (!travel) return [0, 0];
    const most = 1.5 * this.radius;
    return rangeOf(travel).map((end) => Math.min(most, Math.max(-most, end)));
  }

  /** The frame of an end: on its body, or in space. */
  onEnd(layer, end) {
    const frame = new THREE.Group();
    frame.position.set(...end.position);
    frame.quaternion.copy(quaternionOf(end.rotation));
    (end.body < 0 ? layer.root : layer.frames[end.body]).add(frame);
    return frame;
  }

  placeOf(layer, end, out) {
    out.set(...end.position);
    if (end.body >= 0) out.applyQuaternion(layer.frames[end.body].quaternion).add(layer.frames[end.body].position);
    return out;
  }

  /** Something of a height along z, stretched from one end to the other. */
  stretch(layer, a, b, geometry, material, width, height) {
    const solid = this.solid(geometry, material);
    layer.root.add(solid);
    const [from, to] = [new THREE.Vector3(), new THREE.Vector3()];
    layer.updates.push(() => {
      this.placeOf(layer, a, from);
      this.placeOf(layer, b, to).sub(from);
      const length = to.length();
      solid.position.copy(from);
      solid.scale.set(width, width, Math.max(length, 1e-9) / height);
      if (length > 0) solid.quaternion.setFromUnitVectors(zAxis, to.divideScalar(length));
    });
  }

  /** An arrow as long as a third of the scene where the largest force of its kind is. */
  addReaction(layer, { name, type, a, b }, parts, material) {
    const columns = parts.map((part) => layer.run.column(`${name}.${part}`));
    if (!columns.every(Boolean)) return;
    const end = type === "force" || type === "torque" || b.body < 0 ? a : b;
    const arrow = arrowOf(material, this.glyph);
    arrow.userData.isArrow = true;
    layer.root.add(arrow);
    const unit = parts[0] === "mx" ? "moment" : "force";
    this.largest ??= { force: 0, moment: 0 };
    for (let i = 0; i < columns[0].length; ++i) {
      this.largest[unit] = Math.max(this.largest[unit], Math.hypot(columns[0][i], columns[1][i], columns[2][i]) || 0);
    }
    const [from, force] = [new THREE.Vector3(), new THREE.Vector3()];
    layer.updates.push(() => {
      force.set(...parts.map((part) => layer.run.number(`${name}.${part}`)));
      force.multiplyScalar((0.66 * this.radius) / (this.largest[unit] || 1));
      arrow.point(this.placeOf(layer, end, from), force);
      arrow.visible &&= this.options.arrows;
    });
  }

  /** Where the centres of bodies go: of up to twelve bodies. */
  addTraces(layer) {
    this.scene.bodies.slice(0, 12).forEach(({ name }) => {
      const [x, y, z] = ["x", "y", "z"].map((axis) => layer.run.column(`${name}.${axis}`));
      if (!x) return;
      const points = new Float32Array(3 * x.length);
      for (let i = 0; i < x.length; ++i) points.set([x[i], y ? y[i] : 0, z ? z[i] : 0], 3 * i);
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute("position", new THREE.BufferAttribute(points, 3));
      const material = new THREE.LineBasicMaterial({ transparent: true, opacity: layer.isGhost ? 0.3 : 0.6 });
      this.traceMaterials.push(material);
      layer.traces.add(new THREE.Line(geometry, material));
    });
  }

  show(time) {
    for (const layer of this.layers) {
      layer.run.seek(time);
      layer.frames.forEach((frame) => {
        frame.visible = layer.run.pose(frame.name, frame.position, frame.quaternion);
      });
      layer.updates.forEach((update) => update());
      layer.traces.visible = this.options.traces;
    }
    if (this.followed !== null) this.follow();
    this.ask();
  }

  follow() {
    const now = this.layers[0].frames[this.followed].position;
    const moved = now.clone().sub(this.controls.target);
    this.controls.target.add(moved);
    this.camera.position.add(moved);
  }

  /** Camera on a body, or free again. */
  setFollowed(body) {
    this.followed = body;
    if (body === null) this.look();
    else this.follow();
    this.ask();
  }

  setOption(name, isOn) {
    this.options[name] = isOn;
    this.world.traverse((object) => {
      if (object.userData.isGlyph) object.visible = this.options.glyphs;
    });
  }

  /** From the front and a little above; flat motions straight on. */
  look() {
    const { up, centre, radius } = this;
    const side = Math.abs(up.z) > 0.9 ? new THREE.Vector3(0.45, -1, 0.35) : new THREE.Vector3(0.15, 0.2, 1);
    this.camera.position.copy(centre).addScaledVector(side.normalize(), radius / Math.sin((this.camera.fov * Math.PI) / 360) / Math.min(1, this.camera.aspect) * 0.8);
    Object.assign(this.camera, { near: 0.01 * radius, far: 40 * radius });
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(centre);
    this.controls.update();
    this.ask();
  }

  resize(width, height) {
    const isFirst = !this.width;
    if (width === this.width && height === this.height) return;
    Object.assign(this, { width, height });
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (isFirst) this.look();
    this.ask();
  }

  /** Draws once, soon. */
  ask() {
    if (this.isAsked) return;
    this.isAsked = true;
    requestAnimationFrame(() => {
      this.isAsked = false;
      if (this.width) this.renderer.render(this.world, this.camera);
    });
  }
}

/** Longest extent of a shape. */
function sizeOf(shape) {
  if (shape.size) return Math.max(...shape.size);
  if (shape.radii) return 2 * Math.max(...shape.radii);
  if (shape.extent) return shape.extent;
  return Math.max(2 * (shape.radius ?? 0), (shape.length ?? 0) + (shape.type === "capsule" ? 2 * shape.radius : 0));
}

function cornersOf({ min, max }) {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((i) => new THREE.Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z));
}
