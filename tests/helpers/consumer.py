"""What a user writes: `make lint` lets a type checker read it, `tests/repository/test_examples.py` runs it."""

from pathlib import Path

import numpy as np

import cfrlib
from cfrlib.playing.session import Session


class HighCard(cfrlib.Game):
    """Both players get a card; player 0 may bet once, and player 1 may fold or call."""

    unit = "points"

    def __init__(self, cards: int = 4) -> None:
        self.cards = cards
        super().__init__(cards=cards)

    def outcomes(self, player: int) -> tuple[str, ...]:
        return tuple(str(card + 1) for card in range(self.cards))

    def weights(self, public: tuple[str, ...]) -> np.ndarray:
        chances: np.ndarray = (1 - np.eye(self.cards)) / (self.cards * (self.cards - 1))
        return chances

    def node(self, actions: tuple[str, ...]) -> cfrlib.Decision | cfrlib.Terminal:
        if not actions:
            return cfrlib.Decision(0, ("check", "bet"))
        if actions == ("bet",):
            return cfrlib.Decision(1, ("fold", "call"))
        return cfrlib.Terminal()

    def payoff(self, actions: tuple[str, ...], public: tuple[str, ...]) -> float | cfrlib.Comparison:
        if actions == ("bet", "fold"):
            return 1.0
        stake = 2.0 if "call" in actions else 1.0
        rank = np.arange(self.cards)
        return cfrlib.Comparison((rank, rank), win=stake, lose=-stake)


def solve(folder: Path) -> cfrlib.Profile:
    """Solve Kuhn poker in several ways, keep what comes out, and read it again."""
    game = cfrlib.games.kuhn(cards=4)
    mine = cfrlib.regret.RegretRule("mine", positive=cfrlib.regret.Power(1.5), floor=0.0)
    mixed = cfrlib.sampling.Mixed("es", cfrlib.sampling.os(0.4), cfrlib.sampling.HalfLife(1024))
    row = cfrlib.sampling.Scheme("row", opponent_private="one")
    solvers: list[cfrlib.CFR] = [
        cfrlib.CFR.plus(game),
        cfrlib.CFR.discounted(game, alpha=2, seed=1),
        cfrlib.CFR(game, mixed, average="linear lazy", average_at="own"),
        cfrlib.CFR(game, row, regret=mine, average=2),
        cfrlib.CFR(game, cfrlib.sampling.ByPlace(cfrlib.sampling.visits(10))),
    ]
    for solver in solvers:
        solver.run(20, progress=False)
    best = min(solvers, key=cfrlib.CFR.exploitability)
    best.run(until=0.5)
    best.save(folder / "solver")
    again: cfrlib.CFR = cfrlib.CFR.load(folder / "solver")
    iterations: int = again.iterations
    assert iterations >= 20
    profile = again.average_strategy()
    profile.save(str(folder / "profile"))
    return cfrlib.Profile.load(folder / "profile")


def evaluate(profile: cfrlib.Profile) -> float:
    """Look at a profile of Kuhn poker from all sides."""
    game = cfrlib.games.kuhn(cards=4)
    queen: dict[str, float] = profile["Q", "pb"]
    changed: cfrlib.Profile = profile.replace({("Q", "pb"): {"p": 1.0}})
    response: cfrlib.Profile = cfrlib.best_response(game, changed)
    b1, b2 = cfrlib.best_response_values(game, changed)
    value, equilibrium = cfrlib.equilibrium(game)
    uniform = cfrlib.Profile.uniform(game)
    found: cfrlib.matches.Match = cfrlib.match(game, equilibrium, uniform, hands=100)
    low, high = found.interval
    means, widths = cfrlib.cross_table(game, {"uniform": uniform, "response": response}, hands=100)
    assert list(means.columns) == list(widths.columns)
    numbers: list[float] = [b1, b2, value, found.mean, low, high, *queen.values(), cfrlib.expected_value(game, profile)]
    assert np.isfinite(numbers).all()
    return cfrlib.exploitability(game, profile)


def read() -> list[str]:
    """Walk through the textbook, trees and other games."""
    tree: cfrlib.tree.Tree = cfrlib.tree.unroll(HighCard())
    text: str = cfrlib.tree.to_efg(tree)
    infoset: cfrlib.tree.InfoSet = cfrlib.tree.from_efg(text).infosets[0]
    textbook = cfrlib.textbook.CFR(tree.given("1", "2"), updates="simultaneous")
    kinds: list[str] = [step.kind for step in textbook.steps()]
    masks = cfrlib.textbook.PublicChanceCFR(cfrlib.games.leduc(suits_matter=False), "pcs")
    masks.run(1)
    pennies = cfrlib.games.matrix([[2, -1], [-1, 1]], rows=("heads", "tails"))
    rounds: list[cfrlib.textbook.Round] = list(cfrlib.textbook.regret_matching(pennies, rounds=3))
    strategy: np.ndarray = cfrlib.textbook.match_regrets(rounds[-1].totals[0])
    names: tuple[str, ...] = cfrlib.games.bluff(faces=2).bids
    return [*kinds, *names, *infoset.actions, str(strategy.sum())]


def show(profile: cfrlib.Profile) -> list[cfrlib.draw.Picture]:
    """Draw, and play a hand."""
    game = cfrlib.games.kuhn(cards=4)
    table = cfrlib.curve(game, "es", points=[1, 10], seeds=2)
    table = cfrlib.curve(make=lambda seed: cfrlib.CFR(game, "es", seed=seed), points=[1, 10], seeds=2, path=None)
    session = Session(game, profile, seat=0, seed=3)
    session.act(session.actions[0])
    over: bool = session.over
    assert over in (True, False)
    deep = cfrlib.deep.DeepCFR(game, walks=2, learner="table")
    deep.run(2)
    run = [(table["iterations"].to_numpy(), table["exploitability"].to_numpy())]
    slider = cfrlib.widgets.bluffs_and_calls("J", 0.3)
    return [
        cfrlib.draw.tree(game, profile=profile, folded=[5]),
        cfrlib.draw.strategy_chart({"learned": profile, "deep": deep.average_strategy()}),
        cfrlib.draw.convergence({"es": run[0]}, target=0.01),
        slider.picture(),
    ]
