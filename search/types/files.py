"""Roots and files: watched folders, and the state of each file."""

from dataclasses import dataclass
from enum import StrEnum

from search.types.ids import FileId, RootId

DEFAULT_TENANT = "local"
"""Tenant of a root whose ``.dowse.toml`` names none."""

OTHER_ROOT = "other-root"
"""Reason for leaving out a folder whose files belong to a root of their own; it counts as no file."""

ONLINE_ONLY = "online-only"
"""Reason for not reading a file that only a cloud drive has: reading would fetch it."""


class FileState(StrEnum):
    """A file is in exactly one of these."""

    INDEXED = "indexed"
    TRUNCATED = "truncated"
    """Indexed up to a limit that the reason names."""
    SKIPPED = "skipped"
    FAILED = "failed"
    WAITING = "waiting"
    GONE = "gone"
    OFFLINE = "offline"


class Level(StrEnum):
    """Promotion level, lowest first."""

    STANDARD = "standard"
    IMPORTANT = "important"
    CRITICAL = "critical"


class Flag(StrEnum):
    """What kind of file it is, as far as ranking and ``is:`` care."""

    TEST = "test"
    EXAMPLE = "example"
    DOCUMENT = "document"
    BARREL = "barrel"
    """Only re-exports what other files define."""
    GENERATED = "generated"
    VENDORED = "vendored"
    TRANSLATION = "translation"
    """A program's messages in another language than English."""
    EXTERNAL = "external"


DATA = "data"
"""Kind of a settings or data file; it follows from the language and is not a flag of the manifest."""

CHANGELOG = "changelog"
"""Kind of a document that lists what changed; it follows from the path and is not a flag of the manifest."""

CHANGELOG_FOLDERS = frozenset(
    ("changelog", "changelogs", "changelog.d", "newsfragments", "news.d", "releasenotes")
)
"""Folders of notes, one for each change, whose files often have only a number as their name."""

BY_WORD_ONLY = frozenset((Flag.GENERATED.value, Flag.TRANSLATION.value))
"""Flags of files whose text is found by word and never by meaning, since it is long and says little."""


@dataclass(frozen=True, slots=True)
class Root:
    """A watched folder, or a branch of one that is not checked out.

    Attributes:
        id: SHA-256 of the real path at which it was added (``path_hash``), of a branch with its name.
        path: absolute real path.
        repository: label, unique among the folders of the index, kept once chosen; a branch has its folder's.
        branch: checked-out branch when it was last looked at, else ``-``.
        inode: of the folder when it was last looked at; 0 where that is not known.
        from_git: the branch whose files are read from git's objects; empty where they are read from the folder.
        semantic: searched by meaning too; else by word only, until a person asks for meaning.
        single: repositories inside it are a part of it; else each is a root of its own.
    """

    id: RootId
    path: str
    repository: str
    branch: str
    external: bool = False
    inode: int = 0
    from_git: str = ""
    semantic: bool = True
    single: bool = False

    @property
    def folder(self) -> str:
        """Return where the files lie on the disk; empty for a branch that is not checked out."""
        return "" if self.from_git else self.path

    @property
    def name(self) -> str:
        """Return its name: the label, with the branch if it is a branch in git."""
        return f"{self.repository}@{self.branch}" if self.from_git else self.repository


@dataclass(frozen=True, slots=True)
class FileRecord:
    """One row of the manifest: one for every file under every root.

    Attributes:
        path: relative to the root, with ``/``.
        reason: why it is in this state; empty for ``indexed``.
        rule: where the rule stands that decided (``.gitignore:3``), also that a program wrote it; else empty.
        content_hash: BLAKE2b-128 (hex) of the bytes; empty when they were not read.
        mtime_ns: modification time in nanoseconds; of a file in git's objects a number for its content.
        indexed_at: seconds since the epoch; 0.0 when not indexed.
        encoding: of the text; before it was read, the one that a rule of the root names, else empty.
        chunk_count: units of retrieval; its card is none.
        definitions: names that the file defines, in order of appearance.
        referred_by: how many other files refer to this one.
        meaning: whether its chunks have vectors.
    """

    id: FileId
    path_hash: RootId
    repository: str
    branch: str
    path: str
    state: FileState
    reason: str = ""
    rule: str = ""
    size_bytes: int = 0
    mtime_ns: int = 0
    content_hash: str = ""
    encoding: str = ""
    language: str = ""
    ext: str = ""
    doc_type: str = ""
    level: str = Level.STANDARD.value
    product: str = ""
    component: str = ""
    title: str = ""
    summary: str = ""
    date: str = ""
    char_count: int = 0
    line_count: int = 0
    chunk_count: int = 0
    indexed_at: float = 0.0
    tenant: str = DEFAULT_TENANT
    groups: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    definitions: tuple[str, ...] = ()
    referred_by: int = 0
    meaning: bool = False


@dataclass(frozen=True, slots=True)
class FileSummary:
    """A part of a row of the manifest; the attributes are those of `FileRecord`."""

    id: FileId
    path: str
    state: FileState
    content_hash: str
    language: str
    indexed_at: float
