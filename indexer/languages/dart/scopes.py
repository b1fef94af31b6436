"""Dart: local names; those of inner blocks and of functions without a name are written as nothing else is."""

from typing import NamedTuple


class State(NamedTuple):
    """What is known of the local names in a function.

    Attributes:
        blocks: the names that each open block declares, outermost first.
        written: name -> how it is written in the blocks that declare it.
        used: names that the function declared so far.
        is_function: whether this is a function and no initial value of a class's variable.
    """

    blocks: list[list[str]]
    written: dict[str, list[str]]
    used: set[str]
    is_function: bool


class Scopes:
    """The blocks that are open at a place, and the local names in each."""

    def __init__(self) -> None:
        self._state = State([[]], {}, set(), is_function=False)
        self._count = 0

    def begin(self, *, is_function: bool) -> State:
        """Begin a function or a class, where no local name is known; return what `end` takes."""
        before = self._state
        self._state = State([[]], {}, set(), is_function)
        return before

    def end(self, before: State) -> None:
        """Return to where `begin` was called."""
        self._state = before

    def enter(self) -> None:
        """Begin a block."""
        self._state.blocks.append([])

    def leave(self) -> None:
        """End a block."""
        for name in self._state.blocks.pop():
            self._state.written[name].pop()

    def declare(self, name: str) -> str:
        """Add a name to the innermost block; return how it is written."""
        blocks, written, used, is_function = self._state
        is_outer = is_function and len(blocks) <= len(("parameters", "body"))
        unique = name if is_outer and name not in used else self.hidden(name)
        used.add(name)
        blocks[-1].append(name)
        written.setdefault(name, []).append(unique)
        return unique

    def hidden(self, name: str = "") -> str:
        """Return a name that nothing else has."""
        self._count += 1
        return f"{name}:{self._count}"

    def name(self, name: str) -> str:
        """Return how a local name is written; empty where it is none."""
        written = self._state.written.get(name)
        return written[-1] if written else ""
