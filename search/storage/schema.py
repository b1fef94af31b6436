"""Columns of the tables, and how records become rows and rows records."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any

import pyarrow as pa

from search.storage.keys import list_key, path_key, storable_text

FILES, CHUNKS, NODES, EDGES, VECTORS, FACTS = "files", "chunks", "nodes", "edges", "vectors", "facts"

_list_key = lru_cache(maxsize=4_096)(list_key)
"""Groups, tags and flags are the same for thousands of rows."""

KEYS: Mapping[str, tuple[str, Callable[[Any], str]]] = {
    "path_key": ("path", path_key),
    "groups_key": ("groups", _list_key),
    "tags_key": ("tags", _list_key),
    "flags_key": ("flags", _list_key),
    "symbols_key": ("symbols", list_key),
}
"""Columns that are derived when a row is written, with their source; the database compares nothing but text."""

_TEXT, _LIST = pa.string(), pa.list_(pa.string())


def _texts(*names: str) -> list[pa.Field]:
    return [pa.field(name, _TEXT) for name in names]


def _lists(*names: str) -> list[pa.Field]:
    return [pa.field(name, _LIST) for name in names]


def _numbers(kind: pa.DataType, *names: str) -> list[pa.Field]:
    return [pa.field(name, kind) for name in names]


_ID = [pa.field("id", _TEXT, nullable=False)]
_SCOPE = _texts("path_hash", "repository", "branch", "path", "path_key", "language")
_LABELS = _texts("ext", "doc_type", "level", "product", "component")
_ACCESS = [*_texts("tenant"), *_lists("groups", "tags"), *_texts("groups_key", "tags_key")]
_FLAGS = [*_lists("flags"), *_texts("flags_key")]

FILES_SCHEMA = pa.schema(
    [
        *_ID,
        *_SCOPE,
        *_LABELS,
        *_ACCESS,
        *_FLAGS,
        *_texts("state", "reason", "rule", "content_hash", "encoding", "title", "summary", "date"),
        *_numbers(pa.int64(), "size_bytes", "mtime_ns", "char_count"),
        *_numbers(pa.int32(), "line_count", "chunk_count", "referred_by"),
        pa.field("indexed_at", pa.float64()),
        *_lists("definitions"),
        pa.field("meaning", pa.bool_()),
    ]
)

NODES_SCHEMA = pa.schema(
    [
        *_ID,
        *_texts("node_id", "kind", "name", "qualname", "file_id", "origin"),
        *_SCOPE,
        *_ACCESS,
        *_lists("spans"),
        *_numbers(pa.int32(), "start_line", "end_line", "ambiguous"),
        pa.field("historic", pa.bool_()),
        pa.field("in_tests", pa.bool_()),
        pa.field("digest", pa.int64()),
    ]
)

EDGES_SCHEMA = pa.schema(
    [
        *_ID,
        *_texts("path_hash", "source", "target", "type", "tier", "file_id", "path"),
        *_lists("columns"),
        pa.field("confidence", pa.float64()),
        pa.field("line", pa.int32()),
        pa.field("digest", pa.int64()),
    ]
)

FACTS_SCHEMA = pa.schema([*_ID, pa.field("data", pa.large_binary())])

_ONCE = {"lance-encoding:dict-divisor": "1", "lance-encoding:dict-values-compression": "zstd"}
"""Values that repeat are written once where that saves a fifth of a page; else only where half of them repeat."""

_SMALL = {"lance-encoding:compression": "zstd"}
"""A quarter less room and three times as long to read, for what no question reads."""

ENCODINGS: Mapping[str, Mapping[str, Mapping[str, str]]] = {CHUNKS: {"text": _ONCE, "terms": {**_ONCE, **_SMALL}}}
"""How columns are written where the database's own way is not enough: text repeats from branch to branch."""


def vector_type(dimension: int) -> pa.DataType:
    """Return the type of a vector column: float16, a fixed number of components."""
    return pa.list_(pa.float16(), dimension)


def chunks_schema(dimension: int) -> pa.Schema:
    """Return the columns of ``chunks``."""
    return pa.schema(
        [
            *_ID,
            *_texts("file_id", "node_id"),
            *_SCOPE,
            *_LABELS,
            *_ACCESS,
            *_FLAGS,
            *_texts("kind", "header_path", "text", "embed_hash", "terms"),
            *_numbers(pa.int32(), "ordinal", "start_line", "end_line"),
            *_lists("symbols"),
            *_texts("symbols_key"),
            pa.field("vector", vector_type(dimension)),
        ]
    )


def vectors_schema(dimension: int) -> pa.Schema:
    """Return the columns of ``vectors``: the key is model and content hash."""
    return pa.schema([*_ID, *_texts("model"), pa.field("vector", vector_type(dimension))])


def rows_of(records: Sequence[object], schema: pa.Schema, **columns: Sequence[object]) -> pa.Table:
    """Return the records as a table of ``schema``.

    A column comes from ``columns``, is derived (`KEYS`), or is the attribute of that name. Invalid Unicode,
    such as an undecodable file name, is written with its bytes escaped.
    """
    arrays = [_column(field, records, columns) for field in schema]
    return pa.Table.from_arrays(arrays, schema=schema)


def _column(field: pa.Field, records: Sequence[object], columns: Mapping[str, Sequence[object]]) -> pa.Array:
    if field.name in columns:
        values: Sequence[Any] = columns[field.name]
    elif field.name in KEYS:
        source, derive = KEYS[field.name]
        values = list(map(derive, map(attrgetter(source), records)))
    else:
        values = list(map(attrgetter(field.name), records))
    if isinstance(values, pa.Array):
        return values
    try:
        return pa.array(values, field.type)
    except UnicodeEncodeError:
        return pa.array([_storable(value) for value in values], field.type)


def _storable(value: Any) -> Any:
    if isinstance(value, str):
        return storable_text(value)
    return [storable_text(part) for part in value]
