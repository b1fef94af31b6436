"""Groups the files of an answer that are shown as one result.

A group holds near-identical files (generated, vendored or copied from each other), one manual page in several
languages and versions, or the message catalogues of a program in several languages.
"""

from collections import OrderedDict, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from search.analysis.catalogues import catalogue_of, is_translation
from search.analysis.pages import is_page, page_of
from search.analysis.terms import terms_of_path, terms_of_symbol
from search.retrieval.bm25_strings import encoded
from search.retrieval.corpus import Corpus
from search.service.candidate_files import CandidateFiles
from search.service.rendered_pages import rendered_pairs
from search.service.triples import FileText, nearly_equal, triples_of
from search.storage.chunks_table import ChunksTable
from search.types.files import FileRecord, Flag
from search.types.ids import FileId, RootId

SAME = 0.9
"""Least share of common word triples: files may differ by a licence year or a renamed type, not by a function."""
RENDERED = 0.5
"""The same for a document and the page that was made of it, which has no addresses of links, for instance.

The pages of healthchecks share 0.58 to 0.94 of their triples with the Markdown beside them."""
LEAST_CHARACTERS = 200
"""Shorter files are grouped only if they are equal."""
_SIZE = 0.9
"""Least ratio of the sizes of near-identical files."""
_NAMES = 0.7
"""Least share of common defined names; rules out most pairs without reading their text."""
_DIFFERENT = (1.0 - _NAMES) / (1.0 + _NAMES)
"""Largest share of names that only one of two files has; follows from `_NAMES`."""
_ROUNDING = 1e-6
_COSINE = 0.1
"""Largest difference of two files' best cosines: files that answer differently are not duplicates."""
_BM25 = 0.75
"""Least ratio of two files' best BM25 scores, for the same reason."""
_REMEMBERED = 2_000
"""Files whose word triples are cached, about 10 MB."""

_OUTLINED = 50_000
"""Files whose outline is cached, about 20 MB; a full cache is emptied."""

_BITS = 64
_NUMBER_BITS = 32

_COMPARED_AT_ONCE = 256
"""Files that are compared with all others in one step; bounds memory."""

_JUDGED = 50_000
"""Pairs of files whose comparison is cached, about 10 MB; a full cache is emptied."""

WorkTreeGroups = Mapping[RootId, object]
"""A key for each root that has sibling work trees, the same for all siblings."""

NO_WORK_TREES: WorkTreeGroups = {}


class NearDuplicates:
    """Compares the files of an answer; caches their texts."""

    def __init__(self, chunks: ChunksTable, corpus: Corpus) -> None:
        self._chunks, self._corpus = chunks, corpus
        self._known: OrderedDict[tuple[FileId, str], FileText] = OrderedDict()
        self._judged: dict[int, bool] = {}
        self._numbers = count()
        self._outlines: dict[tuple[FileId, str, int], tuple[int, int, int]] = {}
        self._seen: dict[FileId, tuple[FileRecord, _Outline]] = {}

    def of(self, files: CandidateFiles, work_trees: WorkTreeGroups = NO_WORK_TREES) -> dict[FileId, FileId]:
        """Return the smallest id of the group for each file that is one result with others.

        Args:
            files: the files of one answer.
            work_trees: the key of each root that has sibling work trees.
        """
        records = [file.record for file in files.files]
        outlines = self._outlines_of(records)
        source_of = _one_catalogue(records, outlines)
        own = [record for record in records if record.id not in source_of]
        groups = _Groups()
        for first, second in chain(
            _equal(own),
            _one_page(records, outlines),
            source_of.items(),
            _same_path(files, records, work_trees),
            self._near_identical(files, outlines, source_of.keys()),
            self._rendered(own),
        ):
            groups.join(first, second)
        return groups.leaders()

    def _near_identical(
        self, files: CandidateFiles, outlines: "Sequence[_Outline]", excluded: Collection[FileId]
    ) -> Iterator[tuple[FileId, FileId]]:
        """Yield the pairs of near-identical files without those that are ``excluded``."""
        records, columns = [file.record for file in files.files], _columns(outlines)
        pairs = [
            (first, second)
            for first, second in _similar_pairs(files, records, columns)
            if records[first].id not in excluded and records[second].id not in excluded
        ]
        keys = columns.keys(pairs)
        judged = dict(zip(keys, map(self._judged.get, keys), strict=True))
        new = self._judge(
            records, {key: pair for key, pair in zip(keys, pairs, strict=True) if judged[key] is None}
        )
        if len(self._judged) > _JUDGED:
            self._judged.clear()
        self._judged.update(new)
        for key, (first, second) in zip(keys, pairs, strict=True):
            if judged[key] or new.get(key):
                yield records[first].id, records[second].id

    def _rendered(self, records: Iterable[FileRecord]) -> Iterator[tuple[FileId, FileId]]:
        """Yield the pairs of a document and a page that was made of it, beside it and under its name."""
        twins = rendered_pairs(records)
        texts = self._texts({record.id: record for pair in twins for record in pair}) if twins else {}
        compared = [(texts[page.id], texts[source.id]) for page, source in twins]
        for (page, source), same in zip(twins, nearly_equal(compared, RENDERED), strict=True):
            if same:
                yield page.id, source.id

    def _judge(self, records: Sequence[FileRecord], pairs: Mapping[int, tuple[int, int]]) -> dict[int, bool]:
        """Return for each pair, by key, whether its files are near-identical."""
        indices = {*chain.from_iterable(pairs.values())}
        defined = {index: frozenset(records[index].definitions) for index in indices}
        candidates = {
            key: (first, second)
            for key, (first, second) in pairs.items()
            if _definitions_similar(records[first], records[second], (defined[first], defined[second]))
        }
        texts = self._texts({records[index].id: records[index] for pair in candidates.values() for index in pair})
        compared = [(texts[records[first].id], texts[records[second].id]) for first, second in candidates.values()]
        return dict.fromkeys(pairs, False) | dict(zip(candidates, nearly_equal(compared, SAME), strict=True))

    def _outlines_of(self, records: Sequence[FileRecord]) -> "list[_Outline]":
        """Return the outline of each file; outlines of unchanged manifest rows come from the cache."""
        if max(len(self._seen), len(self._outlines)) > _OUTLINED:
            self._seen.clear()
            self._outlines.clear()
        outlines = []
        for record in records:
            known = self._seen.get(record.id)
            if known is None or known[0] is not record:
                known = self._seen[record.id] = record, self._new_outline(record)
            outlines.append(known[1])
        return outlines

    def _new_outline(self, record: FileRecord) -> "_Outline":
        key = record.id, record.content_hash, len(record.definitions)
        outline = self._outlines.get(key)
        if outline is None:
            outline = self._outlines[key] = next(self._numbers), *_outline(record.definitions)
        document = Flag.DOCUMENT.value in record.flags
        has_page = is_page(record.path, document=document)
        page = (record.path_hash, page_of(record.path, document=document)) if has_page else None
        messages = catalogue_of(record.path)
        catalogue = (record.path_hash, messages) if messages else None
        return _Outline(*outline, record.path.rpartition("/")[2], page, catalogue)

    def _texts(self, records: Mapping[FileId, FileRecord]) -> dict[FileId, FileText]:
        """Return the text of each file for the comparison; reads each content at most once."""
        known = {file: self._known.get((file, record.content_hash)) for file, record in records.items()}
        missing = [record for file, record in records.items() if known[file] is None]
        from_path = {record.id: terms_of_path(record.path) for record in missing}
        terms: dict[FileId, list[bytes]] = {record.id: [] for record in missing}
        chunks = self._corpus.chunks_of_each(list(terms))
        file_of = {chunk: file for file, of_file in chunks.items() for chunk in of_file}
        for chunk, words, symbols in self._chunks.terms_of(list(file_of)):
            file = file_of[chunk]
            terms[file].append(_without_last_terms(words, from_path[file] + sum(map(terms_of_symbol, symbols))))
        read = {
            record.id: FileText.of(triples)
            for record, triples in zip(missing, triples_of([*terms.values()]), strict=True)
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


def _one_page(records: Iterable[FileRecord], seen: "Iterable[_Outline]") -> Iterator[tuple[FileId, FileId]]:
    first: dict[tuple[str, str], FileId] = {}
    for record, page in ((record, outline.page) for record, outline in zip(records, seen, strict=True)):
        if page is not None and first.setdefault(page, record.id) != record.id:
            yield first[page], record.id


def _one_catalogue(records: Iterable[FileRecord], seen: "Iterable[_Outline]") -> dict[FileId, FileId]:
    """Return the source catalogue, or its substitute, for each translation of a message catalogue.

    Translations are compared with nothing else: untranslated messages are equal in different catalogues.
    """
    by_catalogue: dict[tuple[str, str], list[FileRecord]] = defaultdict(list)
    for record, outline in zip(records, seen, strict=True):
        if outline.catalogue is not None:
            by_catalogue[outline.catalogue].append(record)
    source_of: dict[FileId, FileId] = {}
    for languages in by_catalogue.values():
        if len(languages) > 1 and any(is_translation(record.path) for record in languages):
            source, *others = sorted(languages, key=lambda record: (is_translation(record.path), record.path))
            source_of.update((record.id, source.id) for record in others)
    return source_of


def _same_path(
    files: CandidateFiles, records: Sequence[FileRecord], work_trees: WorkTreeGroups
) -> Iterator[tuple[FileId, FileId]]:
    """Yield pairs of files at one path in several work trees with similar scores, whatever their contents."""
    first: dict[tuple[object, str], int] = {}
    for index, record in enumerate(records):
        if record.path_hash in work_trees:
            other = first.setdefault((work_trees[record.path_hash], record.path), index)
            if other != index and _scores_similar(files, other, index):
                yield records[other].id, record.id


def _scores_similar(files: CandidateFiles, first: int, second: int) -> bool:
    less, more = sorted((float(files.bm25[first]), float(files.bm25[second])))
    return abs(float(files.cosine[first] - files.cosine[second])) <= _COSINE and less >= _BM25 * more


class _Outline(NamedTuple):
    """The properties of one file that the comparison needs.

    Attributes:
        number: identifies the file and its content.
        name_count: number of distinct names that it defines.
        bits: each defined name sets one of 64 bits.
        file_name: last part of its path.
        page: its root and manual page, regardless of language and version; None if it is not a page.
        catalogue: its root and message catalogue, regardless of language; None if it is not a catalogue.
    """

    number: int
    name_count: int
    bits: int
    file_name: str
    page: tuple[str, str] | None
    catalogue: tuple[str, str] | None


@dataclass(frozen=True, slots=True, eq=False)
class _Outlines:
    """Outlines of n files as columns; they rule out most pairs without comparing the defined names.

    Attributes:
        numbers: (n,) identifies each file and its content.
        counts: (n,) number of distinct names that each defines.
        bits: (n,) each defined name sets one of 64 bits.
        file_names: (n,) a number for the last part of the path, the same for equal ones.
    """

    numbers: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]
    bits: npt.NDArray[np.uint64]
    file_names: npt.NDArray[np.int64]

    def keys(self, pairs: Sequence[tuple[int, int]]) -> list[int]:
        """Return the cache key of each pair of these files."""
        indices = np.array(pairs, np.int64).reshape(-1, 2)
        keys: list[int] = (self.numbers[indices[:, 0]] << _NUMBER_BITS | self.numbers[indices[:, 1]]).tolist()
        return keys

    def may_agree(self, first: npt.NDArray[np.int64], second: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Return for which pairs `_definitions_similar` may be true.

        Each bit that differs is a name that only one of the two files defines.
        """
        mine, others = self.counts[first], self.counts[second]
        alone = np.maximum(np.bitwise_count(self.bits[first] ^ self.bits[second]), np.abs(mine - others))
        nameless = (mine == 0) & (others == 0)
        few = alone <= _DIFFERENT * (mine + others) + _ROUNDING
        return np.asarray(few & (~nameless | (self.file_names[first] == self.file_names[second])))


def _columns(seen: Sequence[_Outline]) -> _Outlines:
    """Return the outlines as columns."""
    return _Outlines(
        np.array([outline.number for outline in seen], np.int64),
        np.array([outline.name_count for outline in seen], np.int64),
        np.array([outline.bits for outline in seen], np.uint64),
        _numbers([outline.file_name for outline in seen]),
    )


def _outline(names: Iterable[str]) -> tuple[int, int]:
    """Return the number of distinct names, and a number in which each name sets a bit."""
    distinct, bits = set(names), 0
    for name in distinct:
        bits |= 1 << hash(name) % _BITS
    return len(distinct), bits


def _similar_pairs(
    files: CandidateFiles, records: Sequence[FileRecord], names: _Outlines
) -> list[tuple[int, int]]:
    """Return pairs of files with one extension and similar sizes, scores and definitions.

    Both scores must be similar, and the outlines must allow similar definitions. The smaller file of a pair comes
    first.
    """
    sizes = np.array([record.char_count for record in records], np.float64)
    order = np.argsort(sizes, kind="stable")
    order = order[sizes[order] >= LEAST_CHARACTERS]
    sizes, cosine, bm25 = sizes[order], files.cosine[order], files.bm25[order]
    kinds = _numbers([record.ext for record in records])[order]
    ends = np.searchsorted(_SIZE * sizes, sizes, side="right")
    pairs: list[tuple[int, int]] = []
    for start in range(0, len(order), _COMPARED_AT_ONCE):
        positions = np.arange(start, min(start + _COMPARED_AT_ONCE, len(order)))
        counts = ends[positions] - positions - 1
        first = np.repeat(positions, counts)
        second = first + 1 + np.arange(len(first)) - np.repeat(np.cumsum(counts) - counts, counts)
        similar = kinds[first] == kinds[second]
        similar &= np.abs(cosine[first] - cosine[second]) <= _COSINE
        similar &= np.minimum(bm25[first], bm25[second]) >= _BM25 * np.maximum(bm25[first], bm25[second])
        smaller, larger = order[first[similar]], order[second[similar]]
        agreeing = names.may_agree(smaller, larger)
        pairs += zip(smaller[agreeing].tolist(), larger[agreeing].tolist(), strict=True)
    return pairs


def _numbers(texts: Sequence[str]) -> npt.NDArray[np.int64]:
    """Return a number for each text, the same for equal texts."""
    number = {text: index for index, text in enumerate(dict.fromkeys(texts))}
    return np.array([number[text] for text in texts], np.int64)


def _definitions_similar(
    first: FileRecord, second: FileRecord, defined: tuple[frozenset[str], frozenset[str]]
) -> bool:
    """Return whether two files of one extension have different contents and define nearly the same names.

    If neither defines any, their file names must be equal.
    """
    if first.ext != second.ext or first.content_hash == second.content_hash:
        return False
    mine, others = defined
    if not mine and not others:
        return first.path.rpartition("/")[2] == second.path.rpartition("/")[2]
    common = len(mine & others)
    return common >= _NAMES * (len(mine) + len(others) - common)


def _without_last_terms(terms: str, added: int) -> bytes:
    """Return the terms of a chunk without the last ones, which come from its path and its symbols."""
    parts = terms.rsplit(" ", added)
    return encoded(parts[0]) if len(parts) > added else b""


class _Groups:
    """Disjoint sets of files; the leader of each set is its smallest id."""

    def __init__(self) -> None:
        self._parents: dict[FileId, FileId] = {}

    def join(self, first: FileId, second: FileId) -> None:
        least, other = sorted((self._leader(first), self._leader(second)))
        self._parents[least] = self._parents[other] = least

    def leaders(self) -> dict[FileId, FileId]:
        return {file: self._leader(file) for file in self._parents}

    def _leader(self, file: FileId) -> FileId:
        while (parent := self._parents.get(file, file)) != file:
            file = parent
        return file
