"""``make fuzz``: every target, or one, for some seconds each, guided by coverage (atheris).

An input that crashes, takes over 20 s or over 3 GB is written to ``build/fuzz/TARGET``. What one run learns there,
the next one starts from.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path

import atheris

WORK = Path("build/fuzz")
MOST_SECONDS = 20
MOST_MEGABYTES = 3_000
LONGEST_INPUT = 20_000

INSTRUMENTED = ["indexer", "search", "app.engine"]

with atheris.instrument_imports(include=INSTRUMENTED):
    from tests.fuzz.targets import Target, targets


def main() -> int:
    """Run what was asked for; the exit status is that of the worst target."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", default="", help="one of them; without it all, each in a process of its own")
    parser.add_argument("--seconds", type=int, default=600)
    options = parser.parse_args()
    if not options.target:
        return max(_in_a_process(name, options.seconds) for name in sorted(targets()))
    _fuzz(options.target, options.seconds)
    return 0


def _in_a_process(name: str, seconds: int) -> int:
    began = time.monotonic()
    command = [sys.executable, "-m", "tests.fuzz.run", "--target", name, "--seconds", str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    runs = [
        line for line in done.stderr.splitlines() if line.startswith(("Done ", "SUMMARY", "==", "stat::number"))
    ]
    verdict = "FOUND" if done.returncode else "well"
    print(f"{name:18} {verdict:5} {time.monotonic() - began:5.0f} s  {' '.join(runs[-1:])}")
    if done.returncode:
        print(done.stderr[-4_000:])
    sys.stdout.flush()
    return done.returncode


def _imported(name: str) -> Target:
    """Return a target once it has imported, instrumented, what it imports only when it runs."""
    with atheris.instrument_imports(include=INSTRUMENTED):
        target = targets()[name]
        for seed in target.seeds:
            target.run(seed)
    return target


def _fuzz(name: str, seconds: int) -> None:
    target, corpus = _imported(name), WORK / name / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(target.seeds):
        (corpus / f"seed-{number}").write_bytes(seed)
    limits = [f"-max_total_time={seconds}", f"-timeout={MOST_SECONDS}", f"-rss_limit_mb={MOST_MEGABYTES}"]
    arguments = [
        sys.argv[0],
        *limits,
        f"-max_len={LONGEST_INPUT}",
        f"-artifact_prefix={WORK / name}/",
        str(corpus),
    ]
    atheris.Setup(arguments, target.run)
    atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
