"""Recognizes nodes of a graph that belong to tests."""

from functools import lru_cache

from indexer.discovery.flags import path_flags
from search.types.files import Flag
from search.types.graph import Node

_PATHS = 100_000
"""Paths that are remembered: more than most indexes have files with definitions."""


def is_test(node: Node) -> bool:
    """Return whether a node is in a test file, or is a part of another file that only tests have."""
    return node.in_tests or is_in_test_file(node)


def is_in_test_file(node: Node) -> bool:
    """Return whether a node is in a test file."""
    return bool(node.path) and _is_test_path(node.path, node.language)


@lru_cache(maxsize=_PATHS)
def _is_test_path(path: str, language: str) -> bool:
    return Flag.TEST in path_flags(path, language)
