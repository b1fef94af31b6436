"""Lua: what variables hold, and the types that comments declare, of one file."""

from tree_sitter import Node

from indexer.facts.model import Variable
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.lua.annotations import ELEMENTS, Notes
from indexer.languages.lua.values import ELEMENT, Value
from indexer.languages.outlined import OutlinedReader
from indexer.types import ParsedFile

TYPE = "!"
"""Begins the key of a class that comments declare."""


class DeclaredReader(OutlinedReader):
    """Reads the comments of one Lua file."""

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self._notes_above = Notes()
        self.handlers["def.note"] = self.on_comment

    def on_comment(self, match: Match, owner: int) -> None:
        """Take what a comment declares for the statement below."""
        row = match.node.start_point[0]
        if row != self._notes_above.line + 1:
            self._notes_above = Notes()
        self._notes_above.line = row
        self._notes_above.add(text_of(match.node))
        name = self._notes_above.class_name
        if name and text_of(match.node).lstrip("- ").startswith("@class"):
            for base in self._notes_above.bases:
                self.hold(owner, TYPE + name.replace(".", "/"), line_of(match.node), type_=base)
        elif name and self._notes_above.fields:
            member, type_ = self._notes_above.fields.pop()
            self.hold(owner, f"{TYPE}{name.replace('.', '/')}.{member}", line_of(match.node), type_=type_)

    def take_notes(self, node: Node) -> Notes:
        """Return what the comments directly above a statement declare."""
        notes = self._notes_above
        if notes.line != node.start_point[0] - 1:
            return Notes()
        self._notes_above = Notes()
        return notes

    def hold(self, owner: int, name: str, line: int, value: Value | None = None, type_: str = "") -> None:
        """Note one of the things that a variable or a field may hold."""
        if self.signs:
            path, call, is_base = value or Value("")
            if type_.endswith(ELEMENTS):
                name, type_ = f"{name}.{ELEMENT}", type_.removesuffix(ELEMENTS)
            self.variables.append(Variable(owner, name, type_, path, call, is_element=is_base, line=line))
