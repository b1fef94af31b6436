"""Hundreds of clients of one engine, alone and beside others that send without a pause and read nothing.

Run: ``python tests/benchmarks/crowd_bench.py [--clients 450] [--hostile 50] [--every 30] [--seconds 60]``. Each
client has a connection of its own and asks a question every so many seconds; 45 of them share a process, and 25 of
the hostile ones do. Prints how many were refused, p50 and p95, and the ratio of the two p95.
"""

import argparse
import json
import os
import random
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.engine import wire
from app.engine.channel import connect
from app.engine.client import RemoteCore
from app.engine.operations import CoreOperations
from app.engine.spawn import start_engine
from resources.locate import resource
from search.errors import KnownError
from search.types.query import RankSettings, Rerank, SearchQuery

ROOT = Path(__file__).resolve().parents[2]
OF_ONE_PROCESS = 45
HOSTILE_OF_ONE_PROCESS = 25
QUICK_ANSWERS = RankSettings(rerank=Rerank.NONE)
"""Without the reader, which takes the processor for longer than all clients together may."""

QUESTIONS = (
    "renew the lease",
    "how is a refund paid",
    "invoice total",
    "retry after a failure",
    "customer address",
)


class Crowd:
    """The clients of one process; each begins at a moment of its own, so that they do not ask all at once."""

    def __init__(self, index: Path, every: float, until: float) -> None:
        self._index, self._every, self._until = index, every, until
        self.seconds: list[float] = []
        self.errors: list[str] = []

    def run(self, count: int) -> None:
        """Let so many clients ask until the end."""
        threads = [threading.Thread(target=self._ask, args=(number,)) for number in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _ask(self, number: int) -> None:
        core = None
        try:
            core = RemoteCore.to(self._index)
            if core is None:
                raise ConnectionError("no engine")
            time.sleep(random.uniform(0, self._every))
            while time.monotonic() < self._until:
                began = time.perf_counter()
                core.search(SearchQuery(QUESTIONS[number % len(QUESTIONS)], QUICK_ANSWERS))
                self.seconds.append(time.perf_counter() - began)
                time.sleep(max(0.0, self._every - (time.perf_counter() - began)))
        except (OSError, KnownError) as error:
            self.errors.append(str(error))
        finally:
            if core is not None:
                core.close()


def flood(index: Path, count: int, until: float) -> None:
    """Let so many clients send questions until the end, and read no answer."""
    message = wire.request(
        1, CoreOperations.search.name, CoreOperations.search.in_order(SearchQuery("lease", QUICK_ANSWERS))
    )
    request = struct.pack("!i", len(message)) + message

    def send() -> None:
        while time.monotonic() < until:
            try:
                answer = connect(index)
                if answer is None:
                    return
                with answer[0] as connection, socket.socket(fileno=os.dup(connection.fileno())) as twin:
                    twin.settimeout(0.5)
                    while time.monotonic() < until:
                        try:
                            twin.sendall(request)
                        except TimeoutError:
                            continue
            except (OSError, KnownError):
                time.sleep(0.5)

    threads = [threading.Thread(target=send, daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()) + 1.0)


def _start(
    kind: str, index: Path, total: int, of_one: int, every: float, until: float
) -> list[subprocess.Popen[str]]:
    counts = [min(of_one, total - begun) for begun in range(0, total, of_one)]
    command = [sys.executable, __file__, "--worker", kind, "--index", str(index), "--every", str(every)]
    return [
        subprocess.Popen(
            [*command, "--clients", str(count), "--until", str(until)], stdout=subprocess.PIPE, text=True
        )
        for count in counts
    ]


def measured(index: Path, options: argparse.Namespace, hostile: int) -> float:
    """Print what the clients met, and return the p95 in seconds."""
    until = time.monotonic() + options.seconds + 20.0
    floods = _start("flood", index, hostile, HOSTILE_OF_ONE_PROCESS, options.every, until)
    crowds = _start("crowd", index, options.clients, OF_ONE_PROCESS, options.every, until)
    met = [json.loads(crowd.communicate()[0]) for crowd in crowds]
    for each in floods:
        each.wait()
    seconds = sorted(second for each in met for second in each["seconds"])
    errors = [error for each in met for error in each["errors"]]
    p50, p95 = (seconds[int(share * len(seconds))] for share in (0.5, 0.95))
    print(
        f"{options.clients} clients beside {hostile} hostile: {len(seconds):,} answers, {len(errors)} errors; "
        f"p50 {1000 * p50:.0f} ms, p95 {1000 * p95:.0f} ms"
    )
    for error in sorted(set(errors))[:3]:
        print("  error:", error)
    return p95


def main() -> None:
    """Print the latencies of a crowd alone and beside a flood."""
    quick = bool(os.environ.get("QUICK"))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=60 if quick else 450)
    parser.add_argument("--hostile", type=int, default=10 if quick else 50)
    parser.add_argument("--every", type=float, default=4.0 if quick else 30.0)
    parser.add_argument("--seconds", type=float, default=5.0 if quick else 60.0)
    parser.add_argument("--worker", choices=("crowd", "flood"), help=argparse.SUPPRESS)
    parser.add_argument("--index", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--until", type=float, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker == "crowd":
        crowd = Crowd(options.index, options.every, options.until)
        crowd.run(options.clients)
        print(json.dumps({"seconds": crowd.seconds, "errors": crowd.errors}))
    elif options.worker == "flood":
        flood(options.index, options.clients, options.until)
    else:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
            index = Path(temporary).resolve() / "index"
            made = [sys.executable, "-P", "-m", "app", "index", str(resource("sample")), "--index", str(index)]
            subprocess.run(made, check=True, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            start_engine(index, keep=True)
            alone = measured(index, options, 0)
            beside = measured(index, options, options.hostile)
            print(f"p95 beside {options.hostile} that flood: {beside / alone:.2f} times")
            core = RemoteCore.to(index)
            if core is not None:
                print(f"engine: {core.engine_state().memory_mb:.0f} MiB")
                core.stop_engine()
                core.close()


if __name__ == "__main__":
    main()
