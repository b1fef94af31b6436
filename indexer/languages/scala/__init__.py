"""Scala: packages, classes with their companions, imports and calls."""
