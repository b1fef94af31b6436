"""A program's messages in several languages: which files hold them, told by their paths alone.

``lang/en/editor.php`` and ``lang/de/editor.php`` are one catalogue, as are ``messages.xlf`` and
``messages.de.xlf``, ``values/strings.xml`` and ``values-de/strings.xml``, and ``locales/en.yml`` and
``locales/fr.yml``.
"""

import posixpath
import re
from functools import lru_cache
from typing import NamedTuple

from search.analysis.pages import language_in

_CATALOGUES = frozenset(
    {"po", "xlf", "xliff", "arb", "resx", "resw", "strings", "stringsdict", "ftl", "properties"}
)
"""Endings of files that hold hardly anything but messages, so that a language in their name or folder suffices."""

_TABLES = frozenset({"json", "json5", "yml", "yaml", "php", "toml", "ini", "xml", "js", "mjs", "ts"})
"""Endings of files that hold messages where their folders say so."""

_CODE = frozenset({"php", "js", "mjs", "ts"})
"""Tables among which code stands: ``locales/index.ts`` loads ``locales/de/index.ts`` and is no language of it."""

_SELDOM = re.compile(
    r"(af|am|ast|br|bs|ckb|cs|cy|fo|fy|gd|gu|hsb|ht|ia|is|kab|kn|ku|ky|lb|lo|mg|mi|ml|mr|ms|mt|nds|oc|ota|pa|ps"
    r"|sc|sd|si|so|tg|tk|tt|ug|xh|yi|yo|zu|cn|cz|jp|kh|kr|ua)(?:[-_][A-Za-z]{2})?"
)
"""Languages whose codes mean something else in the path of a document, and those in which few are written.

The last are countries, after which people call the files of their language.
"""

_OF_REGION = re.compile(r"([a-z]{2})[-_]\d{3}")
"""A language of a region with a number, such as the Spanish of Latin America: ``es_419``."""

_FOLDERS = frozenset(
    (
        *("lang", "langs", "language", "languages", "locale", "locales", "_locales", "i18n", "l10n"),
        *("intl", "nls", "translation", "translations", "messages", "lc_messages"),
    )
)

_OF_ANDROID = re.compile(r"values(?:-(?:b\+)?([a-z]{2,3})(?:-r[A-Z]{2}|\+[A-Za-z+]+)?)?")
"""``values``, ``values-de``, ``values-pt-rBR`` and ``values-b+sr+Latn``."""

_SIGNS = ".-_"
_SIGNS_OF_PROPERTIES = "._"
"""What may precede a language; ``application-it.properties`` are settings, as for integration tests."""

_OTHER_ENGLISH = re.compile(r"(?<![A-Za-z])en[-_]r?(?!US|us)[A-Za-z]{2}(?![A-Za-z])")

_ANY = "*"
"""Stands for a language where one has to be."""


class _Catalogue(NamedTuple):
    """What a path tells of a catalogue.

    Attributes:
        key: the path without its languages.
        language: the language of the file, empty if unknown.
    """

    key: str
    language: str


def is_translation(path: str) -> bool:
    """Return whether a file is a catalogue of messages in a language other than English.

    ``lang/de.json``, ``locales/pt-BR/common.yml``, ``messages.fr.xlf``, ``de/LC_MESSAGES/django.po`` and
    ``values-de/strings.xml`` are; ``lang/en.json``, ``lang/parser.json`` and ``docs/de/intro.md`` are not.
    """
    catalogue = _read(path)
    return catalogue is not None and catalogue.language not in ("", "en")


def catalogue_of(path: str) -> str:
    """Return the same text for a catalogue in all languages and the one without; empty for a file that is none.

    Settings and tables that have no languages may get one too: files are one catalogue only where one of them
    `is_translation`.
    """
    catalogue = _read(path)
    return "" if catalogue is None else catalogue.key


def apart_from_source(path: str) -> int:
    """Return 0 for the source of a catalogue, 1 for its other English, such as ``en_GB``, 2 for a translation."""
    return 2 if is_translation(path) else int(_OTHER_ENGLISH.search(path) is not None)


@lru_cache(maxsize=50_000)
def _read(path: str) -> _Catalogue | None:
    """Return what a path tells of a catalogue, None for a file that holds no messages.

    Below a folder of messages a language is left out: ``locales/app.yml`` is the source of ``locales/de/app.yml``.
    Elsewhere something else may be called as a language, and beside code its loader stands: there is `_ANY`.
    """
    *folders, name = path.split("/")
    stem, ending = posixpath.splitext(name)
    ending = ending[1:].lower()
    if name == "strings.xml" and folders and (match := _OF_ANDROID.fullmatch(folders[-1])):
        return _Catalogue("/".join((*folders[:-1], "values", name)), _language(match[1] or ""))
    index = next((index for index, folder in enumerate(folders) if folder.lower() in _FOLDERS), None)
    if ending not in _CATALOGUES and (index is None or ending not in _TABLES):
        return None
    bare, of_name = _without_language(stem, _SIGNS_OF_PROPERTIES if ending == "properties" else _SIGNS)
    start = 0 if index is None or ending in _CATALOGUES else index
    spoken = [*map(_of_folder, folders[start:])]
    own_language = of_name or next(filter(None, reversed(spoken)), "")
    stays = len(folders) if index is None or ending in _CODE else index
    other_folders = [
        _ANY if language else folder
        for number, (folder, language) in enumerate(zip(folders[start:], spoken, strict=True), start)
        if number < stays or not language
    ]
    return _Catalogue("/".join((*folders[:start], *other_folders, f"{bare}.{ending}")), own_language)


def _language(name: str) -> str:
    seldom = _SELDOM.fullmatch(name)
    return seldom[1] if seldom is not None else language_in(_OF_REGION.sub(r"\1", name))


def _of_folder(folder: str) -> str:
    """Return the language of a folder: ``de`` of ``de.lproj``; what Xcode calls the base is the source."""
    return "en" if folder == "Base.lproj" else _language(folder.removesuffix(".lproj"))


def _without_language(stem: str, signs: str) -> tuple[str, str]:
    """Return a file's name without its language, which follows one of these signs, and the language.

    That is ``app`` and ``de`` of ``app_de``, and ``messages`` and ``pt`` of ``messages.pt_BR``.
    """
    if language := _language(stem):
        return _ANY, language
    for sign in signs:
        head, _, tail = stem.partition(sign)
        if head and (language := _language(tail)):
            return head, language
    return stem, ""
