// A long formula scrolls on a phone: then the keyboard reaches it.
const scrolls = () => document.querySelectorAll('math[display="block"]').forEach((formula) =>
  formula.toggleAttribute("tabindex", formula.scrollWidth > formula.clientWidth) && formula.setAttribute("tabindex", 0));
scrolls();
addEventListener("resize", scrolls);
