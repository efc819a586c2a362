// Counts the hands of a class: bars beside the choices of a question, and paler ones of the round before. Nothing of it
// leaves the page, so it needs no kernel. Keys: v, then letters or digits, Shift or minus to take one away, and n.
const HOW = "A letter adds a hand; with Shift, or minus, it takes one away.";

function classVote(picture, say) {
  let [open, before, now, last] = [false, null, {}, ""]; // rounds are {letter: hands}
  const letters = () => [...picture.querySelectorAll("[role=radio]")].map((part) => part.dataset.node);
  const all = (round) => Object.values(round).reduce((sum, hands) => sum + hands, 0);
  // Whole percents that sum to 100: those with the largest remainders are rounded up.
  const percents = (round) => {
    const exact = letters().map((letter) => [letter, (100 * (round[letter] ?? 0)) / all(round)]);
    const up = exact.toSorted(([, a], [, b]) => (b % 1) - (a % 1)).map(([letter]) => letter);
    const missing = 100 - exact.reduce((sum, [, share]) => sum + Math.floor(share), 0);
    return Object.fromEntries(exact.map(([letter, share]) => [letter, Math.floor(share) + (up.indexOf(letter) < missing)]));
  };
  const bar = (round, letter, look) => {
    const [hands, share] = [round[letter] ?? 0, all(round) && percents(round)[letter]];
    return `<span class="${look}"><i style="width: ${0.6 * share}%"></i>${hands}${all(round) ? ` · ${share}%` : ""}</span>`;
  };
  const box = (name) => Object.assign(document.createElement("div"), { className: name });
  const button = (inside, title, act) => {
    const made = Object.assign(document.createElement("button"), { type: "button", innerHTML: inside, title });
    made.dataset.vote = "";
    made.addEventListener("click", act);
    return made;
  };
  // Draws all of it anew, and leaves the focus where it was.
  const show = () => {
    const buttons = () => [...picture.querySelectorAll("[data-vote]")];
    const focus = buttons().indexOf(document.activeElement);
    picture.querySelectorAll(".cfr-poll, .cfr-hands").forEach((part) => part.remove());
    picture.classList.toggle("cfr-voting", open);
    const [poll, hands] = [box("cfr-poll"), box("cfr-hands")];
    poll.append(button("Class vote", `Count hands, or hide the counts (key: v). ${HOW}`, toggle));
    poll.firstChild.setAttribute("aria-pressed", open);
    if (open) {
      poll.append(button("Argue, vote again", "Keep these bars, and count anew (key: n)", again), HOW);
      hands.append(...letters().map((letter) => {
        const bars = (before ? bar(before, letter, "cfr-before") : "") + bar(now, letter, "");
        const made = button(bars, HOW, ({ shiftKey }) => count(letter, shiftKey ? -1 : 1));
        made.setAttribute("aria-label", `Hands for ${letter}: ${now[letter] ?? 0}`);
        return made;
      }));
    }
    picture.querySelector(".cfr-title").append(poll);
    picture.append(hands);
    if (focus >= 0) buttons()[Math.min(focus, buttons().length - 1)].focus();
  };
  const toggle = () => {
    open = !open;
    show();
    say(open ? `Class vote. ${HOW}` : "The counts are hidden.");
  };
  const again = () => {
    if (all(now)) [before, now] = [now, {}];
    show();
    say("Vote again: all counts are 0.");
  };
  const count = (letter, hands) => {
    [now[letter], last] = [Math.max((now[letter] ?? 0) + hands, 0), letter];
    show();
    say(`${letter}: ${now[letter]}`);
  };
  // Does what a key means here, and returns whether it means something.
  const press = ({ key, shiftKey }) => {
    const letter = letters().find((one, k) => one === key.toUpperCase() || `${k + 1}` === key);
    if (key.toLowerCase() === "v") toggle();
    else if (open && letter) count(letter, shiftKey ? -1 : 1);
    else if (open && key === "-" && last) count(last, -1);
    else if (open && key.toLowerCase() === "n") again();
    else return false;
    return true;
  };
  return { show, press };
}

