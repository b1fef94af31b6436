"""An index that an older version of the program wrote opens in this one, and answers from what it holds."""

from pathlib import Path

import pytest

from app.composition import hosted_core
from search.storage.versions import SCHEMA_VERSION
from search.types.filters import OWNER
from search.types.graph import Direction, TreeRequest
from search.types.query import SearchQuery
from tests.golden.stored_index import archive_of, unpacked


def test_the_present_schema_has_a_stored_index() -> None:
    assert archive_of(SCHEMA_VERSION).is_file()


@pytest.mark.parametrize("schema", range(1, SCHEMA_VERSION + 1))
def test_a_stored_index_opens_and_answers(schema: int, tmp_path: Path) -> None:
    index = unpacked(schema, tmp_path)
    config = tmp_path / "config.toml"
    config.write_text("[embeddings]\nsemantic = false\n")
    with hosted_core(index, config=config, serves=False, follows=False) as core:
        assert core.status(OWNER).files == 3
        hits = core.search(SearchQuery("renew_lease")).files
        assert hits[0].path == "lease.py"
        tree = core.tree(TreeRequest("renew_lease", Direction.USED_BY, depth=2), OWNER)
        assert "close_shift" in [line.name for line in tree.nodes]
