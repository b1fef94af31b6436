"""The answer of ``dowse menu``."""

import msgspec


class MenuState(msgspec.Struct, frozen=True):
    """Whether Dowse is in the menu of applications, and the file that says so, empty where there is none."""

    menu: bool
    entry: str
