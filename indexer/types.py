"""Values that travel between the indexing steps."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Skip:
    """Why a file is not indexed.

    Attributes:
        reason: short word, searchable as ``reason:``: ignored, size, binary, secret, generated, empty, link,
            special, unreadable ...
        rule: where the rule stands, such as ``.gitignore:3``, or ``built-in: *.min.js``; may be empty.
    """

    reason: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file below a root, as the file system shows it.

    Attributes:
        path: relative to the root, with ``/``.
        skip: None when it is to be indexed.
        generated: the rule that says by its name that a program wrote it (``built-in: *.min.js``); else empty.
        blob: name of the git object that holds its content; empty where the file does.
        data: content of that object once it was read.
    """

    path: str
    absolute: Path
    size_bytes: int
    mtime_ns: int
    skip: Skip | None = None
    blob: str = ""
    data: bytes | None = None
    generated: str = ""


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What a document says of itself; empty strings where it says nothing."""

    title: str = ""
    summary: str = ""
    date: str = ""
    doc_type: str = ""
    level: str = ""


@dataclass(frozen=True, slots=True)
class ParsedFile:
    r"""A decoded file.

    Attributes:
        path: relative to the root, with ``/``.
        language: lower-case name such as ``python``, ``csharp``, ``sql``, ``markdown``, ``text``.
        text: decoded, with ``\n`` line ends; line n of the file is line n of the text where the format has lines.
        content_hash: BLAKE2b-128 (hex) of the bytes.
        truncated: why the text stops early; empty when it is whole.
        generated: made by a program, as its source says or its whole text did.
        minified: one of the long lines that no person reads; only its beginning is kept.
    """

    path: str
    language: str
    text: str
    encoding: str
    content_hash: str
    front_matter: FrontMatter = FrontMatter()
    truncated: str = ""
    generated: bool = False
    minified: bool = False


@dataclass(frozen=True, slots=True)
class FileScope:
    """What is the same for every row of a file: whose it is and how it is labelled."""

    repository: str
    branch: str
    path_hash: str
    path: str
    language: str
    ext: str
    doc_type: str
    level: str
    product: str
    component: str
    tenant: str
    groups: tuple[str, ...]
    tags: tuple[str, ...]
    flags: tuple[str, ...]
