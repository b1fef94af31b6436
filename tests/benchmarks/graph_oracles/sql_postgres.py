"""PostgreSQL schemas, beside the catalogs of a live server that loaded them.

The server is a throw-away one in a folder of its own, without a network port, ended with the benchmark.
"""

import os
import pwd
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from tests.benchmarks.graph_oracles.rows import Corpora, Demand, Row, compared
from tests.benchmarks.graph_oracles.sql_schemas import KINDS, ours

DEMAND = Demand(0.98, 0.98)
SCHEMAS = {
    "pagila": "pagila-schema.sql",
    "sakila": "postgres-sakila-db/postgres-sakila-schema.sql",
    "chinook": "ChinookDatabase/DataSources/Chinook_PostgreSql.sql",
}
"""Corpus -> script."""

BINARIES = Path(os.environ.get("PG_BIN", "/usr/lib/postgresql/15/bin"))
QUERIES = {
    "tables": "select '', n.nspname||'.'||c.relname from pg_class c join pg_namespace n on n.oid=c.relnamespace"
    " where c.relkind in ('r','p')",
    "foreign keys": "select distinct s.nspname||'.'||a.relname, t.nspname||'.'||b.relname from pg_constraint k"
    " join pg_class a on a.oid=k.conrelid join pg_namespace s on s.oid=a.relnamespace"
    " join pg_class b on b.oid=k.confrelid join pg_namespace t on t.oid=b.relnamespace"
    " where k.contype='f' and k.conparentid=0 and a.oid<>b.oid",
    "views": "select distinct s.nspname||'.'||v.relname, t.nspname||'.'||b.relname from pg_rewrite r"
    " join pg_class v on v.oid=r.ev_class and v.relkind in ('v','m') join pg_namespace s on s.oid=v.relnamespace"
    " join pg_depend d on d.objid=r.oid and d.classid='pg_rewrite'::regclass and d.refclassid='pg_class'::regclass"
    " join pg_class b on b.oid=d.refobjid and b.oid<>v.oid join pg_namespace t on t.oid=b.relnamespace",
    "triggers": "select n.nspname||'.'||c.relname||'.'||t.tgname, n.nspname||'.'||c.relname from pg_trigger t"
    " join pg_class c on c.oid=t.tgrelid join pg_namespace n on n.oid=c.relnamespace"
    " where not t.tgisinternal and t.tgparentid=0",
    "trigger functions": "select n.nspname||'.'||c.relname||'.'||t.tgname, s.nspname||'.'||p.proname"
    " from pg_trigger t join pg_class c on c.oid=t.tgrelid join pg_namespace n on n.oid=c.relnamespace"
    " join pg_proc p on p.oid=t.tgfoid"
    " join pg_namespace s on s.oid=p.pronamespace where not t.tgisinternal and t.tgparentid=0"
    " and s.nspname<>'pg_catalog'",
}
"""Kind -> pairs of source and target; of tables, the target alone. System schemas are left out afterwards."""

OBJECTS = (
    "select '', n.nspname||'.'||c.relname from pg_class c join pg_namespace n on n.oid=c.relnamespace union"
    " select '', n.nspname||'.'||c.relname||'.'||t.tgname from pg_trigger t join pg_class c on c.oid=t.tgrelid"
    " join pg_namespace n on n.oid=c.relnamespace"
)
"""Everything that may be the source of an edge."""

NEWER = (
    (re.compile(r"^SET transaction_timeout.*$", re.MULTILINE), ""),
    (re.compile(r"^.*\bOWNER TO\b.*$", re.MULTILINE), ""),
    (re.compile(r"^\\(?:un)?restrict.*$", re.MULTILINE), ""),
    (re.compile(r"\buuidv7\(\)"), "gen_random_uuid()"),
    (re.compile(r"\) VIRTUAL\b"), ") STORED"),
    (re.compile(r"\bpublic\.vector(?:\(\d+\))?"), "text"),
)
"""What newer servers or their extensions write into dumps, and what an older one takes instead."""


def rows(corpora: Corpora) -> Iterator[Row]:
    """Yield one row for each kind of edge of each schema."""
    wanted = {corpus: script for corpus, script in SCHEMAS.items() if corpora.folder(corpus) is not None}
    for corpus in SCHEMAS.keys() - wanted.keys():
        yield Row("SQL schema", corpus, "PostgreSQL", DEMAND, missing="no corpus")
    if not (BINARIES / "initdb").is_file():
        for corpus in wanted:
            yield Row("SQL schema", corpus, "PostgreSQL", DEMAND, missing=f"no server in {BINARIES}")
    elif wanted:
        with server(corpora.scratch) as socket:
            for corpus, script in wanted.items():
                root = corpora.folder(corpus)
                if root is not None:
                    yield from measured(socket, corpus, root / script)


def measured(socket: Path, corpus: str, script: Path) -> Iterator[Row]:
    """Yield the rows of one script."""
    text = script.read_text("utf-8")
    failures = load(socket, corpus, text)
    schema = ours(text, script.name)
    there = {name for pair in query_rows(socket, corpus, OBJECTS) for name in pair}
    for kind in KINDS:
        known = {(a, b) for a, b in query_rows(socket, corpus, QUERIES[kind]) if not is_system(b)}
        result = loaded(schema.edges[kind], there) if failures else schema.edges[kind]
        if not result and not known:
            continue
        row = compared(Row(f"SQL {kind}", corpus, "PostgreSQL 15", DEMAND), result, known)
        yield replace(row, oracle=f"PostgreSQL 15, {failures} refused") if failures else row


def loaded(edges: set[tuple[str, str]], there: set[str]) -> set[tuple[str, str]]:
    """Return the edges of what the server took: a statement of a newer server may be refused."""
    return {(source, target) for source, target in edges if (source or target) in there}


def is_system(name: str) -> bool:
    """Return whether an object is the server's own."""
    return name.startswith(("pg_catalog.", "information_schema.", "pg_toast."))


@contextmanager
def server(scratch: Path) -> Iterator[Path]:
    """Run a server in ``scratch``; yields the folder of its socket."""
    data, socket = scratch / "pg", scratch / "socket"
    socket.mkdir()
    if os.getuid() == 0:  # the server refuses to run as root
        account = pwd.getpwnam("postgres")
        for folder in (scratch, socket):
            os.chown(folder, account.pw_uid, account.pw_gid)
    run([BINARIES / "initdb", "-D", data, "-A", "trust", "-U", "postgres", "-N", "--locale=C.UTF-8"])
    settings = f"-c listen_addresses='' -c unix_socket_directories='{socket}' -c fsync=off"
    run([BINARIES / "pg_ctl", "-D", data, "-w", "-t", "300", "-l", scratch / "pg.log", "-o", settings, "start"])
    try:
        yield socket
    finally:
        run([BINARIES / "pg_ctl", "-D", data, "-m", "immediate", "stop"])


def run(command: list[object], text: str = "") -> subprocess.CompletedProcess[str]:
    """Run a program of the server, as its own user where this is root."""
    words = [str(each) for each in command]
    if os.getuid() == 0:
        words = [shutil.which("runuser") or "runuser", "-u", "postgres", "--", *words]
    return subprocess.run(words, input=text, capture_output=True, text=True, check=True, cwd="/")


def load(socket: Path, database: str, text: str) -> int:
    """Load a script into a new database; return how many statements the server refused."""
    for pattern, instead in NEWER:
        text = pattern.sub(instead, text)
    text = re.sub(r"^(?:DROP|CREATE) DATABASE.*$|^\\c.*$", "", text, flags=re.MULTILINE)
    run([BINARIES / "createdb", "-h", socket, "-U", "postgres", database])
    done = run([BINARIES / "psql", "-h", socket, "-U", "postgres", "-q", "-d", database, "-f", "-"], text)
    return done.stderr.count("ERROR:")


def query_rows(socket: Path, database: str, query: str) -> set[tuple[str, str]]:
    """Return the pairs that a query gives, in lower case."""
    done = run([BINARIES / "psql", "-h", socket, "-U", "postgres", "-d", database, "-AtF", "\t", "-c", query])
    pairs = {tuple(line.lower().split("\t")) for line in done.stdout.splitlines() if line}
    return {(a, b) for a, b in pairs if not is_system(a) and not is_system(b)}
