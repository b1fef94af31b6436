"""Which runtime encodes: a GPU where there is one, else OpenVINO, else sentence-transformers on the processor."""

import contextlib
import importlib.util
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from search.embedding.cache import Remembered, cache_folder
from search.embedding.converted import Converted, NotConvertibleError, bundled, converted_model
from search.embedding.models import ModelFolder, bundled_model, find_model
from search.embedding.ports import Encoder
from search.embedding.settings import PACKAGED_MODEL, Device, EncoderSettings, Precision
from search.embedding.tensor_file import Tensors
from search.errors import ModelError
from search.messages import Message
from search.processes import NO_WINDOW, installed_program

if TYPE_CHECKING:
    from search.embedding.question_encoder import QuestionNetwork


_log = structlog.get_logger(__name__)


def open_encoder(
    settings: EncoderSettings | None = None,
    on_progress: Callable[[Message], None] = lambda _message: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Encoder:
    """Return the encoder that suits the settings and this machine.

    The packaged model of an installation is converted already. Any other model is converted the first time it is
    used on a processor, about 10 s; later it is there in 0.3 s.

    Args:
        settings: None for the defaults.
        on_progress: called with a message for a person before something that takes long.
        stopped: is asked during a conversion whether to end it.

    Raises:
        ConversionStoppedError: ``stopped`` said yes.
        ModelError: the model is missing or wrong, or a GPU is asked for and there is none.
    """
    settings = settings or EncoderSettings()
    cache = cache_folder(settings.cache_folder)
    remembered = Remembered(cache)
    if _use_gpu(settings.device):
        return _generator(settings, "cuda", remembered, on_progress)
    shipped = bundled_model() if settings.model == PACKAGED_MODEL else None
    if shipped is not None:
        return _openvino(settings, shipped, bundled(shipped, cache), remembered, on_progress)
    model = find_model(settings.model, remembered)
    try:
        converted = converted_model(model, cache, settings.convert_command, on_progress, stopped)
        return _openvino(settings, model, converted, remembered, on_progress)
    except NotConvertibleError:
        on_progress(Message("model.loading_unconverted", model=model.name))
        return _generator(settings, "cpu", remembered, on_progress)


def _openvino(
    settings: EncoderSettings,
    model: ModelFolder,
    converted: Converted,
    remembered: Remembered,
    on_progress: Callable[[Message], None],
) -> Encoder:
    from search.embedding.openvino_encoder import OpenVinoEncoder
    from search.embedding.precision import fastest_precision

    precision = settings.precision
    if precision is Precision.AUTO:
        precision = fastest_precision(converted, remembered, settings.threads)
    return OpenVinoEncoder(
        converted,
        name=model.key,
        precision=precision,
        threads=settings.threads,
        batch_size=settings.batch_size,
        questions=_questions(settings, converted, precision, remembered, on_progress),
    )


def _questions(
    settings: EncoderSettings,
    converted: Converted,
    precision: Precision,
    remembered: Remembered,
    on_progress: Callable[[Message], None],
) -> "QuestionNetwork | None":
    """Return the network for questions to the packaged model; None for another model, or if it cannot be had."""
    if settings.model != PACKAGED_MODEL:
        return None
    from search.embedding.question_encoder import QuestionNetwork, question_weights

    try:
        weights = question_weights(remembered)
        return None if weights is None else QuestionNetwork(converted, weights, precision, settings.threads)
    except ModelError as error:
        on_progress(_unadapted(error))
        return None


def _generator(
    settings: EncoderSettings, device: str, remembered: Remembered, on_progress: Callable[[Message], None]
) -> Encoder:
    from search.embedding.generator import EmbeddingGenerator
    from search.embedding.question_encoder import changes_of, question_weights

    changes: Tensors = {}
    try:
        weights = question_weights(remembered) if settings.model == PACKAGED_MODEL else None
        changes = {} if weights is None else changes_of(weights)
    except ModelError as error:
        on_progress(_unadapted(error))
    return EmbeddingGenerator(settings.model, device=device, cache=settings.cache_folder, question_changes=changes)


def _unadapted(error: ModelError) -> Message:
    _log.warning("questions are encoded as passages are", reason=str(error))
    return Message("model.questions_unadapted", reason=error.message, hint=error.remedy)


def _use_gpu(device: Device) -> bool:
    """Tell without importing torch that there is no GPU, which is so on most machines."""
    if device is Device.CPU or (device is Device.AUTO and not _gpu_answers()):
        return False
    from search.embedding.generator import cuda_available

    if cuda_available():
        return True
    if device is Device.GPU:
        _require_torch()
        raise ModelError("model.no_gpu")
    return False


def _require_torch() -> None:
    if importlib.util.find_spec("torch") is None:
        raise ModelError("model.sentence_transformers_missing")


def _gpu_answers() -> bool:
    """Return whether NVIDIA's driver lists a GPU and torch was built for CUDA."""
    program = installed_program("nvidia-smi")
    if program is None or not _torch_has_cuda():
        return False
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        listed = subprocess.run(
            [program, "-L"], capture_output=True, timeout=5, check=False, creationflags=NO_WINDOW
        )
        return listed.returncode == 0 and b"GPU" in listed.stdout
    return False


def _torch_has_cuda() -> bool:
    spec = importlib.util.find_spec("torch")
    folder = Path(spec.origin).parent / "lib" if spec and spec.origin else None
    return folder is not None and any(folder.glob("*torch_cuda*"))
