"""An option of a program leads to the code that reads it, in whatever spelling that has it."""

from collections.abc import Iterator

import pytest

from app.core.local_core import LocalCore
from search.types.query import Mode, RankSettings, SearchQuery
from tests.contracts.service_parts import core_on, written

NOISE = (
    "def index_{n}(memory):\n    # the max memory for indexing: indexing memory max\n    return max(memory, {n})\n"
)
FILES = {
    "cli/options.rs": "struct Options {\n    verbose: bool,\n    max_indexing_memory: Option<u64>,\n}\n",
    "cli/limits.ts": "export function limit(options) {\n  return options.maxIndexingMemory\n}\n",
    "cli/serve.go": 'cmd.Flags().Int("max-indexing-memory", 0, "bytes")\n',
    **{f"index/part_{n}.py": NOISE.format(n=n) for n in range(12)},
}


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    root = written(tmp_path_factory.mktemp("shop"), FILES)
    with core_on(tmp_path_factory.mktemp("index"), root, semantic=False) as made:
        yield made


@pytest.mark.parametrize(
    "text", ["--max-indexing-memory", "max-indexing-memory", "--max-indexing-memory path:cli"]
)
def test_an_option_is_found_in_every_spelling(core: LocalCore, text: str) -> None:
    result = core.search(SearchQuery(text, RankSettings(mode=Mode.KEYWORD)))
    assert {file.path for file in result.files[: result.exact_files]} == {
        "cli/options.rs",
        "cli/limits.ts",
        "cli/serve.go",
    }


@pytest.mark.parametrize("text", ["indexing-memory", "max-indexing-memory of parts", "--max"])
def test_hyphenated_words_and_questions_are_no_option(core: LocalCore, text: str) -> None:
    assert core.search(SearchQuery(text, RankSettings(mode=Mode.KEYWORD))).exact_files == 0
