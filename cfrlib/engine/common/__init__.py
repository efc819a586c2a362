"""What engines share: how regrets become strategies, loops over vectors, tables and the profiles in them.

`single_histories` has the walk on single histories of a public tree or of bids, and the switches and lazy averages that
hold'em takes from there, too; `limit_holdem` is for the engines of hold'em, `two_rounds` and `buckets`.
"""
