"""What follows from what in the main window: signals of its parts and what the window does then."""

from dataclasses import replace

from PySide6.QtCore import Qt

from resources.locate import resource
from search.query.edit import with_filter
from search.types.query import Mode
from search.types.results import ChunkHit, FileHit
from search.types.status import Activity, IndexStatus
from ui.controllers.opening import browse, reveal
from ui.i18n.language import counted, number, translate
from ui.panels.context.pieces import by_its_own_name
from ui.shell.right_pane import CONTEXT, DEPENDENCIES
from ui.widgets.slash import Slash
from ui.window.finding import find_like, open_why_here
from ui.window.main_window import MainWindow
from ui.window.opening import absolute, open_at, open_hit, reveal_hit


def connect_window(window: MainWindow) -> None:
    """Connect everything."""
    _connect_query(window)
    _connect_slash(window)
    _connect_ranking(window)
    _connect_results(window)
    _connect_right(window)
    _connect_index(window)


def _connect_query(window: MainWindow) -> None:
    parts, search = window.parts, window.search
    field = parts.top.field
    field.edit.edited.connect(search.set_text)
    field.edit.edited.connect(parts.filters.set_query)
    field.edit.submitted.connect(lambda: _submit(window))
    field.edit.leftDownwards.connect(lambda: _go_down(window))
    field.edit.copyRequested.connect(lambda: _copy_path(window))
    field.cleared.connect(lambda: window.run_query(""))
    field.filterRequested.connect(window.assist.offer_keys)
    field.saveRequested.connect(window.save_search)
    parts.filters.queryEdited.connect(window.run_query)
    parts.filters.searchChosen.connect(window.run_query)
    parts.empty_query.queryChosen.connect(window.run_query)
    parts.empty_query.leftUpwards.connect(window.focus_search)
    window.answers.queryWanted.connect(window.run_query)
    window.answers.exampleLeft.connect(lambda: window.find_like(None))
    window.answers.arrived.connect(lambda: window.show_main() if window.indexing.has_folders else None)
    search.busyChanged.connect(lambda busy: parts.top.set_busy(busy=busy))
    parts.retryWanted.connect(search.search_now)


def _connect_slash(window: MainWindow) -> None:
    parts = window.parts
    lists = (parts.filters.view, parts.filters.saved, parts.filters.history, parts.results.view)
    slash = Slash((*lists, parts.dependencies.view, parts.context.view), window)
    slash.pressed.connect(window.focus_search)


def _connect_ranking(window: MainWindow) -> None:
    tuning, results = window.parts.tuning, window.parts.results
    for part in (tuning, window.parts.advanced):
        part.settingsMoved.connect(window.set_ranking)
    tuning.topChanged.connect(window.search.set_top)
    tuning.grabbed.connect(window.search.grab)
    tuning.grabbed.connect(results.remember_ranks)
    tuning.released.connect(window.search.release)
    tuning.released.connect(results.rest_ranks)
    tuning.advancedToggled.connect(lambda opened: window.set_advanced(opened=opened))
    window.parts.top.modeChosen.connect(lambda mode: window.set_mode(Mode(mode)))


def _connect_results(window: MainWindow) -> None:
    results = window.parts.results
    results.openRequested.connect(lambda file, line: open_hit(window, file, line))
    results.revealRequested.connect(lambda file: reveal_hit(window, file))
    results.copyRequested.connect(window.copy)
    results.dependenciesRequested.connect(lambda _file: window.actions_.action("selected-dependencies").trigger())
    results.folderRequested.connect(lambda folder, excluded: _search_in_folder(window, folder, excluded=excluded))
    results.suggestionChosen.connect(window.take_suggestion)
    results.whyRequested.connect(lambda file: open_why_here(window, file))
    results.likeRequested.connect(lambda file, chunk: find_like(window, file, chunk))
    results.copiesToggled.connect(
        lambda apart: window.set_ranking(replace(window.search.settings, collapse=not apart))
    )
    results.leftUpwards.connect(window.focus_search)
    results.contextToggled.connect(lambda ids: _toggle_context(window, ids))


def _connect_right(window: MainWindow) -> None:
    parts, selection = window.parts, window.selection
    right, preview, context = parts.right, parts.preview, parts.context
    preview.openRequested.connect(lambda path, line: open_at(window, path, line))
    preview.revealRequested.connect(reveal)
    preview.copyRequested.connect(window.copy)
    preview.addressWanted.connect(browse)
    preview.viewChosen.connect(lambda rendered: _note_view(window, rendered=rendered))
    preview.set_rendered(rendered=window.state.rendered)
    preview.helpShown.connect(lambda shown: right.set_help(shown=shown))
    parts.dependencies.copyRequested.connect(window.copy)
    parts.dependencies.countChanged.connect(lambda count: right.set_count(DEPENDENCIES, _figure(count)))
    context.copyRequested.connect(window.copy)
    window.context.said.connect(lambda title, sentence: parts.say(title, sentence, quiet=True))
    window.context.unsaid.connect(parts.hide_banner_titled)
    context.tokensChanged.connect(lambda count: right.set_count(CONTEXT, _figure(count)))
    context.chunksChanged.connect(parts.results.set_in_context)
    context.textsNeeded.connect(lambda ids: selection.ask_texts(ids, context.set_texts))
    context.previewRequested.connect(lambda file, chunk: _show_piece(window, file, chunk))
    right.tabShown.connect(lambda _place: selection.show_trees(shown=right.is_shown(DEPENDENCIES)))
    right.splitToggled.connect(lambda split: window.set_split(split=split))
    right.hideRequested.connect(lambda: window.set_right(shown=False))


def _note_view(window: MainWindow, *, rendered: bool) -> None:
    window.state.rendered = rendered


def _connect_index(window: MainWindow) -> None:
    index, indexing, parts, search = window.index, window.indexing, window.parts, window.search
    index.filesChanged.connect(lambda _changed: window.ask_again())
    index.filesChanged.connect(lambda changed: window.answers.note_changed(changed.paths, changed.removed))
    index.filesChanged.connect(lambda _changed: window.saved.look_later())
    index.filesChanged.connect(lambda changed: parts.results.mark_deleted(frozenset(changed.removed)))
    index.settled.connect(parts.dependencies.ask_again)
    for pane in (parts.results, parts.preview):
        index.statusChanged.connect(lambda status, pane=pane: pane.set_offline(_offline_roots(status)))
    search.busyChanged.connect(lambda busy: _say_reranking(window) if busy else None)
    index.indexed.connect(lambda _report: window.ask_again())
    indexing.ready.connect(window.show_main)
    _connect_meaning(window)
    indexing.activityShown.connect(lambda activity: _note_activity(window, activity))
    parts.first_run.browseRequested.connect(window.browse)
    parts.first_run.foldersChosen.connect(window.add_folders)
    parts.first_run.sampleRequested.connect(lambda: window.add_folders((str(resource("sample")),)))
    parts.error.acted.connect(window.act_on_error)
    parts.error.dismissed.connect(window.show_main)


def _connect_meaning(window: MainWindow) -> None:
    """Search by word while there is no meaning to search by, then as the person did before."""
    before: list[Mode] = []

    def lose() -> None:
        if not before:
            before.append(window.search.settings.mode)
        window.set_mode(Mode.KEYWORD)

    def regain() -> None:
        if before:
            window.set_mode(before.pop())

    window.indexing.meaningLost.connect(lose)
    window.indexing.meaningWanted.connect(regain)


def _offline_roots(status: IndexStatus) -> frozenset[str]:
    return frozenset(root.root.folder for root in status.roots if root.offline and root.root.folder)


def _say_reranking(window: MainWindow) -> None:
    """Say that the model reads the first files, and let the person go on without it."""
    if not window.search.reranking:
        return

    def stop() -> None:
        window.parts.hide_banner()
        window.search.stop_reranking()
        window.set_ranking(window.search.settings)

    settings = window.search.settings

    window.parts.say(
        counted(settings.rerank_first, "Reranking the first {n} file", "Reranking the first {n} files"),
        "",
        translate("Stop"),
        act=stop,
        quiet=True,
    )


def _note_activity(window: MainWindow, activity: Activity) -> None:
    ended = window.answers.indexing and not activity.step
    window.answers.indexing = bool(activity.step)
    if ended and window.shown is not None and window.shown.notes:
        window.ask_again()  # what its notes tell may be so no longer


def _submit(window: MainWindow) -> None:
    window.search.search_now()
    window.answers.note_soon()


def _go_down(window: MainWindow) -> None:
    """Go to the results; where none are shown yet for what was typed, as soon as they are."""
    parts, edit = window.parts, window.parts.top.field.edit
    text = edit.text()

    def go() -> None:
        if edit.hasFocus() and edit.text() == text:
            parts.results.select_first()

    if parts.middle.currentWidget() is not parts.empty_query:
        go()
    elif text.strip():
        window.search.answered.connect(lambda _found: go(), Qt.ConnectionType.SingleShotConnection)
    else:
        parts.empty_query.focus_first()


def _copy_path(window: MainWindow) -> None:
    file = window.parts.results.current_file
    if file is not None:
        window.copy(absolute(file))


def _show_piece(window: MainWindow, file: FileHit, chunk: ChunkHit) -> None:
    """Show a piece of evidence as the result that it is, or where it lies when it is none."""
    files = window.shown.files if window.shown is not None else ()
    known = next((hit for hit in files if hit.file_id == file.file_id), file)
    piece = next((hit for hit in known.chunks if hit.id == chunk.id), by_its_own_name(chunk))
    window.selection.select(known, piece)


def _toggle_context(window: MainWindow, ids: tuple[str, ...]) -> None:
    files = window.shown.files if window.shown is not None else ()
    wanted = frozenset(ids)
    pairs: list[tuple[FileHit, ChunkHit]] = [
        (file, chunk) for file in files for chunk in file.chunks if chunk.id in wanted
    ]
    window.parts.context.toggle(pairs)


def _search_in_folder(window: MainWindow, folder: str, *, excluded: bool) -> None:
    window.run_query(with_filter(window.search.text, "path", folder, negated=excluded))


def _figure(count: int) -> str:
    return number(count) if count else ""
