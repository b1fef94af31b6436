"""The results panel: the requests of the list, and the commands on the selected result."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from search.errors import KnownError
from search.ports import SearchCore
from search.query.edit import with_filter
from search.types.query import Mode, SearchQuery
from search.types.results import ChunkHit, FileHit, SearchResult
from search.types.status import IndexStatus
from ui.code.marking import marked_words
from ui.controllers.index_controller import offline_folders
from ui.controllers.marks_controller import mark_of
from ui.controllers.search_controller import Example
from ui.i18n.language import message_text, translate
from ui.panels.panel import MOVING, SEARCHING, Area, Panel, PanelContext
from ui.panels.results.empty import Suggestion
from ui.panels.results.pane import ResultsPane
from ui.panels.results.reasons import commit_of
from ui.panels.results.sentences import name_and_folder, title_of
from ui.panels.results.suggestions import sentence_for, suggestions_for
from ui.panels.results.where.controller import LocateController
from ui.panels.results.why import WhyController
from ui.popups.note_editor import edit_note
from ui.popups.why import WhyPopup
from ui.user_data.marks import Mark
from ui.widgets.actions import Binding

MOST_EXAMPLE_CHARS = 20_000
"""Longest pasted text that is used as an example; more only costs time."""

_NAME_CHARS = 40
"""Length to which such a text is cut in the message above its results."""

_QUESTION = "circle-question-mark"


class ResultsPanel(Panel[ResultsPane]):
    """The ranked files.

    Attributes:
        answer: the answer that is shown; None while nothing is searched for.
    """

    name, area = "results", Area.MIDDLE

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self.widget = ResultsPane(marked_words, context.lexing)
        self.answer: SearchResult | None = None
        self._why = WhyController(context.jobs, context.search, context.owner)
        self._locating = LocateController(context.jobs, context.search, context.owner)
        self._suggestion_generation = 0

    def commands(self) -> Iterable[Binding]:
        """Return the commands on the list and on the selected result."""
        bind, find_text = SEARCHING.bind, translate("Find files like the text on the clipboard")
        over = partial(bind, over_popups=True)
        return (
            MOVING.bind(
                "results",
                translate("Go to results"),
                self.focus,
                "Alt+2",
                icon="file-search",
                mac="Ctrl+2",
                uncovers=True,
            ),
            *self._line_commands(),
            bind(
                "favourite",
                translate("Toggle favourite"),
                self.toggle_favourite,
                "Ctrl+B",
                icon="bookmark",
            ),
            over("note", translate("Write a note on the selection"), self.write_note, "Ctrl+M", icon="quote"),
            bind(
                "all-chunks",
                translate("Chunks of all files"),
                self.widget.toggle_all,
                "Ctrl+E",
                icon="chevrons-up-down",
            ),
            bind(
                "find-like",
                translate("Find files like the selection"),
                self.find_like_selection,
                "Ctrl+Shift+L",
                icon="file-search",
                uncovers=True,
            ),
            bind("find-like-text", find_text, self.find_like_clipboard, icon="file-search", uncovers=True),
            bind("where", translate("Where to change"), self.locate_change, "Ctrl+Shift+W", icon=_QUESTION),
            over("why-here", translate("Why is this here"), self.explain, "Ctrl+Shift+I", icon=_QUESTION),
            over("why-not", translate("Why is a file not here"), self.ask_why_not, "Ctrl+Shift+N", icon=_QUESTION),
        )

    def _line_commands(self) -> Iterable[Binding]:
        step = self.widget.step_line
        return (
            MOVING.bind("next-line", translate("Next matching line"), lambda: step(1), "F4"),
            MOVING.bind("previous-line", translate("Previous matching line"), lambda: step(-1), "Shift+F4"),
        )

    def connect(self) -> None:
        """Connect the list with query, selection, marks and index."""
        context, widget = self._context, self.widget
        selection, host, opener = context.selection, context.host, context.opener
        widget.fileActivated.connect(selection.select)
        widget.chunkSelected.connect(selection.select)
        widget.lines.lineSelected.connect(selection.select_match)
        widget.where.placeSelected.connect(selection.select_place)
        widget.where.commitRequested.connect(self.show_commit)
        widget.whereLeft.connect(self._locating.stop)
        self._locating.begun.connect(widget.begin_where)
        self._locating.located.connect(widget.show_locations)
        self._locating.failed.connect(self._say_not_located)
        widget.textsNeeded.connect(lambda ids: selection.ask_texts(ids, widget.set_texts))
        selection.textLoaded.connect(widget.set_file_text)
        widget.openRequested.connect(opener.open_hit)
        widget.revealRequested.connect(opener.reveal_hit)
        widget.copyRequested.connect(host.copy)
        widget.linkRequested.connect(context.links.copy)
        widget.leftUpwards.connect(host.focus_search)
        widget.dependenciesRequested.connect(
            lambda _file: context.actions.action("selected-dependencies").trigger()
        )
        widget.folderRequested.connect(self._search_in_folder)
        widget.suggestionChosen.connect(self._take_suggestion)
        widget.whyRequested.connect(self.explain_file)
        widget.likeRequested.connect(self._find_like)
        widget.copiesToggled.connect(self._show_copies)
        widget.favouriteToggled.connect(context.marks.toggle_favourite)
        widget.noteRequested.connect(lambda file: self._edit_note(mark_of(file)))
        context.marks.changed.connect(self._show_marks)
        context.names.changed.connect(widget.model.set_names)
        context.index.filesChanged.connect(
            lambda changed: widget.mark_changed(frozenset(changed.paths), frozenset(changed.removed), changed.root)
        )
        context.index.statusChanged.connect(self._show_offline)

    def attach(self, core: SearchCore) -> None:
        """Take the core that says why a file is found, and where a change is to be made."""
        self._why.attach(core)
        self._locating.attach(core)

    def focus(self) -> None:
        """Go to the list, to the first result where none is selected."""
        self.widget.select_first()

    @property
    def is_idle(self) -> bool:
        """Whether the other panels know the selected file."""
        return self.widget.view.is_settled

    @property
    def slash_views(self) -> tuple[QWidget, ...]:
        """The lists of files, of lines, and of places to change."""
        return (self.widget.view, self.widget.lines, self.widget.where)

    def suggest(self, note: str) -> None:
        """Say why nothing was found; suggestions follow when they have been tried. ``note`` is added to it."""
        search = self._context.search
        query = SearchQuery(search.text, ranking=search.settings, access=search.access)
        answer = search.newest
        self._suggestion_generation += 1
        generation = self._suggestion_generation
        self.widget.show_suggestions(sentence_for(query), (), note)

        def take(suggestions: tuple[Suggestion, ...]) -> None:
            is_newest = generation == self._suggestion_generation and search.text == query.text
            if is_newest and self.answer is not None and not self.answer.files:
                self.widget.show_suggestions(sentence_for(query), suggestions, note)

        self._context.jobs.run(lambda: suggestions_for(query, answer, search.count), take)

    def toggle_favourite(self) -> None:
        """Make the selected file a favourite, or not any more."""
        if (file := self.widget.current_file) is not None:
            self._context.marks.toggle_favourite(file)

    def write_note(self) -> None:
        """Let the person write a note on the selection."""
        if (file := self.widget.current_file) is not None:
            self._edit_note(mark_of(file, self.widget.chosen_chunk))

    def find_like_selection(self) -> None:
        """Search for what resembles the selected file or chunk."""
        if (file := self.widget.current_file) is not None:
            self._find_like(file, self.widget.chosen_chunk)

    def find_like_clipboard(self) -> None:
        """Search for what resembles the text on the clipboard."""
        text = QGuiApplication.clipboard().text().strip()[:MOST_EXAMPLE_CHARS]
        if text:
            self._context.query.find_like(Example(f"\u201c{_beginning(text)}\u201d", text=text))
        else:
            title = translate("The clipboard holds no text")
            self._context.banners.say(title, translate("Copy the text first."), quiet=True)

    def explain(self) -> None:
        """Say why the selected file has its rank."""
        if (file := self.widget.current_file) is not None:
            self.explain_file(file)

    def explain_file(self, file: FileHit) -> WhyPopup:
        """Say why a file has its rank."""
        title = translate("Why {name} is here").format(name=name_and_folder(file.path)[0])
        popup = self._popup(title, asks=False)
        self._why.why_here(file, popup.show_sections)
        if name := commit_of(file):
            popup.offer(translate("Show commit {name}").format(name=name))
            popup.furtherRequested.connect(lambda: self.show_commit(file, name))
        popup.open()
        return popup

    def show_commit(self, file: FileHit, name: str) -> WhyPopup:
        """Show the message and the changes of a commit that is evidence for a file."""
        popup = self._popup(translate("Commit {name}").format(name=name), asks=False)
        self._why.commit(file, name, popup.show_sections)
        popup.open()
        return popup

    def locate_change(self) -> None:
        """List where the text of the search field asks for a change, or the results again."""
        if not self.widget.leave_where():
            self._locating.locate()

    def ask_why_not(self) -> WhyPopup:
        """Ask for a path and say why it is not among the results."""
        popup = self._popup(translate("Why a file is not here"), asks=True)
        popup.pathEntered.connect(lambda path: self._why.why_not(path, self.answer, popup.show_sections))
        popup.open()
        return popup

    def _say_not_located(self, error: KnownError) -> None:
        self.widget.leave_where()
        self._context.banners.say(message_text(error.message), message_text(error.remedy), quiet=True)

    def _popup(self, title: str, *, asks: bool) -> WhyPopup:
        popup = WhyPopup(self._context.overlay, title, asks=asks)
        popup.copyRequested.connect(self._context.host.copy)
        return popup

    def _find_like(self, file: FileHit, chunk: ChunkHit | None = None) -> None:
        name = name_and_folder(file.path)[0]
        if chunk is None:
            example = Example(name, like=file.file_id)
        else:
            title = translate("{chunk} in {file}").format(chunk=title_of(chunk), file=name)
            example = Example(title, like=chunk.id)
        self._context.query.find_like(example)

    def _take_suggestion(self, suggestion: Suggestion) -> None:
        settings = self._context.search.settings
        if suggestion.min_score is not None:
            settings = replace(settings, min_score=suggestion.min_score)
        if suggestion.mode:
            settings = replace(settings, mode=Mode(suggestion.mode))
        self._context.query.set_ranking(settings)
        self._context.query.run(suggestion.text)

    def _show_copies(self, separate: bool) -> None:  # noqa: FBT001 -- slot of a Qt signal
        settings = self._context.search.settings
        self._context.query.set_ranking(replace(settings, collapse=not separate))

    def _search_in_folder(self, folder: str, excluded: bool) -> None:  # noqa: FBT001 -- slot of a Qt signal
        self._context.query.run(with_filter(self._context.search.text, "path", folder, negated=excluded))

    def _edit_note(self, mark: Mark) -> None:
        marks = self._context.marks
        edit_note(self._context.overlay, mark.path, marks.note_of(mark.file_id), partial(marks.write_note, mark))

    def _show_marks(self, marks: tuple[Mark, ...]) -> None:
        favourites = frozenset(mark.file_id for mark in marks if mark.favourite)
        self.widget.set_marks(favourites, {mark.file_id: mark.note for mark in marks if mark.note})

    def _show_offline(self, status: IndexStatus) -> None:
        self.widget.set_offline(offline_folders(status))


def _beginning(text: str) -> str:
    """Return a text in one line, cut where it is longer than a name."""
    line = " ".join(text.split())
    return line if len(line) <= _NAME_CHARS else f"{line[: _NAME_CHARS - 1].rstrip()}\N{HORIZONTAL ELLIPSIS}"
