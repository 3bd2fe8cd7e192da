// What is seen: shapes of bodies, glyphs of joints and forces, arrows. Lengths of glyphs are in units of the scene.

const quaternionOf = ([w, x, y, z] = [1, 0, 0, 0]) => new THREE.Quaternion(x, y, z, w).normalize();
/** The turn of a shape: as given, or from z to its axis. */
const turnOf = (shape) => (shape.axis ? new THREE.Quaternion().setFromUnitVectors(zAxis, new THREE.Vector3(...shape.axis).normalize()) : quaternionOf(shape.rotation));
const alongZ = (geometry) => geometry.rotateX(Math.PI / 2); // three.js builds cylinders along y
const cylinder = (radius, length, sides = 20) => alongZ(new THREE.CylinderGeometry(radius, radius, length, sides));

/** Geometry of a shape of a model; reference: docs/model-reference.md, "Shapes". */
function shapeGeometry(shape) {
  switch (shape.type) {
    case "sphere":
      return new THREE.SphereGeometry(shape.radius, 32, 20);
    case "cylinder":
      return cylinder(shape.radius, shape.length, 40);
    case "cone":
      return alongZ(new THREE.ConeGeometry(shape.radius, shape.length, 40));
    case "capsule":
      return alongZ(new THREE.CapsuleGeometry(shape.radius, shape.length, 8, 24));
    case "ellipsoid":
      return new THREE.SphereGeometry(1, 32, 20).scale(...shape.radii);
    case "mesh": {
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute("position", new THREE.BufferAttribute(Float32Array.from(unpacked(shape.points)), 3));
      geometry.computeVertexNormals();
      return geometry;
    }
    default:
      return new THREE.BoxGeometry(...(shape.size ?? [1, 1, 1]));
  }
}

/** A tube of radius r along points, for springs. */
function tubeGeometry(points, r, sides = 6) {
  const [positions, indices] = [[], []];
  points.forEach((point, i) => {
    const ahead = points[Math.min(i + 1, points.length - 1)];
    const behind = points[Math.max(i - 1, 0)];
    const along = new THREE.Vector3().subVectors(ahead, behind).normalize();
    const side = new THREE.Vector3(0, 0, 1).cross(along).normalize();
    if (side.lengthSq() === 0) side.set(1, 0, 0);
    const up = new THREE.Vector3().crossVectors(along, side);
    for (let k = 0; k < sides; ++k) {
      const angle = (2 * Math.PI * k) / sides;
      const out = side.clone().multiplyScalar(r * Math.cos(angle)).addScaledVector(up, r * Math.sin(angle)).add(point);
      positions.push(out.x, out.y, out.z);
      if (i + 1 === points.length) continue;
      const [a, b] = [i * sides + k, i * sides + ((k + 1) % sides)];
      indices.push(a, b, a + sides, b, b + sides, a + sides);
    }
  });
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(positions), 3));
  geometry.setIndex(indices);
  geometry.computeVertexNormals();
  return geometry;
}

/** A helix of radius 1 from 0 to `height` along z. */
function helixGeometry(turns = 9, height = 20) {
  const points = [];
  for (let i = 0; i <= turns * 14; ++i) {
    const s = i / (turns * 14);
    const radius = s < 0.06 || s > 0.94 ? 0 : 1;
    const angle = 2 * Math.PI * turns * s;
    points.push(new THREE.Vector3(radius * Math.cos(angle), radius * Math.sin(angle), s * height));
  }
  return tubeGeometry(points, 0.2);
}

/** A spiral in the xy plane, for torsion springs. */
function spiralGeometry(g) {
  const points = [];
  for (let i = 0; i <= 80; ++i) {
    const angle = (i / 80) * 5 * Math.PI;
    const radius = g * (0.6 + (2.2 * i) / 80);
    points.push(new THREE.Vector3(radius * Math.cos(angle), radius * Math.sin(angle), 0.02 * g * Math.sin(i)));
  }
  return tubeGeometry(points, 0.18 * g);
}

/** An arrow from 0 to 1 along z. */
function arrowOf(material, g) {
  const shaft = new THREE.Mesh(cylinder(1, 1, 10).translate(0, 0, 0.5), material);
  const head = new THREE.Mesh(alongZ(new THREE.ConeGeometry(2.6, 6, 14)), material);
  const arrow = new THREE.Group();
  arrow.add(shaft, head);
  arrow.point = (from, direction) => {
    const length = direction.length();
    arrow.visible = length > 0.4 * g;
    if (!arrow.visible) return;
    arrow.position.copy(from);
    arrow.quaternion.setFromUnitVectors(zAxis, direction.clone().divideScalar(length));
    const width = 0.28 * g;
    const tip = Math.min(6 * width, 0.5 * length);
    shaft.scale.set(width, width, length - tip);
    head.scale.set(width, width, tip / 6);
    head.position.z = length - tip / 2;
  };
  return arrow;
}
const zAxis = typeof THREE === "undefined" ? null : new THREE.Vector3(0, 0, 1);

/** What b slides along: from its smallest travel to its largest, and a little more. */
const rail = (make, width, [low, high], margin) => make(width, high - low + 2 * margin).translate(0, 0, (low + high) / 2);

/**
 * Parts of a joint or force: `onA`, `onB` are fixed on its ends, `between` stretches from a to b.
 * g is the size of a glyph, [low, high] the range of its travel.
 */
const glyphs = {
  revolute: (g) => ({ onA: [cylinder(0.6 * g, 4.4 * g)], onB: [cylinder(1.1 * g, 2.4 * g), new THREE.BoxGeometry(2.6 * g, 0.5 * g, 1.6 * g)] }),
  cylindrical: (g, range) => ({ onA: [rail(cylinder, 0.5 * g, range, 4 * g)], onB: [cylinder(1.1 * g, 3 * g)] }),
  screw: (g, range) => ({ onA: [rail(cylinder, 0.5 * g, range, 4 * g)], onB: [alongZ(new THREE.CylinderGeometry(1.4 * g, 1.4 * g, 2.4 * g, 6))] }),
  prismatic: (g, range) => ({ onA: [rail((width, length) => new THREE.BoxGeometry(width, width, length), 0.7 * g, range, 3 * g)], onB: [new THREE.BoxGeometry(1.8 * g, 1.8 * g, 3 * g)] }),
  point_on_line: (g, range) => ({ onA: [rail(cylinder, 0.3 * g, range, 3 * g)], onB: [new THREE.SphereGeometry(0.9 * g, 20, 14)] }),
  spherical: (g) => ({ onA: [new THREE.TorusGeometry(1.2 * g, 0.35 * g, 10, 28)], onB: [new THREE.SphereGeometry(1.1 * g, 24, 16)] }),
  universal: (g) => ({ onA: [cylinder(0.45 * g, 4 * g)], onB: [cylinder(0.45 * g, 4 * g)] }),
  planar: (g) => ({ onA: [new THREE.BoxGeometry(12 * g, 12 * g, 0.1 * g)], onB: [cylinder(1 * g, 0.4 * g)] }),
  fixed: (g) => ({ onA: [new THREE.BoxGeometry(1.4 * g, 1.4 * g, 1.4 * g)] }),
  distance: (g) => ({ between: cylinder(0.35 * g, 1).translate(0, 0, 0.5), onA: [new THREE.SphereGeometry(0.7 * g)], onB: [new THREE.SphereGeometry(0.7 * g)] }),
  rolling_disc: (g, range, radius) => ({ onA: [new THREE.TorusGeometry(radius, 0.3 * g, 10, 60)] }),
  skate: (g) => ({ onA: [new THREE.BoxGeometry(6 * g, 1.6 * g, 0.25 * g)] }),
  motion: (g) => ({ onB: [new THREE.TorusGeometry(1.4 * g, 0.25 * g, 8, 28)] }),
  spring_damper: (g) => ({ helix: true, onA: [new THREE.SphereGeometry(0.5 * g)], onB: [new THREE.SphereGeometry(0.5 * g)] }),
  torsion_spring: (g) => ({ onA: [spiralGeometry(g)] }),
  bushing: (g) => ({ onA: [cylinder(1.7 * g, 1.4 * g)], onB: [cylinder(0.9 * g, 2.4 * g)] }),
  contact_plane: (g, range, radius) => ({ onA: [new THREE.SphereGeometry(Math.max(radius, 0.5 * g), 20, 14)] }),
  contact_spheres: (g, range, radius) => ({ onA: [new THREE.SphereGeometry(Math.max(radius, 0.5 * g), 20, 14)], onB: [new THREE.SphereGeometry(0.5 * g)] }),
};
