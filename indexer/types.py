"""Values passed between the indexing steps."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Skip:
    """Why a file is not indexed.

    Attributes:
        reason: short word, searchable as ``reason:``: ignored, size, binary, secret, generated, empty, link,
            special, unreadable ...
        rule: location of the rule, such as ``.gitignore:3`` or ``built-in: *.min.js``; may be empty.
    """

    reason: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file below a root, as the file system shows it.

    Attributes:
        path: relative to the root, with ``/``.
        location: absolute path as text; a `Path` takes 0.3 kB more, for each file of a root.
        skip: why it is not indexed, or None.
        generated: the rule by which its name marks it as generated (``built-in: *.min.js``), or empty.
        blob: name of the git object that holds its content; empty for a file on disk.
        data: content of that object, once read.
    """

    path: str
    location: str
    size_bytes: int
    mtime_ns: int
    skip: Skip | None = None
    blob: str = ""
    data: bytes | None = None
    generated: str = ""

    @property
    def absolute(self) -> Path:
        """The absolute path."""
        return Path(self.location)


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """Metadata at the beginning of a document; empty strings where it has none."""

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
        truncated: why the text is cut off; empty if it is complete.
        generated: written by a program, according to its content.
        minified: has lines too long to read; only its beginning is indexed.
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
    """The columns that all rows of a file have in common: repository, labels and rights."""

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
