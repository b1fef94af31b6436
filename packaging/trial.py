"""Tries an installed Dowse as a person would, and prints the time of each step.

``python packaging/trial.py dowse --sample DIR``: the program gets an empty home, an empty working folder, and none
of this repository. It indexes the sample, searches, draws a tree, gathers context, answers an agent, and opens its
window on a virtual display; a second start has to reach that window, and a key to copy its context. Xvfb, xdotool
and xclip are installed where they are missing and that can be done.
"""

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

QUESTION = "how is a delivery tried again"
FOUND = "worker/roastery_worker/retry.py"
LIMIT_S = 900.0
WINDOW_S = 120.0
SETTLE_S = 3.0
CLIPBOARD_S = 0.5

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "trial", "version": "1"},
    },
}


NEEDS = {"Xvfb": "xvfb", "xdotool": "xdotool", "xclip": "xclip"}
"""Programs of the trial itself, by the Debian packages that have them."""


class TrialError(Exception):
    """A step did not do what it has to; the message holds what was said."""


@dataclass(slots=True)
class Trial:
    """Runs the program and keeps the time of each step.

    Attributes:
        program: the command line that starts it, such as a chroot and the path in it.
        home: the person's folder, as the program sees it.
        inside: what is put before a path of the program's to see it here: the folder of a chroot, or nothing.
    """

    program: list[str]
    home: Path
    inside: Path
    environment: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        """Give the program an environment that knows nothing of the caller's."""
        path = "/usr/local/bin:/usr/bin:/bin:/usr/sbin"
        self.environment = {"HOME": str(self.home), "PATH": path, "LANG": "C.UTF-8"}

    def step(self, name: str, *arguments: str, input_text: str = "") -> str:
        """Run one command; print how long it took and return its output.

        Raises:
            TrialError: it failed.
        """
        began = time.monotonic()
        done = subprocess.run(
            [*self.program, *arguments],
            input=input_text,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=False,
            env=self.environment,
            cwd=self.inside / self.home.relative_to("/"),
        )
        print_step(name, time.monotonic() - began)
        if done.returncode != 0:
            raise TrialError(f"{name}: status {done.returncode}: {done.stderr.strip() or done.stdout.strip()}")
        return done.stdout

    @contextmanager
    def window(self, display: str) -> Iterator[subprocess.Popen[bytes]]:
        """Open the window on this display and close it afterwards."""
        environment = {**self.environment, "DISPLAY": display}
        folder = self.inside / self.home.relative_to("/")
        process = subprocess.Popen(self.program, env=environment, cwd=folder, stderr=subprocess.PIPE)
        try:
            yield process
        finally:
            process.terminate()
            process.wait(30)


def provide_needs() -> None:
    """Install the programs of the trial that are missing.

    Raises:
        TrialError: that cannot be done here; the message names the packages.
    """
    missing = [package for program, package in NEEDS.items() if shutil.which(program) is None]
    if not missing:
        return
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        raise TrialError(f"the trial needs {', '.join(missing)}: install these packages")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", *missing]):
        done = subprocess.run(["apt-get", "-q=2", *command], env=environment, capture_output=True, check=False)
        if done.returncode != 0:
            raise TrialError(f"apt-get {command[0]} failed: {done.stderr.decode('utf-8', 'replace')[-400:]}")


def print_step(name: str, seconds: float) -> None:
    """Print one measured step."""
    print(f"{name:<42}{seconds:8.2f} s", flush=True)


def wait_for(name: str, holds: Callable[[], bool], limit_s: float) -> None:
    """Wait until something holds; print how long that took.

    Raises:
        TrialError: it did not within the limit.
    """
    began = time.monotonic()
    while not holds():
        if time.monotonic() - began > limit_s:
            raise TrialError(f"{name}: not within {limit_s:.0f} s")
        time.sleep(0.02)
    print_step(name, time.monotonic() - began)


@contextmanager
def virtual_display() -> Iterator[str]:
    """Start a display of its own and yield its name."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1440x900x24"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as told_number:
            yield f":{told_number.readline().strip()}"
    finally:
        server.terminate()
        server.wait(10)


def titles(display: str) -> list[str]:
    """Return the titles of the windows that are shown, by the program's class."""
    command = ["xdotool", "search", "--onlyvisible", "--class", "dowse", "getwindowname", "%@"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "DISPLAY": display}
    )
    return [line for line in done.stdout.splitlines() if line]


def copied_context(display: str) -> str:
    """Press the key that copies the context in the window that is shown; return what the clipboard holds."""
    environment = {**os.environ, "DISPLAY": display}
    pressed = ["xdotool", "search", "--onlyvisible", "--class", "dowse", "windowfocus", "key", "ctrl+shift+c"]
    subprocess.run(pressed, capture_output=True, check=False, env=environment)
    time.sleep(CLIPBOARD_S)
    command = ["xclip", "-selection", "clipboard", "-out"]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment).stdout


def try_commands(trial: Trial, sample: str) -> None:
    """Index, search, draw a tree, gather context, and answer an agent."""
    trial.step("start of the command (--version)", "--version")
    trial.step("doctor", "doctor")
    trial.step("index of the sample, model prepared", "index", sample)
    trial.step("search without an engine", "search", QUESTION)
    trial.step("start of the engine", "engine", "start", "--keep")
    hits = trial.step("search with an engine", "search", QUESTION, "--json")
    require(FOUND in hits, f"the search did not find {FOUND}: {hits[:400]}")
    tree = trial.step("tree", "tree", "differences")
    require("reconcile" in tree, f"the tree holds nothing: {tree[:400]}")
    context = trial.step("context", "context", QUESTION)
    require(FOUND in context, f"the context lacks {FOUND}: {context[:400]}")
    answer = trial.step("first answer to an agent", "mcp", input_text=json.dumps(INITIALIZE) + "\n")
    require('"serverInfo"' in answer, f"the agent was told {answer[:400]}")


def try_window(trial: Trial, picture: Path | None, settle_s: float) -> None:
    """Open the window, reach it by a second start and an address, copy its context, picture it."""
    with ExitStack() as stack:
        display = stack.enter_context(virtual_display())
        process = stack.enter_context(trial.window(display))
        wait_for("window on the screen", lambda: bool(titles(display)) or ended(process), WINDOW_S)
        trial.environment["DISPLAY"] = display
        time.sleep(3)
        trial.step("second start reaches the open window")
        trial.step("address shown in the open window", "dowse://search?q=delivery%20tried%20again")
        require(len(titles(display)) == 1, f"there are windows: {titles(display)}")
        wait_for("results there, context copied by its key", lambda: FOUND in copied_context(display), WINDOW_S)
        if picture is not None:
            time.sleep(settle_s)
            subprocess.run(["import", "-display", display, "-window", "root", str(picture)], check=True)


def ended(process: subprocess.Popen[bytes]) -> bool:
    """Return False while the window's process runs.

    Raises:
        TrialError: it ended; the message holds what it said.
    """
    if process.poll() is None:
        return False
    message = process.stderr.read().decode("utf-8", "replace") if process.stderr else ""
    raise TrialError(f"the window ended with status {process.returncode}: {message[-2000:]}")


def require(holds: object, otherwise: str) -> None:
    """Raise TrialError unless something holds."""
    if not holds:
        raise TrialError(otherwise)


def main() -> int:
    """Try; return 0 when all of it worked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="command line that starts Dowse")
    parser.add_argument("--sample", required=True, help="folder to index, as the program sees it")
    parser.add_argument(
        "--home", type=Path, help="empty home folder, as the program sees it; else a temporary one"
    )
    parser.add_argument("--inside", type=Path, default=Path("/"), help="root folder that the program sees")
    parser.add_argument("--picture", type=Path, help="write a picture of the window here")
    parser.add_argument("--settle", type=float, default=SETTLE_S, help="seconds until that; more where much runs")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as empty:
        trial = Trial(shlex.split(options.program), options.home or Path(empty), options.inside)
        try:
            provide_needs()
            try_commands(trial, options.sample)
            try_window(trial, options.picture, options.settle)
        except (TrialError, subprocess.TimeoutExpired) as error:
            print(f"error: {error}", file=sys.stderr)
            return 1
        finally:
            subprocess.run(
                [*trial.program, "engine", "stop"], env=trial.environment, capture_output=True, check=False
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
