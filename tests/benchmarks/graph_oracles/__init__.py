"""Oracles for the dependency graph: compilers, live databases and other tools that know the same edges."""
