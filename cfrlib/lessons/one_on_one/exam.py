"""An exam question of lesson 15: how many hands make an interval narrow enough, without and with duplicates."""

from cfrlib.lessons.one_on_one.checks import SURE


def hands(rng):
    """Ask how many plain hands, and how many in duplicate deals, make the 95 % interval so narrow."""
    plain, twice, width = 1000 * rng.randint(2, 8), 100 * rng.randint(4, 19), rng.choice([10, 20, 25, 40, 50])
    singles, deals = ((SURE * deviation / width) ** 2 for deviation in (plain, twice))
    if max(abs(count - round(count)) for count in (singles, deals)) > 1e-6:
        return None
    numbers = {"plain": plain, "twice": twice, "width": width, "sure": SURE, "deals": round(deals)}
    return {"plain_hands": round(singles), "duplicate_hands": 2 * round(deals)}, numbers
