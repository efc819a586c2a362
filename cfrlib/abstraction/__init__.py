"""Fewer information sets: private cards sorted into buckets by how strong they are (Zinkevich et al. 2007, 4.1)."""
