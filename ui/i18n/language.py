"""The language of the window: Qt translation with one context, and plurals.

`use_language` comes before the modules of the window are imported: their tables of words are translated then.
"""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDate, QLibraryInfo, QLocale, Qt, QTranslator
from PySide6.QtWidgets import QApplication

from resources.locate import resource
from search.messages import Message, text

CONTEXT = "Window"
ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "de": "Deutsch"}
"""Languages that the window speaks, each by its own name."""

_RIGHT_TO_LEFT = frozenset({"ar", "fa", "he", "ur", "yi"})


class _Chosen:
    language = ENGLISH
    translators: tuple[QTranslator, ...] = ()


def translate(words: str) -> str:
    """Return ``words`` in the language of the window; values stand in it as ``{name}`` and are put in later."""
    return QCoreApplication.translate(CONTEXT, words)


def message_text(message: Message) -> str:
    """Return the text of a message of the core in the language of the window; empty for no message."""
    return text(message, _Chosen.language)


def number(value: int) -> str:
    """Return a whole number with the group separators of the language."""
    return f"{value:,}".translate(_separators())


def with_tenths(value: float) -> str:
    """Return a number with one decimal and the separators of the language."""
    return f"{value:,.1f}".translate(_separators())


def with_hundredths(value: float) -> str:
    """Return a number with two decimals and the separators of the language."""
    return f"{value:,.2f}".translate(_separators())


def signed_hundredths(value: float) -> str:
    """Return a number as `with_hundredths` does, also a positive one with its sign."""
    return f"{value:+,.2f}".translate(_separators())


def _separators() -> dict[int, int]:
    return str.maketrans(",.", ".,") if _Chosen.language == "de" else {}


def locale_of_numbers() -> QLocale:
    """Return the locale whose separators `number` uses, for fields that hold numbers."""
    return QLocale(QLocale.Language.German) if _Chosen.language == "de" else QLocale.c()


def date_words(day: QDate) -> str:
    """Return ``3 May 2024``, with the month in the language of the window."""
    return locale_of_numbers().toString(day, "d MMM yyyy")


def counted(count: int, singular: str, many: str) -> str:
    """Return the words for a count; ``{n}`` in them becomes the number. ``one`` is what English says for 1.

    Other languages have a form for each of their plurals under ``many``.
    """
    words = QCoreApplication.translate(CONTEXT, many, "", count)
    if words == many and count == 1:
        words = singular
    return words.replace("{n}", number(count))


def language_for(chosen: str, system: Sequence[str] | None = None) -> str:
    """Return the language to use: the chosen one, else the first of the system's that the window speaks."""
    wanted = [chosen] if chosen else list(QLocale.system().uiLanguages() if system is None else system)
    spoken = map(_without_region, wanted)
    return next((name for name in spoken if name in LANGUAGES), ENGLISH)


def use_language(app: QApplication, chosen: str = "") -> str:
    """Speak the chosen language, or the system's, from now on; return its code."""
    for translator in _Chosen.translators:
        app.removeTranslator(translator)
    language = language_for(chosen)
    files = () if language == ENGLISH else (_of_qt(language), resource("translations", f"dowse_{language}.qm"))
    loaded = [(QTranslator(app), file) for file in files]
    _Chosen.language = language
    _Chosen.translators = tuple(translator for translator, file in loaded if translator.load(str(file)))
    for translator in _Chosen.translators:
        app.installTranslator(translator)
    right_to_left = _without_region(chosen) in _RIGHT_TO_LEFT
    app.setLayoutDirection(Qt.LayoutDirection.RightToLeft if right_to_left else Qt.LayoutDirection.LeftToRight)
    return language


def _of_qt(language: str) -> Path:
    """Return the file with the words of Qt's own dialogs."""
    return Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)) / f"qtbase_{language}.qm"


def _without_region(code: str) -> str:
    """Return ``ar`` of ``ar_EG``."""
    return code.replace("_", "-").partition("-")[0].lower()
