"""Paths of scripts and modules as PowerShell programs write them."""

import re

BESIDE = "./"
"""Begins a path from the folder of the file itself."""

ANYWHERE = "*/"
"""Begins a path from a folder that a variable names."""

MAX_CHARS = 300

_JOINED = re.compile(
    r"\(?\s*Join-Path\s+(?:-Path\s+)?(\$[\w:]+|\$\{[\w:]+\}|\$\([^()]*\)|\([^()]*\))\s+(?:-ChildPath\s+)?"
    r"(?:'([^']+)'|\"([^\"]+)\"|([^\s)'\"]+))\s*\)?",
    re.IGNORECASE,
)
_VARIABLE = re.compile(r"(\$\{[^}]*\}|\$\([^()]*(?:\([^()]*\)[^()]*)*\)|\$[\w:]+|\([^()]*\))/(.+)")
_PLAIN = re.compile(r"[\w./@+ -]+")
_OWN_FOLDER = re.compile(r"psscriptroot|myinvocation\.mycommand\.(?:path|definition)|pscommandpath", re.IGNORECASE)
SUFFIXES = (".ps1", ".psm1", ".psd1")


def script_at(written: str) -> str:
    """Return the path of a script with slashes: behind `BESIDE`, `ANYWHERE` or neither; empty if it is unknown."""
    text = written.strip().strip("'\"")
    if len(text) > MAX_CHARS:
        return ""
    joined = _JOINED.fullmatch(text)
    if joined is not None:
        text = f"{joined[1]}/{joined[2] or joined[3] or joined[4]}"
    text = text.replace("\\", "/")
    behind = _VARIABLE.fullmatch(text)
    start = ""
    if behind is not None:
        start, text = (BESIDE if _OWN_FOLDER.search(behind[1]) else ANYWHERE), behind[2].lstrip("/")
    is_path = _PLAIN.fullmatch(text) is not None and text.lower().endswith(SUFFIXES)
    return f"{start}{text}" if is_path else ""


def module_named(written: str) -> str:
    """Return the path of a module, or its name alone; empty if it is unknown."""
    path = script_at(written)
    if path or re.fullmatch(r"[\w.]+", written):
        return path or written
    folder = script_at(f"{written}/module.psd1")
    return folder.removesuffix("/module.psd1")
