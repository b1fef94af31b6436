"""Versions of the extractors: cached facts of other versions are dropped."""

from indexer.facts.model import EXTRACTOR_VERSION
from resources.languages import languages

_STEP = 1_000_000
"""Above every version of the shared extraction, so that no two pairs of versions give the same number."""

LANGUAGE_VERSIONS = sum(each.version for each in languages().values())
"""Grows whenever the extractor of any language changes."""


def extractor_version(language: str) -> int:
    """Return the version of what reads a language; it differs only where that language is read differently."""
    known = languages().get(language)
    return EXTRACTOR_VERSION + _STEP * (known.version if known is not None else 0)


def all_extractors_version() -> int:
    """Return a version that differs when any extractor does."""
    return EXTRACTOR_VERSION + _STEP * LANGUAGE_VERSIONS
