"""Dependencies that a diff adds, as printed by ``dowse impact --diff``."""

from app.cli.architecture import print_rules
from app.cli.cycles import print_cycles
from app.cli.output import line, plural, remark, styled
from search.graph.text import WORDS
from search.types.graph import Node, PathStep
from search.types.graph_queries import Added, CycleScope

_HASH = 8
"""Digits of a commit that a person compares."""


def print_added(added: Added, most: int) -> None:
    """Print new dependencies, cycles and broken rules; that there are none is said as well."""
    since = f"since {added.commit[:_HASH]}"
    tests = f", and {added.in_tests:,} more in tests" if added.in_tests else ""
    line(styled(f"{plural(len(added.dependencies), 'new dependency', 'new dependencies')} {since}{tests}", "bold"))
    for step in added.dependencies[:most]:
        _print_step(step)
    if len(added.dependencies) > most:
        remark(f"{len(added.dependencies) - most:,} more: raise --max-nodes to see them.")
    line(styled(f"{plural(len(added.cycles), 'new cycle')} of files {since}", "bold"))
    print_cycles(added.cycles[:most], CycleScope.FILES)
    line(styled(f"{plural(len(added.rules), 'rule')} newly broken {since}", "bold"))
    print_rules(added.rules, most)


def _print_step(step: PathStep) -> None:
    words = ", ".join(dict.fromkeys(WORDS[edge.edge_type] for edge in step.edges))
    edge = step.edges[0]
    line(f"  {_named(step.source)} {styled(words, 'dim')} {_named(step.target)}  {edge.path}:{edge.line}")


def _named(node: Node) -> str:
    return node.path if node.kind == "file" else f"{node.qualname or node.name} [{node.kind}]"
