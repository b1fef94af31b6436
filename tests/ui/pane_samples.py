"""Believable search answers and trees for tests of the panes."""

import re
from collections.abc import Sequence

from search.messages import Message
from search.types.context import ContextAnswer, ContextPiece, LeftOut
from search.types.graph import DependencyTree, Direction, EdgeType, NodeState, TreeDebug, TreeNode
from search.types.ids import ChunkId, FileId, NodeId
from search.types.query import RankSettings
from search.types.results import ChunkHit, Facet, FileHit, Parts, Ready, SearchResult

CODE = '''"""Leases: a worker holds a job only while its lease is alive."""

import asyncio


class LeaseManager:
    """Takes and renews leases."""

    async def renew(self, lease):
        """Renew a lease; retry with backoff while it is still ours."""
        attempt = 0
        while not lease.expired:
            row = await self.store.renew(lease.token)
            attempt += 1
            return lease

    def surrender(self, lease):
        worker = lease.worker
        worker.release(lease)
        return None
'''


def mark_words(text: str, terms: Sequence[str]) -> list[tuple[int, int]]:
    """Mark words that begin with one of the terms."""
    if not terms:
        return []
    return [match.span() for match in re.finditer(rf"(?i)\b(?:{'|'.join(terms)})\w*", text)]


def chunk_hit(
    file: str, number: int, start: int, end: int, score: float = 0.8, text: str | None = None
) -> ChunkHit:
    lines = CODE.split("\n")
    return ChunkHit(
        id=ChunkId(f"relay@main:chunk:{file}#f{number}/0"),
        node_id=NodeId(f"relay@main:py:f{number}"),
        kind="function",
        start_line=start,
        end_line=end,
        header_path=f"LeaseManager.f{number}",
        keyword=0.9,
        semantic=0.7,
        keyword_rank=1,
        semantic_rank=2,
        relevance=score,
        text="\n".join(lines[start - 1 : end]) if text is None else text,
    )


def file_hit(rank: int, path: str, count: int = 5, **more: object) -> FileHit:
    values: dict[str, object] = {
        "rank": rank,
        "file_id": FileId(f"relay@main:file:{path}"),
        "path": path,
        "repository": "relay",
        "branch": "main",
        "root_path": "/home/someone/relay",
        "language": "python",
        "doc_type": "code",
        "level": "standard",
        "flags": (),
        "relevance": 0.7,
        "rank_score": max(0.05, 0.95 - rank * 0.01),
        "parts": Parts(*(max(0.05, 0.95 - rank * 0.01) / 2,) * 2),
        "keyword": 0.8,
        "semantic": 0.6,
        "structure": 0.0,
        "demotion": 1.0,
        "chunk_count": count,
        "chunks": tuple(chunk_hit(path, number, 9, 15) for number in range(count)),
    }
    return FileHit(**(values | more))


def some_files(count: int, chunks: int = 5) -> tuple[FileHit, ...]:
    return tuple(file_hit(rank, f"relay/worker/file{rank:04}.py", chunks) for rank in range(1, count + 1))


def answer(files: Sequence[FileHit], query: str = "renew lease", **more: object) -> SearchResult:
    values: dict[str, object] = {
        "query": query,
        "searched": query,
        "ranking": RankSettings(weight=0.5),
        "took_ms": 38.4,
        "ready": Ready(1.0, 1.0, 1.0, 1.0),
        "files": tuple(files),
        "total_files": len(files),
        "total_chunks": sum(file.chunk_count for file in files),
        "terms": ("lease", "worker", "retry"),
        "facets": (
            Facet("repository", (("relay", 18), ("gateway", 9))),
            Facet("language", tuple((f"language{number}", 20 - number) for number in range(8))),
            Facet("level", (("critical", 4), ("standard", 36))),
            Facet("branch", (("main", 40),)),
        ),
    }
    return SearchResult(**(values | more))


def some_evidence(query: str, count: int = 8) -> ContextAnswer:
    pieces = tuple(
        ContextPiece(f"relay@main:py:f{n}", f"relay/f{n}.py", f"f{n}", "python", 1, 21, 0, None, 90, CODE)
        for n in range(count)
    )
    left_out = (LeftOut(f"relay@main:py:f{count}", 9_000),)
    note = Message("context.without_meaning")
    return ContextAnswer(query, "relay", "main", 500, 450, pieces, left_out, Ready(), (note,))


def tree_node(
    name: str,
    parent: str | None,
    depth: int,
    direction: Direction,
    state: NodeState = NodeState.LEAF,
    **more: object,
) -> TreeNode:
    values: dict[str, object] = {
        "id": NodeId(name),
        "name": name,
        "kind": "file",
        "path": f"relay/queue/{name}",
        "start_line": 3,
        "depth": depth,
        "parent_id": None if parent is None else NodeId(parent),
        "edge_types": (EdgeType.IMPORTS,),
        "state": state,
        "direction": direction,
    }
    return TreeNode(**(values | more))


BELOW_3 = Message("tree.below_depth", depth=3)
CYCLE = Message("tree.cycle", names="lease.py → store.py → lease.py")


def lease_tree() -> DependencyTree:
    """A root with three things below it, a ring, a diamond, a cut branch and one that uses it."""
    down, up = Direction.DEPENDS_ON, Direction.USED_BY
    nodes = (
        tree_node("lease.py", None, 0, Direction.BOTH, NodeState.EXPANDED, edge_types=()),
        tree_node("backoff.py", "lease.py", 1, down, NodeState.EXPANDED),
        tree_node("settings.py", "backoff.py", 2, down),
        tree_node("random", "backoff.py", 2, down, NodeState.EXTERNAL, kind="package", path=""),
        tree_node("store.py", "lease.py", 1, down, NodeState.EXPANDED),
        tree_node("lease.py", "store.py", 2, down, NodeState.CYCLE, notes=(CYCLE,)),
        tree_node("settings.py", "store.py", 2, down, NodeState.SHOWN_ABOVE, edge_types=(EdgeType.CALLS,)),
        tree_node(
            "pool.py",
            "store.py",
            2,
            down,
            NodeState.TRUNCATED,
            hidden=11,
            notes=(Message("tree.below_depth", depth=3),),
        ),
        tree_node("runner.py", "lease.py", 1, up),
    )
    return DependencyTree(NodeId("lease.py"), Direction.BOTH, nodes, (), TreeDebug(1, 9, 8, True, "depth"))
