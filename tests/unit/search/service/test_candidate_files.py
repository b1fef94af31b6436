"""Hits that are made of what is answered alone are those that would be made of all candidates."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from search.ranking.candidates import Candidates
from search.ranking.rerank import best_hits, first_of
from search.ranking.signals.scores import StructureScores
from search.retrieval.stored_catalogue import CataloguedFile
from search.service.candidate_files import CandidateFiles
from search.types.files import FileRecord, FileState
from search.types.ids import ChunkId, FileId, RootId
from search.types.query import Aggregate, Fusion, Mode, RankSettings
from search.types.results import Signal

SHARES = st.sampled_from([0.0, 0.25, 0.5, 1.0])
FLAGS = st.sampled_from([(), ("document",)])


@st.composite
def candidates(draw: st.DrawFn) -> CandidateFiles:
    counts = draw(st.lists(st.integers(1, 3), min_size=1, max_size=6))
    paths = [f"f{number}.py" for number in range(len(counts))]
    chunks = [f"r@m:chunk:{path}#p/{n}" for path, count in zip(paths, counts, strict=True) for n in range(count)]

    def values(size: int) -> list[float]:
        return draw(st.lists(SHARES, min_size=size, max_size=size))

    def ranks() -> "np.typing.NDArray[np.int32]":
        return np.array(draw(st.permutations(range(len(chunks)))), np.int32)

    records = [
        FileRecord(FileId(f"r@m:file:{path}"), RootId("r"), "r", "m", path, FileState.INDEXED, flags=draw(FLAGS))
        for path in paths
    ]
    total = np.array(values(len(paths)))
    signals = [(Signal("x", value, value),) for value in total.tolist()]
    structures = StructureScores(
        total,
        total / 2,
        total / 4,
        total / 8,
        np.ones(len(paths)),
        total == 1.0,
        total == 0.5,
        signals.__getitem__,
    )
    near_identical = draw(st.sets(st.sampled_from([record.id for record in records])))
    return CandidateFiles(
        files=tuple(CataloguedFile(record, frozenset()) for record in records),
        root_paths=("",) * len(paths),
        structures=structures,
        bm25=np.array(values(len(paths))),
        cosine=np.array(values(len(paths))),
        scores=Candidates(
            file_ids=tuple(record.id for record in records),
            chunk_ids=tuple(chunks),
            chunk_file=np.repeat(np.arange(len(counts), dtype=np.int32), counts),
            keyword=np.array(values(len(chunks))),
            semantic=np.array(values(len(chunks))),
            words=np.array(values(len(chunks))),
            meaning=np.array(values(len(chunks))),
            keyword_rank=ranks(),
            semantic_rank=ranks(),
            bonus=np.zeros(len(chunks)),
            structure=np.zeros(len(paths)),
            names=np.zeros(len(paths)),
            history=np.zeros(len(paths)),
            history_names=np.zeros(len(paths)),
            card=np.array(values(len(paths))),
            demotion=np.ones(len(paths)),
            unembedded=np.zeros(len(paths), np.bool_),
            confidence=np.array(values(len(paths))),
            pinned=np.zeros(len(paths), np.bool_),
            uses=np.zeros(len(paths), np.bool_),
        ),
        near_duplicates=dict.fromkeys(near_identical, min(near_identical)) if len(near_identical) > 1 else {},
    )


SETTINGS = st.builds(
    RankSettings,
    mode=st.sampled_from(Mode),
    fusion=st.sampled_from(Fusion),
    aggregate=st.sampled_from(Aggregate),
    structure=st.booleans(),
    min_score=st.sampled_from([0.0, 0.4]),
    collapse=st.booleans(),
)


@given(candidates(), SETTINGS, st.sampled_from([None, 1, 2, 10]))
def test_what_is_made_of_the_first_equals_the_first_of_all(
    files: CandidateFiles, settings: RankSettings, most: int | None
) -> None:
    assert first_of(files, settings, most) == best_hits(files.hits(), settings, most)


@given(candidates())
def test_a_bonus_puts_a_chunk_first_and_a_reason_puts_a_file_first(files: CandidateFiles) -> None:
    chunk, file = ChunkId(files.scores.chunk_ids[-1]), files.files[-1].record.id
    signal = Signal("graph", 1.0, 0.3, "calls it")
    changed = files.with_bonus({chunk}, 9.0).with_reasons({file: signal})
    hit = next(hit for hit in first_of(changed, RankSettings(collapse=False), None)[0] if hit.file_id == file)
    assert hit.pinned
    assert hit.chunks[0].id == chunk
    assert hit.why.signals[0] == signal
    assert hit.structure == files.structures.total[-1] + signal.share


@given(candidates())
def test_those_that_are_left_keep_their_scores(files: CandidateFiles) -> None:
    left = files.only(lambda signals: signals[0].share < 1.0)
    assert left.hits() == [hit for hit in files.hits() if hit.structure < 1.0]
