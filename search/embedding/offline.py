"""Nothing leaves the machine: to be called before any library of models is imported."""

import os
import sys

_SETTINGS = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "DO_NOT_TRACK": "1",
    "TOKENIZERS_PARALLELISM": "false",
}
"""The hub library asks the network even for a model that is here. The last one keeps the tokenizer from taking
every processor and from warning when a process is started; tokenizing is a hundredth of the work."""


def enforce_offline() -> None:
    """Switch off every way in which the libraries of models reach the network, for this process and its children.

    OpenVINO reports each import and each conversion through its telemetry package; it does without when that
    package cannot be imported.
    """
    os.environ.update(_SETTINGS)
    sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]  # the documented way to forbid an import
