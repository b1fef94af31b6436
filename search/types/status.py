"""The state of the index itself."""

from dataclasses import dataclass
from enum import StrEnum

from search.messages import Message
from search.types.files import Root
from search.types.results import Ready


@dataclass(frozen=True, slots=True)
class StepCounts:
    """Indexing progress of the files of one root.

    Attributes:
        waiting: files that are listed but whose text is not searchable yet.
        indexed: files whose text is searchable.
        embedded: indexed files that also have vectors.
    """

    waiting: int = 0
    indexed: int = 0
    embedded: int = 0


@dataclass(frozen=True, slots=True)
class KeywordCheck:
    """How the keyword index compares with ``rank_bm25.BM25Okapi`` on a sample of the index.

    Attributes:
        chunks: chunks that were scored by both.
        queries: queries that were asked of both.
        missing: chunks of the sample that the keyword index lacks.
        differing: queries for which a score is not equal to the last bit.
    """

    chunks: int
    queries: int
    missing: int
    differing: int


@dataclass(frozen=True, slots=True)
class RootStatus:
    """Counts of one root.

    Attributes:
        disk_bytes: its approximate size in the whole index; 0 if not computed.
        watching: ``events``, ``polling`` or ``off``.
        steps: None unless every file is visible, because it counts all of them.
        graphed: its dependencies are up to date with its files, as far as the access may know.
        shared_text: share of its chunks whose text an earlier branch or work tree also has; 0 if not computed.
    """

    root: Root
    files: int
    chunks: int
    disk_bytes: int
    offline: bool = False
    watching: str = "off"
    steps: StepCounts | None = None
    graphed: bool = True
    shared_text: float = 0.0


class Speed(StrEnum):
    """How much of the machine indexing uses."""

    QUIET = "quiet"
    """One process with low priority and pauses: for a battery or a busy machine."""
    NORMAL = "normal"
    """All processors, with lower priority than interactive work."""
    FAST = "fast"
    """All processors, with the same priority as interactive work."""


class Step(StrEnum):
    """The steps of indexing in their order: each is done for every folder before the next one begins."""

    NAMES = "names"
    WORDS = "words"
    GRAPH = "graph"
    HISTORY = "history"
    """The commits of every folder whose head has moved; reported where vectors wait for it."""
    RECENT = "recent"
    """Vectors of the most recent files of every folder, where there are several."""
    MEANING = "meaning"
    """The other vectors."""


@dataclass(frozen=True, slots=True)
class Activity:
    """The activity of the indexer; ``step`` is empty when idle.

    Attributes:
        step: a `Step`.
        done: files of ``folder`` that are done.
        total: files of ``folder``; 0 while they are not known, or nothing is counted.
        rate: work a second, as measured: texts while vectors are filled.
        seconds_left: until the step is done for ``folder``; 0 while that is not known.
        folder: name of the root; empty where the step concerns all of them.
        position: of the root among ``folders``, from 1.
        folders: number of roots that are brought up to date.
        waiting: files that still lack vectors, of all roots.
        preparing: these wait for the model, which is loaded or converted.
        share: 0..1 of all steps of all ``folders`` that is done.
    """

    step: str = ""
    done: int = 0
    total: int = 0
    rate: float = 0.0
    seconds_left: float = 0.0
    paused: bool = False
    speed: Speed = Speed.NORMAL
    folder: str = ""
    position: int = 0
    folders: int = 0
    waiting: int = 0
    preparing: bool = False
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """Answer to ``dowse status``.

    Attributes:
        states: number of files in each `FileState`.
        reasons: number of files for each reason, most first.
        versions: schema, chunker, model and program versions by name.
        device: display name of the embedding device: ``CPU, 2 threads, bf16``.
    """

    index: str
    files: int
    chunks: int
    nodes: int
    edges: int
    states: tuple[tuple[str, int], ...]
    reasons: tuple[tuple[str, int], ...]
    roots: tuple[RootStatus, ...]
    versions: tuple[tuple[str, str], ...]
    disk_bytes: int
    ready: Ready
    activity: Activity = Activity()
    device: str = ""
    notices: tuple[Message, ...] = ()

    @property
    def known_dependencies(self) -> float:
        """Return the share 0..1 of the files whose dependencies are known; 1.0 where there is no file."""
        return self.ready.graph if self.files else 1.0


@dataclass(frozen=True, slots=True)
class IndexReport:
    """The result of one indexing run."""

    files: int
    chunks: int
    nodes: int
    edges: int
    skipped: int
    failed: int
    seconds: float
    changed: int = 0
    embedded: int = 0
    failures: tuple[tuple[str, str], ...] = ()
    """Path and error of failed files, at most 100."""
    refused: tuple[Message, ...] = ()
    """Why folders were not added, while others were."""


UNKNOWN = "unknown"
"""State of a path that the index does not know, or that the access may not see: both look the same."""


@dataclass(frozen=True, slots=True)
class WhyAnswer:
    """The facts that explain why a path is or is not found, in order."""

    path: str
    state: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileText:
    """A file as it was indexed or as it is, for a preview.

    Attributes:
        text: decoded; empty for binary files.
        root_path: path of its root; empty for a branch that is not checked out.
        source: ``disk``, ``git`` (not checked out) or ``index`` (joined chunks: the file is gone, or is not read
            because of ``failure``).
        failure: why a file without text could not be indexed, or why one that is there cannot be read any more;
            empty for any other.
        markup: of a web page, whose text has no tags, the page as it is written, line by line that of ``text``;
            empty for any other file, and where the two have other lines.
    """

    file_id: str
    path: str
    root_path: str
    language: str
    encoding: str
    text: str
    line_count: int
    source: str
    size_bytes: int = 0
    truncated: bool = False
    failure: str = ""
    markup: str = ""


@dataclass(frozen=True, slots=True)
class VisibleFile:
    """A file that an access may see, with the labels that decide about it.

    Attributes:
        state: a `FileState`; only the name of a file that is not indexed is shown.
        groups: empty: everybody of the tenant.
    """

    file_id: str
    path: str
    state: str
    tenant: str
    groups: tuple[str, ...]
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AccessView:
    """The files that an access may see.

    Attributes:
        total: number of visible files.
        hidden: number of hidden files; for the owner, who asks about others.
        states: number of visible files in each `FileState`.
        roots: label of each root of which something is visible, with the number of its visible files.
        files: by repository, branch and path; fewer than ``total`` where a limit was set.
    """

    total: int
    hidden: int
    states: tuple[tuple[str, int], ...]
    roots: tuple[tuple[str, int], ...]
    files: tuple[VisibleFile, ...]
