"""Sections of a document: which heading stands under which, and where each ends."""

from indexer.facts.model import NO_OWNER, Definition


class Sections:
    """Collects the headings of one document in their order."""

    def __init__(self, path: str, line_count: int) -> None:
        self._path = path
        self._line_count = line_count
        self._open: list[tuple[int, int]] = []
        self._sections: list[tuple[tuple[str, ...], int, int, int]] = []
        self._used: dict[str, int] = {}

    @property
    def latest(self) -> int:
        """Index of the section that the text after the last heading belongs to; `NO_OWNER` before the first."""
        return len(self._sections) - 1

    def add(self, level: int, title: str, line: int) -> None:
        """Take a heading: ``level`` from 1 for the highest, ``line`` from 1."""
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
        parent = self._open[-1][1] if self._open else NO_OWNER
        above = self._sections[parent][0] if parent >= 0 else ()
        self._sections.append(((*above, title), level, line, parent))
        self._open.append((level, len(self._sections) - 1))

    def definitions(self) -> tuple[Definition, ...]:
        """Return one section for each heading; it ends where the next of its level or above begins."""
        ids = [self._unique(f"doc:{self._path}#{'/'.join(headings)}") for headings, _, _, _ in self._sections]
        ends = self._ends()
        return tuple(
            Definition(
                ids[index],
                "section",
                headings[-1],
                " > ".join(headings),
                line,
                max(line, ends[index]),
                ids[parent] if parent >= 0 else "",
            )
            for index, (headings, _, line, parent) in enumerate(self._sections)
        )

    def _ends(self) -> list[int]:
        """Return the last line of each section; from the back, so that many headings take no longer each."""
        ends: list[int] = []
        below: list[tuple[int, int]] = []
        for _, level, line, _ in reversed(self._sections):
            while below and below[-1][0] > level:
                below.pop()
            ends.append(below[-1][1] - 1 if below else self._line_count)
            below.append((level, line))
        return ends[::-1]

    def _unique(self, local_id: str) -> str:
        count = self._used.get(local_id, 0) + 1
        self._used[local_id] = count
        return local_id if count == 1 else f"{local_id}+{count}"
