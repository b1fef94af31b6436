"""Which database a script's statements run in, where a repository holds several."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from pathlib import PurePosixPath

from msgspec.structs import replace

from indexer.facts.model import Definition, FileFacts

NO_DATABASE = ""

SERVER_OWN = frozenset(("master", "model", "msdb", "tempdb", "mysql", "postgres", "template1"))
"""Databases that every server has; a script that begins in one of them does not name its own database."""


class Databases:
    """Databases by the statements that enter them, else by the database project above a script.

    Attributes:
        several: there is more than one that scripts define objects of; otherwise none is named in identifiers.
    """

    def __init__(self, facts: Sequence[FileFacts]) -> None:
        self._projects: dict[str, str] = {}
        self._entered: dict[str, list[tuple[int, str]]] = {}
        for each in facts:
            if each.project is not None and each.project.kind == "sqlproj":
                self._projects.setdefault(str(PurePosixPath(each.path).parent), each.project.name.lower())
            elif each.databases:
                self._entered[each.path] = [
                    (definition.line, _own(definition.name)) for definition in each.databases
                ]
        self._folder = cache(self._project_at)
        scripts = [each for each in facts if each.language == "sql"]
        named = {self.at(each.path, definition.start_line) for each in scripts for definition in each.definitions}
        self.names = frozenset(named - {NO_DATABASE})
        self.several = len(self.names) > 1

    def at(self, path: str, line: int) -> str:
        """Return the lower-case name of the database that a line's statement runs in; empty if unknown."""
        entered = self._entered.get(path, ())
        before = bisect_right([start for start, _ in entered], line)
        if before:
            return entered[before - 1][1]
        return self._folder(path.rpartition("/")[0] or ".")

    def _project_at(self, folder: str) -> str:
        """Return the database of the project in a folder or in the nearest one above it."""
        if folder in self._projects:
            return self._projects[folder]
        above = str(PurePosixPath(folder).parent)
        return NO_DATABASE if above == folder else self._folder(above)

    def named(self, facts: Sequence[FileFacts]) -> list[FileFacts]:
        """Return the facts with ``sql:database/schema.name`` for what scripts define, where there are several."""
        if not self.several:
            return list(facts)
        return [self._renamed(each) if each.language == "sql" else each for each in facts]

    def _renamed(self, facts: FileFacts) -> FileFacts:
        return replace(facts, definitions=tuple(self._in_database(facts.path, each) for each in facts.definitions))

    def _in_database(self, path: str, each: Definition) -> Definition:
        database = self.at(path, each.start_line)
        local_id = f"sql:{database}/{each.local_id.removeprefix('sql:')}" if database else each.local_id
        return Definition(
            local_id, each.kind, each.name, each.qualname, each.start_line, each.end_line, each.parent
        )


def _own(name: str) -> str:
    lower = name.lower()
    return NO_DATABASE if lower in SERVER_OWN else lower
