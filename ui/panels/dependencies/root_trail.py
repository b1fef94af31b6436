"""The roots that a person went through in the tree, and those gone back from."""

from collections.abc import Iterable

Root = tuple[str, str]
"""Identifier and name of the root of a tree."""

MOST_BACK = 50
"""Roots that can be gone back to."""


class RootTrail:
    """Remembers the roots before the present one and after it; the present one is passed in."""

    def __init__(self) -> None:
        self._former: list[Root] = []
        self._ahead: list[Root] = []

    @property
    def former(self) -> tuple[Root, ...]:
        """The roots before the present one, the newest last."""
        return tuple(self._former)

    @property
    def leads_back(self) -> bool:
        """Whether there is a root to go back to."""
        return bool(self._former)

    @property
    def leads_forward(self) -> bool:
        """Whether there is a root that was gone back from."""
        return bool(self._ahead)

    def begin(self, former: Iterable[Root] = ()) -> None:
        """Begin with these roots before the present one."""
        self._former[:] = former
        self._ahead.clear()

    def go_on_from(self, present: Root) -> None:
        """Leave the present root for one of its nodes."""
        self._former.append(present)
        del self._former[:-MOST_BACK]
        self._ahead.clear()

    def back_from(self, present: Root) -> Root:
        """Return the root before; there has to be one."""
        self._ahead.append(present)
        return self._former.pop()

    def forward_from(self, present: Root) -> Root:
        """Return the root that was gone back from; there has to be one."""
        self._former.append(present)
        return self._ahead.pop()
