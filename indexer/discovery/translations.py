"""Whether a file holds a program's messages in another language than English: told by its path."""

import posixpath
import re

from search.analysis.pages import language_in

_CATALOGUES = frozenset(
    {"po", "xlf", "xliff", "arb", "resx", "resw", "strings", "stringsdict", "ftl", "properties"}
)
"""Endings of files that hold hardly anything but messages, so that a language in their name or folder suffices."""

_TABLES = frozenset({"json", "json5", "yml", "yaml", "php", "toml", "ini", "xml", "js", "mjs", "ts"})
"""Endings of files that hold messages where their folders say so."""

_SELDOM = re.compile(r"(af|am|bs|cs|cy|gu|is|kn|ku|ml|mr|ms|pa|si|yo|zu)(?:[-_][A-Za-z]{2})?")
"""Languages whose codes mean something else in the path of a document, and those in which few are written."""

_FOLDERS = frozenset(
    (
        *("lang", "langs", "language", "languages", "locale", "locales", "_locales", "i18n", "l10n"),
        *("intl", "nls", "translation", "translations", "messages", "lc_messages"),
    )
)


def is_translation(path: str) -> bool:
    """Return whether a file is a catalogue of messages in a language other than English.

    ``lang/de.json``, ``locales/pt-BR/common.yml``, ``messages.fr.xlf``, ``de/LC_MESSAGES/django.po`` and
    ``values-de/strings.xml`` are; ``lang/en.json``, ``lang/parser.json`` and ``docs/de/intro.md`` are not.
    """
    *folders, name = path.split("/")
    stem, ending = posixpath.splitext(name)
    ending = ending[1:].lower()
    spoken = [_language(part.removesuffix(".lproj").removeprefix("values-")) for part in folders]
    of_name = _language(stem) or _language(_last_part(stem))
    if ending in _CATALOGUES or (name == "strings.xml" and folders and folders[-1].startswith("values-")):
        told = of_name or next(filter(None, reversed(spoken)), "")
        return told not in ("", "en")
    if ending not in _TABLES:
        return False
    places = [place for place, folder in enumerate(folders) if folder.lower() in _FOLDERS]
    if not places:
        return False
    told = of_name or next(filter(None, reversed(spoken[places[0] :])), "")
    return told not in ("", "en")


def _language(name: str) -> str:
    seldom = _SELDOM.fullmatch(name)
    return seldom[1] if seldom is not None else language_in(name)


def _last_part(stem: str) -> str:
    """Return ``de`` of ``app_de`` and ``de_DE`` of ``messages.de_DE``."""
    for sign in (".", "-", "_"):
        head, _, tail = stem.partition(sign)
        if head and _language(tail):
            return tail
    return ""
