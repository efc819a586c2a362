// Shows an SVG picture; tells Python which node was clicked and which key was pressed.
const NEEDS_KEYS = 'input, select, textarea, [contenteditable="true"], [role="slider"], [role="spinbutton"]';
const SPOT = "[data-node], [data-infoset]";
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };
const ROW = 8; // pixels: what lies no further apart in height stands in one row

// Says at the foot of the page what runs in the background: the kernel reads "idle" meanwhile.
function initialize({ model }) {
  const run = document.createElement("p");
  const stop = document.createElement("button");
  stop.textContent = "Stop";
  stop.addEventListener("click", () => model.send({ stop: {} }));
  const tell = () => {
    run.remove();
    if (!model.get("running")) return;
    let board = document.getElementById("cfr-running");
    if (!board) {
      board = document.createElement("div");
      board.id = "cfr-running";
      board.setAttribute("role", "status");
      document.body.append(board);
    }
    run.replaceChildren(`${model.get("running")} runs in the background. `, stop);
    board.append(run);
  };
  tell();
  model.on("change:running", tell);
  model.on("comm_live_update", () => run.remove()); // the kernel has gone, and what it ran
  return () => run.remove();
}

// The part that an arrow key leads to: left and right in reading order, up and down to the nearest row. Where the
// widget takes left and right for itself, up and down go in reading order.
function beside(parts, from, key, inOrder) {
  const spots = parts.map((part) => {
    const box = part.getBoundingClientRect();
    return { part, x: box.left + box.width / 2, y: box.top + box.height / 2 };
  });
  const here = spots.find((spot) => spot.part === from);
  const step = STEPS[key];
  if (inOrder || key === "ArrowLeft" || key === "ArrowRight") {
    spots.sort((a, b) => (Math.abs(a.y - b.y) > ROW ? a.y - b.y : a.x - b.x));
    return spots[spots.indexOf(here) + step]?.part;
  }
  const away = (spot) => step * (spot.y - here.y);
  const ahead = spots.filter((spot) => away(spot) > ROW);
  const row = Math.min(...ahead.map(away)) + ROW;
  const near = (spot) => Math.abs(spot.x - here.x);
  return ahead.filter((spot) => away(spot) <= row).sort((a, b) => near(a) - near(b))[0]?.part;
}

function render({ model, el }) {
  const picture = document.createElement("div");
  picture.className = "cfr-canvas";
  picture.setAttribute("role", "group");
  const spoken = document.createElement("div");
  spoken.className = "cfr-spoken";
  spoken.setAttribute("aria-live", "polite");
  el.append(spoken, picture); // below the picture it would reach a pixel out of the widget, and bring scroll bars
  let stop = null; // of the parts that can have the focus, the one that the Tab key reaches

  const hit = (spot, how) => {
    const node = spot.closest("[data-node]")?.dataset.node ?? "";
    model.send({ clicked: { node, infoset: spot.closest("[data-infoset]")?.dataset.infoset ?? "", how } });
  };
  const parts = () => [...picture.querySelectorAll("[tabindex]")];
  const radios = () => picture.querySelector("[role=radiogroup]") !== null;
  const name = (part) => ["node", "infoset"].map((key) => part.dataset[key] ?? "").join();
  const rove = (part) => {
    stop = part;
    parts().forEach((other) => other.setAttribute("tabindex", other === part ? 0 : -1));
  };

  const draw = () => {
    const focus = picture.contains(document.activeElement) ? document.activeElement : null;
    const scrolled = picture.scrollLeft;
    picture.innerHTML = model.get("svg");
    const svg = picture.querySelector("svg");
    if (svg) {
      svg.style.width = `${(model.get("zoom") * svg.viewBox.baseVal.width).toFixed()}px`;
      svg.style.maxWidth = model.get("fit") ? "100%" : "none";
    }
    const selector = model.get("focusable");
    if (selector) {
      parts().forEach((part) => (part.removeAttribute("tabindex"), part.setAttribute("role", "group")));
      picture.querySelectorAll(selector).forEach((part) => (part.setAttribute("tabindex", 0), part.setAttribute("role", "button")));
    }
    const found = parts();
    const chosen = found.find((part) => part.getAttribute("aria-checked") === "true");
    const again = chosen ?? (stop && found.find((part) => name(part) === name(stop)));
    if (found.length) rove(again ?? found[0]);
    picture.tabIndex = found.length && (radios() || !model.get("takes").length) ? -1 : 0;
    picture.scrollLeft = scrolled;
    const here = picture.querySelector(".current")?.getBoundingClientRect();
    const frame = picture.getBoundingClientRect();
    if (here && (here.left < frame.left + 40 || here.right > frame.right - 40))
      picture.scrollLeft += (here.left + here.right - frame.left - frame.right) / 2;
    if (focus) (focus === picture ? picture : again ?? picture).focus();
  };
  // sliders and fields are told by what stands beside them, or else by their tooltip
  const nameFields = () =>
    el.closest(".cfr-widget")?.querySelectorAll(".noUi-handle, input[type=number]").forEach((part) => {
      const box = part.closest(".jupyter-widgets");
      const name = box.querySelector("label")?.textContent || box.title || box.querySelector("[title]")?.title;
      if (name) part.setAttribute("aria-label", name);
    });
  const describe = () => {
    picture.setAttribute("aria-label", model.get("alt"));
    spoken.textContent = model.get("alt");
  };
  const onClick = (event) => {
    const spot = event.target.closest(SPOT);
    if (spot) hit(spot, "click");
  };
  const onKey = (event) => {
    const target = event.target;
    if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(el.closest(".cfr-keys") ?? el).contains(target) || target.closest(NEEDS_KEYS)) return;
    const spot = picture.contains(target) ? target.closest(SPOT) : null;
    const takes = model.get("takes");
    const enters = event.key === "Enter";
    const pressed = target.closest("button") && (event.key === " " || (enters && radios())); // the button takes it
    if (spot && (event.key === " " || (enters && !radios()))) hit(spot, "Enter");
    else if (takes.includes(event.key) && !pressed) model.send({ key: { name: event.key } });
    else if (parts().includes(target) && event.key in STEPS)
      beside(parts(), target, event.key, takes.includes("ArrowRight"))?.focus();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  draw();
  describe();
  model.on("change:svg change:zoom change:fit", draw);
  model.on("change:alt", describe);
  picture.addEventListener("click", onClick);
  picture.addEventListener("focusin", (event) => parts().includes(event.target) && rove(event.target));
  document.addEventListener("keydown", onKey, true); // before the page's own shortcuts
  const grown = new MutationObserver(nameFields);
  const shown = new ResizeObserver(() => {
    nameFields();
    grown.observe(el.closest(".cfr-widget") ?? el, { childList: true, subtree: true });
  });
  shown.observe(picture); // it has a size when it stands in the page
  return () => {
    document.removeEventListener("keydown", onKey, true);
    shown.disconnect();
    grown.disconnect();
  };
}

export default { initialize, render };
