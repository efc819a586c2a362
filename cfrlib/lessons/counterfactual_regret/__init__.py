"""Lesson 04. Counterfactual regret."""
