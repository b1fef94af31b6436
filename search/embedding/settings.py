"""What can be set about turning texts into vectors."""

import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from search.errors import BadInputError

PACKAGED_MODEL = "all-MiniLM-L6-v2"
"""The model whose weights are installed with Dowse."""

CONVERT_COMMAND = (sys.executable, "-P", "-m", "search.embedding.convert")


class Device(StrEnum):
    """Where texts are encoded."""

    AUTO = "auto"
    """The GPU where there is one that can be used, else the processor."""
    CPU = "cpu"
    GPU = "gpu"


class Precision(StrEnum):
    """Of the arithmetic; vectors are float32 in any case."""

    AUTO = "auto"
    """``bf16`` where a measurement on this processor shows that it is faster, else ``f32``."""
    F32 = "f32"
    BF16 = "bf16"


@dataclass(frozen=True, slots=True)
class EncoderSettings:
    """How texts become vectors.

    Attributes:
        model: `PACKAGED_MODEL`, or a folder with a sentence-transformers model.
        threads: of the processor, 0 for one on each physical core.
        batch_size: most texts that are encoded in a batch.
        cache_folder: where converted models are kept; None for the user's cache folder.
        convert_command: runs `search.embedding.convert` in a process of its own.
    """

    model: str = PACKAGED_MODEL
    device: Device = Device.AUTO
    precision: Precision = Precision.AUTO
    threads: int = 0
    batch_size: int = 16
    cache_folder: Path | None = None
    convert_command: tuple[str, ...] = CONVERT_COMMAND

    def __post_init__(self) -> None:
        """Refuse numbers out of range.

        Raises:
            BadInputError: naming the field and the value.
        """
        if not 0 <= self.threads <= 256:
            raise BadInputError("model.bad_threads", value=self.threads)
        if not 1 <= self.batch_size <= 1024:
            raise BadInputError("model.bad_batch_size", value=self.batch_size)
