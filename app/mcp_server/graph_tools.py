"""The tool that follows dependencies."""

from typing import Annotated, cast

import msgspec
from pydantic import Field

from app.answers import tree_json
from app.mcp_server.asking import Asking
from app.mcp_server.shapes import TreeAnswer
from search.types.graph import Direction, EdgeType, TreeRequest

MOST_DEPTH = 20
MOST_NODES = 1_000
"""Beyond, an answer is longer than an agent can read."""


class GraphTools:
    """Answers what depends on what."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking

    def dependency_tree(
        self,
        target: Annotated[str, Field(max_length=1000, description="An id, a path, or a name that is unique")],
        direction: Annotated[
            Direction, Field(description="What it depends on, what uses it, or both")
        ] = Direction.BOTH,
        depth: Annotated[int, Field(ge=1, le=MOST_DEPTH, description="Levels below the target")] = 3,
        max_nodes: Annotated[int, Field(ge=2, le=MOST_NODES, description="Lines of the tree")] = 64,
        edges: Annotated[
            list[EdgeType] | None, Field(description="Only these; default: all but weak mentions")
        ] = None,
    ) -> TreeAnswer:
        """Return what a file, class, function, table or procedure depends on, and what depends on it.

        The nodes are in display order, each under its parent_id, with the types of the edge between them. A name
        that stands for several nodes is refused with their ids; ask again with one of them.
        """
        request = TreeRequest(target, direction, depth, max_nodes, tuple(edges or ()))
        tree = self._asking.core.tree(request, self._asking.access)
        return cast(TreeAnswer, msgspec.to_builtins(tree_json(tree)))
