"""The engine of Bluff: a public tree of rising bids in closed form, for hundreds of millions of information sets."""
