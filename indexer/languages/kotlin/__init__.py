"""Kotlin: definitions, calls, packages, addresses and the tables of its models."""
