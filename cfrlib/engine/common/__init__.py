"""What engines share: how regrets become strategies, loops over vectors, tables and the profiles in them."""
