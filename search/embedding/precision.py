"""Whether this processor encodes faster with 16-bit floats; measured once and remembered."""

import os
import time

from search.embedding.cache import Remembered
from search.embedding.converted import Converted
from search.embedding.offline import enforce_offline
from search.embedding.openvino_encoder import OpenVinoEncoder
from search.embedding.settings import Precision

WORTH_IT = 1.3
"""How many times faster bf16 has to be; on processors that only imitate it, it is slower than f32."""

_SAMPLE = ["the lease is renewed before it expires, or the lock is given to whoever waits for it " * 8] * 8
_ROUNDS = 3


def fastest_precision(model: Converted, remembered: Remembered, threads: int) -> Precision:
    """Return ``bf16`` where it is worth it, else ``f32``; a processor is measured once, about 2 s."""
    processor, has_bf16 = _processor()
    if not has_bf16:
        return Precision.F32
    key = f"precision by processor time {model.folder.name} {processor} {os.cpu_count()}"
    return Precision(remembered.get_or(key, lambda: _measured(model, threads).value))


def _processor() -> tuple[str, bool]:
    enforce_offline()
    import openvino as ov

    core = ov.Core()
    abilities = core.get_property("CPU", "OPTIMIZATION_CAPABILITIES")
    return f"{core.get_property('CPU', 'FULL_DEVICE_NAME')} {'+'.join(sorted(abilities))}", "BF16" in abilities


def _measured(model: Converted, threads: int) -> Precision:
    plain, short = (_seconds(model, precision, threads) for precision in (Precision.F32, Precision.BF16))
    return Precision.BF16 if plain >= WORTH_IT * short else Precision.F32


def _seconds(model: Converted, precision: Precision, threads: int) -> float:
    """Return the best of some rounds in processor seconds: other programs that are busy do not count."""
    encoder = OpenVinoEncoder(model.folder, model.info, name="measured", precision=precision, threads=threads)
    encoder.encode(_SAMPLE)
    durations = []
    for _ in range(_ROUNDS):
        started = time.process_time()
        encoder.encode(_SAMPLE)
        durations.append(time.process_time() - started)
    return min(durations)
