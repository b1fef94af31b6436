"""Says after an answer from the dependency graph that it may lack what is still to be read."""

import math
from typing import TYPE_CHECKING

from app.cli.output import remark
from search.types.filters import OWNER

if TYPE_CHECKING:
    from search.ports import SearchCore


def known_share(core: "SearchCore") -> float:
    """Return the share of the files whose dependencies are known, 0.0 to 1.0."""
    return core.status(OWNER).known_dependencies


def remark_unfinished(share: float) -> None:
    """Tell a person that an answer covers only a share of the dependencies, unless that is all of them."""
    if share < 1.0:
        percent = math.floor(100.0 * share)
        remark(f"Only {percent} % of the dependencies are read so far: this answer may lack some.")
