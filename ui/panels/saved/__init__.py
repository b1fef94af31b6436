"""Saved searches and the history of searches."""
