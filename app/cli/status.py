"""``dowse status``: how much is indexed, in which state, and what answers already."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from app.cli.arguments import Commands, config_of, index_of
from app.cli.open_core import Opening, opened_core
from app.cli.output import complain, line, plural, print_json, size, styled
from app.core.answers.index import StatusAnswer
from app.installation.locations import settings_file
from search.errors import KnownError
from search.progress import progress_line
from search.types.filters import OWNER
from search.types.status import Activity, IndexStatus, RootStatus, Speed


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("status", parents=[common], help="show what is indexed")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the counts of the index."""
    with opened_core(index_of(options), Opening(config_of(options))) as core:
        status = core.status(OWNER)
    if mistake := _mistake_in(config_of(options)):
        complain(f"settings: {mistake}")
    if options.json:
        print_json(StatusAnswer.of(status))
    else:
        _print(status)
    return 0


def _mistake_in(config: Path | None) -> str:
    """Return what is wrong with the settings file: a running engine goes on with those that it has read."""
    from search.config.settings import load_settings

    try:
        load_settings(config or settings_file())
    except KnownError as error:
        return error.one_line()
    return ""


def print_root(status: RootStatus) -> None:
    """Print one line about a root."""
    counts = f"{plural(status.files, 'file')}, {plural(status.chunks, 'chunk')}"
    offline = "  not reachable" if status.offline else ""
    label = f"{status.root.repository}@{status.root.branch}"
    kinds = ("  read from git" if status.root.from_git else "") + ("  external" if status.root.external else "")
    how = kinds + ("" if status.root.semantic else "  by word only")
    room = f", about {size(status.disk_bytes)}{_shared(status)}" if status.disk_bytes else ""
    line(f"  {styled(status.root.path, 'cyan')}  {label}  {counts}{room}{how}{offline}")


def _shared(status: RootStatus) -> str:
    """Print the share of a root's text that another branch or work tree has in the index too."""
    return f", {status.shared_text:.0%} of its text shared" if status.shared_text else ""


def work_lines(activity: Activity) -> Iterator[str]:
    """Yield the current activity, and its speed if that is not the usual one."""
    if activity.step or activity.waiting:
        yield f"Now: {progress_line(activity, says_paused=False)}"
    if activity.paused:
        yield "Indexing is paused: dowse engine resume"
    if activity.speed is not Speed.NORMAL:
        yield f"Indexing is {activity.speed}: dowse engine speed normal"


def ready_line(status: IndexStatus) -> str:
    """Return how much each kind of search covers, and why search by meaning does not answer."""
    ready = status.ready
    meaning = f"{ready.semantic:.0%}"
    if status.roots and not any(each.root.semantic for each in status.roots):
        meaning = "off, as all folders are searched by word only"
    elif status.activity.preparing and not ready.semantic:
        meaning = "as soon as its model is loaded"
    shares = f"names {ready.names:.0%}, words {ready.keyword:.0%}, dependencies {ready.graph:.0%}"
    return f"Ready: {shares}, meaning {meaning}"


def _print(status: IndexStatus) -> None:
    line(f"Index {status.index} ({size(status.disk_bytes)})")
    counts = ((status.files, "file"), (status.chunks, "chunk"), (status.nodes, "node"), (status.edges, "edge"))
    line(", ".join(plural(count, name) for count, name in counts))
    line("States: " + (", ".join(f"{state} {count:,}" for state, count in status.states) or "none"))
    if status.reasons:
        line("Not indexed because: " + ", ".join(f"{reason} {count:,}" for reason, count in status.reasons))
    line(ready_line(status))
    for work in work_lines(status.activity):
        line(work)
    if status.device:
        line(f"Embeds on: {status.device}")
    line(plural(len(status.roots), "root") + (":" if status.roots else ""))
    for root in status.roots:
        print_root(root)
    for notice in status.notices:
        line(str(notice))
