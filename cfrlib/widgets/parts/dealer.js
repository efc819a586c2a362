// Plays hands of a small game that play_page.py has written down: its tree, what the opponent does, what actions are worth,
// and what chance and the opponent draw in the first hands. What comes in the others is drawn here.
const RANKS = { J: "the Jack", Q: "the Queen", K: "the King" };
const [SLIDE, THINK, MOST_CHIPS] = [420, 700, 12]; // milliseconds, milliseconds, of each player
const PLACE = '<div class="cfr-place"><b></b><span class="cfr-held"></span><span class="cfr-did"></span><span class="cfr-chips"></span></div>';
const TABLE = `<div class="cfr-felt" aria-hidden="true">${PLACE}<div class="cfr-place"><b></b><span class="cfr-chips"></span>
  <span class="cfr-held"></span><span class="cfr-playing-card cfr-deck"></span></div>${PLACE}</div><p class="cfr-told" role="status"></p>
  <div class="cfr-row cfr-acts"></div><div class="cfr-row"><ol class="cfr-tally" aria-label="Hand by hand"></ol><b></b></div>
  <p class="cfr-after" role="status"></p>`;

const named = (face) => RANKS[face] ?? face;
const numeral = (x, digits) => (digits ? x.toFixed(digits) : `${Math.round(100 * x) / 100}`).replace(/^-(0(\.0+)?)$/, "$1").replace("-", "−");
const signed = (x, digits) => (x >= 0.005 ? "+" : "") + numeral(x, digits);
const often = (p) => (p < 0.005 ? "in less than 1% of hands" : p > 0.9999 ? "always" : p > 0.995 ? "nearly always" : `in ${Math.round(100 * p)}% of hands`);
const upper = (text) => text[0].toUpperCase() + text.slice(1);
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const pause = (ms) => new Promise((done) => setTimeout(done, still.matches ? 0 : ms));
const drawn = (chances) => {
  let left = Math.random() * sum(chances);
  const k = chances.findIndex((p) => (left -= p) < 0);
  return k < 0 ? chances.findLastIndex((p) => p > 0) : k; // rounding
};
const make = (name, className, ...inside) => {
  const part = Object.assign(document.createElement(name), { className });
  part.append(...inside);
  return part;
};

// Puts parts into another place; they slide there from where they were, or from `start`.
function slide(parts, place, start) {
  const before = parts.map((part) => (start ?? part).getBoundingClientRect());
  place.append(...parts);
  parts.forEach((part, k) => {
    const now = part.getBoundingClientRect();
    const from = { transform: `translate(${before[k].left - now.left}px, ${before[k].top - now.top}px)` };
    if (!still.matches) part.animate([from, { transform: "none" }], { duration: SLIDE, easing: "ease-out" });
  });
}

function deal(el, { game, unit, seats, match, first, hands, best, sets, nodes }) {
  const root = make("div", "cfr-widget cfr-dealer");
  root.innerHTML = TABLE;
  Object.entries({ role: "group", tabindex: -1, "aria-label": `${game}: ${match} hands` }).forEach((trait) => root.setAttribute(...trait));
  el.replaceChildren(root);
  const [felt, told, acts, { children: [tally, total] }, after] = root.children;
  const [above, { children: [amount, pot, open, deck] }, below] = felt.children;
  const rows = [above, below].map((all) => ({ all, name: all.children[0], held: all.children[1], did: all.children[2], chips: all.children[3] }));

  const chip = Math.min(...(nodes.find(({ put }) => put)?.put ?? [1]));
  let [number, results, hand] = [first, [], null];
  const money = (x) => `${numeral(Math.abs(x))} ${Math.abs(x) === 1 ? unit.replace(/s$/, "") : unit}`;
  const row = (player) => rows[Number(player === hand.seat)];
  const card = (face, player, look = "") => make("span", `cfr-playing-card cfr-of${player + 1} ${look}`, face);
  const offer = (choices) => {
    const focused = root.contains(document.activeElement);
    acts.replaceChildren(...choices.map(({ text, key, call, primary }) => {
      const made = make("button", `jupyter-button ${primary ? "mod-primary" : ""}`, text);
      if (key.length === 1) made.append(make("span", "cfr-letter", ` (${key})`));
      made.dataset.key = key;
      made.addEventListener("click", () => {
        if (made.hasAttribute("aria-disabled")) return;
        [...acts.children].forEach((part) => part.setAttribute("aria-disabled", true)); // and keeps the focus
        call();
      });
      return made;
    }));
    if (focused) ([...acts.children].find((part) => !part.textContent.startsWith("Fold")) ?? root).focus({ preventScroll: true }); // no slip folds
  };
  const stake = (put) => {
    put.forEach((all, player) => {
      const missing = Math.min(Math.round(all / chip), MOST_CHIPS) - hand.chips[player].length;
      const come = Array.from({ length: Math.max(missing, 0) }, () => make("i", "cfr-chip"));
      hand.chips[player].push(...come);
      slide(come, pot, row(player).did);
    });
    amount.textContent = `pot: ${money(sum(put))}`;
  };
  const score = () => {
    tally.replaceChildren(...Array.from({ length: match }, (_, k) => make("li", "", results[k] ? signed(results[k].paid) : "·")));
    tally.children[hand.at].setAttribute("aria-current", "step");
    const all = sum(results.map(({ paid }) => paid));
    total.textContent = results.length ? `In all ${signed(all).replace(numeral(Math.abs(all)), money(all))}` : "";
  };

  // A card comes: both players' first, then open ones.
  const turn = ({ faces, to }, k) => {
    const player = hand.held.push(faces[k]) - 1;
    const hidden = player < 2 && player !== hand.seat;
    slide([card(hidden ? "?" : faces[k], player, hidden ? "cfr-back" : "")], player < 2 ? row(player).held : open, deck);
    if (player > 1) hand.news += `On the table: ${named(faces[k])}. `;
    else if (!hidden) hand.news = `Hand ${results.length + 1}: you are Player ${player + 1} and hold ${named(faces[k])}. `;
    return to[k];
  };
  const act = ({ who, set, says, does, to }, k) => {
    const [{ plays, worth, bluffs }, own] = [sets[set], who === hand.seat];
    row(who).did.textContent = own ? says[k] : does[k];
    rows.forEach(({ did }) => did.classList.toggle("cfr-last", did === row(who).did));
    if (own) {
      told.textContent = `You ${says[k]}.`;
      const lost = worth ? Math.max(...worth) - worth[k] : 0;
      if (lost > hand.most) Object.assign(hand, { most: lost, slip: `${says[k]} with ${named(hand.held[who])}` });
      hand.lost += lost;
    } else {
      hand.news += `The opponent ${does[k]}. `;
      hand.tells.push({ bluff: bluffs[k], said: `it ${does[k]} here ${often(plays[k])}` });
    }
    return to[k];
  };
  // What a match was worth: best play in these seats, less mistakes, was to be expected; the rest is luck.
  const summary = () => {
    const [paid, seat, lost] = ["paid", "expects", "lost"].map((name) => sum(results.map((one) => one[name])));
    const worst = results.findIndex((one) => one.lost === Math.max(...results.map((other) => other.lost)));
    const slips = lost < 0.05 ? "Your mistakes cost next to nothing." :
      `Your mistakes cost ${numeral(lost, 2)}, the costliest in hand ${worst + 1}: to ${results[worst].slip}.`;
    const ahead = paid ? `${money(paid)} ${paid > 0 ? "ahead" : "behind"}` : "even";
    return [make("b", "", `After ${match} hands you are ${ahead}.`), ` Perfect play against it brings ${signed(seat, 2)} in such hands on average. ${slips} ` +
      `So ${signed(seat - lost, 2)} was to be expected, and ${signed(paid - seat + lost, 2)} was luck.`];
  };
  const end = async ({ pays, put }) => {
    const [{ seat, held, tells, news, lost, slip }, theirs] = [hand, hand.held[1 - hand.seat]];
    const paid = seat ? -pays : pays;
    results.push({ paid, lost, slip, expects: best[seat] });
    rows[0].held.replaceChildren(card(theirs, 1 - seat, "cfr-turned"));
    await pause(THINK);
    amount.textContent = "";
    if (put) [0, 1].forEach((player) => slide(hand.chips[player], row(paid ? Number(pays < 0) : player).chips));
    await pause(SLIDE);
    rows.forEach(({ all }, k) => all.classList.toggle("cfr-winner", k ? paid > 0 : paid < 0));
    const tell = tells.find(({ bluff }) => bluff) ?? tells.at(-1);
    const why = tell ? `${tell.bluff ? " A bluff!" : ""} With ${named(theirs)} ${tell.said}.` : "";
    told.textContent = `${news}It turns over ${named(theirs)}.${why} ${paid ? `You ${paid > 0 ? "win" : "lose"} ${money(paid)}.` : "Nobody wins."}`;
    score();
    const over = results.length === match;
    if (over) after.replaceChildren(...summary()); // below: what one presses stays where it is
    offer([{ text: over ? "Play again" : "Next hand", key: "n", primary: true, call: () => begin(over ? [] : results) }]);
  };

  // Goes on from a history to the person's next choice, or to the end.
  const onward = async (at) => {
    for (let node; (node = nodes[at]); ) {
      if (node.put) stake(node.put);
      if (node.pays !== undefined) return end(node);
      if (node.who === hand.seat) {
        told.textContent = `${hand.news}Your turn.`;
        hand.news = "";
        return offer(node.says.map((says, k) => ({ text: upper(says), key: sets[node.set].actions[k], call: () => onward(act(node, k)) })));
      }
      await pause(node.chance ? SLIDE / 2 : THINK);
      const k = hand.draws[at] ?? drawn(node.chance ?? sets[node.set].plays);
      at = node.chance ? turn(node, k) : act(node, k);
    }
  };
  const begin = (before) => {
    results = before;
    const seat = seats === "alternate" ? number % 2 : seats;
    hand = { seat, at: before.length, draws: hands[number++ - first] ?? {}, held: [], chips: [[], []], tells: [], news: "", lost: 0, most: 1e-9 };
    for (const [k, { all, name, held, did, chips }] of rows.entries()) {
      const player = (k ? seat : 1 - seat) + 1;
      name.replaceChildren(make("span", `cfr-p${player}`, `${k ? "You" : "Opponent"} (P${player})`));
      [held, did, chips, open, pot].forEach((part) => part.replaceChildren());
      all.classList.remove("cfr-winner");
    }
    amount.textContent = told.textContent = after.textContent = "";
    score();
    return onward(0);
  };

  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [all, step] = [[...acts.children], { ArrowLeft: -1, ArrowRight: 1 }[event.key]];
    const meant = all.find((part) => part.dataset.key === event.key);
    if (step) all.at((all.indexOf(document.activeElement) + step) % all.length)?.focus();
    else if (meant && !event.repeat) meant.click();
    else if (!event.repeat || event.key !== "Enter") return; // one hand for one press
    event.preventDefault();
    event.stopPropagation(); // the page has shortcuts of its own
  });
  begin([]);
}
