// Shows an SVG picture; tells Python which node was clicked and which key was pressed. `follow` is in kernel.js,
// `classVote` in vote.js.
const NEEDS_KEYS = 'input, select, textarea, [contenteditable="true"], [role="slider"], [role="spinbutton"]';
const SPOT = "[data-node], [data-infoset]";
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };
const ROW = 8; // pixels: what lies no further apart in height stands in one row
const LOWEST = 180; // pixels: no picture is made lower than this, however low the window
const GROWS = 1.4; // times its natural size: how large a picture gets at most where the window has room
const OUTGROW = [1.36, 1.25, 1.15]; // times: how much larger texts may get in a picture that is small; less where they would meet
const SMALL = matchMedia("(max-height: 600px), (max-width: 900px)"); // a projector at 150 %, as in canvas.css
const PHONE = matchMedia("(max-width: 640px)");
const projected = () => SMALL.matches && !PHONE.matches;
const leastText = () => (projected() ? 9.05 : 11.05); // pixels: 9 and 11, and what rounding may take
const goodText = () => (projected() ? 10.7 : 11.05); // pixels: for the last row, 16 at 150 %
const MOVES = ".current, [data-moves]";
const still = matchMedia("(prefers-reduced-motion: reduce)");

// Says at the foot of the page what runs in the background: the kernel reads "idle" meanwhile.
function initialize({ model }) {
  follow(model.widget_manager);
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

// The widget in which something stands: the outermost, where one is part of another.
function whole(el) {
  const outer = el.parentElement?.closest(".cfr-widget");
  return outer ? whole(outer) : el;
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

// Where each part stands that moves from one picture to the next, in the units of the picture.
function places(picture) {
  if (!picture.getClientRects().length) return new Map(); // not shown yet
  return new Map([...picture.querySelectorAll(MOVES)].map((part) => {
    const box = part.getBBox();
    return [part.dataset.moves ?? "current", { part, x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  }));
}

// How many texts meet another one in their line, or the swatch of the next one, or reach out of the picture.
function crowded(texts, svg) {
  const [boxes, all] = [texts.map((part) => part.getBoundingClientRect()), svg.getBoundingClientRect()];
  const swatches = [...svg.querySelectorAll(".swatch")].map((part) => part.getBoundingClientRect());
  const meet = (a, b) => a !== b && Math.abs(a.top - b.top) < 3 && a.left < b.right + 2 && b.left < a.right + 2;
  const covers = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const amiss = (a) => a.left < all.left - 1 || a.right > all.right + 1;
  return boxes.filter((a) => amiss(a) || boxes.some((b) => meet(a, b)) || swatches.some((b) => covers(a, b))).length;
}

// Lets what stands somewhere else now come from where it was, if that is not as far as `far`: a curve's end from its start.
function move(before, after, far) {
  after.forEach(({ part, x, y }, name) => {
    const from = before.get(name);
    const way = from && Math.hypot(from.x - x, from.y - y);
    if (!from || still.matches || way < 1 || way > far) return;
    const start = { transform: `translate(${from.x - x}px, ${from.y - y}px)` };
    part.animate([start, { transform: "none" }], { duration: 220, easing: "ease-out" });
  });
}

function render({ model, el }) {
  const picture = document.createElement("div");
  picture.className = "cfr-canvas";
  picture.setAttribute("role", "group");
  const spoken = document.createElement("div");
  spoken.className = "cfr-spoken";
  spoken.setAttribute("aria-live", "polite");
  el.append(spoken, picture); // below the picture it would reach a pixel out of the widget, and bring scroll bars
  let answering = false; // a key was pressed that the picture does not show yet
  let stop = null; // of the parts that can have the focus, the one that the Tab key reaches

  const hit = (spot) => {
    const [node, infoset] = ["node", "infoset"].map((key) => spot.closest(`[data-${key}]`)?.dataset[key] ?? "");
    model.send({ clicked: { node, infoset } });
  };
  const vote = model.get("votes") ? classVote(picture, (words) => (spoken.textContent = words)) : null;
  const parts = () => [...picture.querySelectorAll("[tabindex]")];
  const radios = () => picture.querySelector("[role=radiogroup]") !== null;
  const waiting = () => answering || picture.querySelector('[aria-checked="true"]:not([aria-disabled="true"])');
  const name = (part) => ["node", "infoset"].map((key) => part.dataset[key] ?? "").join();
  const rove = (part) => {
    stop = part;
    parts().forEach((other) => other.setAttribute("tabindex", other === part ? 0 : -1));
  };

  // The numbers beside a picture get what it leaves; said again when it is shown, for ipywidgets clears it before.
  const narrow = () => {
    const svg = picture.querySelector("svg");
    if (svg && model.get("around")) el.style.maxWidth = `min(100%, max(${svg.style.width}, ${fitted.least}px))`;
    el.style.minWidth = `min(100%, ${fitted.least}px)`;
  };
  // Without its legend a picture is smaller by these units, to the right and below.
  let fitted = { right: 0, below: 0, grown: 1, least: 0 };
  const size = (svg) => {
    const { right, below, grown, least } = fitted;
    const [wide, high] = [natural.width - right, natural.height - below];
    const filling = model.get("fit") && model.get("around"); // as high as the window leaves room for
    const large = `${(model.get("zoom") * wide * (filling ? GROWS : 1)).toFixed()}px`;
    const room = `max(${LOWEST}px, 100vh - ${model.get("around")}px)`;
    for (const [name, value] of Object.entries({ viewBox: `0 0 ${wide} ${high}`, width: wide, height: high })) svg.setAttribute(name, value);
    svg.style.width = filling ? `min(${large}, ${(wide / high).toFixed(4)} * ${room})` : large;
    svg.style.maxWidth = model.get("fit") ? "100%" : "none";
    svg.style.minWidth = `${least}px`;
    svg.querySelectorAll(".legend").forEach((part) => (part.style.display = right || below ? "none" : ""));
    svg.querySelectorAll("text").forEach((part) => (part.style.fontSize = grown === 1 ? "" : `${grown * part.getAttribute("font-size")}px`));
    narrow();
  };
  // Keeps texts legible: where there is no room the legend goes first, then texts outgrow the picture, then it is wider.
  const legible = () => {
    const svg = picture.querySelector("svg");
    const texts = svg ? [...svg.querySelectorAll("text")] : [];
    if (!texts.length || !svg.getClientRects().length || !model.get("fit")) return;
    const shown = (parts) => {
      size(svg);
      const scale = svg.getBoundingClientRect().width / (natural.width - fitted.right);
      return scale * Math.min(...parts.map((part) => part.getAttribute("font-size")));
    };
    fitted = { right: 0, below: 0, grown: 1, least: 0 };
    const legend = svg.querySelector(".legend");
    let now = shown(texts);
    if (legend && (now < leastText() || model.get("bare"))) {
      const [all, box] = [svg.getBoundingClientRect(), legend.getBoundingClientRect()];
      const unit = natural.width / all.width;
      const beside = box.left > all.left + all.width / 2;
      fitted = { ...fitted, [beside ? "right" : "below"]: beside ? (all.right - box.left) * unit : (all.bottom - box.top) * unit };
      now = shown(texts.filter((part) => !part.closest(".legend")));
    }
    if (now < goodText()) {
      const before = crowded(texts, svg);
      for (const most of OUTGROW) {
        fitted.grown = Math.min(most, goodText() / now);
        size(svg);
        if (crowded(texts, svg) <= before) break;
      }
      const wanting = leastText() / (now * fitted.grown); // more than 1 where that is not enough
      fitted.least = wanting > 1.001 ? Math.ceil(svg.getBoundingClientRect().width * wanting) : 0;
      size(svg);
    }
  };
  let natural = { width: 0, height: 0 };
  const draw = () => {
    const focus = picture.contains(document.activeElement) ? document.activeElement : null;
    const scrolled = picture.scrollLeft;
    const before = places(picture);
    picture.innerHTML = model.get("svg");
    vote?.show();
    answering = false;
    const svg = picture.querySelector("svg");
    if (svg) {
      const { width, height } = svg.viewBox.baseVal;
      const same = width === natural.width && height === natural.height;
      natural = { width, height };
      size(svg);
      if (!same) legible();
      move(before, places(picture), natural.width / 2);
    }
    ring();
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
  const ring = () => {
    picture.querySelectorAll(".cfr-ring").forEach((part) => part.remove());
    const box = picture.querySelector(`[data-node="${CSS.escape(model.get("ringed"))}"] rect`);
    for (const kind of box ? ["cfr-ring cfr-under", "cfr-ring"] : []) {
      const around = box.cloneNode();
      around.setAttribute("class", kind);
      box.parentElement.parentElement.append(around);
    }
  };
  // sliders and fields are told by what stands beside them, or else by their tooltip; switches say whether they are on
  const nameFields = () => {
    const widget = whole(el);
    widget.querySelectorAll(".noUi-handle, input[type=number]").forEach((part) => {
      const box = part.closest(".jupyter-widgets");
      const name = box.querySelector("label")?.textContent || box.title || box.querySelector("[title]")?.title;
      if (name) part.setAttribute("aria-label", name);
    });
    widget.querySelectorAll(".widget-toggle-button").forEach((part) => {
      const state = part.classList.contains("cfr-more") ? "aria-expanded" : "aria-pressed";
      part.setAttribute(state, part.classList.contains("mod-active"));
    });
  };
  // Without a kernel a widget rests; canvas.css has what it says then.
  const session = model.widget_manager.context?.sessionContext;
  const rest = () => {
    const widget = whole(el);
    const kernel = session?.session?.kernel;
    const away = Boolean(kernel) && kernel.connectionStatus !== "connected";
    widget.classList.toggle("cfr-away", away);
    widget.classList.toggle("cfr-no-kernel", Boolean(session) && !kernel);
    const rests = away || widget.classList.contains("jupyter-widgets-disconnected");
    for (const part of widget.children) part.inert = rests;
  };
  // Presses a key again and again, but never before the picture shows what the last one did.
  let clock = 0;
  const keepTime = () => {
    clearInterval(clock);
    if (model.get("beat")) clock = setInterval(() => answering || send("ArrowRight"), model.get("beat"));
  };
  const send = (name) => {
    answering = name !== "Enter";
    model.send({ key: { name } });
  };
  const describe = () => {
    picture.setAttribute("aria-label", model.get("alt"));
    spoken.textContent = model.get("alt");
  };
  const refuse = (event) => event.target.closest(".cfr-widget > [inert]") && event.stopImmediatePropagation();
  const onClick = (event) => {
    const spot = event.target.closest(SPOT);
    if (spot) hit(spot);
  };
  let pointed = null; // a picture that comes below a pointer at rest is not pointed at: only moves count
  const onMove = (event) => {
    const at = document.elementFromPoint(event.clientX, event.clientY); // the target of a finger stays what it touched first
    const spot = picture.contains(at) ? at.closest("[data-node]") : null;
    const node = spot?.dataset.node;
    if (node && node !== pointed && (model.get("hovers") || (event.buttons && "pull" in spot.dataset))) hit(spot);
    pointed = node;
  };
  const onKey = (event) => {
    const target = event.target;
    if (!(target instanceof Element) || target.closest("[inert]") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(el.closest(".cfr-keys") ?? el).contains(target)) return;
    if (event.key === "Escape") return el.closest(".jp-Cell")?.focus(); // arrows lead from cell to cell again
    if (target.closest(NEEDS_KEYS) || (event.shiftKey && event.key === "Enter")) return;
    const spot = picture.contains(target) ? target.closest(SPOT) : null;
    const takes = model.get("takes");
    const enters = event.key === "Enter";
    // a button takes these keys, but Enter only where no answer waits to be locked, as the words then say
    const pressed = target.closest("button") && (event.key === " " || (enters && radios() && !waiting()));
    if (target.closest("[data-vote]") && (event.key === " " || enters)) return; // pressed by the page
    if (vote?.press(event)) { /* a hand is counted */ }
    else if (spot && (event.key === " " || (enters && !radios()))) hit(spot);
    else if (takes.includes(event.key) && !pressed) send(event.key);
    else if (parts().includes(target) && event.key in STEPS)
      beside(parts(), target, event.key, takes.includes("ArrowRight"))?.focus();
    else if (event.key.length === 1 || event.key in STEPS) return event.stopPropagation(); // in JupyterLab, x cuts the cell
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  draw();
  describe();
  keepTime();
  model.on("change:beat", keepTime);
  model.on("change:svg change:zoom change:fit change:around", draw);
  model.on("change:ringed", ring);
  model.on("change:alt", describe);
  model.on("msg:custom", ({ reveal }) => setTimeout(() => { // when the page has what was sent before
    const part = whole(el).querySelector(reveal);
    part?.focus({ preventScroll: true });
    part?.scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });
  }, 100));
  picture.addEventListener("click", onClick);
  picture.addEventListener("pointermove", onMove);
  picture.addEventListener("focusin", (event) => parts().includes(event.target) && rove(event.target));
  document.addEventListener("keydown", onKey, true); // before the page's own shortcuts
  document.addEventListener("click", refuse, true);
  const changes = session ? [session.connectionStatusChanged, session.kernelChanged] : [];
  changes.forEach((change) => change.connect(rest));
  const update = () => {
    nameFields();
    rest();
  };
  const grown = new MutationObserver(update);
  const shown = new ResizeObserver(() => {
    update();
    requestAnimationFrame(legible);
    grown.observe(whole(el), { childList: true, subtree: true, attributeFilter: ["class"] });
  });
  shown.observe(picture); // it has a size when it stands in the page
  return () => {
    clearInterval(clock);
    document.removeEventListener("keydown", onKey, true);
    document.removeEventListener("click", refuse, true);
    changes.forEach((change) => change.disconnect(rest));
    shown.disconnect();
    grown.disconnect();
  };
}

export default { initialize, render };
