// A line at the lower edge of the page while a cell runs for long. It belongs to no cell, so nothing of it is saved.

function initialize({ model }) {
  follow(model.widget_manager);
  const line = document.createElement("div");
  const words = document.createElement("span");
  const seconds = document.createElement("span");
  line.className = "cfr-note";
  line.append(words, seconds);
  words.setAttribute("role", "status");
  seconds.setAttribute("aria-hidden", "true"); // else a screen reader would read on and on
  line.hidden = true;
  let list = document.querySelector(".cfr-notes");
  if (!list) {
    list = document.createElement("div");
    list.className = "cfr-notes";
    document.body.append(list);
  }
  list.append(line);

  let began = 0;
  let clock = null;
  const tick = () => {
    seconds.textContent = ` ${Math.round((Date.now() - began) / 1000)} s`;
  };
  const stop = () => {
    clearInterval(clock);
    clock = null;
    line.hidden = true;
  };
  const say = () => {
    const where = model.get("where");
    if (!where) return stop();
    const doing = model.get("doing");
    words.textContent = `${where} is running${doing ? `: ${doing}` : ""}`;
    if (clock) return;
    began = Date.now() - 1000 * model.get("since");
    line.hidden = false;
    clock = setInterval(tick, 1000);
    tick();
  };
  model.on("change:where", say);
  model.on("change:doing", say);
  model.on("comm_live_update", stop); // a kernel that is gone cannot hide the line
  say();
  return () => {
    stop();
    line.remove();
  };
}

export default { initialize };
