"""``dowse index``: add folders and bring their index up to date."""

import argparse
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

from app.cli.arguments import Commands, as_the_core_reads_it, config_of, index_of
from app.cli.open_core import Opening, opened_core
from app.cli.output import complain, is_quiet, line, plural, print_json, remark
from app.cli.patience import patient, patient_with, until_opened
from app.cli.streams import flush
from app.core.answers.index import IndexAnswer
from app.engine.link import EndedInOrderError
from app.engine.remote_search import NoEngineError
from search.errors import BadInputError
from search.events import Event, FileFailed, FilesChanged, Notice, Progress
from search.ports import SearchCore
from search.processes import wait_for
from search.types.status import IndexReport

INTERRUPTED = "Interrupted; what was read so far is kept, and the next run goes on"

ENGINES = ("local", RAY := "ray")

EXAMPLES = """examples:
  dowse index ~/code ~/notes
  dowse index ~/code/shop --branch release
  dowse index ~/code --dry-run"""


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("index", parents=[common], help="add folders and index them", epilog=EXAMPLES)
    command.set_defaults(run=run)
    command.add_argument("paths", nargs="+", metavar="PATH", help="a folder; one that is in the index is updated")
    command.add_argument("--watch", action="store_true", help="keep running and follow changes until Ctrl-C")
    command.add_argument(
        "--branch",
        action="append",
        metavar="NAME",
        help="also index this branch without checking it out; branch:NAME finds its files; repeatable",
    )
    command.add_argument(
        "--no-semantic", action="store_true", help="words only, until the folder is indexed again without this"
    )
    command.add_argument(
        "--single",
        action=argparse.BooleanOptionalAction,
        help="keep git repositories inside the folder as a part of it; otherwise each becomes a folder of its own",
    )
    command.add_argument(
        "--dry-run", action="store_true", help="say what would be read and what not, and index nothing"
    )
    command.add_argument(
        "--engine",
        choices=ENGINES,
        default=ENGINES[0],
        help="who reads new files: this computer, or the tasks of a Ray cluster",
    )
    command.add_argument(
        "--address",
        metavar="HOST:PORT",
        help="address of the Ray cluster (also RAY_ADDRESS); without one, Ray is started on this computer",
    )


def run(options: argparse.Namespace) -> int:
    """Index, report, and with ``--watch`` go on until interrupted."""
    paths = [as_the_core_reads_it(path) for path in options.paths]
    if options.dry_run:
        from app.cli.dry_run import dry_run

        single = options.single is True
        dry_run(paths, config_of(options), index_of(options), _remark_on, single=single, as_json=options.json)
        return 0
    if options.engine == RAY:
        _load_on_ray(options, paths)
    elif options.address is not None:
        raise BadInputError("cli.address_without_cluster")
    semantic = not options.no_semantic
    return index_and_tell(
        options,
        paths,
        semantic=semantic,
        watch=options.watch,
        branches=options.branch or (),
        single=options.single,
    )


def _load_on_ray(options: argparse.Namespace, paths: Sequence[str]) -> None:
    """Read new files on a Ray cluster; without an address, start one on this machine and say so."""
    from app.cli.cluster_indexing import Folders, load_on_cluster
    from indexer.cluster.ray_cluster import LOCAL, RayCluster

    address = options.address or os.environ.get("RAY_ADDRESS", "") or LOCAL
    if address == LOCAL:
        remark(
            "Ray is started on this machine and listens on all its networks, without a password, until it is done."
        )
    begun = time.monotonic()
    with RayCluster(address) as cluster:
        loaded = load_on_cluster(
            index_of(options, writes=True),
            config_of(options),
            Folders(paths, not options.no_semantic, options.single),
            cluster,
            lambda done, to_do: remark(f"{done:,} of {to_do:,} files"),
        )
    seconds = time.monotonic() - begun
    texts = plural(loaded.embedded, "text")
    remark(f"The cluster read {plural(loaded.files, 'file')} and embedded {texts} in {seconds:.1f} s")


def index_and_tell(
    options: argparse.Namespace,
    paths: Sequence[str],
    *,
    semantic: bool | None,
    watch: bool = False,
    branches: Sequence[str] = (),
    single: bool | None = None,
) -> int:
    """Index these folders with progress, print the report, and follow changes where that is wanted.

    Returns the exit status: 1 if a folder could not be added.

    Raises:
        EngineError: the engine of another process that followed the changes did not end in order.
    """
    how = Opening(config_of(options), make=True, serves=True, follows=watch)
    index = index_of(options, writes=True)
    while True:
        with ExitStack() as stack:
            with patient(lambda: until_opened(index)):
                core = stack.enter_context(opened_core(index, how))
            try:
                with progress_unless(core, quiet=options.json), patient_with(core, paths, throughout=options.json):
                    report = core.index(paths, semantic=semantic, branches=branches, single=single)
            except KeyboardInterrupt:
                raise KeyboardInterrupt(INTERRUPTED) from None
            except (EndedInOrderError, NoEngineError):
                continue  # another command had the index and is done: what it left is read here
            _tell(report, as_json=options.json)
            if not watch:
                return 1 if report.refused else 0
            try:
                _follow(core)
            except (EndedInOrderError, NoEngineError):
                remark("The engine that this command used has ended; the command goes on with its own.")


def _tell(report: IndexReport, *, as_json: bool) -> None:
    if as_json:
        print_json(IndexAnswer.of(report))
        return
    counts = f"{plural(report.files, 'file')}, {plural(report.chunks, 'chunk')}, {plural(report.nodes, 'node')}, "
    rest = f"{plural(report.edges, 'edge')}; skipped {report.skipped:,}, failed {report.failed:,}"
    embedded = f", {plural(report.embedded, 'text')} embedded" if report.embedded else ""
    line(f"{counts}{rest} in {report.seconds:.1f} s ({report.changed:,} changed{embedded})")


@contextmanager
def progress_unless(core: SearchCore, *, quiet: bool) -> Iterator[None]:
    """Show what ``core`` does, unless ``quiet``; failures and notices in any case."""
    from app.cli.progress import progress_shown

    remark_once = _each_failure_once(_remark_on)
    if quiet or is_quiet():
        stop = core.subscribe(remark_once)
        try:
            yield
        finally:
            stop()
        return
    with progress_shown(core, remark_once):
        yield


def _each_failure_once(show: Callable[[Event], None]) -> Callable[[Event], None]:
    """Return ``show`` without repeated failures: an engine may read a file that failed several times meanwhile."""
    shown: set[FileFailed] = set()

    def show_new(event: Event) -> None:
        if isinstance(event, FileFailed):
            if event in shown:
                return
            shown.add(event)
        show(event)

    return show_new


def _remark_on(event: Event) -> None:
    match event:
        case Notice(message=message, remedy=remedy):
            sentence = str(message)
            end = "" if sentence.endswith((".", "?", "!")) or not remedy.code else "."
            remark(f"{sentence}{end} {remedy}".strip())
        case FileFailed(path=path, error=error, root=root):
            complain(f"failed: {_named(root, path)}: {error}")
        case Progress() | FilesChanged():
            return


def _named(root: str, path: str) -> str:
    """Return a path behind the name of its root, since several roots may have a file of that path."""
    return f"{root}/{path}" if root else path


def _follow(core: SearchCore) -> None:
    """Print what is indexed until the command is interrupted, or the engine of another process ends.

    Raises:
        EngineError: the engine has ended, as an `EndedInOrderError` if it did so in order.
    """
    from app.engine.client import RemoteCore

    def show(event: Event) -> None:
        if isinstance(event, FilesChanged):
            for path in event.paths:
                line(f"indexed {_named(event.root, path)}")
            for path in event.removed:
                line(f"removed {_named(event.root, path)}")
            flush()
        else:
            _remark_on(event)

    stop = core.subscribe(show)
    remark("Watching for changes; Ctrl-C ends.")
    try:
        core.wait_for_end() if isinstance(core, RemoteCore) else wait_for(threading.Event())
    finally:
        stop()
