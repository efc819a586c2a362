// Lessons come before papers, and both before names of the package.
const PLACES = [["notebooks/papers/", 20], ["notebooks/", 40], ["docs/", 20]];
var Scorer = {
  score: ([page, , , , score]) => score + (PLACES.find(([place]) => page.startsWith(place))?.[1] ?? 0),
  objNameMatch: 11, objPartialMatch: 6, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,
};
