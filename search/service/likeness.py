"""Which of the files that a query found are one result.

They are near-identical (generated, vendored or copied from each other), one page in its languages and versions, or
a program's messages in several languages.
"""

from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from search.analysis.catalogues import catalogue_of, is_translation
from search.analysis.pages import is_page, page_of
from search.analysis.terms import terms_of_path, terms_of_symbol
from search.retrieval.bm25_strings import encoded
from search.service.candidate_files import CandidateFiles
from search.service.triples import FileText, nearly_equal, triples_of
from search.storage.chunks_table import ChunksTable
from search.types.chunks import ChunkKind
from search.types.files import FileRecord, Flag
from search.types.ids import FileId, RootId

SAME = 0.9
"""Least share of common word triples: a licence year or a renamed type apart, not a function."""
LEAST_CHARACTERS = 200
"""Shorter files are near-identical only when they are equal."""
_SIZE = 0.9
"""Least ratio of the sizes of near-identical files."""
_NAMES = 0.7
"""Least share of common defined names, by which most pairs are told apart without reading anything."""
_DIFFERENT = (1.0 - _NAMES) / (1.0 + _NAMES)
"""Largest number of names that one of two files alone has, by the number of names of both together: it follows."""
_ROUNDING = 1e-6
_COSINE = 0.1
"""Largest difference of two files' best cosines: what answers a question differently is no duplicate."""
_BM25 = 0.75
"""Least ratio of two files' best BM25 scores, for the same reason."""
_REMEMBERED = 2_000
"""Files whose word triples are kept in memory, about 10 MB."""

_OUTLINED = 50_000
"""Files of which is kept what can be said of each by itself, about 20 MB; beyond them all are looked at anew."""

_BITS = 64
_NUMBER_BITS = 32

_COMPARED_AT_ONCE = 256
"""Files that are compared with all others in one go, which bounds memory."""

_JUDGED = 50_000
"""Pairs of files whose likeness is kept in memory, about 10 MB; beyond them all are judged anew."""

Beside = Mapping[RootId, object]
NONE_BESIDE: Beside = {}


class NearDuplicates:
    """Compares the files of an answer; remembers what it read of them."""

    def __init__(self, chunks: ChunksTable) -> None:
        self._chunks = chunks
        self._known: OrderedDict[tuple[FileId, str], FileText] = OrderedDict()
        self._judged: dict[int, bool] = {}
        self._numbers = count()
        self._outlines: dict[tuple[FileId, str, int], tuple[int, int, int]] = {}
        self._seen: dict[FileId, tuple[FileRecord, _Seen]] = {}

    def of(self, files: CandidateFiles, beside: Beside = NONE_BESIDE) -> dict[FileId, FileId]:
        """Return for each file that is one result with others the least of their ids.

        Args:
            files: of one answer.
            beside: of roots that hold the same files, such as work trees, what they have in common.
        """
        records = [file.record for file in files.files]
        groups, seen = _Groups(), self._seen_of(records)
        behind = _one_catalogue(records, seen)
        own = [record for record in records if record.id not in behind]
        for first, second in chain(
            _equal(own), _one_page(records, seen), behind.items(), _one_place(files, records, beside)
        ):
            groups.join(first, second)
        names = _names_of(seen)
        pairs = [
            (one, other)
            for one, other in _numbered_alike(files, records, names)
            if records[one].id not in behind and records[other].id not in behind
        ]
        keys = names.keys(pairs)
        judged = dict(zip(keys, map(self._judged.get, keys), strict=True))
        new = self._judge(
            records, {key: pair for key, pair in zip(keys, pairs, strict=True) if judged[key] is None}
        )
        if len(self._judged) > _JUDGED:
            self._judged.clear()
        self._judged.update(new)
        for key, (one, other) in zip(keys, pairs, strict=True):
            if judged[key] or new.get(key):
                groups.join(records[one].id, records[other].id)
        return groups.leaders()

    def _judge(self, records: Sequence[FileRecord], pairs: Mapping[int, tuple[int, int]]) -> dict[int, bool]:
        """Return of each of these pairs, by key, whether the two are near-identical."""
        places = {*chain.from_iterable(pairs.values())}
        defined = {place: frozenset(records[place].definitions) for place in places}
        made_alike = {
            key: (one, other)
            for key, (one, other) in pairs.items()
            if _made_alike(records[one], records[other], (defined[one], defined[other]))
        }
        texts = self._texts({records[place].id: records[place] for pair in made_alike.values() for place in pair})
        compared = [(texts[records[one].id], texts[records[other].id]) for one, other in made_alike.values()]
        return dict.fromkeys(pairs, False) | dict(zip(made_alike, nearly_equal(compared, SAME), strict=True))

    def _seen_of(self, records: Sequence[FileRecord]) -> "list[_Seen]":
        """Return what can be said of each file by itself; of a row of the manifest that is known it is kept."""
        if max(len(self._seen), len(self._outlines)) > _OUTLINED:
            self._seen.clear()
            self._outlines.clear()
        found = []
        for record in records:
            known = self._seen.get(record.id)
            if known is None or known[0] is not record:
                known = self._seen[record.id] = record, self._seen_first(record)
            found.append(known[1])
        return found

    def _seen_first(self, record: FileRecord) -> "_Seen":
        key = record.id, record.content_hash, len(record.definitions)
        outline = self._outlines.get(key)
        if outline is None:
            outline = self._outlines[key] = next(self._numbers), *_outline(record.definitions)
        document = Flag.DOCUMENT.value in record.flags
        is_one = is_page(record.path, document=document)
        page = (record.path_hash, page_of(record.path, document=document)) if is_one else None
        messages = catalogue_of(record.path)
        catalogue = (record.path_hash, messages) if messages else None
        return _Seen(*outline, record.path.rpartition("/")[2], page, catalogue)

    def _texts(self, records: Mapping[FileId, FileRecord]) -> dict[FileId, FileText]:
        """Return what is compared of each file; read at most once for each content."""
        known = {file: self._known.get((file, record.content_hash)) for file, record in records.items()}
        missing = [record for file, record in records.items() if known[file] is None]
        from_path = {record.id: terms_of_path(record.path) for record in missing}
        terms: dict[FileId, list[bytes]] = {record.id: [] for record in missing}
        for file, kind, words, symbols in self._chunks.terms_of(list(terms)):
            if kind != ChunkKind.CARD:
                terms[file].append(_of_text(words, from_path[file] + sum(map(terms_of_symbol, symbols))))
        read = {
            record.id: FileText.of(one) for record, one in zip(missing, triples_of([*terms.values()]), strict=True)
        }
        self._known.update(((record.id, record.content_hash), read[record.id]) for record in missing)
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return {file: text for file, text in known.items() if text is not None} | read


def _equal(records: Iterable[FileRecord]) -> Iterator[tuple[FileId, FileId]]:
    first: dict[str, FileId] = {}
    for record in records:
        if record.content_hash and first.setdefault(record.content_hash, record.id) != record.id:
            yield first[record.content_hash], record.id


def _one_page(records: Iterable[FileRecord], seen: "Iterable[_Seen]") -> Iterator[tuple[FileId, FileId]]:
    first: dict[tuple[str, str], FileId] = {}
    for record, page in ((record, one.page) for record, one in zip(records, seen, strict=True)):
        if page is not None and first.setdefault(page, record.id) != record.id:
            yield first[page], record.id


def _one_catalogue(records: Iterable[FileRecord], seen: "Iterable[_Seen]") -> dict[FileId, FileId]:
    """Return for each language of a catalogue but its source, or what stands for it, the file that it is one with.

    It is compared with nothing else: messages that nobody has translated yet are equal in catalogues that differ.
    """
    alike: dict[tuple[str, str], list[FileRecord]] = defaultdict(list)
    for record, one in zip(records, seen, strict=True):
        if one.catalogue is not None:
            alike[one.catalogue].append(record)
    behind: dict[FileId, FileId] = {}
    for several in alike.values():
        if len(several) > 1 and any(is_translation(record.path) for record in several):
            source, *others = sorted(several, key=lambda record: (is_translation(record.path), record.path))
            behind.update((record.id, source.id) for record in others)
    return behind


def _one_place(
    files: CandidateFiles, records: Sequence[FileRecord], beside: Beside
) -> Iterator[tuple[FileId, FileId]]:
    """Yield files at one path of several work trees that answer nearly alike, whatever differs in them."""
    first: dict[tuple[object, str], int] = {}
    for place, record in enumerate(records):
        if record.path_hash in beside:
            other = first.setdefault((beside[record.path_hash], record.path), place)
            if other != place and _answers_alike(files, other, place):
                yield records[other].id, record.id


def _answers_alike(files: CandidateFiles, one: int, other: int) -> bool:
    less, more = sorted((float(files.bm25[one]), float(files.bm25[other])))
    return abs(float(files.cosine[one] - files.cosine[other])) <= _COSINE and less >= _BM25 * more


class _Seen(NamedTuple):
    """What can be said of a file by itself.

    Attributes:
        number: one for what it holds.
        names: how many different ones it defines.
        bits: each name sets one of 64 bits.
        called: the file's own name.
        page: its root and which page of a manual it is, whatever the language and version; None for no page.
        catalogue: its root and which catalogue of messages it is, whatever the language; None for none.
    """

    number: int
    names: int
    bits: int
    called: str
    page: tuple[str, str] | None
    catalogue: tuple[str, str] | None


@dataclass(frozen=True, slots=True, eq=False)
class _Names:
    """What tells of n files without looking at their names that most of two define other ones.

    Attributes:
        numbers: (n,) one for what each holds.
        counts: (n,) different names that each defines.
        bits: (n,) each name sets one of 64 bits.
        called: (n,) a number for the file's own name, the same for equal ones.
    """

    numbers: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]
    bits: npt.NDArray[np.uint64]
    called: npt.NDArray[np.int64]

    def keys(self, pairs: Sequence[tuple[int, int]]) -> list[int]:
        """Return for each pair of these files what it is known by."""
        places = np.array(pairs, np.int64).reshape(-1, 2)
        keys: list[int] = (self.numbers[places[:, 0]] << _NUMBER_BITS | self.numbers[places[:, 1]]).tolist()
        return keys

    def may_agree(self, first: npt.NDArray[np.int64], second: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Return of which pairs `_made_alike` may be true: each bit that differs is a name that one alone has."""
        mine, others = self.counts[first], self.counts[second]
        alone = np.maximum(np.bitwise_count(self.bits[first] ^ self.bits[second]), np.abs(mine - others))
        nameless = (mine == 0) & (others == 0)
        few = alone <= _DIFFERENT * (mine + others) + _ROUNDING
        return np.asarray(few & (~nameless | (self.called[first] == self.called[second])))


def _names_of(seen: Sequence[_Seen]) -> _Names:
    """Return how many names each file defines, and which, as bits."""
    numbers, counts, bits, called, *_ = zip(*seen, strict=True) if seen else ((), (), (), ())
    return _Names(
        np.array(numbers, np.int64), np.array(counts, np.int64), np.array(bits, np.uint64), _numbers(called)
    )


def _outline(names: Iterable[str]) -> tuple[int, int]:
    """Return how many different names there are, and a number in which each sets a bit."""
    different, bits = set(names), 0
    for name in different:
        bits |= 1 << hash(name) % _BITS
    return len(different), bits


def _numbered_alike(files: CandidateFiles, records: Sequence[FileRecord], names: _Names) -> list[tuple[int, int]]:
    """Return pairs of files of one extension and nearly one size that answer the question nearly alike.

    That is by words and by meaning, and what they define may be nearly the same. The smaller file of a pair comes
    first.
    """
    sizes = np.array([record.char_count for record in records], np.float64)
    order = np.argsort(sizes, kind="stable")
    order = order[sizes[order] >= LEAST_CHARACTERS]
    sizes, cosine, bm25 = sizes[order], files.cosine[order], files.bm25[order]
    kinds = _numbers([record.ext for record in records])[order]
    ends = np.searchsorted(_SIZE * sizes, sizes, side="right")
    found: list[tuple[int, int]] = []
    for start in range(0, len(order), _COMPARED_AT_ONCE):
        places = np.arange(start, min(start + _COMPARED_AT_ONCE, len(order)))
        counts = ends[places] - places - 1
        first = np.repeat(places, counts)
        second = first + 1 + np.arange(len(first)) - np.repeat(np.cumsum(counts) - counts, counts)
        alike = kinds[first] == kinds[second]
        alike &= np.abs(cosine[first] - cosine[second]) <= _COSINE
        alike &= np.minimum(bm25[first], bm25[second]) >= _BM25 * np.maximum(bm25[first], bm25[second])
        one, other = order[first[alike]], order[second[alike]]
        agreeing = names.may_agree(one, other)
        found += zip(one[agreeing].tolist(), other[agreeing].tolist(), strict=True)
    return found


def _numbers(texts: Sequence[str]) -> npt.NDArray[np.int64]:
    """Return a number for each text, the same for equal ones."""
    number = {text: place for place, text in enumerate(dict.fromkeys(texts))}
    return np.array([number[text] for text in texts], np.int64)


def _made_alike(first: FileRecord, second: FileRecord, defined: tuple[frozenset[str], frozenset[str]]) -> bool:
    """Tell whether two files of one extension differ and define nearly the same names.

    Without any names they have to be called the same.
    """
    if first.ext != second.ext or first.content_hash == second.content_hash:
        return False
    mine, others = defined
    if not mine and not others:
        return first.path.rpartition("/")[2] == second.path.rpartition("/")[2]
    common = len(mine & others)
    return common >= _NAMES * (len(mine) + len(others) - common)


def _of_text(terms: str, added: int) -> bytes:
    """Return the terms of a chunk without the last ones, which its path and its names add."""
    parts = terms.rsplit(" ", added)
    return encoded(parts[0]) if len(parts) > added else b""


class _Groups:
    """Files joined to groups, each led by the least of its ids."""

    def __init__(self) -> None:
        self._above: dict[FileId, FileId] = {}

    def join(self, first: FileId, second: FileId) -> None:
        one, other = sorted((self._leader(first), self._leader(second)))
        self._above[one] = self._above[other] = one

    def leaders(self) -> dict[FileId, FileId]:
        return {file: self._leader(file) for file in self._above}

    def _leader(self, file: FileId) -> FileId:
        while (above := self._above.get(file, file)) != file:
            file = above
        return file
