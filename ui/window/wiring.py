"""What follows from what in the main window, where more than one panel or the whole window is concerned."""

from PySide6.QtCore import Qt

from resources.locate import resource
from search.events import FilesChanged
from search.types.results import ChunkHit, FileHit
from ui.controllers.lines_controller import Toggles
from ui.controllers.opening import path_on_disk
from ui.controllers.spot import Spot
from ui.controllers.trail import SideButtons, Stop
from ui.i18n.language import translate
from ui.panels.context.panel import ContextPanel
from ui.panels.context.pieces import by_its_own_name
from ui.panels.dependencies.panel import DependenciesPanel
from ui.panels.panel import PanelContext
from ui.panels.results.panel import ResultsPanel
from ui.widgets.slash import Slash
from ui.window.announcer import Announcer
from ui.window.awaited_meaning import AwaitedMeaning
from ui.window.commands import open_progress
from ui.window.first_minutes import connect_first_minutes
from ui.window.right_click import connect_menus
from ui.window.workbench import CHANGED_PAUSE_MS, REMOVED_PAUSE_MS, Workbench


def connect_workbench(workbench: Workbench) -> None:
    """Connect everything, and read the notes of the person about the index."""
    _connect_leaving(workbench)
    for panel in workbench.panels:
        panel.connect()
    _connect_field(workbench)
    _connect_layout(workbench)
    _connect_evidence(workbench.context, workbench.results, workbench.panel(ContextPanel))
    _connect_index(workbench)
    _connect_indexing(workbench)
    _connect_user_files(workbench)
    slash = Slash(tuple(view for panel in workbench.panels for view in panel.slash_views), workbench)
    slash.pressed.connect(workbench.focus_search)
    workbench.preview.names.show_uses_of = workbench.panel(DependenciesPanel).show_node
    workbench.preview.names.say = workbench.layout.status.say
    _connect_trail(workbench)
    connect_menus(workbench)
    connect_first_minutes(workbench)


def _connect_leaving(workbench: Workbench) -> None:
    """Remember how a text is scrolled before a panel that is connected later shows another one."""
    trail, selection = workbench.trail, workbench.selection
    trail.as_left = workbench.preview.as_left
    selection.moved.connect(lambda _file, _chunk: trail.leave())
    selection.cleared.connect(trail.leave)
    selection.spotWanted.connect(lambda _spot: trail.leave())


def _connect_trail(workbench: Workbench) -> None:
    """Remember where the person was, and go back there."""
    trail, selection, results = workbench.trail, workbench.selection, workbench.results.widget

    def shown() -> Stop:
        return _stop(workbench, workbench.preview.spot)

    workbench.answers.searchNoted.connect(lambda: trail.visit(shown()))
    selection.rested.connect(
        lambda _file, _chunk: trail.visit(
            shown(), passing=not (results.view.chosen or results.shows_lines or results.shows_where)
        )
    )
    selection.spotWanted.connect(lambda spot: trail.visit(_stop(workbench, spot)))
    trail.wanted.connect(lambda stop: _go_to_stop(workbench, stop))
    preview, views = workbench.preview.widget, (results.view, results.lines, results.where)
    tree = workbench.panel(DependenciesPanel).widget.view
    buttons = SideButtons((*views, preview.code, tree, workbench.filters.widget.view), workbench)
    buttons.backPressed.connect(trail.back)
    buttons.forwardPressed.connect(trail.forward)


def _stop(workbench: Workbench, spot: Spot | None) -> Stop:
    return Stop(workbench.search.text, spot, workbench.search.lines.toggles.mode)


def _go_to_stop(workbench: Workbench, stop: Stop) -> None:
    """Search again for the query of a stop where another is shown, then show its place in a file."""
    preview = workbench.preview
    if stop.search == _stop(workbench, None).search:
        if stop.spot is not None:
            preview.show_spot(stop.spot)
        return
    workbench.results.widget.view.chosen = False
    if stop.spot is not None:
        preview.show_after_answer(stop.spot)
    workbench.query.run(stop.query, stop.mode)


def _connect_field(workbench: Workbench) -> None:
    field, query, search = workbench.frame.top.field, workbench.query, workbench.search
    filters, empty = workbench.filters, workbench.layout.empty_query
    query.modeReplaced.connect(field.show_mode)
    query.textReplaced.connect(field.edit.set_text)
    field.edit.edited.connect(search.set_text)
    field.edit.edited.connect(filters.widget.set_query)
    field.edit.submitted.connect(workbench.results.widget.leave_where)
    field.edit.submitted.connect(search.search_now)
    field.edit.submitted.connect(workbench.answers.note_soon)
    field.edit.leftDownwards.connect(lambda: _leave_field(workbench))
    field.edit.copyRequested.connect(lambda: _copy_path(workbench))
    field.toggles.changed.connect(lambda: search.set_toggles(Toggles(**field.toggles.states())))
    field.cleared.connect(lambda: query.run(""))
    completion = workbench.completion
    completion.namesWanted.connect(lambda typed: search.ask_names(typed, completion.set_names))
    field.filterRequested.connect(workbench.completion.offer_keys)
    field.saveRequested.connect(filters.save_search)
    empty.queryChosen.connect(query.run)
    empty.leftUpwards.connect(workbench.focus_search)
    search.busyChanged.connect(lambda busy: workbench.frame.top.set_busy(busy=busy))
    Announcer(search, workbench.results.widget, workbench.banners, workbench)
    workbench.banners.retryWanted.connect(search.search_now)


def _connect_layout(workbench: Workbench) -> None:
    right, layout, trigger = workbench.right, workbench.layout, workbench.trigger
    right.tabShown.connect(workbench.note_visible_panels)
    right.splitToggled.connect(lambda split: workbench.set_split(split=split))
    right.hideRequested.connect(lambda: workbench.set_right(shown=False))
    workbench.preview.widget.helpShown.connect(lambda shown: right.set_help(shown=shown))
    workbench.filters.widget.markChosen.connect(lambda file_id: _show_mark(workbench, file_id))
    layout.tuning.advancedToggled.connect(lambda opened: workbench.set_advanced(opened=opened))
    layout.top.theme.clicked.connect(lambda: trigger("theme"))
    layout.top.commands.clicked.connect(lambda: trigger("palette"))
    layout.top.settings.clicked.connect(lambda: trigger("settings"))
    layout.status.timingRequested.connect(lambda: _show_timings(workbench))
    layout.status.foldersRequested.connect(lambda: workbench.settings.open("folders"))
    layout.status.progressRequested.connect(lambda: open_progress(workbench))
    layout.status.deviceRequested.connect(lambda: workbench.settings.open("device"))
    layout.first_run.browseRequested.connect(workbench.browse_for_folder)
    workbench.index.repositoriesListed.connect(workbench.offer_repositories)
    layout.first_run.foldersChosen.connect(workbench.add_folders)
    layout.first_run.sampleRequested.connect(lambda: workbench.add_folders((str(resource("sample")),)))
    layout.error.acted.connect(workbench.act_on_error)
    layout.error.dismissed.connect(lambda: _leave_error(workbench))


def _leave_error(workbench: Workbench) -> None:
    """Go on after an error: to the results, or to the page that asks for folders while there are none."""
    if workbench.indexing.has_folders:
        workbench.show_results_page()
    else:
        workbench.layout.pages.setCurrentWidget(workbench.layout.first_run)


def _connect_evidence(context: PanelContext, results: ResultsPanel, evidence: ContextPanel) -> None:
    """Let chunks of the results be collected as evidence, and pieces of evidence be shown as results."""

    def hits() -> tuple[FileHit, ...]:
        return results.answer.files if results.answer is not None else ()

    def toggle(ids: tuple[str, ...]) -> None:
        wanted = frozenset(ids)
        evidence.widget.toggle([(file, chunk) for file in hits() for chunk in file.chunks if chunk.id in wanted])

    def show(file: FileHit, chunk: ChunkHit) -> None:
        """Show a piece of evidence as the result that it is, or at its own place where it is none."""
        hit = next((hit for hit in hits() if hit.file_id == file.file_id), file)
        piece = next((piece for piece in hit.chunks if piece.id == chunk.id), by_its_own_name(chunk))
        context.selection.select(hit, piece)

    results.widget.contextToggled.connect(toggle)
    evidence.widget.chunksChanged.connect(results.widget.set_in_context)
    evidence.widget.previewRequested.connect(show)


def _connect_index(workbench: Workbench) -> None:
    """Search again when the index has changed."""
    index, answers, indexing = workbench.index, workbench.answers, workbench.indexing
    index.filesChanged.connect(lambda changed: _search_after(workbench, changed))
    index.filesChanged.connect(answers.note_changed)
    index.indexed.connect(lambda _report: workbench.search_again())
    indexing.activityShown.connect(answers.note_activity)
    AwaitedMeaning(workbench.search, index, workbench.search_again, workbench)


def _search_after(workbench: Workbench, changed: FilesChanged) -> None:
    only_removed = bool(changed.removed) and not changed.paths
    workbench.search_again(REMOVED_PAUSE_MS if only_removed else CHANGED_PAUSE_MS)


def _connect_indexing(workbench: Workbench) -> None:
    indexing, ranking = workbench.indexing, workbench.ranking
    indexing.ready.connect(workbench.show_results_page)
    indexing.meaningLost.connect(ranking.use_keywords_only)
    indexing.meaningWanted.connect(ranking.use_semantics_again)
    indexing.modelWanted.connect(lambda: workbench.settings.open("model"))
    first_run = workbench.layout.first_run
    workbench.answers.arrived.connect(
        lambda: workbench.show_results_page() if indexing.has_folders else first_run.note_query(typed=True)
    )
    workbench.search.emptied.connect(lambda: first_run.note_query(typed=False))


def _connect_user_files(workbench: Workbench) -> None:
    """Read names and marks, and say when a file of them is damaged or cannot be written."""
    marks, names, banners = workbench.context.marks, workbench.context.names, workbench.banners
    title = translate("The change is not kept")
    for file in (marks, names):
        file.damaged.connect(banners.say_damaged)
        file.unwritten.connect(lambda reason: banners.say(title, reason))
        file.load()
    workbench.index.statusChanged.connect(lambda status: marks.follow([each.root for each in status.roots]))


def _leave_field(workbench: Workbench) -> None:
    """Go to the results; where those of the typed query are not shown yet, as soon as they are."""
    layout, edit = workbench.layout, workbench.frame.top.field.edit
    text = edit.text()

    def go() -> None:
        if edit.hasFocus() and edit.text() == text:
            workbench.results.focus()

    if layout.middle.currentWidget() is not layout.empty_query:
        go()
    elif text.strip():
        workbench.search.answered.connect(lambda _result: go(), Qt.ConnectionType.SingleShotConnection)
    else:
        layout.empty_query.focus_first()


def _copy_path(workbench: Workbench) -> None:
    file = workbench.results.widget.current_file
    if file is not None:
        workbench.copy(path_on_disk(file))


def _show_mark(workbench: Workbench, file_id: str) -> None:
    mark = workbench.context.marks.of(file_id)
    if mark is not None:
        workbench.preview.show_mark(mark)


def _show_timings(workbench: Workbench) -> None:
    """Say how long each step of the last answer took."""
    answer = workbench.results.answer
    if answer is not None:
        workbench.layout.status.show_timings(answer.timings)
