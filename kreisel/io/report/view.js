// A replay alone: `kreisel view`, result.view() of Python, animations of modes and sweeps.

const data = JSON.parse(document.getElementById("data").textContent);
const replay = replayOf(data, "");
const shown = data.columns ? withPoints(replay, data.columns) : replay;
const main = document.getElementById("report");
main.classList.add("alone");
if (shown.scene.bodies.length === 0) {
  main.append(element("p", { class: "message" }, "Nothing here has a place in space: there is nothing to see."));
} else {
  const player = new Replay(shown);
  main.append(element("h1", {}, shown.scene.name ?? ""), player.root);
  player.resize();
  if (data.play) player.toggle();
}
