"""Finding files like one, and asking why a file is here or not."""

from PySide6.QtGui import QGuiApplication

from search.types.results import ChunkHit, FileHit
from ui.controllers.search_controller import Example
from ui.i18n.language import translate
from ui.panels.results.sentences import name_and_folder, title_of
from ui.popups.why import WhyPopup
from ui.window.main_window import MainWindow

MOST_EXAMPLE_CHARS = 20_000
"""Of a text that is pasted as an example; beyond, it only costs time."""

_NAME_CHARS = 40
"""Of such a text, in the note above its results."""


def find_like(window: MainWindow, file: FileHit, chunk: ChunkHit | None = None) -> None:
    """Look for what resembles a file, or one of its chunks."""
    name = name_and_folder(file.path)[0]
    if chunk is not None:
        example = Example(translate("{chunk} in {file}").format(chunk=title_of(chunk), file=name), like=chunk.id)
    else:
        example = Example(name, like=file.file_id)
    window.find_like(example)


def find_like_selection(window: MainWindow) -> None:
    """Look for what resembles the selected file or chunk."""
    file = window.parts.results.current_file
    if file is not None:
        find_like(window, file, window.parts.results.chosen_chunk)


def find_like_clipboard(window: MainWindow) -> None:
    """Look for what resembles the text on the clipboard."""
    text = QGuiApplication.clipboard().text().strip()[:MOST_EXAMPLE_CHARS]
    if text:
        window.find_like(Example(f"\u201c{_beginning(text)}\u201d", text=text))
    else:
        window.parts.say(translate("The clipboard holds no text"), translate("Copy the text first."), quiet=True)


def open_why_here(window: MainWindow, file: FileHit) -> WhyPopup:
    """Say why a file stands where it stands."""
    popup = _popup(window, translate("Why {name} is here").format(name=name_and_folder(file.path)[0]), asks=False)
    window.why.why_here(file, popup.show_sections)
    popup.open()
    return popup


def why_selection(window: MainWindow) -> None:
    """Say why the selected file stands where it stands."""
    file = window.parts.results.current_file
    if file is not None:
        open_why_here(window, file)


def open_why_not(window: MainWindow) -> WhyPopup:
    """Ask for a path and say why it is not among the results."""
    popup = _popup(window, translate("Why a file is not here"), asks=True)
    popup.asked.connect(lambda path: window.why.why_not(path, window.shown, popup.show_sections))
    popup.open()
    return popup


def _popup(window: MainWindow, title: str, *, asks: bool) -> WhyPopup:
    popup = WhyPopup(window.parts, title, asks=asks)
    popup.copyRequested.connect(window.copy)
    return popup


def _beginning(text: str) -> str:
    """Return a text in one line, cut where it is longer than a name."""
    line = " ".join(text.split())
    return line if len(line) <= _NAME_CHARS else f"{line[: _NAME_CHARS - 1].rstrip()}\N{HORIZONTAL ELLIPSIS}"
