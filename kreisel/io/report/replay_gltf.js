// The motion as glTF 2.0: a node per body with its mesh, one animation with the poses of all samples.

class GltfBuffer {
  constructor() {
    Object.assign(this, { parts: [], length: 0, views: [], accessors: [] });
  }

  /** Index of a new accessor over these numbers. */
  add(numbers, type, { isIndex = false, target, withRange = false } = {}) {
    const data = isIndex ? new Uint32Array(numbers) : new Float32Array(numbers);
    const width = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type];
    this.views.push({ buffer: 0, byteOffset: this.length, byteLength: data.byteLength, ...(target ? { target } : {}) });
    this.parts.push(new Uint8Array(data.buffer));
    this.length += data.byteLength;
    const accessor = { bufferView: this.views.length - 1, componentType: isIndex ? 5125 : 5126, count: data.length / width, type };
    if (withRange) {
      accessor.min = new Array(width).fill(Infinity);
      accessor.max = new Array(width).fill(-Infinity);
      data.forEach((value, i) => {
        const k = i % width;
        accessor.min[k] = Math.min(accessor.min[k], value);
        accessor.max[k] = Math.max(accessor.max[k], value);
      });
    }
    this.accessors.push(accessor);
    return this.accessors.length - 1;
  }

  base64() {
    let text = "";
    for (const part of this.parts) {
      for (let i = 0; i < part.length; i += 8192) text += String.fromCharCode(...part.subarray(i, i + 8192));
    }
    return btoa(text);
  }
}

/** All solids of a body in the frame of the body. */
function gltfMesh(buffer, frame, material) {
  const primitives = [];
  frame.updateMatrixWorld(true);
  const inverse = frame.matrixWorld.clone().invert();
  frame.traverse((object) => {
    if (!object.isMesh || object.userData.isArrow) return;
    const geometry = object.geometry.clone().applyMatrix4(inverse.clone().multiply(object.matrixWorld));
    const vertices = { target: 34962 };
    primitives.push({
      attributes: {
        POSITION: buffer.add(geometry.attributes.position.array, "VEC3", { ...vertices, withRange: true }),
        NORMAL: buffer.add(geometry.attributes.normal.array, "VEC3", vertices),
      },
      ...(geometry.index ? { indices: buffer.add(geometry.index.array, "SCALAR", { isIndex: true, target: 34963 }) } : {}),
      material,
    });
  });
  return { name: frame.name, primitives };
}

/** Poses at all samples; glTF has y up, a node above all bodies turns the space of the model. */
function gltfText(view, run) {
  const buffer = new GltfBuffer();
  const { frames } = view.layers[0];
  const materials = frames.map((frame, i) => ({ name: frame.name, pbrMetallicRoughness: { baseColorFactor: [...view.bodyMaterials[i].color.toArray(), 1], metallicFactor: 0, roughnessFactor: 0.6 } }));
  const meshes = frames.map((frame, i) => gltfMesh(buffer, frame, i));
  const times = buffer.add(Array.from(run.t, (t) => t - run.t[0]), "SCALAR", { withRange: true });
  const [samplers, channels] = [[], []];
  const [position, quaternion] = [new THREE.Vector3(), new THREE.Quaternion()];
  frames.forEach((frame, node) => {
    const [places, turns] = [[], []];
    for (const t of run.t) {
      run.seek(t);
      run.pose(frame.name, position, quaternion);
      places.push(...position.toArray());
      turns.push(...quaternion.toArray());
    }
    for (const [path, numbers, type] of [["translation", places, "VEC3"], ["rotation", turns, "VEC4"]]) {
      samplers.push({ input: times, output: buffer.add(numbers, type), interpolation: "LINEAR" });
      channels.push({ sampler: samplers.length - 1, target: { node, path } });
    }
  });
  const upright = new THREE.Quaternion().setFromUnitVectors(view.up, new THREE.Vector3(0, 1, 0));
  const nodes = [...frames.map((frame, mesh) => ({ name: frame.name, mesh })), { name: "space", children: frames.map((_, i) => i), rotation: upright.toArray() }];
  view.show(view.time ?? run.t[0]);
  return JSON.stringify({
    asset: { version: "2.0", generator: "kreisel" }, scene: 0, scenes: [{ nodes: [frames.length] }], nodes, meshes, materials,
    animations: [{ name: "motion", samplers, channels }], accessors: buffer.accessors, bufferViews: buffer.views,
    buffers: [{ byteLength: buffer.length, uri: `data:application/octet-stream;base64,${buffer.base64()}` }],
  });
}
