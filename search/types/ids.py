"""Canonical identifiers: one grammar, unique within an index, without line numbers.

========  =====================================================  =============================
what      form                                                   example
========  =====================================================  =============================
file      ``repo@branch:file:path``                              ``shop@main:file:src/cart.py``
node      ``repo@branch:language:name``                          ``shop@main:cs:Shop.Cart.Add``
database  ``repo@branch:sql:schema.name``, lower-cased           ``shop@main:sql:dbo.orders``
external  ``ext:ecosystem:name``                                 ``ext:nuget:Dapper``
chunk     ``repo@branch:chunk:path#qualified.name/n``            ``shop@main:chunk:a.py#A.b/0``
========  =====================================================  =============================
"""

import hashlib
from typing import NewType

FileId = NewType("FileId", str)
NodeId = NewType("NodeId", str)
ChunkId = NewType("ChunkId", str)
RootId = NewType("RootId", str)

NO_BRANCH = "-"
"""Branch of a file that is in no git repository."""


def prefix(repository: str, branch: str) -> str:
    """Return ``repo@branch``, with which every identifier of that scope begins."""
    return f"{repository}@{branch}"


def file_id(repository: str, branch: str, path: str) -> FileId:
    """Return the identifier of a file; ``path`` is relative to its root, with ``/``."""
    return FileId(f"{repository}@{branch}:file:{path}")


def node_id(repository: str, branch: str, language: str, name: str) -> NodeId:
    """Return the identifier of a node; ``language`` is the short prefix such as ``cs`` or ``sql``."""
    return NodeId(f"{repository}@{branch}:{language}:{name}")


def chunk_id(repository: str, branch: str, path: str, name: str, ordinal: int) -> ChunkId:
    """Return the identifier of a chunk: the ``ordinal``-th (from 0) of ``name`` in the file."""
    return ChunkId(f"{repository}@{branch}:chunk:{path}#{name}/{ordinal}")


def path_and_name(chunk: str) -> tuple[str, str]:
    """Return the path and the name of a chunk's identifier, for reading: a path that holds ``#`` ends there."""
    path, _, name = chunk.partition(":chunk:")[2].partition("#")
    return path, name.rpartition("/")[0]


CARD_NAME = "card"
"""Name part of the identifier of a file's card; no definition has an ordinal of -1."""


def card_id(file: str) -> ChunkId:
    """Return the identifier of the card of the file with this identifier."""
    scope, _, path = file.partition(":file:")
    return ChunkId(f"{scope}:chunk:{path}#{CARD_NAME}/-1")


def is_card(chunk: str) -> bool:
    """Return whether this is the identifier of a file's card."""
    return chunk.endswith(f"#{CARD_NAME}/-1")


def path_hash(real_path: str) -> RootId:
    """Return SHA-256 (hex) of a root's real path when it is added: it keeps two worktrees of one branch apart."""
    return RootId(hashlib.sha256(real_path.encode("utf-8", "surrogateescape")).hexdigest())


def branch_hash(real_path: str, branch: str) -> RootId:
    """Return the identifier of a branch of a root that is not checked out; no path contains its separator."""
    return path_hash(f"{real_path}\0{branch}")
