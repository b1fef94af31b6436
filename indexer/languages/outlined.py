"""Languages of which only the definitions are read: one reader, and a query file for each."""

from dataclasses import dataclass

from indexer.facts.model import NO_OWNER, FileFacts
from indexer.facts.outline import Outline
from indexer.facts.syntax import Match, text_of
from indexer.languages.kotlin.outline import kotlin_outline
from indexer.languages.source import SourceReader, read_source
from indexer.types import ParsedFile


@dataclass(frozen=True, slots=True)
class Outlined:
    """What differs between these languages.

    Attributes:
        prefix: what identifiers begin with.
        comments: what a comment line above a definition begins with.
        joint: between the parts of a qualified name.
        in_pieces: a function is written as several equations or clauses, one below the other.
        body_beside: the body of a function stands beside what defines it. To look for it is slow where many stand
            beside each other.
    """

    prefix: str
    comments: tuple[str, ...] = ("//", "/*", "*", "@")
    joint: str = "."
    in_pieces: bool = False
    body_beside: bool = False


OUTLINED = {
    "bash": Outlined("sh", ("#",)),
    "dart": Outlined("dart", body_beside=True),
    "elixir": Outlined("ex", ("#", "@"), in_pieces=True),
    "haskell": Outlined("hs", ("--", "{-#"), in_pieces=True),
    "kotlin": Outlined("kt"),
    "lua": Outlined("lua", ("--",)),
    "php": Outlined("php", ("//", "/*", "*", "#"), "::"),
    "powershell": Outlined("ps", ("#",)),
    "ruby": Outlined("rb", ("#",), "::"),
    "scala": Outlined("scala"),
    "swift": Outlined("swift"),
    "zig": Outlined("zig", ("//",)),
}

_CALLABLE = frozenset(("def.function", "def.macro"))
_KINDS = frozenset(("function", "method", "macro"))


class OutlinedReader(SourceReader):
    """A file of one of these languages; its identifiers begin with its path."""

    def __init__(self, parsed: ParsedFile, found: list[Match]) -> None:
        super().__init__(parsed, found)
        language = OUTLINED[parsed.language]
        self.prefix = language.prefix
        self.joint = language.joint
        self.outline = Outline(parsed.text.split("\n"), language.comments)
        self._in_pieces, self._body_beside = language.in_pieces, language.body_beside
        self._latest: dict[int, int] = {}
        self._written: dict[int, str] = {}

    def on_definition(self, match: Match, owner: int) -> None:
        """Add a definition, or the next piece of the one above it; ``Shop.Cart`` is known as ``Cart`` too."""
        name = text_of(match.part("name"))
        index = self._latest.get(owner, NO_OWNER)
        if self._in_pieces and index != NO_OWNER and self._is_piece(index, match.role, name):
            self.outline.reopen(index, match.node)
        else:
            super().on_definition(match, owner)
            index = self._latest[owner] = len(self.outline.definitions) - 1
            if self.joint in name:
                self.outline.adopt(index, name.rpartition(self.joint)[2], self.outline.definitions[index].parent)
            self._written[index] = name
        body = match.node.next_named_sibling if self._body_beside else None
        if body is not None and body.type == "function_body":
            self.outline.reopen(index, body)

    def _is_piece(self, index: int, role: str, name: str) -> bool:
        return (
            role in _CALLABLE and self._written[index] == name and self.outline.definitions[index].kind in _KINDS
        )


def outlined_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return what a file of a language in `OUTLINED` defines; Kotlin is read by its words if its brackets fit."""
    found = kotlin_outline(parsed.text, parsed.path) if parsed.language == "kotlin" else None
    if found is not None:
        return FileFacts(path=parsed.path, language=parsed.language, definitions=tuple(found))
    return read_source(OutlinedReader, parsed, parsed.language, outline=outline)
