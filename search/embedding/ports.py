"""What turns texts into vectors and counts their tokens."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Encoder(Protocol):
    """Turns texts into unit vectors."""

    @property
    def model(self) -> str:
        """Name and version of weights and runtime precision; vectors of equal names may be compared."""
        ...

    @property
    def dimension(self) -> int:
        """Number of components of a vector."""
        ...

    @property
    def device(self) -> str:
        """For a person, such as ``CPU, 2 threads, bf16``."""
        ...

    def encode(self, texts: Sequence[str], /) -> "npt.NDArray[np.float32]":
        """Return float32 of shape (len(texts), dimension); every row has norm 1; no texts give (0, dimension)."""
        ...

    def encode_query(self, text: str, /) -> "npt.NDArray[np.float32]":
        """Return float32 of shape (dimension,) with norm 1; recent queries are remembered."""
        ...


class TokenCounter(Protocol):
    """Counts tokens of the packaged model; the one counter of the whole system."""

    def count(self, text: str, /) -> int:
        """Return the number of tokens without special ones; the same text always gives the same number."""
        ...
