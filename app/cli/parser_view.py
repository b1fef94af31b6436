"""The command line as plain values, read from its parser: what completion and the manual page are made of."""

import argparse
from dataclasses import dataclass

from app.cli.command_parser import default_of

FILE_NAMES = frozenset({"DIR", "FILE", "PATH", "ROOT", "PATH|LABEL", "ID|PATH|NAME"})
"""Metavariables for which the name of a file or folder may stand."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An option or a positional argument.

    Attributes:
        names: ``--mode`` and the like; empty for a positional argument.
        value: placeholder of the value in a help text; empty for a flag.
        repeats: may be given several times, or has several values.
    """

    names: tuple[str, ...]
    value: str
    choices: tuple[str, ...]
    help: str
    default: str
    repeats: bool
    required: bool

    @property
    def takes_files(self) -> bool:
        """Return whether a file or folder may be its value."""
        return self.value in FILE_NAMES


@dataclass(frozen=True, slots=True)
class Command:
    """A command with the commands below it.

    Attributes:
        name: as typed after ``dowse``, such as ``engine start``; empty for the program.
    """

    name: str
    help: str
    options: tuple[Argument, ...]
    positionals: tuple[Argument, ...]
    children: tuple["Command", ...]


def view_of(parser: argparse.ArgumentParser, name: str = "", help_text: str = "") -> Command:
    """Return a parser as values; what has no help text is not for people and is left out."""
    actions = parser._actions  # noqa: SLF001 - argparse has no public way to read a parser
    below = next((action for action in actions if isinstance(action, argparse._SubParsersAction)), None)  # noqa: SLF001
    plain = [action for action in actions if action is not below and action.help != argparse.SUPPRESS]
    return Command(
        name,
        help_text or parser.description or "",
        tuple(_argument(action) for action in plain if action.option_strings),
        tuple(_argument(action) for action in plain if not action.option_strings),
        () if below is None else _children(below, name),
    )


def all_commands(command: Command) -> list[Command]:
    """Return every command that does something, in the order of the help."""
    return [
        command for child in command.children for command in (all_commands(child) if child.children else [child])
    ]


def _children(below: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str) -> tuple[Command, ...]:
    help_texts = {action.dest: action.help or "" for action in below._choices_actions}  # noqa: SLF001 - as above
    return tuple(
        view_of(below.choices[child], f"{name} {child}".strip(), text) for child, text in help_texts.items()
    )


def _argument(action: argparse.Action) -> Argument:
    choices = tuple(map(str, action.choices or ()))
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    value = "" if action.nargs == 0 else metavar or ("|".join(choices) if choices else action.dest.upper())
    return Argument(
        names=tuple(action.option_strings),
        value=value,
        choices=choices,
        help=" ".join((action.help or "").split()).replace("%%", "%"),
        default=default_of(action),
        repeats=action.nargs in {"+", "*"} or isinstance(action, argparse._AppendAction),  # noqa: SLF001 - as above
        required=action.required,
    )
