"""Models converted for OpenVINO, each once, in the cache folder under the hash of its weights."""

import contextlib
import json
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from search.atomic_write import draft_beside, sweep
from search.embedding.models import ModelFolder
from search.errors import ModelError

XML = "model.xml"
WEIGHTS = "model.bin"
TOKENIZER = "tokenizer.json"
INFO = "info.json"

CONVERTER = 1
"""Raised when the conversion changes its result: older ones are then not used."""

NOT_CONVERTIBLE = 3
"""Exit status of a conversion whose result gives other vectors."""

_LIMIT_S = 600.0

_DRAFT_AGE_S = 1.5 * _LIMIT_S
"""Age at which an unfinished conversion is one whose process died."""

_LOOK_S = 0.2
"""How often it is asked whether a conversion is to stop."""


def _never() -> bool:
    return False


class NotConvertibleError(ModelError):
    """The model runs, but not through OpenVINO."""


class ConversionStoppedError(ModelError):
    """A person stopped the conversion; the next call begins it anew."""


@dataclass(frozen=True, slots=True)
class ConvertedInfo:
    """What the runtime has to know of a model.

    Attributes:
        max_length: tokens of a text that are read, special ones included.
        pad_id: token that fills up shorter texts of a batch.
    """

    dimension: int
    max_length: int
    pad_id: int

    def as_json(self, folder: Path) -> dict[str, Any]:
        """Return what is kept beside the model: this, and the sizes of its files."""
        return {**asdict(self), "sizes": _sizes(folder)}


@dataclass(frozen=True, slots=True)
class Converted:
    """A converted model in its folder."""

    folder: Path
    info: ConvertedInfo


def converted_model(
    model: ModelFolder,
    cache: Path,
    command: tuple[str, ...],
    on_progress: Callable[[str], None],
    stopped: Callable[[], bool] = _never,
) -> Converted:
    """Return the model for OpenVINO, converting it where that has not been done yet.

    Several processes may do this at once: each converts into a folder of its own, the first to finish stays.
    ``stopped`` is asked meanwhile; when it says yes, the conversion ends.

    Raises:
        ConversionStoppedError: it was stopped.
        NotConvertibleError: the model works only with sentence-transformers.
        ModelError: the conversion failed; the message holds what it said last.
    """
    sweep(cache, older_than_s=_DRAFT_AGE_S)
    target = cache / f"{model.name}-{model.digest}-{CONVERTER}"
    model_files = read(target)
    if model_files is not None:
        return model_files
    on_progress(f"Converting the model {model.name} for this processor, once; from 10 s to a few minutes")
    draft = draft_beside(target)
    try:
        draft.mkdir(parents=True)
        _convert(model, draft, command, stopped)
        _publish(draft, target)
    except OSError as error:
        raise ModelError(
            f"the converted model cannot be kept in {cache}: {error.strerror or error}",
            remedy="Free 200 MB there, or set another cache folder.",
        ) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    model_files = read(target)
    if model_files is None:
        raise ModelError(f"the converted model in {target} cannot be read", remedy="Remove that folder.")
    return model_files


def read(folder: Path) -> Converted | None:
    """Return the converted model of a folder, None where it is missing or not whole."""
    try:
        info = json.loads((folder / INFO).read_text("utf-8"))
        if info.pop("sizes") != _sizes(folder):
            return None
        return Converted(folder, ConvertedInfo(**info))
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def _sizes(folder: Path) -> dict[str, int]:
    return {name: (folder / name).stat().st_size for name in (XML, WEIGHTS, TOKENIZER)}


def _convert(model: ModelFolder, draft: Path, command: tuple[str, ...], stopped: Callable[[], bool]) -> None:
    process = subprocess.Popen(
        [*command, str(model.path.resolve()), str(draft)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    try:
        messages = _what_it_says(process, model, stopped)
    finally:
        process.kill()
        process.communicate()
    if process.returncode == 0:
        return
    reason = messages[-1] if messages else f"exit status {process.returncode}"
    kind = NotConvertibleError if process.returncode == NOT_CONVERTIBLE else ModelError
    raise kind(
        f"the model in {model.path} cannot be converted: {reason}",
        remedy="Check that the folder holds a whole sentence-transformers model and that 2 GB of memory are free.",
    )


def _what_it_says(process: subprocess.Popen[bytes], model: ModelFolder, stopped: Callable[[], bool]) -> list[str]:
    """Return what a conversion wrote to its error stream, once it has ended."""
    until = time.monotonic() + _LIMIT_S
    while time.monotonic() < until:
        if stopped():
            raise ConversionStoppedError(
                f"converting {model.name} was stopped", remedy="Go on indexing, and it is converted then."
            )
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=_LOOK_S)[1].decode("utf-8", "replace").strip().splitlines()
    raise ModelError(f"converting {model.name} took longer than {_LIMIT_S:.0f} s", remedy="Try again.")


def _publish(draft: Path, target: Path) -> None:
    """Put a finished conversion in place; what another process put there meanwhile stays, what is damaged goes."""
    if read(target) is None and target.exists():
        target.replace(draft_beside(target))
    with contextlib.suppress(OSError):  # another process was first; whether it was, is seen by reading
        draft.replace(target)
