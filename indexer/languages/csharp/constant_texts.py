"""C#: the texts of constants, which other constants may be part of."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from indexer.facts.model import NO_OWNER, FileFacts
from indexer.languages.csharp.types import CSharpTypes

PATH = re.compile(r"\{([\w.]+|nameof\([\w.]+\))\}")
"""A part of a text that names a constant, or is the name of something."""

NAME_OF = "nameof("

MOST_STEPS = 8
"""How many constants are followed from one to the next."""

LONGEST_NAME = 400
"""Constants that double each other would make a longer name than any database has."""


class Text(NamedTuple):
    """The text of a constant, and where it is written."""

    written: str
    facts: FileFacts
    owner: int


class ConstantTexts:
    """The constants of a root by the type or method that declares them."""

    def __init__(self, types: CSharpTypes) -> None:
        self._types = types
        self._texts: dict[tuple[str, str], Text] = {}
        self._inner: dict[tuple[int, int, str, int], str] = {}

    def read(self, files: Sequence[FileFacts]) -> None:
        """Take the constants; of two overloads with a constant of one name neither is certain."""
        self._inner.clear()
        for facts in files:
            for each in facts.mappings:
                if each.kind == "constant":
                    key = facts.definitions[each.owner].local_id, each.member
                    known = self._texts.setdefault(key, Text(each.table, facts, each.owner))
                    if known.written != each.table:
                        self._texts[key] = Text("", facts, each.owner)

    def filled(self, written: str, facts: FileFacts, owner: int) -> str:
        """Return a text with the texts of the constants that it names; a part that is none stays as it is."""
        return self._filled(written, facts, owner, MOST_STEPS) if "{" in written else written

    def spelled(self, written: str, facts: FileFacts, owner: int) -> str:
        """Return a text with the texts of its constants; empty when one of them is not known."""
        text = self.filled(written, facts, owner)
        return text if "{" not in text else ""

    def _filled(self, written: str, facts: FileFacts, owner: int, steps: int) -> str:
        def text_of(match: re.Match[str]) -> str:
            path = match[1]
            if path.startswith(NAME_OF):
                return path[len(NAME_OF) : -1].rpartition(".")[2]
            constant = self._constant(path, facts, owner) if steps else None
            if constant is None or not constant.written:
                return match[0]
            key = id(constant.facts), constant.owner, constant.written, steps
            inner = self._inner.get(key)
            if inner is None:
                inner = self._filled(constant.written, constant.facts, constant.owner, steps - 1)
                self._inner[key] = inner = inner if len(inner) <= LONGEST_NAME else ""
            return inner or match[0]

        return PATH.sub(text_of, written)

    def _constant(self, path: str, facts: FileFacts, owner: int) -> Text | None:
        holder, _, name = path.rpartition(".")
        if holder:
            bound = self._types.bind(holder, facts, owner)
            line = self._types.lineage(bound) if bound.type_id else ()
            return self._first([info.local_id for info, _ in line], name)
        around = self._types.enclosing_types(facts, owner) if owner != NO_OWNER else ()
        types = [info.local_id for each in around for info, _ in self._types.lineage(self._types.own(each))]
        own = [facts.definitions[owner].local_id] if owner != NO_OWNER else []
        return self._first([*own, *types], name) if not self._is_variable(name, facts, owner) else None

    def _first(self, holders: Sequence[str], name: str) -> Text | None:
        return next((text for each in holders if (text := self._texts.get((each, name)))), None)

    def _is_variable(self, name: str, facts: FileFacts, owner: int) -> bool:
        """Return whether a parameter or local variable, but no local constant, has this name."""
        if owner == NO_OWNER or (facts.definitions[owner].local_id, name) in self._texts:
            return False
        is_type = facts.definitions[owner].local_id in self._types.types
        return not is_type and any(each.owner == owner and each.name == name for each in facts.variables)
