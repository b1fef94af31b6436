"""Kinds of file that follow from path and language alone, so that no flag of the manifest is needed."""

import re
from functools import lru_cache

from search.types.files import CHANGELOG, CHANGELOG_FOLDERS, DATA, FileRecord, Flag

_DATA_LANGUAGES = frozenset({"yaml", "json", "toml", "xml", "ini", "ignore", "gomod", "csv", "zip"})
"""Languages of settings, manifests and other data files."""

_CHANGELOG_NAME = re.compile(
    r"^(?:change[ _-]?logs?|release[ _-]?notes|what[ _-]?s[ _-]?new)(?:[ _.-].*)?$"
    r"|^(?:changes|history|news|release[ _-]?history)(?:\.[a-z]+)?$",
    re.IGNORECASE,
)
"""``CHANGELOG.md``, ``changelog_20.rst``, ``NEWS``, ``ReleaseNotes.txt``, but not ``history-of-the-shell.md``."""


def kinds_of(record: FileRecord) -> tuple[str, ...]:
    """Return the flags of a file and the kinds that its language and path tell."""
    kinds = _with_data(record.flags, record.language)
    return (*kinds, CHANGELOG) if Flag.DOCUMENT.value in kinds and is_changelog(record.path) else kinds


def is_changelog(path: str) -> bool:
    """Return whether a document lists what changed from release to release."""
    *folders, name = path.split("/")
    return bool(_CHANGELOG_NAME.match(name)) or not CHANGELOG_FOLDERS.isdisjoint(map(str.lower, folders))


@lru_cache(maxsize=1_024)
def _with_data(flags: tuple[str, ...], language: str) -> tuple[str, ...]:
    return (*flags, DATA) if language in _DATA_LANGUAGES else flags
