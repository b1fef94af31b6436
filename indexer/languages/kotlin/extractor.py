"""The definitions of a Kotlin file, bases and overrides, by its words; if brackets do not match, by its syntax."""

from indexer.facts.model import FileFacts
from indexer.languages.kotlin.outline import kotlin_outline
from indexer.languages.kotlin.supertypes import TypeReader
from indexer.languages.outlined import outlined_facts
from indexer.types import ParsedFile


def kotlin_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the definitions of a Kotlin file and, without ``outline``, the bases of its types."""
    definitions = kotlin_outline(parsed.text, parsed.path)
    if definitions is None:
        return outlined_facts(parsed, outline=outline)
    if outline:
        return FileFacts(path=parsed.path, language=parsed.language, definitions=tuple(definitions))
    read = TypeReader(parsed.text, definitions)
    return FileFacts(
        path=parsed.path,
        language=parsed.language,
        definitions=tuple(definitions),
        namespaces=(read.package,),
        imports=tuple(read.imports),
        types=tuple(read.types),
        signatures=tuple(read.signatures),
    )
