"""The converted model as the runtime computes with it."""

import sys
from typing import TYPE_CHECKING, Any

from search.embedding.converted import XML, Converted
from search.embedding.offline import enforce_offline
from search.embedding.settings import Precision
from search.errors import ModelError

if TYPE_CHECKING:
    from openvino import Model

_STREAMS = 4
"""Batches that are computed at once at most, by one thread each where there are no more processors: threads that
share each layer of a batch wait for each other. A stream takes 10 MB."""


def runtime() -> Any:
    """Return the module of the runtime, without the part of it that converts models."""
    enforce_offline()
    sys.modules.setdefault("openvino.tools.ovc", None)  # type: ignore[arg-type]  # 8 MB and 40 ms
    import openvino as ov

    return ov


def compiled_model(model: Converted, precision: Precision, threads: int) -> Any:
    """Return a converted model, compiled by the runtime for this processor.

    Args:
        model: what `search.embedding.convert` wrote.
        precision: ``f32`` or ``bf16``.
        threads: 0 for one on each physical core.

    Raises:
        ModelError: the files cannot be loaded.
    """
    ov = runtime()
    options = _options(precision, threads, _STREAMS)
    # the runtime would also load what it compiled for another precision, and can crash with it
    cache_options = {"CACHE_DIR": str(model.compiled / precision.value), "CACHE_MODE": "OPTIMIZE_SIZE"}
    core, path = ov.Core(), model.folder / XML
    try:
        return core.compile_model(path, "CPU", options | cache_options)
    except RuntimeError:  # nothing can be kept there, or what was kept cannot be read
        pass
    try:
        return core.compile_model(path, "CPU", options)
    except RuntimeError as error:
        raise ModelError(
            "model.converted_not_loadable",
            path=path,
            reason=reason_of(error),
            folder=model.folder,
        ) from error


def compiled_graph(graph: "Model", precision: Precision, threads: int) -> Any:
    """Return a network in memory, compiled for one text at a time.

    Args:
        graph: of the runtime.
        precision: ``f32`` or ``bf16``.
        threads: 0 for one on each physical core.

    Raises:
        RuntimeError: the runtime cannot compute it.
    """
    return runtime().Core().compile_model(graph, "CPU", _options(precision, threads, 1))


def reason_of(error: BaseException) -> str:
    """Return the last line of what the runtime says of an error, or its kind where it says nothing."""
    lines = str(error).strip().splitlines()
    return lines[-1] if lines else type(error).__name__


def _options(precision: Precision, threads: int, streams: int) -> dict[str, Any]:
    options: dict[str, Any] = {
        "INFERENCE_PRECISION_HINT": precision.value,
        "PERFORMANCE_HINT": "LATENCY",
        "NUM_STREAMS": streams,
        "ENABLE_CPU_PINNING": False,  # pinned threads wait for a busy core while another one is free
    }
    if threads:
        options["INFERENCE_NUM_THREADS"] = threads
    return options
