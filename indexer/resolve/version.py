"""With which version of the program a graph was made."""

from indexer.facts.versions import all_extractors_version

RESOLVER_VERSION = 35
"""Raised when other edges follow from the same facts; graphs of other versions are resolved as a whole again."""

GRAPH_VERSION = f"{RESOLVER_VERSION}.{all_extractors_version()}"
"""Version of all inputs of a graph other than its files."""
