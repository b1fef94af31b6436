"""Finds the files and chunks that the frames of a stack trace, or other places named in a text, refer to."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from search.analysis.names import folded
from search.query.trace import Frame
from search.ranking.signals.wordings import NAMED_PLACE
from search.retrieval.corpus import Corpus
from search.service.candidate_files import CandidateFiles
from search.service.scope import Scope
from search.storage.chunks_table import ChunksTable
from search.types.chunks import Chunk, ChunkKind
from search.types.files import FileRecord, Flag
from search.types.ids import ChunkId, FileId
from search.types.results import Signal

STRONGEST_FRAME = 1.0
"""Share of the first file of a trace: it leads, although the names in a trace give its other files shares too."""
_SECOND_FRAME = 0.25
"""Strength of the second file: it leads unless another file of the trace is better by words and meaning."""
_FADES = 0.85
"""Factor from each further file of a trace to the next."""
FRAME_BONUS = 1.0
"""Ranks the chunk of a frame before the other chunks of the file, whose blends are at most 1."""
_MOST_FILES = 30
_MOST_PER_FRAME = 3
"""Files of one name and equally long common path that a frame may refer to; more say nothing."""

_NAMELESS = re.compile(r"<(?:module|anonymous|lambda|listcomp|genexpr)>")
"""Names of frames that are those of no definition."""
_LIBRARY = frozenset({Flag.VENDORED.value, Flag.GENERATED.value})


@dataclass(frozen=True, slots=True)
class FrameFiles:
    """The files of frames and the chunks that contain the lines or functions.

    Attributes:
        signals: of each file.
        own: those of the files that belong to no library; they rank first.
    """

    signals: Mapping[FileId, Signal] = field(default_factory=dict)
    own: frozenset[FileId] = frozenset()
    chunks: tuple[ChunkId, ...] = ()

    def applied(self, files: CandidateFiles) -> CandidateFiles:
        """Return the files with these reasons; own files rank before all others."""
        own = {file: signal for file, signal in self.signals.items() if file in self.own}
        others = {file: signal for file, signal in self.signals.items() if file not in self.own}
        return (
            files.with_reasons(others, pinned=False)
            .with_reasons(own)
            .with_bonus(frozenset(self.chunks), FRAME_BONUS)
        )


@dataclass(frozen=True, slots=True)
class _FrameInFile:
    frame: Frame
    file: FileId
    is_library: bool


class FramesInIndex:
    """Looks up frames in an index."""

    def __init__(self, corpus: Corpus, chunks: ChunksTable) -> None:
        self._corpus, self._chunks = corpus, chunks

    def of(self, frames: Sequence[Frame], scope: Scope) -> FrameFiles:
        """Return the files in scope that frames refer to: own code before libraries, the first frame first."""
        if not frames:
            return FrameFiles()
        known = sorted(self._in_files(frames), key=lambda item: item.is_library)
        by_file: dict[FileId, list[Frame]] = {}
        for item in known:
            by_file.setdefault(item.file, []).append(item.frame)
        first = dict(list(by_file.items())[:_MOST_FILES])
        chunks: dict[FileId, list[Chunk]] = {}
        for chunk in self._chunks.of_files(list(first), scope.wanted) if first else ():
            if chunk.kind is not ChunkKind.CARD:
                chunks.setdefault(chunk.file_id, []).append(chunk)
        visible = [file for file in first if file in chunks]
        return FrameFiles(
            signals={file: _signal(rank, first[file]) for rank, file in enumerate(visible)},
            own=frozenset(item.file for item in known if not item.is_library),
            chunks=tuple(dict.fromkeys(id_ for file in visible for id_ in _chunks_of(chunks[file], first[file]))),
        )

    def _in_files(self, frames: Sequence[Frame]) -> list[_FrameInFile]:
        by_path = self._by_path(frame.path for frame in frames)
        with self._corpus.lock:
            catalogue = self._corpus.catalogue
            pairs = [(frame, file) for frame in frames for file in by_path.get(frame.path) or self._by_name(frame)]
            records = {file: known.record for _, file in pairs if (known := catalogue.get(file)) is not None}
        return [
            _FrameInFile(frame, file, not _LIBRARY.isdisjoint(records[file].flags))
            for frame, file in pairs
            if file in records and _may_be_in(frame, records[file])
        ]

    def _by_path(self, paths: Iterable[str]) -> dict[str, list[FileId]]:
        """Return the files whose path has the longest common end with each path, whole folder names at a time."""
        parts = {path: path.casefold().split("/") for path in paths if path}
        ends: dict[str, list[tuple[FileId, list[str]]]] = {names[-1]: [] for names in parts.values()}
        if not ends:
            return {}
        with self._corpus.lock:
            for known in self._corpus.catalogue.files():
                same_name = ends.get(known.record.path.rpartition("/")[2].casefold())
                if same_name is not None:
                    same_name.append((known.record.id, known.record.path.casefold().split("/")))
        return {path: _longest_common_end(names, ends[names[-1]]) for path, names in parts.items()}

    def _by_name(self, frame: Frame) -> list[FileId]:
        """Return the files that define the type and the function of a frame that names no file of the index.

        A frame that names a file is of an older version, whose file was moved since: a file qualifies if it is
        still below the folder of that name.
        """
        if not frame.names or frame.names[-1].startswith("__"):
            return []
        definitions = self._corpus.catalogue.definitions
        if frame.path:
            folder = frame.path.casefold().split("/")[-2:-1]
            defining = sorted(definitions.files_defining(frame.names[-1]))
            moved = [file for file in defining if folder and folder[0] in _folders_of(file)]
            return moved if len(moved) <= _MOST_PER_FRAME else []
        *outer, last = frame.names[-2:]
        files = set(definitions.files_defining(last))
        for name in outer:
            files &= set(definitions.files_defining(name))
        return sorted(files) if len(files) <= _MOST_PER_FRAME else []


def _folders_of(file: FileId) -> list[str]:
    return file.partition(":file:")[2].casefold().split("/")[:-1]


def _may_be_in(frame: Frame, file: FileRecord) -> bool:
    """Return whether a frame may be of a file: they share a folder, or the file defines its function or type.

    Every program has a ``main.go`` or an ``__init__.py``; its name alone says nothing.
    """
    parts, file_parts = frame.path.casefold().split("/"), file.path.casefold().split("/")
    if not frame.path or not frame.names or _common_end(parts, file_parts) > 1:
        return True
    is_bare = len(parts) == 1 and len(frame.names) == 1
    is_nameless = _NAMELESS.search(frame.name) is not None
    defined = {folded(name) for name in file.definitions}
    return is_bare or is_nameless or not defined or any(folded(name) in defined for name in frame.names[-2:])


def _longest_common_end(names: Sequence[str], files: Sequence[tuple[FileId, list[str]]]) -> list[FileId]:
    lengths = {file: _common_end(names, parts) for file, parts in files}
    longest = max(lengths.values(), default=0)
    best = [file for file, length in lengths.items() if length == longest]
    best.sort(key=lambda file: (file.count("/"), file))  # copies in examples and benchmarks lie deeper
    return best if len(best) <= _MOST_PER_FRAME else []


def _common_end(left_parts: Sequence[str], right_parts: Sequence[str]) -> int:
    count = 0
    for left, right in zip(reversed(left_parts), reversed(right_parts), strict=False):
        if left != right:
            break
        count += 1
    return count


def _signal(rank: int, frames: Sequence[Frame]) -> Signal:
    value = _SECOND_FRAME * _FADES ** (rank - 1) if rank else 1.0
    return Signal(NAMED_PLACE, value, value * STRONGEST_FRAME, _described(frames[0]))


def _described(frame: Frame) -> str:
    """Return the place for people: the file's name and line, and the function."""
    location = frame.path.rpartition("/")[2] + (f":{frame.line}" if frame.line else "")
    name = ".".join(frame.names[-2:])
    return " ".join(part for part in (location, f"({name})" if location and name else name) if part)


def _chunks_of(chunks: Sequence[Chunk], frames: Sequence[Frame]) -> list[ChunkId]:
    """Return for each frame the chunk of its function if it has one, otherwise the chunk that contains its line.

    The function is tried before the line: a trace is often of an older version with other lines. If no frame
    has either, the result is the first chunk, so that the file is a candidate although no word leads to it.
    """
    chosen: list[ChunkId] = []
    for frame in frames:
        at_line = [chunk for chunk in chunks if chunk.start_line <= frame.line <= chunk.end_line]
        function = folded(frame.names[-1]) if frame.names else ""
        named = [chunk for chunk in chunks if function and any(folded(name) == function for name in chunk.symbols)]
        both = [chunk for chunk in named if chunk in at_line]
        chosen += [chunk.id for chunk in (both or named or at_line)[:1]]
    return chosen or [chunk.id for chunk in chunks[:1]]
