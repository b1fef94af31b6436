"""Display names of languages, and which of them refer to each other's definitions."""

from pathlib import PurePosixPath

from resources.languages import language_by_extension, languages

_FAMILIES = (
    ({"c", "cpp", "cuda", "objectivec"}, {"c"}),
    ({"csharp", "razor", "aspx"}, {"cs", "page"}),
    ({"go"}, {"go"}),
    ({"java", "kotlin", "scala", "groovy"}, {"java", "kt", "scala"}),
    ({"javascript", "typescript", "tsx", "vue", "svelte"}, {"js", "ts", "vue"}),
    ({"php"}, {"php"}),
    ({"python", "cython", "notebook"}, {"py"}),
    ({"ruby"}, {"rb"}),
    ({"rust"}, {"rs"}),
    ({"bash", "fish"}, {"sh"}),
    ({"dart"}, {"dart"}),
    ({"elixir"}, {"ex"}),
    ({"haskell"}, {"hs"}),
    ({"lua"}, {"lua"}),
    ({"powershell"}, {"ps"}),
    ({"swift"}, {"swift"}),
    ({"zig"}, {"zig"}),
)
"""Languages whose code uses each other's definitions, and what the identifiers of these begin with."""

_OF_CODE = frozenset({"doc"}).union(*(prefixes for _, prefixes in _FAMILIES))
"""Beginnings of identifiers that only code of one family refers to; tables and routes are for all."""


def language_name(language: str) -> str:
    """Return ``Python`` for ``python``, ``C#`` for ``csharp`` and ``Text`` for no language."""
    if not language:
        return "Text"
    known = languages().get(language)
    return known.label if known is not None else language.capitalize()


def unread_language(language: str) -> str:
    """Return the name of a language of which is not read what its files depend on; empty for any other."""
    known = languages().get(language)
    return known.label if known is not None and known.coverage in {"definitions", "none"} else ""


def is_prose(language: str) -> bool:
    """Return whether files in a language are written to be read as text; so is one without a known language."""
    known = languages().get(language)
    return known is None or bool(known.document)


def definable_in(path: str, node: str) -> bool:
    """Return whether a name in a file can mean a definition, by the identifier of its node.

    Code refers to code of its own family of languages, to tables and to routes. All other files refer to anything.
    """
    language = _language_of(path)
    family = next((prefixes for names, prefixes in _FAMILIES if language in names), None)
    kind, _, rest = node.partition(":")[2].partition(":")
    if family is None:
        return True
    if kind == "file":
        return any(_language_of(rest) in names for names, prefixes in _FAMILIES if prefixes == family)
    return kind in family or kind not in _OF_CODE


def _language_of(path: str) -> str:
    return language_by_extension().get(PurePosixPath(path).suffix.removeprefix(".").lower(), "")
