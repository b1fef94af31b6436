"""Models converted for OpenVINO, each once, in the cache folder under the hash of its weights."""

import contextlib
import json
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from search.atomic_write import draft_beside, give_name, sweep
from search.embedding.models import ModelFolder
from search.embedding.settings import CONVERT_COMMAND
from search.errors import ModelError
from search.messages import Message

XML = "model.xml"
WEIGHTS = "model.bin"
TOKENIZER = "tokenizer.json"
INFO = "info.json"

COMPILED = "compiled"
"""Folder beside the model where the runtime keeps what it compiled, a folder for each precision and without the
weights: 0.5 MB save two thirds of the time that loading takes. The runtime compiles again what is damaged."""

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
    """A person stopped the conversion; the next call starts it again."""


@dataclass(frozen=True, slots=True)
class ConvertedInfo:
    """The data about a model that the runtime needs.

    Attributes:
        max_length: tokens of a text that are read, special ones included.
        pad_id: token that fills up shorter texts of a batch.
    """

    dimension: int
    max_length: int
    pad_id: int

    def as_json(self, folder: Path) -> dict[str, Any]:
        """Return the record that is stored with the model: this data, and the sizes of its files."""
        return {**asdict(self), "sizes": _sizes(folder)}


@dataclass(frozen=True, slots=True)
class Converted:
    """A converted model in its folder.

    Attributes:
        compiled: folder of the runtime's compiled form of the model.
    """

    folder: Path
    info: ConvertedInfo
    compiled: Path


def converted_model(
    model: ModelFolder,
    cache: Path,
    command: tuple[str, ...],
    on_progress: Callable[[Message], None],
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
    target = cache / f"{model.name}-{model.digest}-{CONVERTER}"

    def convert(draft: Path) -> None:
        _require_converter(command)
        on_progress(Message("model.converting", model=model.name))
        _convert(model, draft, command, stopped)

    return read(target) or made(target, convert)


def made(target: Path, write: Callable[[Path], None]) -> Converted:
    """Return the model of a new folder in a cache folder, after what dead processes left there was deleted.

    Args:
        target: the folder.
        write: writes the files into the empty folder that it gets.

    Raises:
        ModelError: the files cannot be written or read.
    """
    sweep(target.parent, older_than_s=_DRAFT_AGE_S)
    draft = draft_beside(target)
    try:
        draft.mkdir(parents=True)
        write(draft)
        _publish(draft, target)
    except OSError as error:
        raise ModelError(
            "model.converted_not_kept", folder=target.parent, reason=error.strerror or error
        ) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    model_files = read(target)
    if model_files is None:
        raise ModelError("model.converted_unreadable", folder=target)
    return model_files


def bundled(model: ModelFolder, cache: Path) -> Converted:
    """Return the model of an installation; its compiled form is kept in the cache folder.

    Raises:
        ModelError: its files are not whole.
    """
    model_files = read(model.path)
    if model_files is None:
        raise ModelError("model.bundled_damaged", folder=model.path)
    return replace(model_files, compiled=cache / model.path.name / COMPILED)


def read(folder: Path) -> Converted | None:
    """Return the converted model of a folder, None where it is missing or not whole."""
    try:
        info = json.loads((folder / INFO).read_text("utf-8"))
        if info.pop("sizes") != _sizes(folder):
            return None
        return Converted(folder, ConvertedInfo(**info), folder / COMPILED)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def _sizes(folder: Path) -> dict[str, int]:
    return {name: (folder / name).stat().st_size for name in (XML, WEIGHTS, TOKENIZER)}


def _require_converter(command: tuple[str, ...]) -> None:
    """Refuse before a process is started that could only fail.

    Raises:
        ModelError: the conversion needs sentence-transformers, which is not installed.
    """
    if command == CONVERT_COMMAND and find_spec("sentence_transformers") is None:
        raise ModelError("model.sentence_transformers_missing")


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
    raise kind("model.not_convertible", folder=model.path, reason=reason)


def _what_it_says(process: subprocess.Popen[bytes], model: ModelFolder, stopped: Callable[[], bool]) -> list[str]:
    """Return the error output of a conversion, once it has ended."""
    until = time.monotonic() + _LIMIT_S
    while time.monotonic() < until:
        if stopped():
            raise ConversionStoppedError("model.conversion_stopped", model=model.name)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=_LOOK_S)[1].decode("utf-8", "replace").strip().splitlines()
    raise ModelError("model.conversion_timed_out", model=model.name, seconds=_LIMIT_S)


def _publish(draft: Path, target: Path) -> None:
    """Put a finished conversion in place; one that another process put there meanwhile is kept unless damaged."""
    if read(target) is None and target.exists():
        target.replace(draft_beside(target))
    with contextlib.suppress(OSError):  # another process was first; whether it was, is seen by reading
        give_name(draft, target)
