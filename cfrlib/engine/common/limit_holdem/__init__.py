"""What the two engines of limit hold'em share: betting in a round, draws of cards, tables, walks on a single deal."""
