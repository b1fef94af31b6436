"""Readers that note what they read or do what broken parsers do.

They import little, since processes that read import them.
"""

import os
import re
import socket
import threading
import time
from dataclasses import replace
from enum import Enum
from pathlib import Path

from indexer.pipeline.confinement import MOST_MEMORY_BYTES
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


class StarvedReader(Reader):
    """Gets a little processor time now and then for one file, as on a machine whose processors others use."""

    TURNS = 8

    def read(self, root, labelled, known_hash, depth, /):
        if labelled.row.path == "b.py":
            for _ in range(self.TURNS):
                until = time.process_time() + 0.01
                while time.process_time() < until:
                    pass
                time.sleep(0.2)
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


class ReachingReader(Reader):
    """Tries what a library that a file has taken over might do; the reason of the row says what was possible."""

    def read(self, root, labelled, known_hash, depth, /):
        here = Path(root.path)
        attempts = {
            "connect": lambda: socket.socket(socket.AF_INET),
            "listen": socket.socketpair,
            "write": lambda: (here / "written").write_text("x"),
            "append": lambda: labelled.file.absolute.open("a"),
            "delete": labelled.file.absolute.unlink,
            "rename": lambda: labelled.file.absolute.rename(here / "renamed"),
            "make a folder": (here / "folder").mkdir,
            "make a link": lambda: (here / "link").symlink_to("/"),
            "give rights": lambda: labelled.file.absolute.chmod(0o777),
            "run": lambda: os.execv("/bin/true", ["true"]),
            "fork": lambda: os.fork() or os._exit(0),
            "kill": lambda: os.kill(os.getppid(), 0),
        }
        done = [name for name, attempt in attempts.items() if _succeeds(attempt)]
        read = super().read(root, labelled, known_hash, depth)
        return replace(read, record=replace(read.record, reason=", ".join(done)))


def _succeeds(attempt) -> bool:
    try:
        attempt()
    except OSError:
        return False
    return True


class GreedyReader(Reader):
    """Takes more memory than it may at one file."""

    def read(self, root, labelled, known_hash, depth, /):
        if labelled.row.path == "40.py":
            bytearray(MOST_MEMORY_BYTES + 1)
        return super().read(root, labelled, known_hash, depth)


class _Order:
    """When it is unpickled, a file is made."""

    def __init__(self, file):
        self.file = file

    def __reduce__(self):
        return Path.touch, (self.file,)


class OrderingReader(Reader):
    """Answers with something that makes a file where it is unpickled."""

    def read(self, root, labelled, known_hash, depth, /):
        read = super().read(root, labelled, known_hash, depth)
        if labelled.row.path == "40.py":
            return replace(read, facts=_Order(Path(root.path) / "made"))
        return read


class NamingReader(Reader):
    """Answers with enumerations by name, as ``pickle`` has them from Python 3.11.0 to 3.11.3."""

    def read(self, root, labelled, known_hash, depth, /):
        Enum.__reduce_ex__ = _by_name
        return super().read(root, labelled, known_hash, depth)


def _by_name(member: Enum, _protocol: object) -> tuple[object, ...]:
    return getattr, (type(member), member.name)
