"""Rust: definitions, calls, modules and the tables of its models."""
