"""Retrieval pipelines written in YAML."""
