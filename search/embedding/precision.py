"""Whether this processor computes a model faster with 16-bit floats; measured once and remembered."""

import os
import time
from collections.abc import Callable

from search.embedding.cache import Remembered
from search.embedding.converted import Converted
from search.embedding.crashes import Crashes
from search.embedding.offline import enforce_offline
from search.embedding.openvino_encoder import OpenVinoEncoder
from search.embedding.settings import Precision
from search.errors import ModelError

WORTH_IT = 1.3
"""How many times faster bf16 has to be; on processors that only imitate it, it is slower than f32."""

_MOST_CRASHES = 2
"""After so many crashes while a precision was measured, f32 is taken."""

_SAMPLE = ["the lease is renewed before it expires, or the lock is given to whoever waits for it " * 8] * 8
_ROUNDS = 3


def fastest_precision(model: Converted, remembered: Remembered, threads: int) -> Precision:
    """Return ``bf16`` where it makes the encoder faster, else ``f32``; a processor is measured once, about 2 s."""
    return measured_precision(
        model.folder.name,
        remembered,
        lambda precision: _encoding(OpenVinoEncoder(model, name="measured", precision=precision, threads=threads)),
    )


def measured_precision(
    name: str, remembered: Remembered, prepared: Callable[[Precision], Callable[[], object]]
) -> Precision:
    """Return ``bf16`` where it is worth it, else ``f32``.

    Args:
        name: of the model.
        remembered: has the result of an earlier measurement.
        prepared: loads the model with a precision and returns the work that is measured.
    """
    processor, has_bf16 = _processor()
    if not has_bf16:
        return Precision.F32
    key = f"precision by processor time {name} {processor} {os.cpu_count()}"

    known = remembered.get(key)
    if known is not None:
        return Precision(known)
    crashes = Crashes(remembered.folder, key)
    if crashes.count() >= _MOST_CRASHES:
        return Precision.F32
    with crashes.watched():
        best = _measured(prepared)
    remembered.keep(key, best.value)
    crashes.forget()
    return best


def _encoding(encoder: OpenVinoEncoder) -> Callable[[], object]:
    return lambda: encoder.encode(_SAMPLE)


def _processor() -> tuple[str, bool]:
    enforce_offline()
    import openvino as ov

    core = ov.Core()
    abilities = core.get_property("CPU", "OPTIMIZATION_CAPABILITIES")
    return f"{core.get_property('CPU', 'FULL_DEVICE_NAME')} {'+'.join(sorted(abilities))}", "BF16" in abilities


def _measured(prepared: Callable[[Precision], Callable[[], object]]) -> Precision:
    plain = _seconds(prepared(Precision.F32))
    try:
        short = _seconds(prepared(Precision.BF16))
    except (ModelError, RuntimeError):  # the runtime cannot compute in bf16 here
        return Precision.F32
    return Precision.BF16 if plain >= WORTH_IT * short else Precision.F32


def _seconds(work: Callable[[], object]) -> float:
    """Return the best of some rounds in processor seconds: other programs that are busy do not count."""
    work()
    durations = []
    for _ in range(_ROUNDS):
        started = time.process_time()
        work()
        durations.append(time.process_time() - started)
    return min(durations)
