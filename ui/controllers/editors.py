"""Editors that can open a file at a line, and their commands. Pure except for looking up programs."""

import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from search.processes import installed_program
from ui.i18n.language import translate

Which = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Editor:
    """An editor.

    Attributes:
        templates: commands with ``{file}`` and ``{line}``; the first one whose program is installed is used.
    """

    key: str
    name: str
    templates: tuple[str, ...]


SYSTEM, CUSTOM = "system", "custom"
"""Keys of the system's default program and of the custom command."""

FIRST_FOUND = "auto"
"""Key of the first editor in the list that is installed, else the system's default program."""

EDITORS = (
    Editor(
        "vscode",
        "VS Code",
        tuple(f"{name} --goto {{file}}:{{line}}" for name in ("code", "codium", "cursor")),
    ),
    Editor(
        "jetbrains",
        "JetBrains",
        tuple(
            f"{name} --line {{line}} {{file}}"
            for name in ("idea", "pycharm", "rider", "webstorm", "goland", "clion", "rustrover", "phpstorm")
        ),
    ),
    Editor("sublime", "Sublime Text", ("subl {file}:{line}", "sublime_text {file}:{line}")),
    Editor("zed", "Zed", ("zed {file}:{line}", "zeditor {file}:{line}")),
    Editor("kate", "Kate", ("kate --line {line} {file}",)),
    Editor("gedit", "GNOME Text Editor", ("gnome-text-editor +{line} {file}", "gedit +{line} {file}")),
    Editor(
        "emacs", "Emacs", ("emacsclient --no-wait --alternate-editor=emacs +{line} {file}", "emacs +{line} {file}")
    ),
    Editor(
        "vim",
        "Vim",
        (
            "gvim +{line} {file}",
            "mvim +{line} {file}",
            "x-terminal-emulator -e vim +{line} {file}",
            "gnome-terminal -- vim +{line} {file}",
            "konsole -e vim +{line} {file}",
            "xterm -e vim +{line} {file}",
        ),
    ),
    Editor("visualstudio", "Visual Studio", ('devenv /edit {file} /command "Edit.GoTo {line}"',)),
)
"""In the order of preference; Vim is late because it may need a terminal."""


def template_of(key: str, custom: str = "", which: Which = installed_program) -> str:
    """Return the command of an editor on this computer; empty for the system's default program."""
    if key == CUSTOM:
        return custom.strip()
    wanted = EDITORS if key == FIRST_FOUND else tuple(editor for editor in EDITORS if editor.key == key)
    for editor in wanted:
        for template in editor.templates:
            program, *rest = split(template)
            if which(program) and all(part != "vim" or which("vim") for part in rest):
                return template
    return ""


def command_for(template: str, file: str, line: int, which: Which = installed_program) -> list[str]:
    """Return the program and its arguments; empty if there is no template or its program is not installed."""
    parts = split(template)
    program = which(parts[0]) if parts else None
    if not program:
        return []
    return [program, *(part.replace("{file}", file).replace("{line}", str(line)) for part in parts[1:])]


def problem_of(template: str, which: Which = installed_program) -> str:
    """Return the error in a custom command; empty if it is valid."""
    parts = split(template)
    if not parts:
        return translate("Write a command, such as: myeditor {file}:{line}")
    if not any("{file}" in part for part in parts[1:]):
        return translate("The command needs {file} in place of the path")
    return (
        "" if which(parts[0]) else translate("{name} is not installed, or not in the PATH").format(name=parts[0])
    )


def split(template: str) -> Sequence[str]:
    """Return the words of a command; a quoted part is one word, and an unclosed quote extends to the end."""
    windows = sys.platform == "win32"  # on Windows a backslash is part of a path
    try:
        parts = shlex.split(template, posix=not windows)
    except ValueError:
        return template.split()
    return [part.strip('"') for part in parts] if windows else parts
