"""Which page of a documentation a document is, whatever language or version it has: told by its path alone.

``docs/de/intro.md``, ``docs/en/intro.md`` and ``docs/intro.md`` are one page, as are ``README.md`` and
``README.zh-CN.md``, and ``docs/intro.md`` and ``versioned_docs/version-1.x/intro.md``. Two files are taken for one
page only where both are there, so a folder that happens to be called as a language does no harm by itself.
``docs/app-4.x/intro.md`` and ``docs/app-3.x/intro.md`` are one too, and a manual that is written as data, such as
``docs/v1.8/manual.yml``, has its versions like any other.
"""

import re
from functools import lru_cache

_LANGUAGES = frozenset(
    (
        *("ar", "az", "be", "bg", "bn", "ca", "da", "de", "el", "en", "eo", "es", "et", "eu", "fa", "fi", "fil"),
        *("fr", "ga", "gl", "he", "hi", "hr", "hu", "hy", "id", "it", "ja", "ka", "kk", "km", "ko", "lt", "lv"),
        *("mk", "mn", "my", "nb", "ne", "nl", "nn", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv"),
        *("sw", "ta", "te", "th", "tl", "tr", "uk", "ur", "uz", "vi", "zh"),
    )
)
"""ISO 639-1, but for what as often names something else: ``cs`` (C#), ``ts`` (TypeScript), ``ml``, ``is``."""

_LANGUAGE = re.compile(r"([a-z]{2,3})(?:[-_](?:[A-Za-z]{2}|Han[st]|han[st]))?")
_BEHIND_NAME = re.compile(r"(?<=.)(?:\.([a-z]{2})|[._-]([a-z]{2}[-_](?:[A-Z]{2}|Han[st]|han[st])))$")
_BEHIND_CAPITALS = re.compile(r"(?<=[A-Z])[-_]([a-z]{2})$")
_VERSION = re.compile(r"version-.+|(?P<of>[a-zA-Z]\w*-)?v?\d+\.(?:\d+|x)(?:\.(?:\d+|x))*")
_NUMBER = re.compile(r"\d+|x")
_WRITTEN_AS_DATA = frozenset(("yml", "yaml", "json", "toml", "xml"))
_OF_DOCUMENTS = frozenset(("doc", "docs", "documentation", "manual", "website"))
_TRANSLATED = re.compile(r"(^|/)i18n/([^/]+)/docusaurus-plugin-content-docs/")
"""Where Docusaurus keeps the pages of ``docs`` in other languages, below them the versions."""


@lru_cache(maxsize=50_000)
def page_of(path: str, *, document: bool = True) -> str:
    """Return the same text for all languages and versions of a page; of any other file its path.

    For data, only versions are left out: a folder called ``it`` may contain something else than Italian pages.
    """
    path = _TRANSLATED.sub(r"\1docs/", path) if document else path
    *folders, name = path.split("/")
    left_out = (_is_language(folder) or folder == "current" if document else False for folder in folders)
    folders_left = [_unversioned(folder) for folder, out in zip(folders, left_out, strict=True) if not out]
    stem, dot, ending = name.rpartition(".")
    name = f"{_without_language(stem)}.{ending}" if dot and document else name
    return "/".join((*filter(None, folders_left), name))


def is_page(path: str, *, document: bool) -> bool:
    """Return whether a file is a page: a document, or data in a folder of documents."""
    if document:
        return True
    *folders, name = path.split("/")
    return name.rpartition(".")[2] in _WRITTEN_AS_DATA and not _OF_DOCUMENTS.isdisjoint(folders)


def version_of(path: str) -> tuple[float, ...]:
    """Return the version numbers in a path, with ``x`` sorting last; none if it names no version."""
    matches = [_VERSION.fullmatch(folder) for folder in path.split("/")[:-1]]
    numbers = [
        number for match in matches if match for number in _NUMBER.findall(match[0][len(match["of"] or "") :])
    ]
    return tuple(float("inf") if number == "x" else float(number) for number in numbers)


def is_derived(path: str) -> bool:
    """Return whether a path names an older version, or a language other than English."""
    *folders, name = _TRANSLATED.sub(r"\1docs/\2/", path).split("/")
    stem = name.rpartition(".")[0]
    languages = [folder for folder in folders if _is_language(folder)]
    languages += [stem.removeprefix(_without_language(stem)).lstrip("._-")]
    return any(map(_is_version, folders)) or any(name[:2] not in ("", "en") for name in languages)


def language_in(name: str) -> str:
    """Return the language that a name is the code of: ``pt`` of ``pt-BR``; empty for any other name."""
    match = _LANGUAGE.fullmatch(name)
    return match[1] if match is not None and match[1] in _LANGUAGES else ""


def _is_version(folder: str) -> bool:
    return _VERSION.fullmatch(folder) is not None


def _unversioned(folder: str) -> str:
    """Return a folder's name without its version: nothing of ``v1.8``, ``app`` of ``app-4.x``."""
    match = _VERSION.fullmatch(folder)
    if match is not None:
        return (match["of"] or "").rstrip("-")
    return "docs" if folder == "versioned_docs" else folder


def _is_language(folder: str) -> bool:
    return language_in(folder) != ""


def _without_language(stem: str) -> str:
    match = _BEHIND_NAME.search(stem) or _BEHIND_CAPITALS.search(stem)
    if match is None or next(filter(None, match.groups()))[:2] not in _LANGUAGES:
        return stem
    return stem[: match.start()]
