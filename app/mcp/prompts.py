"""The prompt that has a dependency explained, with its evidence in it."""

from typing import Annotated

from pydantic import Field

from app.mcp.engine_session import EngineSession
from search.types.graph import DependencyPath, DependencyTree, Direction, Node, PathStep, TreeRequest

MOST_CHARS = 4_000
"""Source text of one node; what explains a dependency stands near its definition."""

_TASK = (
    "Explain this dependency to a developer: what {source} needs {target} for, through which steps, and what would"
    " break if {target} changed. Use only the evidence below, name files and lines, and say where it falls short."
)
_ALL = (
    "Explain what {source} depends on, and what depends on it: the few that matter, grouped by purpose. Use only"
    " the tree below, and read the code with get_file before you claim what it does."
)


class Prompts:
    """Writes prompts from data that the client may see."""

    def __init__(self, asking: EngineSession) -> None:
        self._asking = asking

    def explain_dependency(
        self,
        source: Annotated[
            str, Field(max_length=1000, description="What depends: an id, a path, or a unique name")
        ],
        target: Annotated[
            str, Field(max_length=1000, description="What it depends on; empty: all its dependencies")
        ] = "",
    ) -> str:
        """Explain this dependency: how one thing comes to depend on another, with the evidence."""
        if not target.strip():
            tree = self._asking.core.tree(TreeRequest(source, Direction.BOTH, depth=2), self._asking.access)
            return f"{_ALL.format(source=source)}\n\n{_as_text(tree)}"
        path = self._asking.core.path(source, target, self._asking.access)
        task = _TASK.format(source=source, target=target)
        return f"{task}\n\n{self._evidence(path) if path else self._nothing(source)}"

    def _nothing(self, source: str) -> str:
        request = TreeRequest(source, Direction.DEPENDS_ON, depth=2)
        tree = self._asking.core.tree(request, self._asking.access)
        return f"The index knows no way from the one to the other; say so. What is known:\n\n{_as_text(tree)}"

    def _evidence(self, path: DependencyPath) -> str:
        nodes = [path.source, *(step.target for step in path.steps)]
        texts = self._asking.core.texts([node.id for node in nodes], self._asking.access)
        steps = [f"{number}. {_step(step)}" for number, step in enumerate(path.steps, 1)]
        blocks = [_block(node, texts[node.id]) for node in nodes if texts.get(node.id)]
        return "\n".join(["Steps:", *steps, "", *blocks])


def _as_text(tree: DependencyTree) -> str:
    from search.graph.text import tree_text  # brings numpy, for which no handshake should wait

    return tree_text(tree)


def _step(step: PathStep) -> str:
    types = ", ".join(edge.edge_type.value for edge in step.edges)
    locations = ", ".join(f"{edge.path}:{edge.line} ({edge.tier})" for edge in step.edges if edge.path)
    return f"{_named(step.source)} --{types}--> {_named(step.target)}  {locations}".rstrip()


def _named(node: Node) -> str:
    return node.qualname or node.name


def _block(node: Node, text: str) -> str:
    shown = text[:MOST_CHARS]
    cut = "\n... (get_file has the rest)" if len(shown) < len(text) else ""
    fence = "````"
    title = f"{_named(node)}, {node.kind}, {node.path}:{node.start_line}"
    return f"{title}\n{fence}{node.language}\n{shown}{cut}\n{fence}\n"
