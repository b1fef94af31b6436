"""Context menus of the lists in the window: what concerns a row, and the same commands as in the palette."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtWidgets import QAbstractItemView, QMenu

from search.query.edit import with_filter, without_filter
from search.types.graph import TreeNode
from ui.controllers.excerpt import Excerpt
from ui.i18n.language import number, translate
from ui.panels.context.panel import ContextPanel
from ui.panels.dependencies.panel import DependenciesPanel
from ui.panels.filters.facets import Choice, Value, chosen
from ui.panels.filters.model import GroupNode
from ui.panels.results.lines.model import LineRow
from ui.panels.saved.rows import ClearRow, MarkRow, SearchRow
from ui.panels.saved.view import SearchListView
from ui.widgets.passing_menu import pop_up
from ui.window.workbench import Workbench

Fill = Callable[[QMenu, QModelIndex], object]
"""Adds the entries for a row."""


def connect_menus(workbench: Workbench) -> None:
    """Give each list its menu; the results and the source in the preview have their own."""
    dependencies, evidence = workbench.panel(DependenciesPanel).widget, workbench.panel(ContextPanel).widget.view
    filters = workbench.filters.widget
    _offer(dependencies.view, partial(_fill_tree, workbench))
    _offer(dependencies.graph.canvas, partial(_fill_graph, workbench), beside=True)
    _offer(evidence, partial(_fill_context, workbench))
    _offer(filters.view, partial(_fill_facets, workbench))
    _offer(workbench.results.widget.lines, partial(_fill_line, workbench))
    for view in (filters.saved, filters.history):
        _offer(view, partial(_fill_search, workbench, view))


def row_menu(view: QAbstractItemView, index: QModelIndex, fill: Fill) -> QMenu:
    """Return the menu of a row; the caller shows it."""
    menu = QMenu(view)
    fill(menu, index)
    return menu


def _offer(view: QAbstractItemView, fill: Fill, *, beside: bool = False) -> None:
    """Show a menu for the row under the mouse; ``beside`` the rows another one, not that of the current row."""

    def ask(position: QPoint) -> None:
        index = view.indexAt(position)
        if not beside and not index.isValid():
            index = view.currentIndex()
        if index.isValid():
            view.setCurrentIndex(index)
        elif not beside:
            return
        menu = row_menu(view, index, fill)
        if menu.actions():
            pop_up(menu, view.viewport().mapToGlobal(position))

    view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    view.customContextMenuRequested.connect(ask)


def _fill_tree(workbench: Workbench, menu: QMenu, index: QModelIndex) -> None:
    view = (pane := workbench.panel(DependenciesPanel).widget).view
    item = pane.model.item_at(index)
    if item is None:
        return
    if item.is_cut:
        words = translate("Load {n} more").format(n=number(item.hidden))
        menu.addAction(words, lambda: view.loadWanted.emit(item))
    elif item.node is not None:
        _add_node(workbench, menu, item.node)
    _add_tree(workbench, menu)


def _fill_graph(workbench: Workbench, menu: QMenu, index: QModelIndex) -> None:
    graph = workbench.panel(DependenciesPanel).widget.graph
    canvas, cell = graph.canvas, graph.model.cell_at(index)
    if cell is not None and cell.thing is None:
        words = translate("Show {n} more").format(n=number(len(cell.things)))
        menu.addAction(words, lambda: graph.unfold(cell.box))
    elif cell is not None and cell.thing is not None:
        thing = cell.thing
        _add_node(workbench, menu, thing.node)
        menu.addSeparator()
        menu.addAction(translate("Begin the way here"), canvas.start_way_here)
        if thing.cuts:
            words = translate("Load {n} more").format(n=number(thing.hidden))
            menu.addAction(words, lambda: canvas.loadWanted.emit(thing.cuts[0]))
    if cell is not None:
        back = menu.addAction(translate("Put this box back"), lambda: graph.put_back(cell.box))
        back.setEnabled(cell.box.key in graph.moved_boxes)
    menu.addAction(translate("Put all boxes back"), graph.put_back).setEnabled(bool(graph.moved_boxes))
    menu.addAction(translate("Show the whole graph"), canvas.fit)
    menu.addAction(translate("Show the tree alone"), workbench.panel(DependenciesPanel).toggle_graph)
    for suffix in ("svg", "png"):
        words = translate("Export the graph (.{suffix})").format(suffix=suffix)
        menu.addAction(words, partial(workbench.panel(DependenciesPanel).ask_picture, suffix))
    _add_tree(workbench, menu)


def _add_node(workbench: Workbench, menu: QMenu, node: TreeNode) -> None:
    """Add what can be done with a node, in the tree and in the drawn graph."""
    view = (pane := workbench.panel(DependenciesPanel).widget).view
    if node.path:
        menu.addAction(translate("Show in the preview"), lambda: view.previewWanted.emit(node))
    menu.addAction(translate("Make it the root of the tree"), lambda: view.rootWanted.emit(node))
    if node.kind != "file":
        name = node.name.rpartition(".")[2]
        menu.addAction(translate("Search for its definitions"), lambda: workbench.query.run(f"sym:{name}"))
    if node.path:
        _add_file(workbench, menu, pane.model.excerpt(node))


def _add_tree(workbench: Workbench, menu: QMenu) -> None:
    """Add what can be done with the whole tree."""
    model = workbench.panel(DependenciesPanel).widget.model
    menu.addSeparator()
    menu.addAction(translate("Copy the tree as text"), lambda: workbench.copy(model.as_text()))
    _add_commands(workbench, menu, ("path-to", "selected-dependencies", "back", "forward"))


def _fill_context(workbench: Workbench, menu: QMenu, index: QModelIndex) -> None:
    view, model = (pane := workbench.panel(ContextPanel).widget).view, pane.model
    row, number = model.rows[index.row()], index.row()
    menu.addAction(translate("Show in the preview"), lambda: view.previewWanted.emit(number))
    words = translate("Leave it out") if row.included else translate("Take it in")
    menu.addAction(words, lambda: model.toggle_row(number))
    menu.addAction(translate("Move up"), lambda: model.move_row(number, -1)).setEnabled(number > 0)
    last = number + 1 == len(model.rows)
    menu.addAction(translate("Move down"), lambda: model.move_row(number, 1)).setEnabled(not last)
    menu.addAction(translate("Remove"), lambda: model.remove_row(number))
    _add_file(workbench, menu, model.excerpt(row.entry))
    _add_commands(workbench, menu, ("copy-context",))


def _fill_facets(workbench: Workbench, menu: QMenu, index: QModelIndex) -> None:
    pane = workbench.filters.widget
    node, run, text = pane.facets.node_at(index), workbench.query.run, pane.facets.query
    if isinstance(node, Value):
        wanted = {
            translate("Only these"): Choice.INCLUDED,
            translate("All but these"): Choice.EXCLUDED,
            translate("Do not filter by this"): Choice.NONE,
        }
        for words, choice in wanted.items():
            rest = without_filter(text, node.group.key) if choice is Choice.INCLUDED else text
            action = menu.addAction(words, partial(run, chosen(rest, node.group, node.value, choice)))
            action.setEnabled(choice is not node.choice)
        source = with_filter("", node.group.key, node.value)
        menu.addSeparator()
        menu.addAction(translate("Copy as a filter"), lambda: workbench.copy(source))
    elif isinstance(node, GroupNode):
        menu.addAction(translate("Fold or unfold"), lambda: pane.view.toggle_group(node))
    menu.addSeparator()
    menu.addAction(translate("Clear all filters"), pane.clear.click).setEnabled(not pane.clear.isHidden())
    _add_commands(workbench, menu, ("insert-filter", "save-search"))


def _fill_line(workbench: Workbench, menu: QMenu, index: QModelIndex) -> None:
    view, opener = workbench.results.widget.lines, workbench.context.opener
    row = view.lines.row_at(index)
    if row is None:
        return
    file, line = row.file, row.line if isinstance(row, LineRow) else None
    number = line.line if line is not None else 1
    menu.addAction(translate("Open"), lambda: opener.open_hit(file, number))
    text = line.text if line is not None else ""
    _add_file(
        workbench,
        menu,
        Excerpt(file.file_id, file.path, file.root_path, number, language=file.language, text=text),
    )
    _add_commands(workbench, menu, ("next-line", "previous-line"))


def _fill_search(workbench: Workbench, view: SearchListView, menu: QMenu, index: QModelIndex) -> None:
    row, mark = view.row_at(index), None
    if isinstance(row, SearchRow):
        text, mode = row.text, row.mode
        menu.addAction(translate("Search"), lambda: view.chosen.emit(text, mode))
        if view is workbench.filters.widget.saved:
            menu.addAction(translate("Rename"), lambda: view.renameWanted.emit(text, mode))
        menu.addAction(translate("Copy the query"), lambda: workbench.copy(text))
        menu.addAction(translate("Remove"), lambda: view.removed.emit(text, mode))
    elif isinstance(row, MarkRow):
        file, noted = row.file_id, row.noted
        mark = workbench.context.marks.of(file)
        menu.addAction(translate("Show in the preview"), lambda: view.markChosen.emit(file))
        menu.addAction(translate("Remove"), lambda: view.markRemoved.emit(file, noted))
    elif isinstance(row, ClearRow):
        menu.addAction(translate("Clear history"), view.cleared.emit)
    if mark is not None:
        _add_file(workbench, menu, Excerpt(mark.file_id, mark.path, mark.root_path, mark.line))


def _add_file(workbench: Workbench, menu: QMenu, excerpt: Excerpt) -> None:
    """Add what can be done with every file."""
    opener, copy = workbench.context.opener, workbench.copy
    menu.addSeparator()
    if excerpt.root_path:
        menu.addAction(
            translate("Open in the editor"), lambda: opener.open_path(excerpt.absolute, excerpt.first_line)
        )
        menu.addAction(translate("Show in folder"), lambda: opener.reveal_path(excerpt.absolute))
    menu.addAction(translate("Copy path"), lambda: copy(excerpt.absolute))
    menu.addAction(translate("Copy as path:line"), lambda: copy(excerpt.location))
    menu.addAction(translate("Copy as Markdown"), lambda: copy(excerpt.markdown))
    menu.addAction(translate("Copy web link"), lambda: workbench.context.links.copy(excerpt))
    folder = excerpt.path.rpartition("/")[0]
    if folder:
        menu.addSeparator()
        menu.addAction(translate("Search in this folder"), partial(_narrow, workbench, folder, negated=False))
        menu.addAction(translate("Exclude this folder"), partial(_narrow, workbench, folder, negated=True))


def _narrow(workbench: Workbench, folder: str, *, negated: bool) -> None:
    workbench.query.run(with_filter(workbench.search.text, "path", folder, negated=negated))


def _add_commands(workbench: Workbench, menu: QMenu, names: Sequence[str]) -> None:
    menu.addSeparator()
    for name in names:
        menu.addAction(workbench.actions.action(name))
