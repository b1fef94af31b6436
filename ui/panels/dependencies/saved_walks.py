"""Saved walks through the dependencies, and the way from one thing to another."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from search.errors import KnownError
from search.ports import SearchCore
from search.types.filters import OWNER, Access
from search.types.graph import DependencyPath, EdgeType
from ui.controllers.jobs import Jobs
from ui.i18n.language import counted, message_text, translate
from ui.panels.dependencies.pane import DependenciesPane
from ui.popups.why import Section, as_text
from ui.user_data.saved_trees import SavedTreeStore

Take = Callable[[Sequence[Section], str], None]
"""Takes facts under headings, and the same as text."""


class WalksController(QObject):
    """Owns the walks of an index, and answers wishes about the shown tree.

    Signals:
        damaged: path of a file that could not be understood and was set aside.
        refused: sentence and remedy of what could not be done.
        exported: path of a file that was written.
        written: a person has kept a walk in this window, or dropped one.
    """

    damaged = Signal(str)
    refused = Signal(str, str)
    exported = Signal(str)
    written = Signal()

    def __init__(
        self, jobs: Jobs, store: SavedTreeStore, pane: DependenciesPane, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._jobs, self._store, self._pane = jobs, store, pane
        self._access: Access = OWNER
        self._core: SearchCore | None = None
        pane.walkChosen.connect(self.open_walk)
        pane.walkRemoved.connect(self._remove)

    def attach(self, core: SearchCore) -> None:
        """Take the core that answers."""
        self._core = core

    def set_access(self, access: Access) -> None:
        """Ask with these rights from now on."""
        self._access = access

    def load(self) -> None:
        """Read the walks, and say when their file had to be set aside."""
        self._show()

    def save(self, name: str) -> None:
        """Keep the shown tree under a name."""
        tree = self._pane.model.tree
        if tree is not None and name.strip():
            self._store.save(name.strip(), self._pane.walked, self._pane.request, tree)
            self._show()
            self.written.emit()

    def names(self) -> tuple[str, ...]:
        """Return the names of the saved walks, the newest first."""
        return tuple(walk.name for walk in self._store.load())

    def open_walk(self, name: str) -> None:
        """Show a walk as it is today, with what changed since."""
        walk = next((known for known in self._store.load() if known.name == name), None)
        if walk is not None:
            self._pane.open_walk(walk)

    def export(self, file: Path, write: Callable[[], str]) -> None:
        """Write the shown tree into a file."""
        try:
            file.write_text(write(), "utf-8")
        except OSError as error:
            self.refused.emit(
                translate("{file} cannot be written: {reason}").format(file=file, reason=error.strerror),
                translate("Choose another folder."),
            )
        else:
            self.exported.emit(str(file))

    def find_path(self, target: str, take: Take) -> None:
        """Say how the root depends on something (a name, a path or an identifier), or that on it."""
        core, source, name = self._core, self._pane.target, self._pane.name
        if core is None or not source:
            return

        def ways() -> tuple[Section, ...]:
            there = core.path(source, target, self._access)
            if there is not None:
                return (path_section(there),)
            back = core.path(target, source, self._access)
            if back is not None:
                return (
                    (
                        translate("The other way round"),
                        (translate("{name} does not depend on {target}").format(name=name, target=target),),
                    ),
                    path_section(back),
                )
            return (
                (
                    translate("No way"),
                    (
                        translate("{name} does not depend on {target}, nor {target} on {name}").format(
                            name=name, target=target
                        ),
                    ),
                ),
            )

        def refuse(error: KnownError) -> None:
            take(((translate("Not found"), (message_text(error.message), message_text(error.remedy))),), "")

        self._jobs.run(
            ways,
            lambda sections: take(
                sections, as_text(translate("From {name} to {target}").format(name=name, target=target), sections)
            ),
            refuse,
        )

    def _remove(self, name: str) -> None:
        self._store.remove(name)
        self._show()
        self.written.emit()

    def _show(self) -> None:
        self._pane.tools.set_walks([walk.name for walk in self._store.load()])
        refuse = partial(self.refused.emit, translate("The tree was not saved"))
        self._store.file.tell(self.damaged.emit, refuse)


def path_section(path: DependencyPath) -> Section:
    """Return the steps of a way, each with its edges and the place of their evidence."""
    if not path.steps:
        return translate("Way"), (translate("Both are {name}").format(name=path.source.name),)
    lines = []
    for number, step in enumerate(path.steps, start=1):
        edges = ", ".join(_words(edge.edge_type) for edge in step.edges)
        evidence = next((f"  {edge.path}:{edge.line}" for edge in step.edges if edge.path), "")
        lines.append(f"{number}. {step.source.name} {edges} {step.target.name}{evidence}")
    return counted(len(path.steps), "{n} step", "{n} steps"), tuple(lines)


def _words(kind: EdgeType) -> str:
    return kind.value.replace("_", " ")
