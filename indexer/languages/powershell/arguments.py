"""Paths with variables and without quotes, which the grammar of PowerShell does not know."""

import re

_PATH = re.compile(rb"(?<![^\s=;,|&{(])\$\w[\w:]*(?:\.\w+)*[\\/](?![\d\s$(/*=\[+-]|\.\d)[\w.\\/$-]*")
"""A variable and what follows it with a slash; what begins as a number, a type or a variable is divided by."""

_NO_NAME = re.compile(rb"[^\w$]|(?<!^)\$")


def with_joined_paths(source: bytes) -> bytes:
    r"""Return a source in which ``$folder\cart.ps1`` is one name, ``$folder_cart_ps1``; all stays in its place."""
    return _PATH.sub(lambda match: _NO_NAME.sub(b"_", match.group()), source)
