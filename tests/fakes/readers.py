"""Readers that note what they read or do what broken parsers do.

They import little, since processes that read import them.
"""

import os
import re
import threading
from dataclasses import replace

from indexer.pipeline.reading import Reader


class NotingReader(Reader):
    """Notes which files it is asked to read."""

    def __init__(self) -> None:
        self.paths: list[str] = []

    def read(self, root, labelled, known_hash, depth, /):
        self.paths.append(labelled.row.path)
        return super().read(root, labelled, known_hash, depth)


class CrashingReader(Reader):
    """Ends its process at one file, as a broken parser would."""

    def read(self, root, labelled, known_hash, depth, /):
        if labelled.row.path == "40.py":
            os._exit(11)
        return super().read(root, labelled, known_hash, depth)


class HangingReader(Reader):
    """Never comes to an end with one file."""

    def read(self, root, labelled, known_hash, depth, /):
        if labelled.row.path == "b.pdf":
            threading.Event().wait()
        return super().read(root, labelled, known_hash, depth)


class DocumentsEndReader(Reader):
    """Ends its process at a document."""

    def read(self, root, labelled, known_hash, depth, /):
        if labelled.row.ext == "docx":
            os._exit(11)
        return super().read(root, labelled, known_hash, depth)


class NeverEndingReader(Reader):
    """Hangs in C, so that no other thread of its process runs either."""

    def read(self, root, labelled, known_hash, depth, /):
        re.match("(a+)+$", "a" * 60 + "b")
        return super().read(root, labelled, known_hash, depth)


class TellingReader(Reader):
    """Says in the reason of each row which process read it, and how much that gives way."""

    def read(self, root, labelled, known_hash, depth, /):
        read = super().read(root, labelled, known_hash, depth)
        return replace(read, record=replace(read.record, reason=f"{os.getpid()} {os.nice(0)}"))


class UnopenableReader(Reader):
    """Ends the process that it is sent to before that says that it works."""

    def __setstate__(self, state):
        os._exit(11)

    def __reduce__(self):
        return UnopenableReader, (), {"any": "state"}
