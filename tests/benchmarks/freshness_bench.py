"""How soon and how correctly the index follows the disk: ``tests/benchmarks/freshness_bench.py [MEASURE ...]``.

``--folder`` is indexed for the rates (the indexer's own source when none is named), ``--repository`` is cloned for
the checkout between ``--tags``. Times depend on the machine and on what else it does; each is given beside a ratio
to work of the same run that shares its fate: hashing the same files, the encoder alone, a fresh index. Processor
time is that of the process and of those that it started.
"""

import argparse
import logging
import sys
import tempfile
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]


def main() -> None:
    """Run the measures that were named, or all.

    What they need is imported here: each process that reads files imports this file again, as it would import the
    engine's, which takes next to nothing.
    """
    sys.path.insert(0, str(CHECKOUT))
    import structlog

    from tests.benchmarks.freshness_measures import MEASURES

    parser = argparse.ArgumentParser()
    parser.add_argument("measures", nargs="*", choices=[[], *MEASURES], default=[])
    parser.add_argument("--folder", type=Path, default=CHECKOUT / "indexer")
    parser.add_argument("--repository", type=Path, default=CHECKOUT)
    parser.add_argument("--tags", nargs=2, metavar="REV")
    parser.add_argument("--every", type=int, default=1, help="read only every n-th file (reading)")
    options = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    for name in options.measures or MEASURES:
        with tempfile.TemporaryDirectory(prefix="dowse-bench-", ignore_cleanup_errors=True) as scratch:
            MEASURES[name](Path(scratch).resolve(), options)


if __name__ == "__main__":
    main()
