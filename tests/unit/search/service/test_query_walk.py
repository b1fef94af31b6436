"""A newcomer who follows a query through the service turns few pages."""

import sys
from pathlib import Path
from types import FrameType

import search
from search.service import search_service
from search.types.query import SearchQuery
from tests.contracts.samples import IndexOnDisk, chunk
from tests.contracts.service_parts import service_on

PACKAGE = str(Path(search.__file__).parent)
SERVICE = search_service.__file__


class Walk:
    """Follows calls: the modules that the service itself enters, and how often they return to it."""

    def __init__(self) -> None:
        self.modules: set[str] = set()
        self.returns = 0
        self._stack: list[str] = []

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        file = frame.f_code.co_filename
        if not file.startswith(PACKAGE):
            return
        if event == "call":
            if self._stack and self._stack[-1] == SERVICE != file:
                self.modules.add(file.removeprefix(PACKAGE))
            self._stack.append(file)
        elif event == "return" and self._stack:
            left = self._stack.pop()
            self.returns += bool(self._stack) and self._stack[-1] == SERVICE != left


def test_a_query_enters_few_modules_and_returns_to_the_service_seldom(tmp_path: Path) -> None:
    disk = IndexOnDisk(tmp_path)
    service = service_on(disk, [chunk(path, 0, "the wheel stopped") for path in ("alpha.py", "beta.py")])
    walk, before = Walk(), sys.getprofile()
    sys.setprofile(walk)
    try:
        answer = service.search(SearchQuery("why the wheel stopped"))
    finally:
        sys.setprofile(before)
    disk.storage.close()
    assert answer.total_files == 2
    assert len(walk.modules) <= 8, sorted(walk.modules)
    assert 4 <= walk.returns <= 8
