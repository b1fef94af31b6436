"""The commands that ask git about the lines of the visible file."""

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QObject

from search.types.line_history import ChangedLinesRequest
from ui.controllers.line_history import Commit, LineHistory
from ui.i18n.language import counted, translate
from ui.panels.panel import VIEW, PanelContext
from ui.panels.preview.menu import shown_excerpt
from ui.panels.preview.pane import PreviewPane
from ui.popups.name_prompt import NamePrompt, Wording
from ui.popups.palette import CommandPalette
from ui.popups.palette_items import PaletteItem, fitting
from ui.widgets.actions import Binding

MOST_LISTED = 200
"""Commits of the selected lines that are listed."""

_FIRST_REVISION = "HEAD~1"


class LineCommands(QObject):
    """Says who changed a line, and marks what changed since a commit."""

    def __init__(self, pane: PreviewPane, context: PanelContext, history: LineHistory) -> None:
        super().__init__(pane)
        self._pane, self._context, self._history = pane, context, history
        self._revision = _FIRST_REVISION

    def commands(self) -> Iterable[Binding]:
        """Return the commands."""
        bind = VIEW.bind
        return (
            bind(
                "blame",
                translate("Who changed this line"),
                self.blame,
                "Alt+B",
                icon="git-commit-horizontal",
                mac="Ctrl+Alt+L",
            ),
            bind(
                "changed-since",
                translate("What changed since a commit"),
                self.ask_commit,
                "Alt+G",
                icon="history",
                mac="Ctrl+Alt+G",
                over_popups=True,
            ),
            bind("next-change", translate("Next change"), self.next_change, "Alt+F3", icon="chevron-down"),
        )

    def blame(self) -> None:
        """Say which commit wrote the line of the cursor, or list those of the selected lines."""
        excerpt = shown_excerpt(self._pane)
        if excerpt is not None:
            self._history.blame(excerpt.request, self._show_commits, self._refuse)

    def ask_commit(self) -> NamePrompt | None:
        """Ask since which commit changed lines should be marked."""
        if self._pane.spot is None:
            return None
        wording = Wording(
            translate("What changed since a commit"),
            translate("A branch, a tag or a hash; ~1 behind it means one commit earlier"),
            translate("Commit, branch or tag"),
            translate("Mark the lines"),
        )
        prompt = NamePrompt(self._context.overlay, wording, self._revision, lambda _name: "")
        prompt.nameChosen.connect(self.mark_changes)
        prompt.open()
        return prompt

    def mark_changes(self, revision: str) -> None:
        """Mark the lines of the visible file that changed since a commit."""
        spot = self._pane.spot
        if spot is None:
            return
        self._revision = revision

        def take(parts: tuple[tuple[int, int], ...]) -> None:
            if self._pane.spot is not None and self._pane.spot.file == spot.file:
                self._show_changes(parts, revision)

        self._history.changes(ChangedLinesRequest(spot.file, revision), take, self._refuse)

    def next_change(self) -> None:
        """Go to the next part that changed, from the last one to the first."""
        code = self._pane.code
        lines = sorted(code.gutter.changed)
        begins = [line for line in lines if line - 1 not in code.gutter.changed]
        if begins:
            here = code.textCursor().blockNumber() + code.first_line
            code.jump_to(next((line for line in begins if line > here), begins[0]) - code.first_line)
            code.setFocus()

    def _show_commits(self, commits: tuple[Commit, ...]) -> None:
        copy = self._context.host.copy
        if len(commits) == 1:
            action = translate("Copy the commit") if commits[0].hash else ""
            self._pane.notice.say(commits[0].words, action, partial(copy, commits[0].hash))
            return
        items = [
            PaletteItem(
                each.words,
                f"{each.first}\N{EN DASH}{each.last}" if each.last > each.first else str(each.first),
                "git-commit-horizontal",
                partial(copy, each.hash),
            )
            for each in commits
        ]
        title = translate("Who changed these lines")
        CommandPalette(self._context.overlay, lambda typed: ((title, fitting(typed, items, MOST_LISTED)),)).open()

    def _show_changes(self, parts: tuple[tuple[int, int], ...], revision: str) -> None:
        changed = frozenset(line for first, last in parts for line in range(first, last + 1))
        self._pane.code.gutter.set_changed(changed)
        if changed:
            words = counted(
                len(changed), "{n} line changed since {revision}", "{n} lines changed since {revision}"
            )
            action = translate("Next change")
            self._pane.notice.say(words.format(revision=revision), action, self.next_change)
        else:
            words = translate("Nothing in this file changed since {revision}.").format(revision=revision)
            self._pane.notice.say(words)

    def _refuse(self, message: str, remedy: str) -> None:
        self._context.banners.say(message, remedy, quiet=True)
