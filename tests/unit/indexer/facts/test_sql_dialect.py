"""Which dialect a script is in, by its words and by its path."""

import pytest

from indexer.facts.sql_lexer import MYSQL, POSTGRES, SQLITE, TSQL, dialect_of

SHARED = "CREATE TABLE [Album] ([AlbumId] INTEGER NOT NULL, [Title] NVARCHAR(160))"


@pytest.mark.parametrize(
    ("path", "text", "dialect"),
    [
        ("db/schema.sql", SHARED, TSQL),
        ("db/schema_sqlite.sql", SHARED, SQLITE),
        ("db/SQLite/schema.sql", SHARED, SQLITE),
        ("mysql/postgres/schema.sql", "CREATE TABLE t (id INT)", POSTGRES),
        ("mysql-to-postgres/schema.sql", "CREATE TABLE t (id INT)", ""),
        ("sqlite/old.sql", "CREATE TABLE [dbo].[T] (Id UNIQUEIDENTIFIER, N NCHAR(9))\nGO\nSET NOCOUNT ON", TSQL),
        ("any.sql", "DELIMITER $$\nCREATE PROCEDURE p() BEGIN END$$", MYSQL),
    ],
)
def test_the_dialect_follows_from_words_and_path(path: str, text: str, dialect: str) -> None:
    assert dialect_of(text, path) == dialect
