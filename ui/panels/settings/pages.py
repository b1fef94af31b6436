"""The pages of the settings: what each shows and changes. A page is made when it is first looked at."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QWidget

from search.types.filters import OWNER
from search.types.status import IndexStatus
from ui.controllers.opening import reveal
from ui.i18n.device_words import device_words
from ui.i18n.language import translate
from ui.panels.panel import PanelContext
from ui.panels.settings.access_page import AccessPage
from ui.panels.settings.appearance_page import AppearancePage
from ui.panels.settings.choices import Choices
from ui.panels.settings.controller import SettingsController
from ui.panels.settings.device_page import DevicePage
from ui.panels.settings.editor_page import EditorPage
from ui.panels.settings.folder_prompts import add_branch, remove_folder, rename_folder
from ui.panels.settings.folders_page import FoldersPage
from ui.panels.settings.ignore_page import IgnorePage
from ui.panels.settings.limits_page import LimitsPage
from ui.panels.settings.model_page import ModelPage
from ui.panels.settings.shortcuts_page import ShortcutsPage
from ui.panels.settings.visible_files import MOST_FILES
from ui.theme.scheme import ThemeChoice
from ui.theme.sizes import scale_percent

if TYPE_CHECKING:
    from search.config.settings import Settings  # pydantic: not before a settings page is opened


class Pages:
    """Makes the pages of one dialog; they follow the window until `close`.

    Attributes:
        parent: the widget over which dialogs of a page open.
    """

    def __init__(self, context: PanelContext, choices: Choices, controller: SettingsController | None) -> None:
        self._context, self._choices, self._controller = context, choices, controller
        self.parent: QWidget = context.owner
        self._until_closed: list[Callable[[], object]] = []
        self._folders_there_are = 0
        self._follow_status(self._count_folders)

    @property
    def of_program(self) -> bool:
        """Whether the settings of the program itself can be changed, not only those of the window."""
        return self._controller is not None

    def follow(self, signal: object, slot: Callable[..., object]) -> None:
        """Connect a signal until the dialog closes."""
        signal.connect(slot)  # type: ignore[attr-defined] # a bound Signal has no type of its own
        self._until_closed.append(lambda: signal.disconnect(slot))  # type: ignore[attr-defined] # as above

    def close(self) -> None:
        """Disconnect, and write the last change."""
        for stop in self._until_closed:
            stop()
        if self._controller is not None:
            self._controller.flush()

    def folders(self) -> FoldersPage:
        """Make the page of the watched folders."""
        index, names, page = self._context.index, self._context.names, FoldersPage()
        page.addRequested.connect(self._context.host.browse_for_folder)
        page.forgetRequested.connect(lambda named: remove_folder(self.parent, index, names, named))
        page.reindexRequested.connect(lambda path: index.add_folders((path,)))
        page.meaningRequested.connect(index.search_by_meaning)
        page.revealRequested.connect(reveal)
        page.moveRequested.connect(self._find_folder)
        page.renameRequested.connect(lambda label: rename_folder(self.parent, index.status, names, label))
        page.branchRequested.connect(lambda path, label: add_branch(self.parent, index, path, label))
        page.show_names(names.names)
        self.follow(names.changed, page.show_names)
        self._follow_status(lambda status: page.show_folders(status.roots, status.activity))
        if self._controller is not None:
            page.settingChanged.connect(lambda name, on: self._change("docs", name, on))
            self._follow_settings(lambda settings: page.show_rules(_rules(settings)))
        return page

    def ignore(self) -> IgnorePage:
        """Make the page of the ignore patterns."""
        controller, page = self._program(), IgnorePage()
        page.applied.connect(lambda lines: self._change("docs", "ignore", lines))
        page.rulesSwitched.connect(lambda off: self._change("docs", "rules_off", off))
        page.countWanted.connect(controller.count)
        self.follow(controller.counted, page.show_count)

        def show(settings: "Settings") -> None:
            page.show_patterns(settings.docs.ignore)
            page.show_rules(settings.docs.rules_off)
            page.listen()

        self._follow_settings(show)
        self._until_closed.append(page.flush)
        return page

    def model(self) -> ModelPage:
        """Make the page of the models."""
        controller, page = self._program(), ModelPage()
        page.chosen.connect(lambda key: self._change("embeddings", "model", key))
        page.semanticChanged.connect(lambda on: self._change("embeddings", "semantic", on))
        page.folderWanted.connect(lambda: self._choose_model_folder(controller))
        self.follow(controller.modelsFound, lambda models: page.show_models(models, controller.model))
        if controller.models is not None:
            page.show_models(controller.models, controller.model)
        self._follow_status(lambda status: page.show_cost(status.chunks, self._context.index.embedding_rate))
        self._follow_settings(lambda settings: page.semantic.box.setChecked(settings.embeddings.semantic))
        return page

    def device(self) -> DevicePage:
        """Make the page of what computes the vectors."""
        controller, page = self._program(), DevicePage()
        page.chosen.connect(lambda key: self._change("embeddings", "device", key))
        page.threadsChanged.connect(lambda count: self._change("embeddings", "threads", count))
        page.batchChanged.connect(lambda count: self._change("embeddings", "batch_size", count))
        self._follow_status(lambda status: page.show_now(device_words(status.device)))

        def show(settings: "Settings") -> None:
            vectors = settings.embeddings
            page.show_device(vectors.device, vectors.threads, vectors.batch_size)

        self._follow_settings(show)
        self.follow(controller.graphicsFound, page.show_graphics)
        if controller.graphics is not None:
            page.show_graphics(controller.graphics)
        return page

    def limits(self) -> LimitsPage:
        """Make the page of the limits."""
        page = LimitsPage()
        page.fileSizeChanged.connect(lambda size: self._change("docs", "max_file_size_mb", float(size)))
        page.graceChanged.connect(lambda seconds: self._change("engine", "grace_seconds", float(seconds)))
        page.keepChanged.connect(lambda on: self._change("engine", "keep_running", on))
        page.speedChosen.connect(self._context.index.set_speed)
        self._follow_status(lambda status: page.show_speed(status.activity.speed))
        self._follow_status(lambda status: page.show_used(status.disk_bytes, status.index))

        def show(settings: "Settings") -> None:
            engine = settings.engine
            page.show_limits(settings.docs.max_file_size_mb, engine.grace_seconds, keep=engine.keep_running)

        self._follow_settings(show)
        return page

    def access(self) -> AccessPage:
        """Make the page of the rights that the window looks with."""
        context, page = self._context, AccessPage()

        def show(status: IndexStatus) -> None:
            page.set_folders({root.root.name: root.root.id for root in status.roots})
            page.show_seen(len(status.roots), max(len(status.roots), self._folders_there_are))

        self._follow_status(show)
        page.show_access(context.search.access)
        page.chosen.connect(self._choices.set_access)
        page.chosen.connect(lambda _access: context.index.ask_visible(MOST_FILES))
        self.follow(context.index.visibleFound, page.visible.show_view)
        context.index.ask_visible(MOST_FILES)
        return page

    def appearance(self) -> AppearancePage:
        """Make the page of theme, language, text and motion."""
        state, choices, page = self._context.state, self._choices, AppearancePage()
        page.show_appearance(
            ThemeChoice(self._context.appearance.choice),
            scale_percent(),
            system_fonts=state.system_fonts,
            reduced_motion=state.reduced_motion,
            tray=state.tray,
        )
        page.show_language(state.language)
        page.themeChosen.connect(choices.set_theme)
        page.languageChosen.connect(choices.set_language)
        page.scaleChosen.connect(choices.set_scale)
        page.systemFontsChosen.connect(lambda system: choices.set_fonts(system=system))
        page.reducedMotionChosen.connect(lambda reduced: choices.set_motion(reduced=reduced))
        page.trayChosen.connect(lambda on: choices.set_tray(on=on))
        controller = self._controller
        if controller is not None:
            page.menuChosen.connect(lambda on: controller.set_menu_entry(on=on))
            self.follow(controller.menuFound, page.show_menu)
            if controller.menu is not None:
                page.show_menu(controller.menu)
        return page

    def editor(self) -> EditorPage:
        """Make the page of the editors."""
        state, page = self._context.state, EditorPage()
        page.show_editor(state.editor, state.editor_command)
        page.chosen.connect(self._choices.set_editor)
        return page

    def shortcuts(self) -> ShortcutsPage:
        """Make the page of the keys."""
        state, choices = self._context.state, self._choices
        page = ShortcutsPage(self._context.actions)

        def take_hotkey(keys: str) -> None:
            choices.set_hotkey(keys)
            if state.hotkey != keys:
                page.refuse_hotkey(keys)

        page.show_hotkey(state.hotkey)
        page.changed.connect(choices.change_keys)
        page.hotkeyChosen.connect(take_hotkey)
        page.resetWanted.connect(choices.reset_keys)
        page.resetWanted.connect(page.show_keys)
        return page

    def _program(self) -> SettingsController:
        if self._controller is None:
            message = "this window knows no settings file"
            raise RuntimeError(message)
        return self._controller

    def _change(self, section: str, name: str, value: object) -> None:
        self._program().change(section, name, value)

    def _follow_status(self, show: Callable[[IndexStatus], object]) -> None:
        index = self._context.index
        self.follow(index.statusChanged, show)
        if index.status is not None:
            show(index.status)

    def _follow_settings(self, show: Callable[["Settings"], object]) -> None:
        controller = self._program()
        self.follow(controller.loaded, show)
        if controller.settings is not None:
            show(controller.settings)

    def _count_folders(self, status: IndexStatus) -> None:
        if self._context.search.access == OWNER:
            self._folders_there_are = len(status.roots)

    def _find_folder(self, path: str) -> None:
        """Ask where a folder is now that is not at ``path`` any more."""
        above = next(filter(os.path.isdir, map(str, Path(path).parents)), "")
        folder = QFileDialog.getExistingDirectory(self.parent, translate("Where is this folder now?"), above)
        if folder:
            self._context.index.move_folder(path, folder)

    def _choose_model_folder(self, controller: SettingsController) -> None:
        folder = QFileDialog.getExistingDirectory(
            self.parent, translate("Folder with a sentence-transformers model")
        )
        if folder:
            controller.change("embeddings", "model", folder)
            controller.flush()


def _rules(settings: "Settings") -> dict[str, bool]:
    docs = settings.docs
    return {
        "watch_for_changes": docs.watch_for_changes,
        "index_on_startup": docs.index_on_startup,
        "follow_links": docs.follow_links,
    }
