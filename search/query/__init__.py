"""Parses queries, without a model."""
