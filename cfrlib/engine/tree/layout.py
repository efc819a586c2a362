"""The public tree of a game as flat arrays: what the fast solvers walk.

A *state* is a pair (action sequence, public outcomes); an *infostate* (information state) is a state with a private
outcome of one player. A walk carries one number for each infostate: a vector over private outcomes instead of a walk
for each.

Where two action sequences go on alike (the same player moves, then as many actions, and so on to the end), nothing but
payoffs tells them apart. Such sequences form a *bundle*, and a walk treats the infostates of a whole bundle as one long
vector. In Leduc, everything after the public card is the same six-decision tree five times, and six times over for the
cards; in Bluff, all histories with the same last bid go on alike: a few dozen bundles stand for thousands of states.

The infostates of a bundle lie in the order (action sequence, public outcomes, private outcome). Its table of regrets or
strategies is a *block* of ``num_actions * classes`` entries, action after action; see `cfrlib.engine.tree.blocks`.
"""

from copy import copy
from functools import cached_property
from itertools import islice

import numpy as np

from cfrlib._util.memory import check_memory
from cfrlib.engine.common.flat_tree import MAX_ENTRIES, Bundles, hands_chance
from cfrlib.engine.contract import Layout
from cfrlib.engine.sums import check_finite
from cfrlib.engine.tree import merging
from cfrlib.engine.tree.blocks import blocks, one_class_an_infostate, row_parents, rows_differ
from cfrlib.engine.tree.merging import merge_map, merged
from cfrlib.engine.tree.payoffs import Payoffs
from cfrlib.engine.tree.profile_map import ProfileMap
from cfrlib.engine.tree.program import compile_program
from cfrlib.engine.tree.sequences import sort_sequences
from cfrlib.game import CHANCE, Game
from cfrlib.games.checks import SMALLER, is_ours
from cfrlib.profile import spelled


class PublicTree(Layout):
    """The public tree of a game as `Bundles`; ValueError, and nothing is built, if its tables would be too large.

    `members` and `actions` list the action sequences of each bundle and the actions after each, `publics` the public
    outcomes of each stage. A table has `num_entries`, those before `split` player 0's, in `num_rows` rows.
    """

    large = False  # whether its weights are too many to be kept
    slots = None  # the place before public chance of each private outcome after it, where that is not the same

    def __init__(self, game):
        super().__init__(game)
        deals = len(game.outcomes(0)) * len(game.outcomes(1))
        for what, size in (("tables", game.num_infoset_actions), ("payoffs", deals)):
            if size > MAX_ENTRIES:
                raise ValueError(
                    f"game={game!r}: its {what} have {size:,} entries of 8 bytes; this takes at most {MAX_ENTRIES:,}: "
                    f"{SMALLER}"
                )
        nodes = dict(game.action_sequences())
        last = max(actions.count(CHANCE) for actions in nodes)
        hands = game.removal(()) is not None  # which may say enough: then there are no matrices
        most = MAX_ENTRIES // (1 if hands else deals)
        self.publics = [list(islice(game.public_sequences(stage), most + 1)) for stage in range(last + 1)]
        if max(map(len, self.publics)) > most:
            raise ValueError(f"game={game!r}: its payoffs have more than {MAX_ENTRIES:,} entries of 8 bytes: {SMALLER}")
        matrices = 0 if hands else 3 * deals * len(self.publics[-1])
        check_memory(game, 8 * (4 * game.num_infoset_actions + matrices), [])
        payoffs = Payoffs(game, self.publics)
        sequences = sort_sequences(nodes, lambda actions: payoffs.of(actions)[0])
        self.members, self.actions = sequences.members, sequences.actions
        size, swept = deals * sum(map(len, self.publics)), payoffs.swept and not _is_own(game, "best_payoff")
        self.large = swept and size > MAX_ENTRIES
        if swept and size > merging.MOST:
            shown = hands_chance(self.publics, (game.weights(public) for publics in self.publics for public in publics))
        else:
            shown = payoffs.weights.chance()
        table, counts = blocks(game, sequences, self.publics)
        (self.split, self.row_split), (self.num_entries, self.num_rows) = counts
        fields = sequences.edges() | table | shown | payoffs.fields(sequences)
        self.bundles, self.payoffs, self.orders = Bundles(**fields), payoffs, payoffs.orders

    @cached_property
    def num_infostate_entries(self):
        """Length of a table in which every infostate is a class of its own."""
        b = self.by_infostate
        return int((b.classes * np.diff(b.edges))[b.kind >= 0].sum())

    @cached_property
    def by_infostate(self):
        """The same bundles with every infostate a class of its own."""
        return one_class_an_infostate(self.bundles)

    @cached_property
    def with_matrices(self):
        """The same bundles with all payoff matrices, also where an order says enough about payoffs."""
        b = self.bundles
        if b.payoffs[0].size:
            return b
        payoffs, shown = self.payoffs.matrices(), {} if b.weights.size else self.payoffs.weights.chance()
        return b._replace(payoffs=payoffs, **shown)

    @cached_property
    def merged(self):
        """The tree in which outcomes that nothing can tell apart are one; itself if there are none (see `merging`)."""
        mapping = merge_map(self)
        return self if mapping is None else MergedTree(self, mapping)

    @property
    def splits(self):
        """Whether walks do one last public outcome after the other; see `cfrlib.engine.tree.program`."""
        b = self.bundles
        return not b.weights.size and bool(b.boards[-1] > 1 and b.identity[b.kind >= 0].all())

    @cached_property
    def program(self):
        """The bundles as the list of operations that walks without draws go through."""
        return compile_program(self.bundles, self.orders, self.slots, self.splits)

    @cached_property
    def row_parents(self):
        return row_parents(self.bundles, self.num_rows)

    @cached_property
    def imperfect_recall(self):
        """Whether information sets join different pasts of their player; where rows differ, see `shares_rows`."""
        own = _is_own(self.game, "key") or _is_own(self.game, "row")
        return own and not is_ours(self.game) and not self.shares_rows and self.row_parents is None

    @cached_property
    def shares_rows(self):
        if not _is_own(self.game, "row") or is_ours(self.game):  # where rows are merged without loss
            return False
        return rows_differ(self.game, self.members, self.bundles, self.publics)

    @cached_property
    def running_deals(self):
        """Weights summed up to each deal, in the order (player 0's outcome, player 1's, public outcomes); float64."""
        b = self.with_matrices
        return b.weights[b.first_board[-1] :].transpose(1, 2, 0).cumsum()

    @cached_property
    def stakes(self):
        return float(np.abs(self.bundles.scale).max())

    @cached_property
    def joined(self):
        """Whether an information set has several infostates; none has where a key shows all that there is to see."""
        return _is_own(self.game, "key") and self.profile_map.joined

    @cached_property
    def profile_map(self):
        return ProfileMap(self)

    def find(self, key):
        """Return (names of actions, place) of an information set; see `Layout.find`."""
        names, k = self.profile_map, self.profile_map.places.get(spelled(self.game, key))
        if k is None:
            return None
        entries = names.entries[names.starts[k] :][: len(names.actions[k])].tolist()
        return names.actions[k], (0, entries[0], entries[-1] - entries[-2] if len(entries) > 1 else 1)

    def sharing(self, key):
        names, starts = self.profile_map, self.profile_map.entries[self.profile_map.starts]
        own, at = _is_own(self.game, "row"), names.places[key]
        return [names.keys[k] for k in np.flatnonzero(starts == starts[at]) if k != at] if own else ()

    def average(self, sums):
        check_finite(sums)
        return self.profile_map.average(sums)

    def exploitability(self, sums, locks=None):
        if self.evaluator is None:
            return super().exploitability(sums, locks)
        return max(sum(self.evaluator.best_responses_to_average(sums, locks)) / 2, 0.0)

    @cached_property
    def evaluator(self):
        return None if self.joined else super().evaluator  # it chooses at every infostate by itself

    def parts(self):
        names = {"infostate": "lane"}  # what files call it
        b = self.bundles if self.large else self.with_matrices
        records = self.program.between._asdict() if self.large else {}
        return {names.get(name, name): value for name, value in b._asdict().items()} | records


class MergedTree(PublicTree):
    """The `bundles` of a tree in which private and public outcomes are merged, with fewer rows; its keys are the same.

    `entries` has the entry here of each entry of a table before.
    """

    def __init__(self, tree, mapping):
        Layout.__init__(self, tree.game)
        self.tree, self.orders = tree, {}
        self.members, self.actions, self.publics = tree.members, tree.actions, tree.publics
        self.bundles, self.entries, self.slots = merged(tree.with_matrices, mapping)
        b = self.bundles
        rows = [(b.classes * (b.kind == player)).sum() for player in (0, 1)]
        entries = [(b.classes * np.diff(b.edges) * (b.kind == player)).sum() for player in (0, 1)]
        self.split, self.row_split = int(entries[0]), int(rows[0])
        self.num_entries, self.num_rows = int(sum(entries)), int(sum(rows))

    @cached_property
    def profile_map(self):
        names = copy(self.tree.profile_map)
        names.tree, names.entries = self, self.entries[names.entries]
        return names

    def parts(self):
        return super().parts() | {"entries": self.entries, "slots": (*self.slots[0], *self.slots[1])}


def _is_own(game, name):
    """Return whether a game says something of its own here, be it by its class or by itself."""
    return getattr(getattr(game, name), "__func__", None) is not getattr(Game, name)


LAYOUT = PublicTree
