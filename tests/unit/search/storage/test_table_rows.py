"""What is read is what the library's own synchronous calls read."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from search.storage.lance import Expr, col, lancedb, lit
from search.storage.table_rows import IndexUse, put_rows, select, select_nearest

COLUMNS = ["id", "size"]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A table of 60 rows in three fragments."""
    folder: Path = tmp_path_factory.mktemp("rows")
    vectors = np.random.default_rng(7).normal(size=(60, 8)).astype(np.float32)
    parts = [
        pa.table(
            {
                "id": [f"row {number}" for number in range(start, start + 20)],
                "size": list(range(start, start + 20)),
                "vector": pa.array(list(vectors[start : start + 20]), pa.list_(pa.float32(), 8)),
            }
        )
        for start in (0, 20, 40)
    ]
    made = lancedb.connect(folder).create_table("rows", parts[0])
    for part in parts[1:]:
        made.add(part)
    return made


@pytest.mark.parametrize("where", [None, col("size") >= lit(17), col("size") < lit(0), "size % 7 = 3"])
@pytest.mark.parametrize("limit", [None, 2, 100])
def test_the_same_rows_come_in_the_same_order(table: Any, where: Expr | str | None, limit: int | None) -> None:
    query = table.search().select(COLUMNS)
    query = query if where is None else query.where(where)
    expected = (query if limit is None else query.limit(limit)).to_arrow()
    assert select(table, COLUMNS, where, limit).equals(expected)


@pytest.mark.parametrize("where", [None, col("size") >= lit(17)])
@pytest.mark.parametrize("index", [None, IndexUse(probes=20, refine=10)])
def test_the_nearest_are_the_same(table: Any, where: Expr | None, index: IndexUse | None) -> None:
    vector, columns = np.ones(8, np.float32), ["id", "_distance"]
    query = table.search(vector, vector_column_name="vector").distance_type("cosine").limit(5).select(columns)
    query = query if where is None else query.where(where)
    query = query.nprobes(20).refine_factor(10) if index else query.bypass_vector_index()
    assert select_nearest(table, columns, vector, 5, where, index).equals(query.to_arrow())


def test_a_column_that_is_not_there_is_an_error_of_the_library(table: Any) -> None:
    with pytest.raises((RuntimeError, ValueError), match="nowhere"):
        select(table, ["nowhere"])


def test_rows_are_appended_where_they_are_new_and_replaced_where_they_are_not(tmp_path: Path) -> None:
    schema = pa.schema([pa.field("id", pa.string(), nullable=False), pa.field("size", pa.int64())])
    made = lancedb.connect(tmp_path).create_table("rows", schema=schema)
    for size, ids in enumerate(
        (["a", "b"], ["c"], ["b", "d"], [f"row {number}" for number in range(1_100)], ["a"])
    ):
        put_rows(made, pa.table({"id": ids, "size": [size] * len(ids)}, schema=schema))
    sizes = {row["id"]: row["size"] for row in select(made, COLUMNS).to_pylist()}
    assert made.count_rows() == len(sizes) == 1_104
    assert [sizes[each] for each in ("a", "b", "c", "d", "row 7")] == [4, 2, 1, 2, 3]
