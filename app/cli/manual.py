"""The manual page of ``dowse``, written from its parser."""

from app.cli.parser_view import Argument, Command, all_commands
from app.installation.version import VERSION

_AFTER = r"""
.SH EXIT STATUS
0 where the command did what it was asked, 1 for a failure, 2 for bad input, 130 after an interrupt. What went
wrong is one line on standard error, with what to do about it.
.SH ENVIRONMENT
.TP
.B DOWSE_INDEX
The index folder where \fB\-\-index\fR is not given.
.TP
.B NO_COLOR
Print without colour, whatever its value.
.SH FILES
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
    return "\n".join(lines) + _AFTER


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
