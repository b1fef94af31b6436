"""``dowse engine start|stop|status|pause|resume|speed|autostart``; ``run`` is the engine process itself."""

import argparse
import contextlib
from pathlib import Path

from app.cli.arguments import Commands, config_of, index_of
from app.cli.output import complain, line, plural, print_json
from app.core.answers.engine import (
    EngineAutostart,
    EnginePaused,
    EngineSpeed,
    EngineStarted,
    EngineStatus,
    EngineStopped,
)
from app.engine.channel import EngineBusyError, OtherVersionError
from app.engine.client import RemoteCore
from app.engine.lock import end_owner, is_engine_of
from app.installation.heavy_imports import kept_imports
from search.errors import BadInputError, EngineError, IndexDamagedError, IndexLockedError
from search.types.status import Speed


def add(commands: "Commands[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("engine", parents=[common], help="start, stop or inspect the background process")
    actions = command.add_subparsers(metavar="start|stop|status|pause|resume|speed|autostart", required=True)
    start = actions.add_parser("start", parents=[common], help="start the engine unless it runs")
    start.add_argument("--keep", action="store_true", help="stay in the background until stopped")
    start.set_defaults(run=_start)
    actions.add_parser("stop", parents=[common], help="stop the engine").set_defaults(run=_stop)
    actions.add_parser(
        "status", parents=[common], help="show the process, memory and clients of the engine"
    ).set_defaults(run=_status)
    pause = actions.add_parser("pause", parents=[common], help="pause indexing; questions are still answered")
    pause.set_defaults(run=_pause, paused=True)
    resume = actions.add_parser("resume", parents=[common], help="resume indexing")
    resume.set_defaults(run=_pause, paused=False)
    speed = actions.add_parser("speed", parents=[common], help="set how much of the machine indexing uses")
    speed.add_argument(
        "speed",
        choices=[choice.value for choice in Speed],
        help="one process with pauses, all processors behind other programs, or all processors like them",
    )
    speed.set_defaults(run=_speed)
    login = actions.add_parser(
        "autostart", parents=[common], help="start the engine whenever you log in, or say whether it does"
    )
    login.add_argument(
        "choice", nargs="?", choices=["on", "off"], help="without it, the present choice is printed"
    )
    login.set_defaults(run=_autostart)
    run = actions.add_parser("run", parents=[common])
    run.add_argument("--keep", action="store_true")
    run.add_argument("--grace", type=float, default=None)
    run.set_defaults(run=_run)


def _start(options: argparse.Namespace) -> int:
    from app.engine.spawn import replace_older_engine, start_engine

    index = index_of(options)
    replace_older_engine(index)
    pid = start_engine(index, keep=options.keep, config=config_of(options))
    if options.keep:
        with contextlib.closing(_running(options)) as core:
            core.keep_running()  # one that ran already may have been started without it
    if options.json:
        print_json(EngineStarted(pid, str(index)))
    else:
        line(f"The engine of {index} runs as process {pid}")
    return 0


def _running(options: argparse.Namespace) -> RemoteCore:
    index = index_of(options)
    core = RemoteCore.to(index)
    if core is None:
        raise EngineError("engine.none_for_index", index=index)
    return core


def _stop(options: argparse.Namespace) -> int:
    index = index_of(options)
    pid = stopped_engine(index)
    ended = f"Stopped the engine, process {pid}" if pid else f"No engine runs for {index}"
    _answer(options, EngineStopped(pid, pid is not None), ended)
    return 0


def stopped_engine(index: Path) -> int | None:
    """End the engine of an index, and return its process; None where none runs.

    One of another version is terminated, and so is one that is too busy to be asked.

    Raises:
        EngineError: it does not end.
    """
    try:
        return _asked_to_end(index)
    except OtherVersionError:
        return end_owner(index)
    except EngineBusyError:
        if not is_engine_of(index):
            raise
        return end_owner(index)


def _asked_to_end(index: Path) -> int | None:
    core = RemoteCore.to(index)
    if core is None:
        return None
    with contextlib.closing(core):
        pid = core.engine_pid
        core.stop_engine()
    return pid


def _pause(options: argparse.Namespace) -> int:
    with contextlib.closing(_running(options)) as core:
        core.pause(paused=options.paused)
    _answer(options, EnginePaused(options.paused), "Indexing is paused" if options.paused else "Indexing goes on")
    return 0


def _speed(options: argparse.Namespace) -> int:
    speed = Speed(options.speed)
    with contextlib.closing(_running(options)) as core:
        core.set_speed(speed)
    _answer(options, EngineSpeed(speed), f"Indexing is {speed} now, until the engine ends")
    return 0


def _autostart(options: argparse.Namespace) -> int:
    from app.desktop.autostart import entry_of
    from app.installation.program import program

    entry, arguments = entry_of(), [] if options.index is None else ["--index", str(index_of(options))]
    if options.choice == "on":
        entry.write([*program(), "engine", "start", "--keep", *arguments])
    elif options.choice == "off":
        entry.remove()
    on = entry.is_there()
    sentence = f"The engine is {'' if on else 'not '}started at login"
    _answer(options, EngineAutostart(on, entry.location), f"{sentence}: {entry.location}" if on else sentence)
    return 0


def _answer(options: argparse.Namespace, answer: object, sentence: str) -> None:
    if options.json:
        print_json(answer)
    else:
        line(sentence)


def _status(options: argparse.Namespace) -> int:
    core = _running(options)
    try:
        state = core.engine_state()
    finally:
        core.close()
    if options.json:
        print_json(EngineStatus(state.pid, state.index, state.clients, state.memory_mb, state.ready))
        return 0
    line(f"Engine of {state.index}: process {state.pid}, {state.memory_mb:.0f} MB, version {state.program}")
    line(
        f"{plural(state.clients, 'client')}; {'stays' if state.keeps_running else 'ends'} when nobody is connected"
    )
    return 0


def _run(options: argparse.Namespace) -> int:
    with kept_imports():
        from app.composition import run_engine
    from app.engine.spawn import DAMAGED, LOCKED

    if options.grace is not None and options.grace < 0:
        raise BadInputError("cli.bad_grace", value=options.grace)
    try:
        run_engine(index_of(options), config=config_of(options), keep=options.keep, grace_s=options.grace)
    except IndexLockedError as error:
        complain(f"error: {error.one_line()}")
        return LOCKED
    except IndexDamagedError as error:
        complain(f"error: {error.one_line()}")
        return DAMAGED
    return 0
