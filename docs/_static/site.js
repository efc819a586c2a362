// A long formula or a wide picture scrolls on a phone: then the keyboard reaches it.
const scrolls = () => document.querySelectorAll('math[display="block"], .cfr-figure').forEach((part) =>
  part.toggleAttribute("tabindex", part.scrollWidth > part.clientWidth) && part.setAttribute("tabindex", 0));
scrolls();
addEventListener("resize", scrolls);
addEventListener("toggle", scrolls, true); // of what was folded

// A switch for code whose picture is what counts; what it was set to is kept from page to page.
const heading = document.querySelector(".bd-article h1");
if (heading && document.querySelector(".tag_code > .cell_input")) {
  const code = Object.assign(document.createElement("button"), { type: "button", className: "cfr-code", textContent: "Show code" });
  const say = () => code.setAttribute("aria-pressed", document.documentElement.dataset.code === "shown");
  code.addEventListener("click", () => {
    localStorage.setItem("cfr-code", (document.documentElement.dataset.code = document.documentElement.dataset.code === "shown" ? "" : "shown"));
    say();
  });
  say();
  heading.after(code);
}
