"""The card: a few words that describe a whole file, for the encoder alone."""

from collections.abc import Sequence
from functools import lru_cache

from indexer.chunking.comments import COMMENT_CHARS, first_comment
from indexer.discovery.languages import DOCUMENT_LANGUAGES
from indexer.facts.model import Definition
from search.analysis.names import split_identifier

TYPE_NAMES = 8
FUNCTION_NAMES = 30
PATH_PARTS = 3

_REMEMBERED_NAMES = 8_192
"""Names of functions repeat from file to file."""

_TYPE_KINDS = frozenset(
    {
        "class",
        "interface",
        "struct",
        "record",
        "enum",
        "trait",
        "type",
        "table",
        "view",
        "module",
        "object",
        "protocol",
    }
)
_FUNCTION_KINDS = frozenset({"function", "method", "procedure", "constructor", "trigger", "macro"})
_HEADING_KINDS = frozenset({"section"})


def card_text(path: str, language: str, text: str, definitions: Sequence[Definition]) -> str:
    """Return the encoder's text for a file as a whole: path words, first comment, type and function names."""
    folders_and_name = path.rsplit("/", PATH_PARTS)[-PATH_PARTS:]
    words = " ".join(word for part in folders_and_name for word in split_identifier(part.rsplit(".", 1)[0]))
    types = _names(definitions, _TYPE_KINDS, TYPE_NAMES)
    functions = _names(definitions, _FUNCTION_KINDS, FUNCTION_NAMES)
    headings = _names(definitions, _HEADING_KINDS, FUNCTION_NAMES)
    lines = (
        words,
        _opening(text) if language in DOCUMENT_LANGUAGES else first_comment(text, language),
        " ".join(f"{name} {_apart(name)}" for name in types),
        " ".join(map(_apart, functions)),
        "; ".join(headings),
    )
    return "\n".join(line for line in lines if line.strip())


@lru_cache(maxsize=_REMEMBERED_NAMES)
def _apart(name: str) -> str:
    return " ".join(split_identifier(name))


def _opening(text: str) -> str:
    return " ".join(text[: COMMENT_CHARS * 2].split())[:COMMENT_CHARS]


def _names(definitions: Sequence[Definition], kinds: frozenset[str], most: int) -> list[str]:
    return list(dict.fromkeys(definition.name for definition in definitions if definition.kind in kinds))[:most]
