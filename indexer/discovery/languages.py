"""Which language or format a file is in, by its name and, without an extension, by its first line."""

import re

from resources.languages import language_by_extension, languages

_LANGUAGE_BY_EXTENSION = language_by_extension()
_LANGUAGE_BY_NAME = {name: each.name for each in languages().values() for name in each.file_names}
_LANGUAGE_BY_PREFIX = {prefix: each.name for each in languages().values() for prefix in each.file_prefixes}
_LANGUAGE_BY_INTERPRETER = {name: each.name for each in languages().values() for name in each.interpreters}

DOCUMENT_LANGUAGES = frozenset(each.name for each in languages().values() if each.document)
"""Languages that hold prose for people rather than code or data."""

_SHEBANG = re.compile(r"#!\s*(\S+)(?:\s+(?:-\S+\s+)*(\S+))?")


def extension_of(path: str) -> str:
    """Return the lower-case extension without its dot; empty for ``Makefile`` and ``.gitignore``."""
    name = path.rstrip("/").rpartition("/")[2]
    dot = name.rfind(".")
    return name[dot + 1 :].lower() if dot > 0 else ""


def language_of(path: str, first_line: str = "") -> str:
    """Return the language of a file; ``text`` when neither its name nor its first line tells."""
    name = path.rpartition("/")[2].lower()
    language = _LANGUAGE_BY_NAME.get(name) or _LANGUAGE_BY_EXTENSION.get(extension_of(name))
    if language:
        return language
    by_prefix = (language for prefix, language in _LANGUAGE_BY_PREFIX.items() if name.startswith(prefix))
    return next(by_prefix, "") or language_of_shebang(first_line) or "text"


def is_plain_text(path: str) -> bool:
    """Return whether a file says by its name that it is plain text, as ``notes.txt`` does."""
    return extension_of(path) in languages()["text"].extensions


def language_of_shebang(first_line: str) -> str:
    """Return the language of the interpreter that ``#!`` names, also behind ``env``; else the empty string."""
    match = _SHEBANG.match(first_line)
    if not match:
        return ""
    program, argument = match.groups()
    name = program.rpartition("/")[2]
    if name == "env":
        name = (argument or "").rpartition("/")[2]
    return _LANGUAGE_BY_INTERPRETER.get(re.sub(r"[\d.]+$", "", name.lower()), "")
