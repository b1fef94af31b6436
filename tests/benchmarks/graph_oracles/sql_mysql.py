"""MySQL schemas, beside the catalog of a live MariaDB server that loaded them.

The server is a throw-away one in a folder of its own, without a network port, ended with the benchmark.
"""

import os
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from tests.benchmarks.graph_oracles.rows import Corpora, Demand, Row, compared
from tests.benchmarks.graph_oracles.sql_schemas import Schema, ours

DEMAND = Demand(0.98, 0.98)
SCHEMAS = {
    "sakila": "mysql-sakila-db/mysql-sakila-schema.sql",
    "chinook": "ChinookDatabase/DataSources/Chinook_MySql.sql",
}
"""Corpus -> script."""

PREFIX = Path(os.environ.get("MARIADB_PREFIX", "/usr"))
"""Where Debian's packages of the server were unpacked; the folder that holds ``sbin`` and ``share``."""

SECONDS_TO_START = 120

OWN = "('mysql','sys','information_schema','performance_schema')"
QUERIES = {
    "tables": "select '', table_name from information_schema.tables where table_type='BASE TABLE'"
    f" and table_schema not in {OWN}",
    "foreign keys": "select distinct table_name, referenced_table_name from information_schema.key_column_usage"
    f" where referenced_table_name is not null and table_schema not in {OWN}"
    " and table_name<>referenced_table_name",
    "triggers": "select trigger_name, event_object_table from information_schema.triggers"
    f" where trigger_schema not in {OWN}",
}
VIEWS = f"select table_name, view_definition from information_schema.views where table_schema not in {OWN}"
READ = re.compile(r"(?<!\.)`([^`]+)`\.`([^`]+)`(?!\.|\()")
"""A table in the server's own spelling of a view, behind its database; a column has three parts, or an alias."""


def rows(corpora: Corpora) -> Iterator[Row]:
    """Yield one row for each kind of edge of each schema."""
    wanted = {corpus: script for corpus, script in SCHEMAS.items() if corpora.folder(corpus) is not None}
    for corpus in SCHEMAS.keys() - wanted.keys():
        yield Row("SQL schema", corpus, "MariaDB", DEMAND, missing="no corpus")
    if not (PREFIX / "sbin" / "mariadbd").is_file():
        for corpus in wanted:
            yield Row("SQL schema", corpus, "MariaDB", DEMAND, missing=f"no server in {PREFIX}")
        return
    for corpus, script in wanted.items():
        root = corpora.folder(corpus)
        if root is not None:
            with server(corpora.scratch / f"mysql-{corpus}") as socket:
                yield from measured(socket, corpus, root / script)


def measured(socket: Path, corpus: str, script: Path) -> Iterator[Row]:
    """Yield the rows of one script."""
    text = script.read_text("utf-8-sig")
    refused = load(socket, text)
    schema = ours(text, script.name)
    for kind, known in truth(socket).items():
        result = unqualified(schema, kind)
        if result or known:
            row = compared(Row(f"SQL {kind}", corpus, "MariaDB 10.11", DEMAND), result, known)
            yield replace(row, oracle=f"MariaDB 10.11, {refused} refused") if refused else row


def unqualified(schema: Schema, kind: str) -> set[tuple[str, str]]:
    """Return the graph's pairs by their last names: a server has one database for a script."""
    return {(a.rpartition(".")[2], b.rpartition(".")[2]) for a, b in schema.edges[kind]}


def truth(socket: Path) -> dict[str, set[tuple[str, str]]]:
    """Return tables, foreign keys, triggers and what views read, in lower case."""
    results = {kind: {(a, b) for a, b in query_rows(socket, query)} for kind, query in QUERIES.items()}
    databases = {name for _, name in query_rows(socket, "select '', schema_name from information_schema.schemata")}
    results["views"] = {
        (view, table)
        for view, text in query_rows(socket, VIEWS)
        for database, table in READ.findall(text)
        if database in databases and table != view
    }
    return results


@contextmanager
def server(folder: Path) -> Iterator[Path]:
    """Run a server in ``folder``; yields its socket."""
    data, socket = folder / "data", folder / "socket"
    folder.mkdir()
    common = ["--no-defaults", f"--datadir={data}", "--user=root", f"--lc-messages-dir={PREFIX}/share/mysql"]
    install = [PREFIX / "bin" / "mariadb-install-db", *common[:3], f"--basedir={PREFIX}", "--skip-test-db"]
    subprocess.run(install, check=True, capture_output=True)
    command = [PREFIX / "sbin" / "mariadbd", *common, f"--socket={socket}", "--skip-networking"]
    command += ["--skip-grant-tables", "--innodb-flush-log-at-trx-commit=0", f"--pid-file={folder}/pid"]
    with (folder / "log").open("wb") as log, subprocess.Popen(command, stdout=log, stderr=log) as process:
        try:
            wait_for(process, socket)
            yield socket
        finally:
            process.terminate()


def wait_for(process: subprocess.Popen[bytes], socket: Path) -> None:
    """Return when the server answers.

    Raises:
        RuntimeError: it ended, or did not answer in `SECONDS_TO_START`.
    """
    end = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < end and process.poll() is None:
        if socket.exists() and client(socket, "select 1").returncode == 0:
            return
        time.sleep(0.2)
    raise RuntimeError(f"the server did not start; see {socket.parent / 'log'}")


def client(socket: Path, text: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run statements with the server's own client."""
    command = [PREFIX / "bin" / "mariadb", "--no-defaults", f"--socket={socket}", "-N", "-B", *options]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def load(socket: Path, text: str) -> int:
    """Load a script; return how many statements the server refused."""
    done = client(socket, f"create database if not exists corpus;\nuse corpus;\n{text}", "--force")
    return done.stderr.count("ERROR ")


def query_rows(socket: Path, query: str) -> list[tuple[str, str]]:
    """Return the pairs that a query gives, in lower case."""
    done = client(socket, query)
    return [(a, b) for a, _, b in (line.lower().partition("\t") for line in done.stdout.splitlines())]
