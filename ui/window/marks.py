"""Favourites and notes in the main window: what they follow from and where they are shown."""

from search.types.results import FileHit
from ui.controllers.marks_controller import mark_of
from ui.i18n.language import translate
from ui.panels.preview.spot import Spot
from ui.popups.note_editor import NoteEditor
from ui.shell.right_pane import PREVIEW
from ui.user_data.marks import Mark
from ui.window.main_window import MainWindow


def connect_marks(window: MainWindow) -> None:
    """Connect the marks with all that shows and changes them, and read them."""
    marks, parts = window.marks, window.parts
    marks.changed.connect(lambda found: _show(window, found))
    marks.damaged.connect(lambda path: _say_damaged(window, path))
    marks.unwritten.connect(lambda why: parts.say(translate("The change is not kept"), why))
    parts.results.favouriteToggled.connect(marks.toggle_favourite)
    parts.results.noteRequested.connect(lambda file: write_note(window, mark_of(file)))
    parts.filters.markChosen.connect(lambda file_id: _go_to(window, file_id))
    parts.filters.markRemoved.connect(lambda file_id, noted: marks.remove(file_id, note=noted))
    parts.right.noteRequested.connect(lambda: _change_shown_note(window))
    window.selection.selected.connect(lambda file: parts.right.set_note(marks.note_of(file.file_id)))
    marks.load()
    if parts.filters.set_aside is not None:
        _say_damaged(window, str(parts.filters.set_aside))


def toggle_favourite(window: MainWindow) -> None:
    """Make the selected file a favourite, or not any more."""
    file = window.parts.results.current_file
    if file is not None:
        window.marks.toggle_favourite(file)


def note_selection(window: MainWindow) -> None:
    """Write a note on the selected file."""
    file = window.parts.results.current_file
    if file is not None:
        write_note(window, mark_of(file, window.parts.results.chosen_chunk))


def write_note(window: MainWindow, mark: Mark) -> NoteEditor:
    """Let the person write a note on a file."""
    name = mark.path.rpartition("/")[2]
    editor = NoteEditor(window.parts, name, window.marks.note_of(mark.file_id))
    editor.written.connect(lambda text: window.marks.write_note(mark, text))
    editor.open()
    return editor


def _show(window: MainWindow, marks: tuple[Mark, ...]) -> None:
    favourites = frozenset(mark.file_id for mark in marks if mark.favourite)
    window.parts.results.set_marks(favourites, {mark.file_id: mark.note for mark in marks if mark.note})
    window.parts.filters.set_marks(marks)
    shown = _shown_file(window)
    window.parts.right.set_note(window.marks.note_of(shown.file_id) if shown is not None else "")


def _shown_file(window: MainWindow) -> FileHit | None:
    return window.parts.results.current_file


def _change_shown_note(window: MainWindow) -> None:
    spot = window.parts.preview.spot
    mark = window.marks.of(spot.file) if spot is not None else None
    if mark is not None:
        write_note(window, mark)


def _go_to(window: MainWindow, file_id: str) -> None:
    mark = window.marks.of(file_id)
    if mark is None:
        return
    window.show_main()
    window.show_tab(PREVIEW)
    window.selection.show_place(Spot(mark.file_id, mark.repository, mark.path, mark.root_path, line=mark.line))
    window.parts.right.set_note(mark.note)


def _say_damaged(window: MainWindow, path: str) -> None:
    window.parts.say(
        translate("A file of yours could not be read"),
        translate("It was set aside as {path}; a new one is begun.").format(path=path),
    )
