// Split what is higher than a slide, before reveal.js lays the slides out. Parts of a slide are texts, block by block,
// the code of a cell, and what it prints; an answer and its charts are one part. Where one part is too high, its
// pictures get smaller, then its letters, and at last the slide scrolls.
const HIGH = 720, SMALLEST = 0.6, LARGER = 1.35, HEADING = "h1, h2, h3", PICTURES = "img, .jp-OutputArea svg";

const tall = (section) => section.getBoundingClientRect().height;
const isAnswer = (node) => node.matches(".celltag_answer") || node.querySelector(".celltag_answer");

// Cut a cell into one for each block of text, or for its code and what it prints. A fragment that is no answer opens.
function pieces(node) {
  if (node.matches(".fragment") && !isAnswer(node)) return [...node.children].flatMap(pieces);
  const text = node.querySelector(".jp-RenderedMarkdown"), blocks = [...(text || node).children];
  if (isAnswer(node) || blocks.length < 2) return [node];
  return blocks.map((block) => {
    const cell = node.cloneNode(false), holder = text ? cell.appendChild(text.cloneNode(false)) : cell;
    holder.append(block);
    return cell;
  });
}

// Make pictures smaller, if by this factor at most the slide gets low enough; else by this factor, if `always`.
function shrink(section, least, always) {
  const pictures = [...section.querySelectorAll(PICTURES)];
  const sizes = pictures.map((picture) => picture.getBoundingClientRect());
  const sum = sizes.reduce((all, { height }) => all + height, 0), scale = Math.min(1, 1 - (tall(section) - HIGH) / sum);
  if (scale < least && !always) return;
  pictures.forEach((picture, k) => { picture.style.width = `${sizes[k].width * Math.max(least, scale)}px`; });
}

function smaller(section) {
  shrink(section, SMALLEST, true);
  for (let zoom = 0.95; tall(section) > HIGH && zoom >= SMALLEST; zoom -= 0.05) {
    for (const node of section.children) node.style.zoom = zoom;
  }
}

function fit(section) {
  for (const code of section.querySelectorAll("pre")) {
    if (code.scrollWidth > code.clientWidth) code.style.fontSize = `${Math.max(13, 19 * code.clientWidth / code.scrollWidth)}px`;
  }
  for (const picture of section.querySelectorAll(PICTURES)) {
    if (!picture.matches("[alt^='Predict:']")) picture.style.width = `${LARGER * picture.getBoundingClientRect().width}px`;
  }
  shrink(section, 1 / LARGER);
  const begins = [...section.querySelectorAll("h1, h2")].some((heading) => heading.previousElementSibling);
  if (tall(section) <= HIGH && !begins) return;
  const parts = [];
  for (const node of [...section.children].flatMap(pieces)) {
    const together = parts.length && isAnswer(node) && isAnswer(parts.at(-1)[0]);
    together ? parts.at(-1).push(node) : parts.push([node]);
  }
  section.replaceChildren();
  let page = section;
  for (const part of parts) {
    const before = page.children.length > 0;
    page.append(...part);
    if (before && (tall(page) > HIGH || part[0].querySelector("h1, h2"))) {
      const next = page.cloneNode(false), last = part[0].previousElementSibling;
      page.after(next);
      next.append(...(last.querySelector(HEADING) && last.previousElementSibling ? [last] : []), ...part);
      page = next;
    }
    if (tall(page) > HIGH) smaller(page);
  }
}

window.addEventListener("load", () => {
  for (const section of document.querySelectorAll(".slides > section > section")) {
    if (section.textContent.trim() || section.querySelector(PICTURES)) fit(section);
    else section.remove();
  }
  document.body.classList.remove("measured");
  if (location.search === "?print-pdf") {  // every slide is a sheet, and all that is to come is there
    document.documentElement.classList.add("print-pdf");  // leave out what reveal.js changes on paper
    document.body.classList.add("paper");
    return;
  }
  Reveal.initialize({ width: 1280, height: 720, margin: 0, center: false, hash: true, transition: "none",
    slideNumber: "c/t" });
});
