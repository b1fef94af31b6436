"""The manual page of ``dowse``, written from its parser."""

import re

from app.cli.environment import VARIABLES
from app.cli.parser_view import Argument, Command, all_commands
from app.installation.version import VERSION

_STATUS = r"""
.SH EXIT STATUS
0 for success, 1 for a failure and for a search, context or path that found nothing, 2 for bad input, and 130
after an interrupt. An error is one line on standard error, with what to do about it. A search that lists the
nearest files, because nothing seems to answer, is a success; \fB\-\-json\fR says so in \fInothing_here\fR.
"""

_FILES = r""".SH FILES
.TP
.I config.toml
The settings, in the user's configuration folder.
.TP
.I index
The index, in the user's data folder.
"""


def manual_page(program: Command) -> str:
    """Return the page in the language of man."""
    lines = [
        f'.TH DOWSE 1 "" "Dowse {VERSION}" "User Commands"',
        ".SH NAME",
        r"dowse \- search your own code and documents by word and by meaning",
        ".SH SYNOPSIS",
        r".B dowse",
        r"[\fIOPTION\fR]... [\fICOMMAND\fR] [\fIARGUMENT\fR]...",
        ".SH DESCRIPTION",
        _text(program.help),
        ".SH OPTIONS",
        "Every command takes these, before or after its name.",
        *(line for option in program.options for line in _entry(option)),
        ".SH COMMANDS",
    ]
    common = {option.names for option in program.options}
    for command in all_commands(program):
        lines += _section(command, common)
    return "\n".join(lines) + _STATUS + _environment() + _FILES


def _environment() -> str:
    """Return the variables; text in backquotes is bold."""
    entries = [
        f".TP\n.B {name}\n" + re.sub("`([^`]*)`", r"\\fB\1\\fR", _text(meaning))
        for name, meaning in VARIABLES.items()
    ]
    return ".SH ENVIRONMENT\n" + "\n".join(entries) + "\n"


def _section(command: Command, common: set[tuple[str, ...]]) -> list[str]:
    positionals = " ".join(_positional(argument) for argument in command.positionals)
    lines = [f".SS dowse {_text(command.name)} {positionals}".rstrip(), _text(command.help).capitalize() + "."]
    described = [argument for argument in command.positionals if argument.help]
    own = [option for option in command.options if option.names not in common]
    return lines + [line for entry in (*described, *own) for line in _entry(entry)]


def _positional(argument: Argument) -> str:
    shown = rf"\fI{_text(argument.value)}\fR" + ("..." if argument.repeats else "")
    return shown if argument.required else f"[{shown}]"


def _entry(argument: Argument) -> list[str]:
    names = ", ".join(rf"\fB{_text(name)}\fR" for name in argument.names)
    value = rf"\fI{_text(argument.value)}\fR" if argument.value else ""
    default = f" (default: {argument.default})" if argument.default else ""
    return [".TP", f"{names} {value}".strip(), _text(f"{argument.help}{default}".strip()) or r"\&"]


def _text(text: str) -> str:
    """Return a text that the page shows as it is."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped
