"""Rules since 2021: who is ahead, and what the causes of refutations say in words."""

import after_2021 as after
import numpy as np
import pandas as pd
import pytest
from claims import FOLDER, claims
from rule import verdict

from cfrlib.regret import Ramp
from cfrlib.runs import store


def test_a_rule_is_ahead_if_all_its_copies_are():
    games = ["A", "B", "C"]
    one = pd.DataFrame([[1, 2], [2, 4], [6, 9]], games, dtype=float)
    other = pd.DataFrame([[4, 8], [4, 8], [1, 3]], games, dtype=float)
    table = after.contest(one, other)
    assert table.standing.tolist() == ["ahead", "not decided", "behind"]  # in B they meet
    assert table.loc["A", ["lowest", "highest"]].tolist() == [1 / 8, 1 / 2]
    assert (after.number(table, "ahead"), after.number(table, "behind")) == ((1, 2), (1, 2))
    assert after.share(table) == pytest.approx((100 / 3, 200 / 3))
    assert after.largest_lead(table) == (2, 8)


def test_half_of_the_weight():
    assert after.late_half(0, 1000) == 500
    ours = np.cumprod([1, *((t / (t - 1)) ** (30 - 5 * t / 1000) for t in range(2, 1001))])[::-1]
    assert after.late_half(Ramp(30, 25, 1000), 1000) == np.argmax(ours.cumsum() >= ours.sum() / 2) + 1 == 27


def test_causes_say_what_the_race_shows():
    race, _ = store.load("rules_race")
    copies, contest, lowest = (lambda *which: after.copies(race, *which)), after.contest, after.lowest
    three = contest(copies("PCFR+"), lowest(race, ["CFR+", "Linear CFR", "DCFR"])).standing
    alone = contest(copies("PCFR+"), copies("CFR+", "quadratic")).standing
    lost = three.index[three == "behind"]
    assert (alone[lost] == "behind").all()
    assert set(lost) > {"Bluff(1,1), 5 faces", "random, deep"}
    others = ["CFR+", "Linear CFR", "DCFR", "DCFR+", "PCFR+"]
    behind = contest(copies("PDCFR+"), lowest(race, others)).query("standing == 'behind'").index
    assert (len(behind), len(lost)) == (8, 5)
    assert set(lost) < set(behind)
    ahead = contest(copies("PCFR+"), copies("PDCFR+")).standing
    assert (ahead[behind.difference(lost)] == "ahead").all()
    same = contest(copies("HS-DCFR", "quadratic"), copies("DCFR"))
    assert after.standings({"same": same}).loc["same"].tolist() == [2, 10, 1]
    assert "SAPCFR+ vs. PCFR+ is ahead in 12 of 13 games, behind in 0" in after.draw(race).text


def test_what_a_paper_says_of_its_own_games_is_substituted():
    """In how many games a rule is ahead hangs on the games. What is proved, or can happen, is said of any."""
    stated = {claim.id: claim for claim in claims() if claim.source == "After 2021"}
    of_others = {name for name, claim in stated.items() if claim.instead}
    assert set(stated) - of_others == {"R2a", "R3b", "R5a", "R5b", "R5c"}
    assert {verdict(stated[name], number) for name in of_others for number in (0, 100)} == {"substituted"}
    judged = pd.read_csv(FOLDER / "verdicts" / "after_2021.csv").set_index("id").verdict
    assert set(judged[list(of_others)]) == {"substituted"}
