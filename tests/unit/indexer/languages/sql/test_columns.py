"""The columns that statements read and write, as far as they name them."""

import pytest

from search.graph.dependency_graph import DependencyGraph
from search.types.graph import EdgeType
from tests.unit.indexer.resolve.graph_samples import graph_of, short

TABLES = """
CREATE TABLE dbo.Orders (
    Id int IDENTITY(1,1) NOT NULL, CustomerId int, Total decimal(10,2) DEFAULT (0), [Order Name] nvarchar(50),
    CONSTRAINT pk PRIMARY KEY (Id)
)
GO
CREATE TABLE dbo.Customer (Id int, Email varchar(10), Name text)
GO
CREATE PROCEDURE dbo.P @id int AS
BEGIN
SET NOCOUNT ON
%s
END
GO
"""
STATEMENTS = {
    "SELECT Id, Total FROM dbo.Orders WHERE CustomerId = @id ORDER BY Total DESC": {
        "reads orders": "Id Total CustomerId"
    },
    "SELECT TOP 5 * FROM dbo.Orders": {"reads orders": "*"},
    "SELECT o.*, c.Email FROM dbo.Orders o, dbo.Customer c": {"reads orders": "*", "reads customer": "Email"},
    "SELECT Total AS T, Number = o.Id, CustomerId Buyer, COUNT(*) FROM dbo.Orders AS o GROUP BY [Order Name]": {
        "reads orders": "Total Id CustomerId Order Name"
    },
    "SELECT Total, Email FROM dbo.Orders JOIN dbo.Customer ON dbo.Customer.Id = CustomerId": {
        "reads orders": "Total CustomerId",
        "reads customer": "Email Id",
    },
    "SELECT Id FROM dbo.Orders o WHERE EXISTS (SELECT 1 FROM dbo.Customer c WHERE c.Id = o.CustomerId)": {
        "reads orders": "Id CustomerId",
        "reads customer": "Id",
    },
    "SELECT CASE WHEN Total > 0 THEN 'Y' ELSE 'N' END [Is paid], 'x' Sign FROM dbo.Orders": {
        "reads orders": "Total"
    },
    "SELECT CASE WHEN Total > 0 THEN CAST(Total AS decimal(3,1)) ELSE NULL END FROM dbo.Orders": {
        "reads orders": "Total"
    },
    "INSERT INTO dbo.Orders (CustomerId, [Order Name]) SELECT Id, Name FROM dbo.Customer": {
        "writes orders": "CustomerId Order Name",
        "reads customer": "Id Name",
    },
    "INSERT dbo.Orders (Total) VALUES (@id) SET @id = 3": {"writes orders": "Total"},
    "UPDATE dbo.Orders SET Total = @id, CustomerId = 2 WHERE Id = @id": {"writes orders": "Total CustomerId"},
    "UPDATE o SET o.Total = 1 FROM dbo.Orders o JOIN dbo.Customer c ON c.Id = o.CustomerId": {
        "writes orders": "Total",
        "reads orders": "CustomerId",
        "reads customer": "Id",
    },
    "DELETE FROM dbo.Orders WHERE Id = 2": {"writes orders": ""},
    "MERGE INTO dbo.Orders AS t USING dbo.Customer AS s ON t.CustomerId = s.Id WHEN MATCHED THEN UPDATE SET"
    " Total = s.Id WHEN NOT MATCHED THEN INSERT (Id, CustomerId) VALUES (s.Id, 1);": {
        "writes orders": "Total Id CustomerId",
        "reads customer": "Id",
    },
    "WITH q AS (SELECT Id FROM dbo.Orders) SELECT q.Other, * FROM q": {"reads orders": "Id"},
}


READ = {"int": "Id", "string": "Total"}


def columns_of(files: dict[str, str], source: str) -> dict[str, str]:
    """``reads table`` -> columns, of what a node does to tables."""
    return {
        f"{edge.type.partition('_')[0]} {edge.target.rpartition('.')[2]}": " ".join(edge.columns)
        for edge in graph_of(files).edges
        if short(edge.source) == source and edge.type in {EdgeType.READS_TABLE, EdgeType.WRITES_TABLE}
    }


@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_procedure_reads_and_writes_the_columns_that_its_statements_name(statement) -> None:
    assert columns_of({"a.sql": TABLES % statement}, "sql:dbo.p") == STATEMENTS[statement]


def test_a_statement_in_a_program_names_columns_of_tables_that_scripts_create() -> None:
    statement = "SELECT Total, Email FROM Orders o JOIN Customer c ON c.Id = o.CustomerId"
    files = {"a.sql": TABLES % "SELECT 1", "b.cs": f'class R {{ void F() {{ Run("{statement}"); }} }}'}
    assert columns_of(files, "cs:R.F") == {"reads orders": "Total CustomerId", "reads customer": "Email Id"}


def test_two_statements_on_one_table_have_the_columns_of_both_once() -> None:
    body = "SELECT Id FROM dbo.Orders SELECT ID, total FROM Orders"
    assert columns_of({"a.sql": TABLES % body}, "sql:dbo.p") == {"reads orders": "Id total"}


def test_overloads_merged_read_the_columns_of_all() -> None:
    methods = [f'void F({each} a) {{ Run("SELECT {name} FROM Orders"); }}' for each, name in READ.items()]
    code = "\n".join(("class R {", *methods, "}"))
    graph = graph_of({"a.sql": TABLES % "SELECT 1", "b.cs": code})
    whole = DependencyGraph(graph.nodes, graph.edges)
    (reading,) = (
        edge for edge in map(whole.edge, range(len(whole.table))) if edge.edge_type is EdgeType.READS_TABLE
    )
    assert reading.columns == ("Id", "Total")


def test_a_hostile_statement_stays_bounded() -> None:
    assert columns_of({"a.sql": "CREATE PROCEDURE P AS SELECT " + "(" * 20_000 + " a FROM b"}, "sql:dbo.p") == {}
