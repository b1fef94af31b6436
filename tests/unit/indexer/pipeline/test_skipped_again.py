"""Files that only reading shows to hold nothing to index."""

from search.types.files import FileState
from tests.unit.indexer.pipeline.conftest import Bench

EMPTY_RTF = b"{\\rtf1\\ansi }"


def states(bench: Bench) -> dict[str, tuple[FileState, str]]:
    return {path: (row.state, row.reason) for path, row in bench.rows().items()}


def test_a_document_without_text_is_read_once(bench: Bench) -> None:
    bench.write("empty.rtf", EMPTY_RTF)
    bench.index(semantic=False)
    before = states(bench)
    assert before == {"empty.rtf": (FileState.SKIPPED, "no text")}
    assert bench.index(semantic=False).changed == 0
    assert states(bench) == before


def test_what_is_read_again_and_skipped_again_waits_no_longer(bench: Bench) -> None:
    bench.write("empty.rtf", EMPTY_RTF)
    bench.write("picture.txt", b"\x89PNG\0\0\0\1" * 50)
    bench.write("cart.py", "class Cart:\n    pass\n")
    bench.index(semantic=False)
    before = states(bench)
    bench.write(".dowse.toml", '[[rules]]\nglob = "src/**"\ntags = ["a"]\n')
    bench.index(semantic=False)
    after = states(bench)
    assert {path: after[path] for path in before} == before
