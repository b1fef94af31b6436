"""Swift: the folder that names a file's definitions, the target of a package where the path shows one."""

import re

_TARGET = re.compile(r"(?:.*/)?(?:Sources|Source|Tests|Plugins)/[^/]+(?=/)")


def unit_of(path: str) -> str:
    """Return the folder of the target that a file is part of, else its own; empty for the root."""
    target = _TARGET.match(path)
    return target.group() if target else path.rpartition("/")[0]
