"""Go anywhere: the names that match a key among a million, against letter by letter over all of them.

Goal: under 30 ms of processor time for the slowest key. ``QUICK=1`` takes 100,000 names. The same names are also
given to ``rapidfuzz.process.extract``, a kept library, with its partial ratio; its matches are not strict.
"""

import random
import time
from collections.abc import Callable

from rapidfuzz.fuzz import partial_ratio
from rapidfuzz.process import extract
from results import Results
from source_chunks import quick

from search.graph.name_matcher import NameMatcher
from search.letters import matched_letters

WORDS = (
    *("get", "set", "load", "save", "order", "invoice", "lease", "worker", "queue", "retry", "token", "parse"),
    *(
        "build",
        "render",
        "window",
        "palette",
        "filter",
        "search",
        "index",
        "graph",
        "node",
        "edge",
        "path",
        "file",
    ),
    *("chunk", "vector", "score", "rank", "account", "session", "customer", "price", "stock", "batch", "roast"),
    *(
        "ship",
        "report",
        "email",
        "template",
        "cache",
        "lock",
        "event",
        "listener",
        "handler",
        "factory",
        "service",
    ),
    *("repository", "controller", "model", "view", "query"),
)
TYPED = ("o", "or", "order", "orderinvoice", "oi", "oinv", "lq", "nvoi", "tion", "e", "ler", "xyz", "sessions")
GOAL_MS = 30.0
SEED = 7


def names(count: int) -> list[str]:
    """Return that many different names in the styles of several languages, short ones first."""
    chosen, made = random.Random(SEED), set[str]()
    while len(made) < count:
        parts = [chosen.choice(WORDS) for _ in range(chosen.randint(2, 4))]
        style = chosen.choice(("snake", "camel", "pascal"))
        name = "_".join(parts) if style == "snake" else "".join(part.title() for part in parts)
        name = name[0].lower() + name[1:] if style == "camel" else name
        made.add(f"{name}{chosen.randint(0, 99)}" if chosen.random() < 0.5 else name)
    return sorted(made, key=lambda name: (len(name), name))


def processor_ms(action: Callable[[], object]) -> float:
    began = time.process_time()
    action()
    return (time.process_time() - began) * 1000


def measure(results: Results) -> None:
    known = names(100_000 if quick() else 1_000_000)
    case = f"{len(known):,} names"
    began = time.process_time()
    matcher = NameMatcher(known)
    results.row(case, "arrays prepared, s", time.process_time() - began)
    here = {typed: processor_ms(lambda typed=typed: matcher.find(typed, 60)) for typed in TYPED}
    slowest = max(here, key=lambda typed: here[typed])
    plain = processor_ms(lambda: [name for name in known if matched_letters(slowest, name) is not None])
    fuzzy = processor_ms(lambda: extract(slowest, known, scorer=partial_ratio, limit=60))
    results.row(case, f"slowest key ({slowest}), ms", here[slowest], goal=GOAL_MS, met=here[slowest] < GOAL_MS)
    results.row(case, "each name letter by letter, ms", plain, ratio=plain / here[slowest])
    results.row(case, "rapidfuzz partial ratio, ms", fuzzy, ratio=fuzzy / here[slowest])
    mean = sum(here.values()) / len(here)
    results.row(case, "all keys, mean ms", mean, goal=GOAL_MS, met=mean < GOAL_MS)


if __name__ == "__main__":
    measure(Results("go_anywhere"))
