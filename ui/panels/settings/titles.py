"""The titles of all settings, so that the palette finds each without making the pages."""

import sys
from dataclasses import dataclass

from ui.i18n.language import translate

OF_PROGRAM = frozenset({"ignore", "model", "device", "limits"})
"""Pages that a window without a settings file does not have."""


@dataclass(frozen=True, slots=True)
class SettingTitle:
    """A setting.

    Attributes:
        page: key of the page in the dialog.
        title: as it is written there.
        also: other words for it, separated by commas.
    """

    page: str
    title: str
    also: str = ""


_ON_LINUX = SettingTitle(
    "appearance", translate("Show Dowse in the menu of applications"), translate("desktop entry, start menu, icon")
)

SETTING_TITLES = (
    SettingTitle("folders", translate("Follow changes"), translate("watch, refresh")),
    SettingTitle("folders", translate("Compare every folder at the start"), translate("refresh")),
    SettingTitle("folders", translate("Follow links to other folders"), translate("symbolic links")),
    SettingTitle("ignore", translate("What git leaves out"), translate("gitignore, exclude")),
    SettingTitle("ignore", translate("Installed packages and caches"), translate("node_modules, exclude")),
    SettingTitle("ignore", translate("Generated and minified files"), translate("exclude")),
    SettingTitle("ignore", translate("Pictures"), translate("images, exclude")),
    SettingTitle("ignore", translate("Files that may hold secrets"), translate("passwords, keys, exclude")),
    SettingTitle("model", translate("Search by meaning"), translate("semantic, embedding, vectors")),
    SettingTitle("device", translate("Threads"), translate("processor, cores")),
    SettingTitle("device", translate("Batch"), translate("memory, graphics card")),
    SettingTitle("limits", translate("Keep the engine running"), translate("background, daemon")),
    SettingTitle("limits", translate("Largest file, MB"), translate("size")),
    SettingTitle("limits", translate("Engine ends after, s"), translate("idle, background")),
    SettingTitle("limits", translate("Speed of indexing"), translate("processor, slow, fast")),
    SettingTitle("access", translate("Look with limited rights"), translate("groups, tenant, permissions")),
    *(SettingTitle("access", title) for title in (translate("Tenant"), translate("Groups"), translate("Tags"))),
    SettingTitle("access", translate("Folders"), translate("permissions, see only some")),
    SettingTitle("appearance", translate("Theme"), translate("dark mode, night, high contrast, colours")),
    SettingTitle("appearance", translate("Language"), translate("German, English, Deutsch")),
    SettingTitle("appearance", translate("Text size, percent"), translate("zoom, font size, scale")),
    SettingTitle("appearance", translate("Use the fonts of the system"), translate("typeface")),
    SettingTitle("appearance", translate("Reduce motion"), translate("animation")),
    SettingTitle(
        "appearance",
        translate("Keep an icon in the tray; a closed window hides there"),
        translate("notification area, background"),
    ),
    *((_ON_LINUX,) if sys.platform == "linux" else ()),
)
