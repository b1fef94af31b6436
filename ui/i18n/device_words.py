"""The device that computes vectors, in the language of the window."""

import re

from ui.i18n.language import counted

_THREADS = re.compile(r"\b(\d+) threads?\b")


def device_words(device: str) -> str:
    """Return the display name of a device, ``CPU, 2 threads, bf16``, with its words translated."""
    return _THREADS.sub(lambda match: counted(int(match[1]), "{n} thread", "{n} threads"), device)
