// Plays what recorder.py has recorded: `slots` hold what each state shows, `events` where each event leads from there.
async function inflated(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

const OVER = "Here the recording ends: in JupyterLab it goes on.";

// What a slot shows in each state.
function unpacked({ same, each, pieces, changes }) {
  if (each) return (state) => each[state];
  if (!pieces) return () => same;
  let now = [];
  const texts = changes.map(([at, gone, ...come]) => {
    now = now.toSpliced(at, gone, ...come);
    return now;
  });
  return (state) => texts[state].map((k) => pieces[k]).join("");
}

function play(el, { layout, slots, events, starts }) {
  const read = Object.fromEntries(Object.entries(slots).map(([slot, packed]) => [slot, unpacked(packed)]));
  const states = [...(Object.values(events)[0] ?? [0]).keys()];
  let state = 0;
  const updates = [];
  const leads = (event) => events[event]?.[state] ?? state;
  const go = (event) => {
    const before = state;
    seen.disconnect(); // what a reader has pressed does not start by itself any more
    state = leads(event);
    updates.forEach((update) => update()); // also where it leads nowhere: a slider goes back
    if (state === before || !el.querySelector('.cfr-choice[aria-disabled="true"]')) return;
    const said = el.querySelector(".cfr-says"); // of the answer that is locked: it may lie below the window
    said.tabIndex = -1;
    said.focus({ preventScroll: true });
    said.scrollIntoView({ block: "nearest" });
  };

  const element = (name, spec, ...classes) => {
    const made = document.createElement(name);
    made.classList.add("jupyter-widgets", ...classes, ...spec.classes);
    for (const [key, value] of Object.entries(spec.style)) made.style[key.replace("_w", "W")] = value;
    return made;
  };
  const boxed = (spec) => {
    const box = element("div", spec, "widget-box", spec.column ? "cfr-column" : "cfr-row");
    box.append(...spec.children.map(made));
    return [box];
  };
  const canvas = (spec, of) => {
    const box = element("div", spec);
    const heard = [];
    render({ el: box, model: {
      widget_manager: {},
      get: (name) => spec[name] ?? read[`${spec.id} ${name}`]?.(state) ?? "",
      on: (names, call) => heard.push([names.split(" "), call]),
      send: ({ clicked, key }) => go(clicked ? `${spec.id} click ${clicked.node}` : `${spec.id} key ${key.name}`),
    } });
    const before = {};
    return [box, () => {
      const changed = ["svg", "alt", "ringed", "beat"].filter((name) => of(name) !== before[name]);
      changed.forEach((name) => (before[name] = of(name)));
      heard.forEach(([names, call]) => changed.some((name) => names.includes(`change:${name}`)) && call());
    }];
  };
  // Lets words be as high as they are in any state, so that what is below stays where it is.
  const tallest = (spec, box, inside) => {
    let wide = 0;
    new ResizeObserver(() => {
      if (wide === box.clientWidth) return;
      wide = box.clientWidth;
      const probe = inside.cloneNode();
      probe.style.cssText = `position: absolute; visibility: hidden; width: ${inside.clientWidth}px`;
      box.append(probe);
      const high = [...new Set(states.map(read[`${spec.id} value`]))].map((text) => ((probe.innerHTML = text), probe.offsetHeight));
      probe.remove();
      box.style.minHeight = `${Math.max(...high)}px`;
    }).observe(box);
  };
  const words = (spec, of) => {
    const box = element("div", spec, "widget-html");
    const inside = document.createElement("div");
    inside.className = "widget-html-content";
    box.append(inside);
    if (spec.classes.includes("cfr-panel")) box.tabIndex = 0; // on a phone its table scrolls, by keys, too
    if (!layout.classes.includes("cfr-asked")) tallest(spec, box, inside);
    return [box, () => (inside.innerHTML = of("value"))];
  };
  const button = (spec, of) => {
    const part = element("button", spec, "jupyter-button");
    Object.assign(part, { type: "button", title: spec.tooltip ?? "" });
    part.addEventListener("click", () => part.getAttribute("aria-disabled") === "true" || go(`${spec.id}`));
    return [part, () => {
      part.textContent = of("description");
      part.setAttribute("aria-disabled", (of("disabled") ?? false) || leads(`${spec.id}`) === state); // it keeps the focus
      if (of("button_style") === "primary" && goesOn) over.textContent = state && leads(`${spec.id}`) === state ? OVER : "";
      part.classList.toggle("mod-active", of("value") ?? false);
      if (spec.kind === "ToggleButton") part.setAttribute("aria-pressed", of("value"));
      part.classList.toggle("mod-primary", of("button_style") === "primary");
    }];
  };
  const field = (spec, input, event, chosen, show) => {
    const part = element("label", spec);
    part.title = spec.tooltip ?? "";
    part.append(`${spec.description} `, input);
    input.addEventListener(event, () => go(`${spec.id} ${chosen()}`));
    return [part, show];
  };
  const menu = (spec, of) => {
    const input = document.createElement("select");
    return field(spec, input, "change", () => input.selectedIndex, () => {
      const labels = of("_options_labels");
      if (`${labels}` !== `${[...input.options].map((option) => option.text)}`)
        input.replaceChildren(...labels.map((text) => new Option(text)));
      Object.assign(input, { selectedIndex: of("index"), disabled: of("disabled") });
    });
  };
  const typed = (spec, of) => {
    const part = element("span", spec);
    return [part, () => (part.textContent = `${spec.description}: ${of("value") || "none"}`)];
  };
  const slider = (spec, of) => {
    const [input, said] = [document.createElement("input"), document.createElement("output")];
    Object.assign(input, { type: "range", min: 0, max: Math.round((spec.max - spec.min) / spec.step) });
    const [part, update] = field(spec, input, "input", () => input.value, () => {
      input.value = Math.round((of("value") - spec.min) / spec.step);
      said.textContent = Number.isInteger(spec.step) ? of("value") : of("value").toFixed(3);
    });
    if (spec.readout ?? true) part.append(" ", said);
    return [part, update];
  };
  const KINDS = { Canvas: canvas, HTML: words, Button: button, ToggleButton: button, Dropdown: menu, Text: typed, BoundedIntText: typed, IntSlider: slider, FloatSlider: slider };
  const made = (spec) => {
    const [part, update] = spec.children ? boxed(spec) : KINDS[spec.kind](spec, (name) => read[`${spec.id} ${name}`]?.(state));
    if (update) updates.push(update), update();
    return part;
  };
  const over = document.createElement("p");
  Object.assign(over, { className: "cfr-over", role: "status" });
  const goesOn = el.nextElementSibling?.matches(".cfr-only"); // what only a notebook has
  // Pressed by the page: when the picture comes into sight, and again when motion is no longer wanted.
  const press = () => starts.forEach((id) => go(`${id}`));
  const seen = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && !still.matches && press(), { threshold: 0.5 });
  still.addEventListener("change", () => still.matches && starts.some((id) => read[`${id} value`]?.(state)) && press());
  el.replaceChildren(made(layout), over);
  if (starts.length) seen.observe(el.querySelector(".cfr-canvas"));
}

for (const el of document.querySelectorAll("[data-recording]"))
  inflated(el.dataset.recording).then((recording) => (recording.nodes ? deal : play)(el, recording));
