"""The columns in the answer about a table."""

from pathlib import Path

from app.composition import Role, make_core
from app.core.answers.graph import TableAnswer
from search.config.settings import Docs, Embeddings, Settings
from search.types.filters import OWNER
from search.types.graph_queries import TableRequest

SQL = """
CREATE TABLE dbo.Orders (Id int, Total int)
GO
CREATE PROCEDURE dbo.Raise AS UPDATE dbo.Orders SET Total = 2
GO
CREATE PROCEDURE dbo.Ids AS SELECT Id FROM dbo.Orders
GO
"""


def test_readers_and_writers_of_a_table_have_the_columns_that_they_name(tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    folder.mkdir()
    folder.joinpath("shop.sql").write_text(SQL, encoding="utf-8")
    settings = Settings(docs=Docs(watch_for_changes=False), embeddings=Embeddings(semantic=False))
    core = make_core(tmp_path / "index", settings, Role(follows=False))
    try:
        core.index([str(folder)], semantic=False)
        answer = TableAnswer.of(core.table(TableRequest("Orders"), OWNER))
    finally:
        core.close()
    (reader,), (writer,) = answer.readers, answer.writers
    assert [(reader.name, edge.columns) for edge in reader.edges] == [("Ids", ("Id",))]
    assert [(writer.name, edge.columns) for edge in writer.edges] == [("Raise", ("Total",))]
