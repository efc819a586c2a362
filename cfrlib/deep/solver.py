r"""Deep CFR: regrets and the average strategy are learnt from samples instead of being added up in tables.

In iteration t each player in turn does `walks` walks of external sampling. At every information set I of his that one
of them meets, the walk has sampled the *advantages* :math:`\tilde r(I, a)`, and (I, advantages, t) goes into his
memory; at the opponent's, (I, :math:`\sigma^t(I)`, t) goes into the memory of strategies. Then a network is trained
from scratch:

.. math:: \min_\theta \sum_{(I, \tilde r, t) \in M} t \left( V_\theta(I) - \tilde r \right)^2

Its value is a mean, and the cumulative regret is that mean times what the weights add up to; so regret matching on V is
regret matching on regrets of which iteration t counts t: linear CFR. At the end a network of strategies learns the mean
of what is in the last memory (Brown, Lerer, Gross and Sandholm 2019).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from os import PathLike
from typing import Any, Self

import numpy as np

from cfrlib._util.arguments import checked_seed, number, one_of, refuse, typed, whole
from cfrlib._util.interrupts import alone, held
from cfrlib._util.progress import bar as progress_bar
from cfrlib.deep.infosets import InfoSets
from cfrlib.deep.learners import Perceptron, Table
from cfrlib.deep.reservoir import Reservoir
from cfrlib.deep.saving import load, save
from cfrlib.engine import CFR
from cfrlib.engine.common.single_histories.walk import sample
from cfrlib.engine.step import IDLE
from cfrlib.evaluate import exploitability
from cfrlib.game import Game
from cfrlib.profile import Profile
from cfrlib.textbook.regret_matching import ZERO_TOLERANCE

BATCH = 4096  # sampled regrets that a kernel lists before it lets go


class DeepCFR:
    """Deep CFR on a game whose information sets can be listed.

    Parameters
    ----------
    game : Game
        Of layout "tree": Kuhn, Leduc, Bluff(1,1) and games of that size.
    walks : int
        Of each player in an iteration.
    capacity : int, optional
        Of each memory, in samples; None keeps all.
    learner : {"network", "table"}
        What learns the advantages and the average strategy. With a table, no bound and no_positive="uniform" it is
        linear external sampling.
    retrain : float or callable
        The probability of training a player's network in an iteration: a number, or a function of the iteration such as
        `cfrlib.sampling.HalfLife` (Meyer 2021, section 6.2). The first time it is always trained.
    otherwise : {"keep", "adjust"}
        What becomes of it if not: it stays as it is, or takes a few steps more from where it stands.
    no_positive : {"largest", "uniform"}
        What is played where no advantage is above 0: the action with the largest one, as published, or any.
    seed : int
        Of the walks, of what memories forget, of the first weights and of the samples that are drawn.
    steps : tuple of 3 int
        Of gradient descent: in a training of advantages from scratch; where "adjust" goes on from the weights that are
        there; in the training of the average strategy, which is done once, when it is asked for.
    **training : object
        What `cfrlib.deep.Perceptron` takes: hidden, batch, rate.

    Attributes
    ----------
    iterations, nodes_touched, histories_touched : int
        As in `cfrlib.CFR`.
    trainings, gradient_steps : int
        Trainings of advantages from scratch so far, and steps of gradient descent in all of their trainings.
    seconds : dict of str to float
        Processor seconds so far, of "walking" and of "training" the advantages.
    trained : list of bool
        Whether the network of player 0, and of player 1, has been trained at all.
    memories : pair of Reservoir
        The advantages of player 0, and of player 1.
    strategies : Reservoir
        What the average strategy is learnt from.

    Raises
    ------
    ValueError
        If an argument is wrong, or the game's information sets cannot be listed.

    References
    ----------
    N. Brown, A. Lerer, S. Gross, T. Sandholm, *Deep Counterfactual Regret Minimization* (2019).
    M. Meyer, *Toward Generality: Building Better Counterfactual Regret Minimization for Imperfect Information Games*
    (thesis, 2021), sections 4.3 and 6.2.

    Examples
    --------
    >>> import cfrlib
    >>> deep = DeepCFR(cfrlib.games.kuhn(), walks=20, learner="table")
    >>> deep.run(200)
    >>> deep.exploitability() < 0.1
    True
    """

    def __init__(
        self, game: Game, walks: int = 100, capacity: int | None = 1_000_000, learner: str = "network",
        retrain: float | Callable[[int], float] = 1.0, otherwise: str = "keep", no_positive: str = "largest",
        seed: int = 0, steps: tuple[int, int, int] = (400, 50, 4000), **training: Any,
    ) -> None:  # fmt: skip
        self.game, self.infosets = game, InfoSets(game)
        self.walks, self.seed = whole("walks", walks, 1), checked_seed(seed)
        self.learner = one_of("learner", learner, ("network", "table"))
        if learner == "table" and training:
            raise ValueError(f"{next(iter(training))}: it is for learner='network'")
        takes = "three numbers, such as (400, 50, 4000)"
        if len(typed("steps", steps, tuple | list, takes)) != 3:
            refuse("steps", steps, takes, right_type=True)
        self.steps = tuple(whole("steps", n, 1) for n in steps)
        self.retrain, self.training = retrain, training
        self._probability(1)
        self.otherwise = one_of("otherwise", otherwise, ("keep", "adjust"))
        self.no_positive = one_of("no_positive", no_positive, ("largest", "uniform"))
        width = len(self.infosets.names)
        seeds = np.random.SeedSequence(self.seed, spawn_key=(1,)).spawn(4)
        self.memories = tuple(Reservoir(width, capacity, s) for s in seeds[:2])
        self.strategies, self._coin = Reservoir(width, capacity, seeds[2]), np.random.default_rng(seeds[3])
        self.learners = (self._learner(), self._learner())
        self.strategy = self.infosets.legal / self.infosets.legal.sum(axis=1, keepdims=True)
        self._walker = CFR(game, "es", seed=self.seed)
        self._tolerance = ZERO_TOLERANCE * min(1.0, self._walker.layout.stakes)
        self._sampled = None  # made by the first run
        self.iterations = self.trainings = self.gradient_steps = self.nodes_touched = self.histories_touched = 0
        self.trained = [False, False]
        self.seconds = {"walking": 0.0, "training": 0.0}

    def _learner(self):
        return Table(self.infosets) if self.learner == "table" else Perceptron(self.infosets, **self.training)

    def _probability(self, t):
        probability = self.retrain(t) if callable(self.retrain) else self.retrain
        return number("retrain", probability, "what is, or gives, numbers from 0 to 1", 0, 1)

    @alone
    def run(self, iterations: int, progress: bool = False) -> None:
        """Add so many iterations to those that were run before; `progress` shows a bar.

        It is refused while another run has not ended.
        """
        with progress_bar(progress, whole("iterations", iterations, 0)) as bar:
            if self._sampled is None:
                self._prepare()
            for _ in range(iterations):
                with held():
                    self._iterate(self.iterations + 1)
                bar.update(1)

    def _iterate(self, t):
        probability = self._probability(t)
        for player in (0, 1):
            began = time.process_time()
            self._sample(player, t)
            walked = time.process_time()
            fresh = self._coin.random() < probability or not self.trained[player]
            if (fresh or self.otherwise == "adjust") and len(self.memories[player]):
                steps = self.steps[0 if fresh else 1]
                learner, memory = self.learners[player], self.memories[player]
                self.gradient_steps += learner.fit(memory, self._seed(t, player), steps, fresh)
                self._match(player)
                self.trained[player] = True
                self.trainings += fresh
            self.seconds["walking"] += walked - began
            self.seconds["training"] += time.process_time() - walked
        self.iterations = t

    def _seed(self, t, player):
        return np.random.SeedSequence(self.seed, spawn_key=(2, t, player))

    def _match(self, player):
        """Give a player the strategy that regret matching makes of what the network expects."""
        expected = np.where(self.infosets.legal, self.learners[player].predict(), -np.inf)
        positive = np.maximum(expected, 0)
        total = positive.sum(axis=1, keepdims=True)
        if self.no_positive == "largest":
            instead = np.zeros_like(positive)
            instead[np.arange(len(instead)), expected.argmax(axis=1)] = 1
        else:
            instead = self.infosets.legal / self.infosets.legal.sum(axis=1, keepdims=True)
        mine = self.infosets.players == player
        matched = np.divide(positive, total, out=instead, where=total > self._tolerance)
        self.strategy[mine] = matched[mine]

    def _prepare(self):
        """Compile, and make arrays for the regrets that walks sample."""
        engine = self._walker.engine
        engine.prepare()
        self._frames = engine.make_frames(True)
        size = max(BATCH, len(self._frames.visited[0]))
        self._sampled = np.zeros(size, np.int64), np.zeros((size, self._frames.most))
        self._walk(0, 0)  # compiles, so that an interrupt need not wait for that later

    def _walk(self, player, walks):
        """Do so many walks, or as many as there is space for; return what the kernel does."""
        own = self._walker.engine
        inputs = own.tree, own.chosen, IDLE, self._walker.rng, player, walks
        return sample(*inputs, own.tables, self._frames, own.deal, *self._sampled)

    def _sample(self, player, t):
        """Do the walks of an iteration, and let the memories have the regrets and strategies that they sample."""
        tables, (entries, regrets) = self._walker.engine.tables, self._sampled
        tables.strategy[:] = self.infosets.table(self.strategy, len(tables.strategy))
        tables.sums[:] = 0
        left = self.walks
        while left:
            done, listed, nodes, histories = self._walk(player, left)
            left -= done
            self.nodes_touched += nodes
            self.histories_touched += histories
            rows = self.infosets.of(entries[:listed])
            self.memories[player].add(rows, self.infosets.spread(rows, regrets[:listed]), t)
        # A visit adds a strategy, whose sum is 1. So a row's sum is how often it was visited.
        visits = np.append(tables.sums, 0.0)[self.infosets.entries].sum(axis=1)
        rows = np.repeat(np.arange(len(visits)), np.rint(visits).astype(np.int64))
        self.strategies.add(rows, self.strategy[rows], t)

    def average_strategy(self) -> Profile:
        """Return the average profile, as a network that is trained now learns it from the memory of strategies.

        It is the same at each call with the same memory, and uniform before the first iteration.
        """
        if not len(self.strategies):
            return self._profile(self.infosets.legal.astype(float))
        learner = self._learner()
        learner.fit(self.strategies, self._seed(self.iterations, 2), self.steps[2])
        return self._profile(np.maximum(learner.predict(), 0))

    def remembered_strategy(self) -> Profile:
        """Return the mean of the memory of strategies, without a network: what the network is asked to learn.

        It is uniform at information sets that have no sample.
        """
        table = Table(self.infosets)
        table.fit(self.strategies, None)
        return self._profile(table.predict())

    def current_strategy(self) -> Profile:
        """Return a snapshot of the profile that the next iteration starts from."""
        return self._profile(self.strategy)

    def _profile(self, weights):
        return self._walker.layout.average(self.infosets.table(weights, len(self._walker.engine.tables.sums)))

    def exploitability(self) -> float:
        """Return the exploitability of the average strategy, in the game's unit; 0 in equilibrium.

        A network is trained for it; see `average_strategy`.
        """
        return exploitability(self.game, self.average_strategy())

    @alone
    def save(self, path: str | PathLike[str]) -> None:
        """Write everything to exactly this path, whole or not at all; no pickle is involved.

        A solver that runs, or whose `retrain` is a function of one's own, cannot be saved.
        """
        save(self, path)

    @classmethod
    def load(cls, path: str | PathLike[str], game: Game | None = None) -> Self:
        """Return the solver that `save` wrote, ready to go on bit for bit.

        `game` is needed if it is not of `cfrlib.games`. A file that is damaged or belongs to another game is refused.
        """
        return load(cls, path, game)

    def __repr__(self):
        return f"<DeepCFR of {self.game}: {self.walks:,} walks an iteration; {self.iterations:,} iterations>"
