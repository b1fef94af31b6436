"""A thin layer over ODBC: rows as dictionaries, one transaction a block."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pyodbc

Row = dict[str, Any]


class Database:
    """Opens a connection for each unit of work; the driver manager pools them."""

    def __init__(self, connection_string: str) -> None:
        self._connection_string = connection_string

    @contextmanager
    def transaction(self) -> Iterator["Transaction"]:
        """Commit at the end of the block, roll back when it raises."""
        connection = pyodbc.connect(self._connection_string, autocommit=False)
        try:
            yield Transaction(connection.cursor())
            connection.commit()
        except BaseException:
            connection.rollback()
            raise
        finally:
            connection.close()


class Transaction:
    """What can be done between begin and commit."""

    def __init__(self, cursor: "pyodbc.Cursor") -> None:
        self._cursor = cursor

    def rows(self, sql: str, *parameters: object) -> list[Row]:
        """Return all rows of a query."""
        self._cursor.execute(sql, *parameters)
        names = [column[0] for column in self._cursor.description]
        return [dict(zip(names, values, strict=True)) for values in self._cursor.fetchall()]

    def execute(self, sql: str, *parameters: object) -> int:
        """Run a statement; return how many rows it changed."""
        self._cursor.execute(sql, *parameters)
        return int(self._cursor.rowcount)
