"""The table at which a person plays, driven without a browser: by clicks and keys as a reader would."""

import re
from functools import cache
from xml.etree import ElementTree

import numpy as np
import pytest

import cfrlib
from cfrlib.draw.parts.svg import readable
from cfrlib.game import CHANCE, Comparison, Decision, Game, PublicChance, Terminal
from cfrlib.games import bluff, holdem, kuhn, leduc, leduc_no_limit
from cfrlib.games.at_table import table_of
from cfrlib.playing.losses import losses
from cfrlib.textbook.kuhn_equilibria import kuhn_equilibrium

pytestmark = pytest.mark.slow

GAMES = {
    "kuhn": kuhn(), "leduc": leduc(), "leduc, ranks": leduc(suits_matter=False), "no limit": leduc_no_limit(stack=6),
    "bluff": bluff((1, 1)), "chain": bluff((2, 1), 3), "hold'em": holdem(deck=(4, 2)),
}  # fmt: skip

PHRASES = ("fold", "call", "check", "bet")
SPLIT = r"splits: (\S+) chips in all are (\S+) of luck, and (\S+) for your seats, less (\S+) of mistakes"


@cache
def solution(name):
    solver = cfrlib.CFR.discounted(GAMES[name])
    solver.run(5)
    return GAMES[name], solver.average_strategy()


@pytest.fixture(params=GAMES)
def solved(request):
    return solution(request.param)


def uniform(name, **arguments):
    """Return a table of a game whose machine plays uniformly."""
    return cfrlib.play(GAMES[name], cfrlib.Profile.uniform(GAMES[name]), **arguments)


def spots(table):
    """Return what can be clicked."""
    return re.findall(r'data-node="([^"]+)"', table.canvas.svg)


def texts(table):
    """Return what is written in the picture."""
    drawn = ElementTree.fromstring(table.canvas.svg)
    return [part.text for part in drawn.iter() if part.tag.endswith("text")]


def one_hand(table, choose):
    while not table.session.over:
        choose(table)


def by_mouse(rng):
    return lambda table: table.canvas.click(node=str(rng.choice(spots(table))))


def by_keys(rng):
    def press(table):
        for _ in range(rng.integers(len(table.session.actions))):
            table.canvas.press(str(rng.choice(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"])))
        table.canvas.press("Enter")

    return press


def test_hands_end_as_the_rules_say(solved):
    (game, profile), rng = solved, np.random.default_rng(2)
    table = cfrlib.play(game, profile, seed=1)
    for n in range(8):
        choose = (by_mouse, by_keys)[n % 2](rng)
        one_hand(table, choose)
        assert len(table.session.hands) == n + 1
        last = table.session.hands[-1].rounds[-1]
        if not isinstance(game, bluff):
            paid = game.payoff_table(last.actions, last.shown())[last.deal]
            assert table.session.paid == pytest.approx(paid if last.seat == 0 else -paid)
        assert spots(table) == [] or isinstance(game, bluff)
        assert not table.session.actions
        table.press("n")  # the machine may fold before anything else
        assert table.session.round is not last


@pytest.mark.parametrize("how, game", [("keys", kuhn()), ("mouse", leduc(raises=1, suits_matter=False))], ids=str)
def test_every_sequence_of_actions_can_be_reached(game, how):
    """The machine does anything, and the person whatever was not done most often so far."""
    table = cfrlib.play(game, cfrlib.Profile.uniform(game), seed=3)
    wanted = {actions for actions, node in game.action_sequences() if isinstance(node, Terminal)}
    tried, met = {}, set()
    for _ in range(2000):
        while not table.session.over:
            before = table.session.round.actions
            action = min(table.session.actions, key=lambda a, b=before: tried.get((*b, a), 0))
            tried[*before, action] = tried.get((*before, action), 0) + 1
            if how == "mouse":
                table.canvas.click(node=action)
            else:
                table.canvas.press(action)  # each action of these games has a key
        met.add(table.session.round.actions)
        if met == wanted:
            return
        table.next_hand()
    raise AssertionError(f"never met: {wanted - met}")


def test_what_is_impossible_cannot_be_done(solved):
    table = cfrlib.play(*solved, seat=0, seed=4)
    before = table.session.round
    for what in ("nothing", "", "n", "9-9"):
        table.canvas.click(node=what)
    table.next_hand()
    assert table.session.round == before
    assert not table.session.hands
    assert set(spots(table)) == set(table.session.actions)
    one_hand(table, by_mouse(np.random.default_rng(0)))
    ended = table.session.round
    for action in (*solved[0].node(()).actions, "c", "f"):
        table.canvas.click(node=action)
        table.canvas.press(action)
    assert table.session.round == ended


def test_the_opponents_cards_are_not_there_before_the_showdown():
    """Two deals that differ in the opponent's card only give the same page, word for word."""
    game = kuhn()
    machine = cfrlib.Profile.from_dict(game, {key: {"p": 1.0} for key, _ in cfrlib.Profile.uniform(game).items()})
    pages = {}
    for seed in range(40):
        table = cfrlib.play(game, machine, seat=1, seed=seed)
        state = {k: v for w in (table.canvas, *table.children) for k, v in w.get_state().items() if isinstance(v, str)}
        shown = re.sub(r"IPY_MODEL_\w+", "", str(state))
        pages.setdefault((table.session.private, shown), set()).add(table.session.round.deal[0])
        assert table.session.revealed is None
    assert len(pages) == 3
    assert all(len(cards) == 2 for cards in pages.values())


def test_hints_are_the_profile_and_its_regrets():
    profile = kuhn_equilibrium(0.2)
    table = cfrlib.play(profile.game, profile, seat=0, seed=5)
    assert table.hints == {}
    for sign in (True, False):
        table.canvas.press("h")
        assert ("σ" in table.canvas.svg) == sign
        hints = table.hints
        if sign:
            assert {a: p for a, (p, _) in hints.items()} == table.session.strategy_of(0)
            assert sum(p * r for p, r in hints.values()) == pytest.approx(0, abs=1e-12)
            assert max(r for _, r in hints.values()) == pytest.approx(0, abs=1e-12)  # nothing is better


def test_a_report_says_three_things():
    table = cfrlib.play(kuhn(), kuhn_equilibrium(0.2), seed=6)
    rng = np.random.default_rng(1)
    for _ in range(30):
        one_hand(table, by_keys(rng))
        table.press("n")
    table.canvas.press("w")
    for said in ("1. What you won", "luck taken out", "2. What your decisions lost", "3. How exploitable you are"):
        assert said in table.told.value
    score, luck, seat, lost = (float(x.replace("−", "-")) for x in re.search(SPLIT, table.told.value).groups())
    assert score == table.session.score == pytest.approx(luck + seat - lost, abs=2e-2)
    assert lost > 0
    assert "No verdict yet" in table.told.value
    assert "<th scope" in table.told.value


def test_against_a_function_nothing_is_said_that_takes_a_profile():
    play = cfrlib.play(GAMES["kuhn"], lambda game, key, actions, rng: actions[0], seat=0)
    for turn in (play.turn_hints, play.turn_trainer):
        turn()
    for _ in range(3):
        assert play.hints == {}
        play.press("b")
        assert play.session.paid == 1
        assert "it takes a Profile" in play.verdict
        play.next_hand()
    play.tell()
    assert play.told.value.count("Not to be had") == 2
    with pytest.raises(TypeError, match="it takes a Profile"):
        play.for_page()


def test_a_game_that_is_too_large_for_a_number_says_so():
    table, rng = cfrlib.play(*solution("chain"), seed=6), np.random.default_rng(1)
    for _ in range(3):
        one_hand(table, by_mouse(rng))
        table.press("n")
    table.tell()
    assert "3. How exploitable you are</p><p>Not to be had: " in table.told.value


def test_the_end_of_a_round_is_told_when_the_next_has_begun():
    table, rng = cfrlib.play(*solution("chain"), seed=1), np.random.default_rng(0)
    told = 0
    for _ in range(10):
        while not table.session.over:
            if table.session.rounds:
                last = table.session.rounds[-1]
                theirs = last.game.outcomes(1 - last.seat)[last.deal[1 - last.seat]]
                assert f"The last round: The opponent shows {', '.join(theirs)}. " in table.words
                told += 1
            by_mouse(rng)(table)
        assert "The last round" not in table.words
        table.next_hand()
    assert told >= 3


@pytest.mark.parametrize("name", ["kuhn", "leduc", "no limit"])
def test_folding_is_never_what_enter_takes_first_and_enter_deals_no_hand(name):
    table, met = uniform(name, seed=1), set()
    for n in range(20):
        while not table.session.over:
            name = table.session.round.table.phrase(table.session.round.actions, table.chosen)
            met.add(name)
            assert name != "fold"
            assert table.canvas.alt.endswith(f" Your turn. Enter: {name}.")
            table.canvas.press("Enter")
        for _ in range(3):
            table.canvas.press("Enter")
        assert table.session.over
        assert len(table.session.hands) == n + 1
        table.canvas.press("n")
    assert "call" in met


def test_the_score_counts_one_and_many():
    table, told = uniform("kuhn", seed=1), set()
    for n in range(1, 9):
        one_hand(table, by_keys(np.random.default_rng(3)))
        score = table.session.score
        who = "You win" if table.session.paid > 0 else "The opponent wins"
        assert table.words.endswith(f" {who} {table.session.round.table.amount(table.session.paid)}.")
        won = f"{score:+g}".replace("-", "−") if score else "0"
        assert table.score.startswith(f"{n} hand{'s' * (n > 1)}: {won} chip{'s' * (abs(score) != 1)}")
        told.add(abs(score) == 1)
        table.next_hand()
    assert "±" not in table.score  # too few to say how sure a mean is
    assert told == {True, False}


POTS = [kuhn(ante=2, bet=3), leduc(), leduc(bets="doubling"), leduc_no_limit(stack=6), holdem(deck=(4, 2))]


@pytest.mark.parametrize("game", POTS, ids=str)
def test_who_wins_gets_what_the_other_has_staked(game):
    table, betted = table_of(game), set()
    for actions, node in game.action_sequences():
        staked = table.staked(actions)
        assert table.stack is None or max(staked) <= table.stack
        betted.add(sum(staked))
        if isinstance(node, Terminal):
            paid = game.payoff(actions, game.public_outcomes(())[:1] if CHANCE in actions else ())
            if isinstance(paid, Comparison):
                assert (paid.win, -paid.lose) == staked
            else:
                assert paid in (staked[1], -staked[0])
    assert min(betted) == sum(table.staked(())) < max(betted)


def test_the_table_shows_the_pot_and_goes_on_to_the_winner():
    table = uniform("no limit", seat=0, seed=3)
    assert {"put in: 1 chip", "2 chips", "5 left", "pot"} <= set(texts(table))
    table.act("1")
    while not table.session.over:
        assert f"{sum(table.session.round.table.staked(table.session.round.actions))} chips" in texts(table)
        table.take()
    assert "pot" not in texts(table)
    assert 'data-moves="pot"' in table.canvas.svg


def test_the_log_has_the_last_hands_and_hides_what_nobody_saw():
    table, kinds = uniform("kuhn", seat=0, seed=1), set()
    for n in range(1, 13):
        one_hand(table, by_keys(np.random.default_rng(n)))
        first = re.findall(r"<tr>(.*?)</tr>", table.played.value)[1]
        cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", first)
        session = table.session
        assert cells[:2] == [str(n), session.private]
        assert cells[2] == (session.revealed or "?")
        assert cells[4] == (f"{session.paid:+g}".replace("-", "−"))
        assert "<b>" in cells[3]
        kinds.add(session.revealed is None)
        table.next_hand()
    assert kinds == {True, False}
    assert len(re.findall("<tr>", table.played.value)) == 7


def test_a_session_is_taken_up_again(tmp_path):
    game, path = kuhn(), tmp_path / "session"
    table = cfrlib.play(game, cfrlib.Profile.uniform(game), seed=2, path=path)
    one_hand(table, by_keys(np.random.default_rng(0)))
    table.next_hand()
    again = cfrlib.play(game, path=path, seed=2)
    assert again.session.hands == table.session.hands
    assert again.words == table.words
    assert again.canvas.svg == table.canvas.svg


@pytest.mark.parametrize("wrong", [{"game": 3}, {"profile": {}}, {"seat": 2}, {"seed": -1}], ids=str)
def test_wrong_arguments(wrong):
    (name,) = wrong
    with pytest.raises((ValueError, TypeError), match=f"{name}="):
        cfrlib.play(**{"game": kuhn(), "profile": cfrlib.Profile.uniform(kuhn())} | wrong)


class Labelled(Game):
    """Each player gets one of these labels, chance shows one of these boards, and the second player may fold."""

    def __init__(self, labels, boards, actions=("fold", "meet")):
        super().__init__()
        self.labels, self.boards, self.actions = labels, boards, actions

    def outcomes(self, player):
        return self.labels

    def weights(self, public):
        n = len(self.labels)
        return np.full((n, n), 1 / n**2 / len(self.boards) ** len(public))

    def public_outcomes(self, public):
        return self.boards

    def node(self, actions):
        if len(actions) % 2:
            return PublicChance()
        return Decision(len(actions) // 2, self.actions) if len(actions) < 4 else Terminal()

    def payoff(self, actions, public):
        strength = np.arange(len(self.labels))
        return Comparison((strength, strength), 2, -2) if actions[-1] == self.actions[1] else 1.0


@pytest.mark.parametrize("labels, boards, apart", [
    (("", "a very long label " * 20), ("<b>", "KQ"), {}),
    (("1", "10", "14c"), ("Kx", "7"), {}),
    (("AsKs", "2c7d"), ("Th9h8h", "2s"), {"AsKs": "As Ks", "2c7d": "2c 7d", "Th9h8h": "Th 9h 8h"}),
])  # fmt: skip
def test_labels_of_any_length_are_drawn_and_said(labels, boards, apart):
    game = Labelled(labels, boards)
    table = cfrlib.play(game, cfrlib.Profile.uniform(game), seed=3)
    for _ in range(6):
        session = table.session
        assert f"You hold {apart.get(session.private, session.private)}. " in table.words
        while not session.over:
            table.take()
            for shown in session.shown:
                assert f"{apart.get(shown, shown)} is turned over".lower() in table.words.lower()
            table.picture()
        if session.revealed is not None:
            assert f"The opponent shows {apart.get(session.revealed, session.revealed)}. " in table.words
        table.next_hand()


def test_what_a_game_calls_its_actions_is_no_markup():
    game = Labelled(("Q", "K"), ("A",), ("<script>x</script>", 'a"b'))
    table = cfrlib.play(game, cfrlib.Profile.uniform(game), seat=0, seed=1)
    drawn = ElementTree.fromstring(table.canvas.svg)
    assert "play <script>x</script>" in {part.text for part in drawn.iter() if part.tag.endswith("title")}
    assert not [part for part in drawn.iter() if part.tag.endswith("script")]
    assert "<script>" not in table.says.value
    assert "<script>" not in table._repr_mimebundle_()[0]["text/html"].split("src=")[0]


def test_the_trainer_says_after_each_action_what_it_cost():
    machine, rng, costs = kuhn_equilibrium(0.2), np.random.default_rng(5), []
    table = cfrlib.play(machine.game, machine, seed=2)
    assert (table.verdict, "<svg" in table.played.value) == ("", False)
    table.press("t")
    for _ in range(20):
        while not table.session.over:
            table.act(str(rng.choice(table.session.actions)))
            costs.append(float(table.verdict.partition(":")[0].replace("−", "-")))
            assert table.verdict in table.canvas.alt
        assert table.verdict.partition(": ")[2] in ("no action is better.", *(f"best was to {a}." for a in PHRASES))
        table.next_hand()
    hands = table.session.hands
    assert -sum(costs) == pytest.approx(losses(machine.game, machine, hands)["lost"].sum(), abs=0.01 * len(costs))
    assert min(costs) <= -1 / 6  # at random one makes mistakes
    assert table.played.value.count("<path") == 4 + 3  # zero and three sums, and a sample of each
    assert f"chips {readable(table.session.score, 4, sign=True)}" in table.played.value
    table.press("t")
    assert (table.verdict, "<svg" in table.played.value) == ("", False)
