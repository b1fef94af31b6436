"""Answers as the JSON that is documented: the same from the command line and for agents."""

from search.ranking.explain import explanation
from search.types.files import FileState
from search.types.results import ChunkHit, FileHit, Ready, SearchResult
from search.types.status import IndexStatus, RootStatus


def search_json(result: SearchResult, *, explained: bool = False) -> dict[str, object]:
    """Return what ``search --json`` shows; ``explained`` adds to each file the parts of its score."""
    return {
        "query": result.query,
        "mode": result.ranking.mode,
        "weight": result.ranking.weight,
        "fusion": result.ranking.fusion,
        "took_ms": round(result.took_ms, 3),
        "ready": ready_json(result.ready),
        "files": [
            _file_json(file) | ({"explanation": explanation(file, result.ranking)} if explained else {})
            for file in result.files
        ],
        "searched": result.searched,
        "corrections": result.corrections,
        "notes": result.notes,
    }


def ready_json(ready: Ready) -> dict[str, float]:
    """Return which steps answer already, each as a share 0..1."""
    return {"keyword": ready.keyword, "semantic": ready.semantic, "graph": ready.graph, "names": ready.names}


def _file_json(file: FileHit) -> dict[str, object]:
    return {
        "rank": file.rank,
        "file_id": file.file_id,
        "path": file.path,
        "repository": file.repository,
        "branch": file.branch,
        "score": file.score,
        "keyword": file.keyword,
        "semantic": file.semantic,
        "structure": file.structure,
        "why": file.why,
        "chunks": [_chunk_json(chunk) for chunk in file.chunks],
        "group": file.group,
        "duplicates": file.duplicates,
        "stale": file.stale,
        "offline": FileState.OFFLINE in file.flags,
    }


def _chunk_json(chunk: ChunkHit) -> dict[str, object]:
    fields = ("id", "node_id", "start_line", "end_line", "header_path", "score", "text")
    return {name: getattr(chunk, name) for name in fields}


def root_json(status: RootStatus) -> dict[str, object]:
    """Return what ``roots --json`` shows of a root."""
    return {
        "path": status.root.path,
        "repository": status.root.repository,
        "branch": status.root.branch,
        "external": status.root.external,
        "files": status.files,
        "chunks": status.chunks,
        "offline": status.offline,
        "watching": status.watching,
    }


def status_json(status: IndexStatus) -> dict[str, object]:
    """Return what ``status --json`` shows."""
    return {
        "files": status.files,
        "chunks": status.chunks,
        "nodes": status.nodes,
        "edges": status.edges,
        "states": dict(status.states),
        "roots": [root_json(root) for root in status.roots],
        "versions": dict(status.versions),
        "disk_bytes": status.disk_bytes,
    }
