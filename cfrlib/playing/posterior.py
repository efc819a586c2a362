r"""The exploitability of a person's strategy, estimated from play.

Nobody sees a strategy, only what it did. At each information set where the person may have to decide, the *prior* takes
the probabilities of the actions for a draw from a Dirichlet distribution, by default Dirichlet(1, ..., 1), independent
of those at other sets. Actions that were counted add up (Gelman et al. 2013, section 3.4):

.. math:: \sigma(I) \mid \text{play} \sim \mathrm{Dirichlet}(\alpha_a + n(I, a))_a

That the deals and the machine decide which sets are met makes no difference to it. Strategies drawn from this
*posterior* are strategies that the person may well have, and what each of them is worth to an opponent who knows it is
computed exactly, so the answer is a distribution. Sets that were never met keep their prior: after few hands the answer
is mostly that, so it comes beside what players without mistakes, and players who do anything, would have shown.

**What is estimated.** A strategy of seat s lets a best response of the other player earn b; if v is the value of the
game to that player, b - v is how much the strategy gives away. The mean over the seats that the person sat in is the
estimate, in units a hand. With both seats, v cancels, and it is `cfrlib.exploitability` of the strategies; for one seat
alone v is the middle of the interval that the profile certifies, which is off by its exploitability at most.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from cfrlib._util.arguments import checked_seed, positive, whole
from cfrlib.engine.contract import layout_of
from cfrlib.engine.tree.values import counterfactual_values, reaches
from cfrlib.playing.simulated import counts_of_players
from cfrlib.playing.values import check, checked

MOST_INFOSETS = 3_000
"""Information sets of a game whose strategies are drawn and valued by the thousand, in about ten seconds."""
AT_ONCE = 10_000_000
"""Numbers in the strategies that are valued side by side."""
DRAWN_LESS = 8  # simulated players get samples / 8 draws
BAND = (0.025, 0.975)


class Shown(NamedTuple):
    """Posterior means of players of a kind after as many hands: their mean; 95 % are from `low` to `high`."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Posterior:
    """The posterior of the exploitability of a person's strategy after some hands, all in the game's unit a hand.

    `hands` were played as player 0, and as player 1; `mean` is the posterior mean, and the 95 % credible interval lies
    from `low` to `high`. `perfect` and `uniform` are players without mistakes, who follow the profile, and players who
    take any action equally often, after as many hands in the same seats against the same machine; `at_random` is what
    the latter give away exactly. The person has decided at `met` of the `infosets` of these seats. `samples` are
    exploitabilities of strategies drawn from the posterior.
    """

    hands: tuple
    mean: float
    low: float
    high: float
    perfect: Shown
    uniform: Shown
    at_random: float
    met: int
    infosets: int
    unit: str
    samples: np.ndarray = field(repr=False, compare=False)

    @property
    def enough(self):
        """Whether the estimate is about the person more than about the prior.

        A player without mistakes gives nothing away: all that he shows is the prior. Uniform play shows what it gives
        away. So it takes as many hands as make the first show, in the mean, less than half of the second.
        """
        return self.perfect.mean < self.uniform.mean / 2

    @property
    def verdict(self):
        """The result in a few sentences; None while there are too few hands (see `enough`).

        What uniform play gives away is known: if it is within the interval, nothing is said of which is more.
        """
        if not self.enough:
            return None
        if self.mean <= self.perfect.high:
            begin = "You cannot be told from a player without mistakes"
        elif self.high < self.at_random:
            begin = "Your strategy gives away less than that of a player at random, but more than nothing"
        elif self.low > self.at_random:
            begin = "Your strategy gives away more than that of a player at random"
        else:
            begin = "Your strategy gives away more than nothing, and perhaps as much as that of a player at random"
        return (
            f"{begin}. An opponent who knew your strategy would win an estimated {self.mean:.3g} {self.unit} a hand "
            f"(95 %: {self.low:.3g} to {self.high:.3g}); a player at random, who takes any action equally often, gives "
            f"away {self.at_random:.3g}. After {sum(self.hands):,} hands players without mistakes show "
            f"{self.perfect.low:.3g} to {self.perfect.high:.3g}, players at random {self.uniform.low:.3g} to "
            f"{self.uniform.high:.3g}; you have met {self.met:,} of {self.infosets:,} information sets."
        )


def estimate(game, profile, hands, samples=400, prior=None, seed=0, players=100):
    """Return the `Posterior` of the exploitability of the person's strategy, from play.

    The game has one round and at most 3,000 information sets: Kuhn, Leduc, no-limit Leduc with six chips, Bluff(1,1)
    with up to four faces. `profile` is the machine's and that of players without mistakes: an equilibrium, or nearly.
    `samples` strategies are drawn from the posterior, an eighth of them for each of the simulated `players` of either
    kind. `prior` is the total weight of the prior at each information set, spread evenly over its actions, like this
    number of earlier decisions; by default 1 for each action, so that all strategies are equally likely.
    """
    check(game, profile)
    hands, rng = checked(hands), np.random.default_rng(checked_seed(seed))
    samples, players = whole("samples", samples, 2), whole("players", players, 1)
    seats = [part.seat for hand in hands for part in hand.rounds]
    played = seats.count(0), seats.count(1)
    strategies = Strategies(game, profile, [seat for seat in (0, 1) if played[seat]], prior)
    counts = strategies.counts(hands)
    gaps = strategies.exploitability(strategies.draw(counts, samples, rng))
    machine, bands = strategies.map.flat(profile), []
    for person in (machine, strategies.uniform):
        others = counts_of_players(strategies.tree, machine, person, played, players, rng)
        fewer = -(-samples // DRAWN_LESS)
        means = [strategies.exploitability(strategies.draw(each, fewer, rng)).mean() for each in others]
        bands.append(mean_and_band(np.array(means)))
    (perfect, uniform), (met, infosets) = bands, strategies.met(counts)
    return Posterior(
        hands=played, **mean_and_band(gaps)._asdict(), perfect=perfect, uniform=uniform,
        at_random=float(strategies.exploitability(strategies.uniform[None])[0]),
        met=met, infosets=infosets, unit=game.unit, samples=gaps,
    )  # fmt: skip


def mean_and_band(gaps):
    """Return the mean of exploitabilities, and the limits of the middle 95 % of them."""
    low, high = map(float, np.quantile(gaps, BAND))
    return Shown(mean=float(gaps.mean()), low=low, high=high)


class Strategies:
    """Strategies of the person in some seats, in the order of the keys of profiles; the prior is that of `estimate`."""

    def __init__(self, game, profile, seats, prior=None):
        if game.layout != "tree" or game.num_infosets > MOST_INFOSETS:
            raise ValueError(
                f"game={game!r}: {game.num_infosets:,} information sets; strategies are estimated in games of layout "
                f"'tree' with at most {MOST_INFOSETS:,}"
            )
        if len(game.chain) > 1:
            raise ValueError(f"game={game!r}: it takes a game of one round; a later game follows after this one")
        self.game, self.seats, self.tree = game, seats, layout_of(game)
        self.map = self.tree.profile_map
        sizes = np.array([len(actions) for actions in self.map.actions])
        self.uniform = np.repeat(1 / sizes, sizes)
        self.prior = np.ones(sizes.sum()) if prior is None else positive("prior", prior) * self.uniform
        self.sizes, self.place = sizes, dict(zip(self.map.keys, self.map.starts.tolist(), strict=True))
        infostates = self.map.by_infostate(self.map.flat(profile))[None]
        first, second = (self._best(player, infostates)[0] for player in (0, 1))
        middle = (first - second) / 2  # -second and first bracket the value to player 0; take the midpoint
        self.worth = middle, -middle

    def counts(self, hands):
        """Return how often the person took each action, (num_infoset_actions,) float64."""
        taken = np.zeros(len(self.prior))
        for n, hand in enumerate(hands):
            for part in hand.rounds:
                if part.game != self.game:
                    raise ValueError(f"hands[{n}]: a round of {part.game!r}; it takes {self.game!r}")
                for player, actions, action in part.decisions():
                    if player == part.seat:
                        names = self.game.node(actions).actions
                        taken[self.place[part.key(player, actions)] + names.index(action)] += 1
        return taken

    def met(self, counts):
        """Return the number of information sets with counts, and of all those of the seats."""
        mine = np.isin(self.map.players, self.seats)
        return int(np.count_nonzero(np.add.reduceat(counts, self.map.starts))), int(np.count_nonzero(mine))

    def draw(self, counts, samples, rng):
        """Return strategies drawn from the posterior, (..., samples, num_infoset_actions), for counts (..., same)."""
        weights = (self.prior + counts)[..., None, :]
        shape = (*weights.shape[:-2], samples, weights.shape[-1])
        # log Gamma(a) = log Gamma(a + 1) + log(U) / a, stable for small a (Marsaglia and Tsang 2000)
        logs = np.log(rng.standard_gamma(weights + 1, shape)) - rng.standard_exponential(shape) / weights
        drawn = np.exp(logs - np.repeat(np.maximum.reduceat(logs, self.map.starts, axis=-1), self.sizes, axis=-1))
        return drawn / np.repeat(np.add.reduceat(drawn, self.map.starts, axis=-1), self.sizes, axis=-1)

    def exploitability(self, strategies):
        """Return how much each strategy gives away, for strategies (n, num_infoset_actions)."""
        gaps = np.empty(len(strategies))
        step = max(1, AT_ONCE // self.tree.num_infostate_entries)
        for begin in range(0, len(strategies), step):
            part = strategies[begin : begin + step]
            infostates = np.concatenate([part, np.zeros((len(part), 1))], axis=1)[:, self.map.infostates]
            given = [self._best(1 - seat, infostates) - self.worth[1 - seat] for seat in self.seats]
            gaps[begin : begin + step] = np.mean(given, axis=0)
        return np.maximum(gaps, 0.0)  # below 0 it is rounding, or that of the profile

    def _best(self, player, infostates):
        """Return what a best response of a player earns against strategies by infostate, (n, num_infostate_entries)."""
        values = counterfactual_values(self.tree, player, reaches(self.tree, 1 - player, infostates))
        return values[0].sum(axis=(-3, -2, -1))
