"""Interactive pictures for notebooks. Nothing moves until the reader presses a button.

stepper(game)            iterations of CFR, one step at a time
regret_explorer(game)    regret matching on a matrix game
curtain(place)           Kuhn poker with all cards open, or each card behind a curtain
imitation()              notes in a pocket, and the table that imitates them
bracket_line(brackets)   what was earned, and what two averages guarantee and concede
learning()               Kuhn poker learned before your eyes, as bars, or as a tree, too
own_reach(changed)       the own reach in a regret and out of it, two trees side by side
bluffs_and_calls()       who makes whom indifferent in Kuhn poker, and who gains if one hand moves
flows()                  two strategies and their average, a hundred games as flows
roof()                   Kuhn poker's guarantees as a map, and CFR's way to the ridge
one_walk()               a sampled walk on Kuhn poker, step by step
five_visits()            five iterations, and what three programs record
switchboard()            members of the CFR family, and what each control does
baseline_slider()        what sampled walks report, from no baseline to the truth
noise_bars()             what each draw of a walk adds to the variance of a regret
pile(draws, exact=)      random numbers that pile up on their mean
tournament(wins, loses)  invited players by what they win, and what each can lose
ring()                   Deep CFR press by press: walk, train, match, and a card that is hidden
coin_plane()             guesses of a coin as a point to drag, and where it is safe
tree_view(game)          a game tree to fold and unfold
open_card()              four rules of Leduc, solved while you look, and who opens with a bet
race(game, solvers)      solvers side by side on one convergence plot
whose_hands(table, stored)  the reader's hands or others', the costliest as staircases
play(game, profile)      hand after hand against a profile, and how one has played
four_masks()             what four masks carry and record in a draw, and their means and spreads
sweep(showdown)          a showdown valued in one sweep, hand by hand
suit_fold(deck)          hands that differ in the names of suits only, folded together
preflop_view(solver)     hold'em before the flop, all hands at once, while it is solved
flop_view(profile)       hold'em on a flop of one's choice, all hands at once
sharp_eyes()             seven cards to answer with, against a player who learned with buckets
opening_view(table)      how solved Bluff opens, and what each bid says about the dice
predict(name)            a question: choose, lock, and only then see whether it fits, and why
self_test(lesson)        the questions at the end of a lesson, one at a time
page(widget, path)       a widget on a page of its own, without a kernel
compile_ahead()          compile what the notebooks use, while one reads on
Widget                   the base of a widget of one's own
"""

from cfrlib._util.imports import of_stub

__getattr__, __dir__, __all__ = of_stub(__name__, __file__)
