"""Commands in the form that the desktop entry specification of freedesktop.org gives them."""

import re
import shlex

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


def command_in(entry: str) -> list[str]:
    """Return the arguments of the key ``Exec`` of an entry without its field codes; none without such a key."""
    text = _value(entry, "Exec")
    matches = [(match[1], match[2]) for match in _ARGUMENT.finditer(text)]
    arguments = [re.sub(r"\\(.)", r"\1", inside, flags=re.DOTALL) if inside else bare for inside, bare in matches]
    return [argument.replace("%%", "%") for argument in arguments if not re.fullmatch("%[a-zA-Z]", argument)]


def _value(entry: str, key: str) -> str:
    line = next((line for line in entry.splitlines() if line.startswith(f"{key}=")), "")
    value = line.partition("=")[2]
    return re.sub(r"\\(.)", lambda match: _UNESCAPED.get(match[1], match[0]), value)
