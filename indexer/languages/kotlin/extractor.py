"""The definitions of a Kotlin file: by its words if its brackets match, else by its syntax."""

from indexer.facts.model import FileFacts
from indexer.languages.kotlin.outline import kotlin_outline
from indexer.languages.outlined import outlined_facts
from indexer.types import ParsedFile


def kotlin_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return what a Kotlin file defines."""
    definitions = kotlin_outline(parsed.text, parsed.path)
    if definitions is None:
        return outlined_facts(parsed, outline=outline)
    return FileFacts(path=parsed.path, language=parsed.language, definitions=tuple(definitions))
