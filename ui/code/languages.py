"""Display names of languages."""

from resources.languages import languages


def language_name(language: str) -> str:
    """Return ``Python`` for ``python``, ``C#`` for ``csharp`` and ``Text`` for no language."""
    if not language:
        return "Text"
    known = languages().get(language)
    return known.label if known is not None else language.capitalize()


def is_prose(language: str) -> bool:
    """Return whether files in a language are written to be read as text; so is one without a known language."""
    known = languages().get(language)
    return known is None or bool(known.document)
