"""Python: parameters that pytest fills, each with what the fixture of its name gives."""

import re

from tree_sitter import Node

from indexer.facts.syntax import text_of

FIXTURE = re.compile(r"(?:\w+\.)?fixture")
"""A decorator, also of the plugins for asynchronous tests."""

_PARAMETRIZE = re.compile(r"(?:\w+\.)*parametrize")
_NAME = re.compile(r"\w+")


class FixtureReader:
    """Remembers what the decorators before a function say of its parameters."""

    def __init__(self) -> None:
        self._filled: set[str] = set()
        self._is_fixture = False

    def decorator(self, value: Node | None) -> None:
        """Note a decorator."""
        if value is None:
            return
        is_call = value.type == "call"
        name = text_of(value.child_by_field_name("function") if is_call else value)
        self._is_fixture = self._is_fixture or bool(FIXTURE.fullmatch(name))
        arguments = value.child_by_field_name("arguments")
        if is_call and _PARAMETRIZE.fullmatch(name) and arguments is not None:
            self._filled.update(
                _NAME.findall(text_of(arguments.named_children[0])) if arguments.named_children else ()
            )

    def defined(self, name: str, parameters: Node | None) -> list[str]:
        """Return the parameters of a test or a fixture that pytest fills, and forget the decorators before it."""
        is_filled = self._is_fixture or name.startswith("test")
        own, self._filled, self._is_fixture = self._filled, set(), False
        required = (
            each if each.type == "identifier" else each.named_children[0]
            for each in (parameters.named_children if parameters is not None and is_filled else ())
            if each.type in {"identifier", "typed_parameter"}
        )
        return [text for each in required if each.type == "identifier" and (text := text_of(each)) not in own]
