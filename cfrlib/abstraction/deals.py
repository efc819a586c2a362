"""A hand and the board so far, as a reader writes them: "As Kd", "2c 7d 9h Jc"."""

from collections.abc import Mapping, Set
from numbers import Integral

from cfrlib._util.arguments import said
from cfrlib.cards.boards import MOST
from cfrlib.cards.deck import FLOP, HOLE


def read_deal(deck, hand, board, last=MOST, name="hand"):
    """Return the numbers of the cards of a hand and a board, the hand rising, the board in its order: two tuples.

    A message about the hand calls it `name`. The board has none, three, four or five cards, or three if the last one
    has.
    """
    hand = read_cards(name, hand, deck, (HOLE,))
    shown = read_cards("board", board, deck, tuple(count for count in (0, FLOP, 4, MOST) if count <= last))
    if twice := set(hand) & set(shown):
        raise ValueError(f"board={board!r}: the hand has {deck.names[min(twice)]}; it takes other cards")
    return tuple(sorted(hand)), shown


def read_cards(name, given, deck, counts):
    """Return the numbers of cards named in a text, in any spelling, or given as numbers, in their order: tuple of int.

    There may be as many as `counts` lists. A message calls the argument `name`.
    """
    try:
        if isinstance(given, str):
            bare = "".join(given.replace(",", " ").split())
            cards = [deck.names.index(bare[k : k + 2].capitalize()) for k in range(0, len(bare), 2)]
        else:
            cards = [-1] if isinstance(given, Set | Mapping) else [_number(card, deck) for card in given]
    except (TypeError, ValueError):
        cards = [-1]
    if len(cards) not in counts or len(set(cards)) != len(cards) or -1 in cards:
        many = " or ".join([", ".join(map(str, counts[:-1])), str(counts[-1])] if counts[1:] else [str(counts[0])])
        takes = f"it takes {many} different cards, {deck.names[0]} to {deck.names[-1]}"
        raise ValueError(f"{name}={said(given)}: {takes}")
    return tuple(cards)


def _number(card, deck):
    """Return the number of a card that is given as one, -1 if it is none."""
    known = isinstance(card, Integral) and not isinstance(card, bool) and 0 <= card < deck.cards
    return int(card) if known else -1
