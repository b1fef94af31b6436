"""The ``facts`` table: what a file says for the graph, kept by its content so that nothing is parsed twice."""

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from search.storage.database import Database
from search.storage.expressions import one_of
from search.storage.inserting import put_rows
from search.storage.schema import FACTS, FACTS_SCHEMA

READ_AT_ONCE = 1_000
"""Identifiers of one ``IN``; a row can be large."""


class FactsCache:
    """Bytes by `search.storage.keys.facts_key`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get_many(self, keys: Sequence[str], /) -> dict[str, bytes]:
        """Return what is there, by key."""
        found: dict[str, bytes] = {}
        unique = list(dict.fromkeys(keys))
        for start in range(0, len(unique), READ_AT_ONCE):
            wanted = one_of("id", unique[start : start + READ_AT_ONCE])
            found.update(self._rows(wanted))
        return found

    def _rows(self, wanted: Any) -> list[tuple[str, bytes]]:
        rows = self._database.read(
            FACTS, lambda table: table.search().where(wanted).select(["id", "data"]).to_arrow()
        )
        return list(zip(rows.column("id").to_pylist(), rows.column("data").to_pylist(), strict=True))

    def missing(self, keys: Sequence[str], /) -> list[str]:
        """Return those of the keys that are not there, in their order."""
        stored = self._keys()
        return [key for key in dict.fromkeys(keys) if key not in stored]

    def _keys(self) -> set[str]:
        stored = self._database.read(FACTS, lambda table: table.search().select(["id"]).to_arrow())
        return set(stored.column("id").to_pylist())

    def put_many(self, facts: Mapping[str, bytes], /) -> None:
        """Keep these in one commit.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        if not facts:
            return
        keys, data = pa.array(list(facts), pa.string()), pa.array(list(facts.values()), pa.large_binary())
        rows = pa.Table.from_arrays([keys, data], schema=FACTS_SCHEMA)

        self._database.write(FACTS, lambda table: put_rows(table, rows))

    def keep_only(self, keys: Sequence[str], /) -> int:
        """Delete all others and return how many; for idle time."""
        gone = sorted(self._keys() - set(keys))
        for start in range(0, len(gone), READ_AT_ONCE):
            self._delete(gone[start : start + READ_AT_ONCE])
        return len(gone)

    def _delete(self, keys: list[str]) -> None:
        self._database.write(FACTS, lambda table: table.delete(one_of("id", keys)))
