"""Entries of desktops, with commands in the form that the specification of freedesktop.org gives them."""

import re
import shlex
from itertools import dropwhile
from pathlib import Path

from search.errors import BadInputError

_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_UNESCAPED = {"s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"}
_ARGUMENT = re.compile(r'"((?:[^"\\]|\\.)*)"|([^\s"]+)', re.DOTALL)


def value_of(text: str) -> str:
    """Return a text as the value of a key: without line breaks, which would begin another key."""
    return "".join(_ESCAPES.get(character, character) for character in text)


def quoted(argument: str) -> str:
    """Return an argument for the key ``Exec``: quoted where necessary, and without field codes of its own."""
    plain = argument.replace("%", "%%")
    if plain == shlex.quote(plain):
        return plain
    for sign in ("\\", '"', "`", "$"):
        plain = plain.replace(sign, f"\\{sign}")
    return value_of(f'"{plain}"')


def exec_of(command: list[str]) -> str:
    """Return a command line as the value of the key ``Exec``.

    GLib looks for the first argument before it undoes the doubling of percent signs, and drops an entry whose
    program it does not see. So ``env`` starts a program with such a sign in its path.
    """
    return " ".join(map(quoted, ["env", *command] if "%" in command[0] else command))


def command_in(entry: str) -> list[str]:
    """Return the command of the key ``Exec`` of an entry without field codes and ``env``; empty without one."""
    text = value_in(entry, "Exec")
    matches = [(match[1], match[2]) for match in _ARGUMENT.finditer(text)]
    arguments = [
        bare if inside is None else re.sub(r"\\(.)", r"\1", inside, flags=re.DOTALL) for inside, bare in matches
    ]
    own = _without_env(arguments)
    return [argument.replace("%%", "%") for argument in own if not re.fullmatch("%[a-zA-Z]", argument)]


def value_in(entry: str, key: str) -> str:
    """Return the value of a key of an entry; empty without such a key."""
    line = next((line for line in entry.splitlines() if line.startswith(f"{key}=")), "")
    value = line.partition("=")[2]
    return re.sub(r"\\(.)", lambda match: _UNESCAPED.get(match[1], match[0]), value)


def delete(file: Path) -> None:
    """Delete the file of an entry if it is there.

    Raises:
        BadInputError: it cannot be deleted.
    """
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        raise BadInputError("desktop.not_removable", path=file, reason=error.strerror) from error


def _without_env(arguments: list[str]) -> list[str]:
    """Return the command that ``env`` starts, without the variables that are set for it."""
    if arguments[:1] not in (["env"], ["/usr/bin/env"]):
        return arguments
    return list(dropwhile(lambda argument: "=" in argument, arguments[1:]))
