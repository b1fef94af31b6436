"""Languages of which only the definitions are read: one reader, and a query file for each."""

from tree_sitter import Node

from indexer.facts.model import NO_OWNER, FileFacts
from indexer.facts.outline import Outline
from indexer.facts.syntax import Match
from indexer.languages.source import SourceReader, read_source
from indexer.types import ParsedFile
from resources.languages import languages

_CALLABLE = frozenset(("def.function", "def.macro"))
_KINDS = frozenset(("function", "method", "macro"))


class OutlinedReader(SourceReader):
    """A file of one of these languages; its identifiers begin with its path."""

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        language = languages()[parsed.language].definitions
        if language is None:
            raise KeyError(parsed.language)
        self.prefix = language.prefix
        self.joint = language.joint
        self.outline = Outline(parsed.text.split("\n"), language.comments)
        self._in_pieces, self._body_beside = language.in_pieces, language.body_beside
        self._latest: dict[int, int] = {}
        self._written: dict[int, str] = {}
        self._notes: dict[int, int] = {}
        self.handlers["def.note"] = self.on_note
        self.handlers["def.constant"] = self.on_constant

    def on_definition(self, match: Match, owner: int) -> None:
        """Add a definition, or the next piece of the one above it; ``Shop.Cart`` is known as ``Cart`` too."""
        name = self.defined_name(match)
        index = self._latest.get(owner, NO_OWNER)
        if self._in_pieces and index != NO_OWNER and self._is_piece(index, match.role, name):
            self.outline.reopen(index, match.node)
        else:
            super().on_definition(match, owner)
            index = self._latest[owner] = len(self.outline.definitions) - 1
            if self.joint in name:
                self.outline.adopt(index, self.short_name(match, name), self.outline.definitions[index].parent)
            self._written[index] = name
            start = self.outline.definitions[index].start_line
            self.outline.move_start(index, self._notes.get(start - 1, start))
        body = match.node.next_named_sibling if self._body_beside else None
        if body is not None and body.type == "function_body":
            self.outline.reopen(index, body)

    def short_name(self, match: Match, name: str) -> str:  # noqa: ARG002 - for a language to say
        """Return by which name a definition is known that is written with a path."""
        return name.rpartition(self.joint)[2]

    def define(self, kind: str, name: str, node: Node, owner: int, *, is_open: bool = True) -> int:
        """Add a definition by its name without the marks that let a keyword be a name, as in Swift and Scala."""
        return super().define(kind, name.strip("`") or name, node, owner, is_open=is_open)

    def on_note(self, match: Match, owner: int) -> None:  # noqa: ARG002 - handlers take an owner
        """Remember where something that belongs to the definition below it begins, as ``@doc`` does in Elixir."""
        first, last = self.outline.lines_of(match.node)
        self._notes[last] = self._notes.get(first - 1, first)

    def _is_piece(self, index: int, role: str, name: str) -> bool:
        return (
            role in _CALLABLE and self._written[index] == name and self.outline.definitions[index].kind in _KINDS
        )


def outlined_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the definitions of a file, with the query ``definitions`` of its language."""
    return read_source(OutlinedReader, parsed, parsed.language, outline=outline)
