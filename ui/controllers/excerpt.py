"""Lines of a file as a person takes them out of the window: copied in several forms, or dragged."""

import re
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QMimeData, QUrl

from search.types.lines import LinesRequest


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines of a file.

    Attributes:
        file: identifier of the file.
        root_path: where its root is on this machine; empty for a file that is only in git.
        first_line, last_line: from 1; a last line of 0 means the first one alone.
        text: the lines; empty where they are not known.
    """

    file: str
    path: str
    root_path: str = ""
    first_line: int = 1
    last_line: int = 0
    language: str = ""
    text: str = ""

    @property
    def location(self) -> str:
        """Return ``relay/worker/lease.py:63``: editors and terminals open such a text."""
        return f"{self.path}:{self.first_line}"

    @property
    def absolute(self) -> str:
        """Return the path on this machine, or the path in the repository of a file that is only in git."""
        return str(Path(self.root_path) / self.path) if self.root_path else self.path

    @property
    def markdown(self) -> str:
        """Return the location and the text in a fence; without text, the location alone."""
        text = self.text.rstrip("\n")
        if not text:
            return f"`{self.location}`\n"
        longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
        fence = "`" * (longest + 1)
        return f"`{self.location}`\n\n{fence}{self.language}\n{text}\n{fence}\n"

    @property
    def request(self) -> LinesRequest:
        """Return the request for the permanent link of these lines."""
        return LinesRequest(self.file, self.first_line, self.last_line)


def dragged(excerpts: list[Excerpt], text: str = "") -> QMimeData:
    """Return the files of excerpts as URLs, and a text; by default their texts, or paths where they have none."""
    data = QMimeData()
    paths = dict.fromkeys(excerpt.absolute for excerpt in excerpts if excerpt.root_path)
    if paths:
        data.setUrls([QUrl.fromLocalFile(path) for path in paths])
    data.setText(text or "\n".join(dict.fromkeys(excerpt.text or excerpt.absolute for excerpt in excerpts)))
    return data
