"""Elixir: modules, functions, directives, calls, behaviours, addresses and tables."""
