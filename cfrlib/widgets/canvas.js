// Shows an SVG picture; tells Python which node was clicked and which key was pressed.
const NEEDS_KEYS = 'input, select, textarea, [contenteditable="true"], [role="slider"], [role="spinbutton"]';
const SPOT = "[data-node], [data-infoset]";

function render({ model, el }) {
  const picture = document.createElement("div");
  picture.className = "cfr-canvas";
  picture.tabIndex = 0;
  picture.setAttribute("role", "group");
  const spoken = document.createElement("div");
  spoken.className = "cfr-spoken";
  spoken.setAttribute("aria-live", "polite");
  el.append(picture, spoken);

  const hit = (spot, how) => {
    const node = spot.closest("[data-node]")?.dataset.node ?? "";
    model.send({ clicked: { node, infoset: spot.closest("[data-infoset]")?.dataset.infoset ?? "", how } });
  };

  const draw = () => {
    const focus = picture.contains(document.activeElement) ? document.activeElement : null;
    const again = focus && ["node", "infoset"].find((name) => focus.dataset[name] !== undefined);
    const value = again && CSS.escape(focus.dataset[again]);
    const scrolled = picture.scrollLeft;
    picture.innerHTML = model.get("svg");
    const svg = picture.querySelector("svg");
    if (svg) {
      svg.style.width = `${(model.get("zoom") * svg.viewBox.baseVal.width).toFixed()}px`;
      svg.style.maxWidth = model.get("fit") ? "100%" : "none";
    }
    const parts = model.get("focusable");
    if (parts) {
      picture.querySelectorAll("[data-infoset]").forEach((set) => set.removeAttribute("tabindex"));
      picture.querySelectorAll(parts).forEach((part) => (part.setAttribute("tabindex", 0), part.setAttribute("role", "button")));
    }
    picture.scrollLeft = scrolled;
    const here = picture.querySelector(".current")?.getBoundingClientRect();
    const frame = picture.getBoundingClientRect();
    if (here && (here.left < frame.left + 40 || here.right > frame.right - 40))
      picture.scrollLeft += (here.left + here.right - frame.left - frame.right) / 2;
    if (focus) ((again && picture.querySelector(`[data-${again}="${value}"][tabindex]`)) ?? picture).focus();
  };
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
    if (spot && (event.key === "Enter" || event.key === " ")) hit(spot, "Enter");
    else if (model.get("takes").includes(event.key) && !(event.key === " " && target.closest("button")))
      model.send({ key: { name: event.key } });
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  draw();
  describe();
  model.on("change:svg change:zoom change:fit", draw);
  model.on("change:alt", describe);
  picture.addEventListener("click", onClick);
  document.addEventListener("keydown", onKey, true); // before the page's own shortcuts
  return () => document.removeEventListener("keydown", onKey, true);
}

export default { render };
