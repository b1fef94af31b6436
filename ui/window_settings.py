"""The settings of the main window: which pages there are, what they show, and what their wishes do."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from search.errors import KnownError
from search.types.filters import OWNER
from search.types.status import IndexStatus
from ui.controllers.opening import reveal
from ui.controllers.settings_controller import SettingsController
from ui.language import translate
from ui.main_window import MainWindow
from ui.settings.access_page import AccessPage
from ui.settings.appearance_page import AppearancePage
from ui.settings.device_page import DevicePage
from ui.settings.dialog import NamedPage, SettingsDialog
from ui.settings.editor_page import EditorPage
from ui.settings.folders_page import FoldersPage
from ui.settings.ignore_page import IgnorePage
from ui.settings.limits_page import LimitsPage
from ui.settings.model_page import ModelPage
from ui.settings.rows import SettingsPage
from ui.settings.shortcuts_page import ShortcutsPage
from ui.settings.visible_files import MOST_FILES
from ui.theme.scheme import ThemeChoice
from ui.theme.sizes import scale_percent
from ui.window_names import rename_folder

if TYPE_CHECKING:
    from search.config.settings import Settings  # pydantic: not before a settings page is opened


def open_settings(window: MainWindow, page: str = "") -> SettingsDialog:
    """Show the settings at a page, else at the first one."""
    controller = window.settings
    pages = _Pages(window)
    named = [NamedPage("folders", translate("Folders"), "folder", pages.folders)]
    if controller is not None:
        named += [
            NamedPage("ignore", translate("Ignore patterns"), "eye", pages.ignore),
            NamedPage("model", translate("Model"), "sparkles", pages.model),
            NamedPage("device", translate("Device"), "cpu", pages.device),
            NamedPage("limits", translate("Limits"), "gauge", pages.limits),
        ]
    named += [
        NamedPage("access", translate("Access"), "shield", pages.access),
        NamedPage("appearance", translate("Appearance"), "palette", pages.appearance),
        NamedPage("editor", translate("Editor"), "external-link", pages.editor),
        NamedPage("shortcuts", translate("Shortcuts"), "keyboard", pages.shortcuts),
    ]
    dialog = SettingsDialog(window.parts, named)
    pages.connect()
    until_closed = [
        _while_open(window.names.changed, pages.folders.show_names),
        _while_open(window.index.statusChanged, pages.show_status),
        _while_open(window.index.visibleFound, pages.access.visible.show_view),
    ]
    if controller is not None:
        until_closed += _connect_program(controller, pages, dialog)
    until_closed.append(pages.discard)
    for stop in until_closed:
        dialog.closed.connect(stop)
    if controller is not None:
        controller.load()
    dialog.open(page)
    return dialog


class _Pages:
    """The pages of one dialog on a window."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.folders, self.ignore, self.model = FoldersPage(), IgnorePage(), ModelPage()
        self.device, self.limits, self.access = DevicePage(), LimitsPage(), AccessPage()
        self.appearance, self.editor = AppearancePage(), EditorPage()
        self.shortcuts = ShortcutsPage(window.actions_)
        self._fill()

    def connect(self) -> None:
        """Carry out what the pages wish for that needs no program."""
        window = self._window
        self.folders.addRequested.connect(window.browse)
        self.folders.forgetRequested.connect(window.index.forget_folder)
        self.folders.reindexRequested.connect(lambda path: window.index.add_folders((path,)))
        self.folders.revealRequested.connect(reveal)
        self.folders.renameRequested.connect(lambda label: rename_folder(window, self.folders, label))
        self.appearance.themeChosen.connect(window.choices.set_theme)
        self.appearance.languageChosen.connect(window.choices.set_language)
        self.appearance.scaleChosen.connect(window.choices.set_scale)
        self.appearance.systemFontsChosen.connect(lambda system: window.choices.set_fonts(system=system))
        self.appearance.reducedMotionChosen.connect(lambda reduced: window.choices.set_motion(reduced=reduced))
        self.appearance.trayChosen.connect(lambda on: window.choices.set_tray(on=on))
        self.editor.chosen.connect(window.choices.set_editor)
        self.access.chosen.connect(window.choices.set_access)
        self.access.chosen.connect(lambda _access: window.index.ask_visible(MOST_FILES))
        window.index.ask_visible(MOST_FILES)
        self.shortcuts.changed.connect(window.choices.change_keys)
        self.shortcuts.show_hotkey(window.state.hotkey)
        self.shortcuts.hotkeyChosen.connect(window.choices.set_hotkey)
        self.shortcuts.resetWanted.connect(window.choices.reset_keys)
        self.shortcuts.resetWanted.connect(self.shortcuts.show_keys)

    def discard(self) -> None:
        """Let go of every page, also of those that the dialog does not show: nobody else owns them."""
        for page in vars(self).values():
            if isinstance(page, SettingsPage):
                page.deleteLater()

    def show_status(self, status: IndexStatus) -> None:
        """Show what is known of the index."""
        self.folders.show_folders(status.roots, status.activity)
        self.limits.show_used(status.disk_bytes, status.index)
        self.device.show_now(status.device)
        self.model.show_cost(status.chunks, self._window.index.embedding_rate)
        self.access.set_folders({root.root.name: root.root.id for root in status.roots})
        if self._window.search.access == OWNER:
            self._folders_there_are = len(status.roots)
        self.access.show_seen(len(status.roots), max(len(status.roots), self._folders_there_are))

    def show_settings(self, settings: "Settings") -> None:
        """Show what the settings file says."""
        docs, vectors, engine = settings.docs, settings.embeddings, settings.engine
        self.folders.show_rules(
            {
                "watch_for_changes": docs.watch_for_changes,
                "index_on_startup": docs.index_on_startup,
                "follow_links": docs.follow_links,
            }
        )
        self.ignore.show_patterns(docs.ignore)
        self.ignore.show_rules(docs.rules_off)
        self.device.show_device(vectors.device, vectors.threads, vectors.batch_size)
        self.limits.show_limits(docs.max_file_size_mb, engine.grace_seconds, keep=engine.keep_running)
        self.model.semantic.box.setChecked(vectors.semantic)

    def _fill(self) -> None:
        state, status = self._window.state, self._window.index.status
        self._folders_there_are = 0
        self.folders.show_names(self._window.names.names)
        self.appearance.show_appearance(
            ThemeChoice(self._window.appearance.choice),
            scale_percent(),
            system_fonts=state.system_fonts,
            reduced_motion=state.reduced_motion,
            tray=state.tray,
        )
        self.appearance.show_language(state.language)
        self.editor.show_editor(state.editor, state.editor_command)
        if status is not None:
            self.show_status(status)
        self.access.show_access(self._window.search.access)


def _connect_program(
    controller: SettingsController, pages: _Pages, dialog: SettingsDialog
) -> list[Callable[[], object]]:
    change = controller.change
    pages.folders.settingChanged.connect(lambda name, on: change("docs", name, on))
    pages.ignore.applied.connect(lambda lines: change("docs", "ignore", lines))
    pages.ignore.rulesSwitched.connect(lambda off: change("docs", "rules_off", off))
    pages.ignore.countWanted.connect(controller.count)
    pages.model.chosen.connect(lambda key: change("embeddings", "model", key))
    pages.model.semanticChanged.connect(lambda on: change("embeddings", "semantic", on))
    pages.model.folderWanted.connect(lambda: _choose_model_folder(controller, dialog))
    pages.device.chosen.connect(lambda key: change("embeddings", "device", key))
    pages.device.threadsChanged.connect(lambda count: change("embeddings", "threads", count))
    pages.device.batchChanged.connect(lambda count: change("embeddings", "batch_size", count))
    pages.limits.fileSizeChanged.connect(lambda size: change("docs", "max_file_size_mb", float(size)))
    pages.limits.graceChanged.connect(lambda seconds: change("engine", "grace_seconds", float(seconds)))
    pages.limits.keepChanged.connect(lambda on: change("engine", "keep_running", on))

    def loaded(settings: "Settings") -> None:
        pages.show_settings(settings)
        pages.ignore.listen()

    def failed(error: KnownError) -> None:
        dialog.say(f"{error}. {error.remedy}", failed=True)

    return [
        _while_open(controller.loaded, loaded),
        _while_open(controller.failed, failed),
        _while_open(controller.applied, lambda: dialog.say(translate("The engine works with these settings now"))),
        _while_open(controller.counted, pages.ignore.show_count),
        _while_open(controller.graphicsFound, pages.device.show_graphics),
        _while_open(controller.modelsFound, lambda models: pages.model.show_models(models, controller.model)),
        pages.ignore.flush,
        controller.flush,
    ]


def _while_open(signal: object, slot: Callable[..., object]) -> Callable[[], object]:
    """Connect a signal and return what disconnects it."""
    signal.connect(slot)  # type: ignore[attr-defined] # a bound Signal has no type of its own
    return lambda: signal.disconnect(slot)  # type: ignore[attr-defined]


def _choose_model_folder(controller: SettingsController, dialog: SettingsDialog) -> None:
    folder = QFileDialog.getExistingDirectory(dialog, translate("Folder with a sentence-transformers model"))
    if folder:
        controller.change("embeddings", "model", folder)
        controller.flush()
