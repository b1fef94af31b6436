"""Every command that asks, as a limited client would run it: the real command line through the engine's socket.

A command asks as the owner. Here each question that it sends carries the access of a limited client instead, so
that whatever it prints beyond the engine's answers, and whatever else it reads, shows. The count of hidden files
of ``dowse access`` is for the owner and is left out.
"""

import argparse
import io
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

import pytest
from hypothesis import strategies as st

from app.cli.main import main, parser
from app.engine.remote_search import RemoteSearch
from search.types.filters import OWNER, Access
from search.types.graph import Direction
from search.types.query import Mode
from search.types.status import AccessView
from tests.contracts.differential import NAMES, PATHS, QUERIES, REPOSITORIES

_NAME = NAMES.filter(lambda name: name.strip() and not name.startswith("-"))
_QUERY = QUERIES.filter(lambda text: text.strip() and not text.startswith("-") and "\0" not in text)
_PATH = st.sampled_from([path for path in PATHS if path])
_FORMAT = st.sampled_from([(), ("--format", "svg"), ("--format", "mermaid"), ("--format", "dot")])
_APART = st.sampled_from([(), ("--overloads",)])
_FEW = st.sampled_from(["1", "50"])


_TIMES = re.compile(r'"took_ms": [\d.e-]+|"timings": {[^}]*}|\b[\d,.]+ ms\b|(?:Indexed|Noticed) at [^\n"]*')


def _drawn(*parts: str | st.SearchStrategy) -> st.SearchStrategy[list[str]]:
    """Return a strategy of arguments: words as they are, and drawn ones, of which a tuple stands for several."""
    strategies = [st.just(part) if isinstance(part, str) else part for part in parts]
    return st.tuples(*strategies).map(
        lambda drawn: [word for part in drawn for word in ((part,) if isinstance(part, str) else part)]
    )


COMMANDS: dict[str, st.SearchStrategy[list[str]]] = {
    "search": st.one_of(
        _drawn(_QUERY, "--mode", st.sampled_from(list(Mode)), "--top", _FEW, st.sampled_from([(), "--explain"])),
        _drawn("--like", st.sampled_from(["pub/lease.py", "hidden/engine.py", "lease.py:3"]), "--group"),
        _drawn("--exact", _QUERY),
        _drawn(st.sampled_from(["--documents", "--sections", "--external"]), _QUERY, "--min-score", "0"),
    ),
    "where": _drawn(_QUERY, "--top", _FEW),
    "tree": _drawn(_NAME, "--direction", st.sampled_from(list(Direction)), "--max-nodes", _FEW, _FORMAT, _APART),
    "path": _drawn(_NAME, _NAME, "--ways", _FEW, _APART),
    "impact": _drawn(_NAME, "--max-nodes", _FEW, _APART),
    "table": _drawn(_NAME),
    "cycles": _drawn(REPOSITORIES, "--of", st.sampled_from(["files", "definitions"])),
    "architecture": _drawn(REPOSITORIES),
    "unused": _drawn(REPOSITORIES, "--top", _FEW),
    "unreadable": _drawn(REPOSITORIES),
    "context": _drawn(_QUERY, "--budget", st.sampled_from(["60", "4000"])),
    "status": _drawn(),
    "why": _drawn(_PATH, "--query", _QUERY),
    "roots": _drawn(),
    "access": _drawn("--limit", st.sampled_from(["0", "3", "500"])),
}
"""For each command that answers from the index its arguments."""

NOT_ASKED = {
    *(
        "index",
        "forget",
        "move",
        "rules",
        "engine",
        "doctor",
        "uninstall",
        "menu",
    ),  # the owner's: they change or repair
    *("mcp", "open", "completion"),  # agents have a test of their own; an address and a shell's script ask nothing
}


def known_commands() -> set[str]:
    """Return the names of all commands."""
    (commands,) = [
        action for action in parser()._actions if isinstance(action, argparse._SubParsersAction) and action.choices
    ]
    return set(commands.choices)


def command_lines(name: str) -> st.SearchStrategy[list[str]]:
    """Return a strategy of command lines of one command, half of them for JSON."""
    return st.tuples(COMMANDS[name], st.sampled_from([[], ["--json"]])).map(
        lambda both: [name, *both[0], *both[1]]
    )


def printed(index: Path, access: Access, command: list[str]) -> tuple[int, str, str]:
    """Return exit status, output and remarks of a command that the engine of an index answers within an access."""
    output, remarks = io.StringIO(), io.StringIO()
    limits = limits_of(access) if command[0] == "access" else []
    with _asking_within(access), redirect_stdout(output), redirect_stderr(remarks):
        try:
            status = main([*command, *limits, "--index", str(index)])
        except SystemExit as ended:  # the parser refuses the arguments
            status = int(ended.code or 0)
    return status, _comparable(output.getvalue(), index), _comparable(remarks.getvalue(), index)


def _comparable(text: str, index: Path) -> str:
    """Return what was printed without the place of the index and without times."""
    return _TIMES.sub("TIME", text.replace(str(index), "INDEX"))


def limits_of(access: Access) -> list[str]:
    """Return the options that give a client this access."""
    groups = [] if access.groups is None else ["--groups", ",".join(access.groups)]
    return ["--tenant", str(access.tenant), *groups, "--tags", ",".join(access.tags)]


@contextmanager
def _asking_within(access: Access) -> Iterator[None]:
    """Send every question of this process within an access until the end of the block."""
    sends: Callable[..., object] = RemoteSearch.call

    def call(
        core: RemoteSearch, operation: str, arguments: tuple[object, ...], *rest: object, **options: object
    ) -> object:
        answer = sends(core, operation, tuple(_within(value, access) for value in arguments), *rest, **options)
        return replace(answer, hidden=0) if isinstance(answer, AccessView) else answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RemoteSearch, "call", call)
        patch.setattr(sys, "excepthook", sys.excepthook)  # a command line sets its own
        yield


def _within(value: object, access: Access) -> object:
    """Return an argument with the access in the place of the owner's."""
    if value == OWNER:
        return access
    if is_dataclass(value) and not isinstance(value, type) and "access" in {field.name for field in fields(value)}:
        return replace(value, access=access)
    return value
