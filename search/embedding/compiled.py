"""The converted model as the runtime computes with it."""

import sys
from pathlib import Path
from typing import Any

from search.embedding.converted import XML
from search.embedding.offline import enforce_offline
from search.embedding.settings import Precision
from search.errors import ModelError

_STREAMS = 4
"""Batches that are computed at once at most, by one thread each where there are no more processors: threads that
share each layer of a batch wait for each other. A stream takes 10 MB."""

COMPILED = "compiled"
"""Folder beside the model where the runtime keeps what it compiled, without the weights: 0.5 MB save two thirds of
the time that loading takes. The runtime makes anew what does not fit or is damaged."""


def compiled_model(folder: Path, precision: Precision, threads: int) -> Any:
    """Return the converted model of a folder, compiled by the runtime for this processor.

    Args:
        folder: what `search.embedding.convert` wrote.
        precision: ``f32`` or ``bf16``.
        threads: 0 for one on each physical core.

    Raises:
        ModelError: the files cannot be loaded.
    """
    enforce_offline()
    sys.modules.setdefault("openvino.tools.ovc", None)  # type: ignore[arg-type]  # converts; 8 MB and 40 ms
    import openvino as ov

    options: dict[str, Any] = {
        "INFERENCE_PRECISION_HINT": precision.value,
        "PERFORMANCE_HINT": "LATENCY",
        "NUM_STREAMS": _STREAMS,
        "ENABLE_CPU_PINNING": False,  # pinned threads wait for a busy core while another one is free
    }
    if threads:
        options["INFERENCE_NUM_THREADS"] = threads
    cache_options = {"CACHE_DIR": str(folder / COMPILED), "CACHE_MODE": "OPTIMIZE_SIZE"}
    core, path = ov.Core(), folder / XML
    try:
        return core.compile_model(path, "CPU", options | cache_options)
    except RuntimeError:  # nothing can be kept there, or what was kept cannot be read
        pass
    try:
        return core.compile_model(path, "CPU", options)
    except RuntimeError as error:
        raise ModelError(
            "model.converted_not_loadable", path=path, reason=str(error).strip().splitlines()[-1], folder=folder
        ) from error
