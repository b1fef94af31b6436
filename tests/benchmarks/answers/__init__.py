"""Measuring the quality of answers; `tests/benchmarks/quality.py` runs it."""
