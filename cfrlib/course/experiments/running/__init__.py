"""What runs experiments: their steps and checkpoints, and what computes parts of stored ones anew."""
