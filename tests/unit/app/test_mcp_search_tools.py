"""The tools that search keep the question of an agent apart from the filters of its other arguments."""

from dataclasses import dataclass, field
from typing import cast

import pytest

from app.mcp.engine_session import EngineSession
from app.mcp.line_tools import LineTools
from app.mcp.location_tools import LocationTools
from app.mcp.search_tools import SearchTools
from search.errors import BadInputError, NotFoundError
from search.types.filters import OWNER, Access
from search.types.lines import LinePage, LineQuery
from search.types.locations import ChangeLocations, LocateRequest
from search.types.query import RankSettings, SearchQuery
from search.types.results import SearchResult
from tests.fakes.core import READY, EchoCore

TRACE = 'Traceback (most recent call last):\n  File "shop/worker.py", line 8, in run\nValueError: lease 42 lost'


class NotingCore(EchoCore):
    """Notes what it gets."""

    def __init__(self) -> None:
        super().__init__()
        self.queries: list[SearchQuery | LineQuery | LocateRequest] = []

    def search(self, query: SearchQuery, /) -> SearchResult:
        self.queries.append(query)
        return super().search(query)

    def find_lines(self, query: LineQuery, /) -> LinePage:
        self.queries.append(query)
        return LinePage((), 0, 0, 0, 0.0)

    def locate_change(self, request: LocateRequest, /) -> ChangeLocations:
        self.queries.append(request)
        return ChangeLocations(0, 0, (), (), 0.0, READY, ())


@dataclass
class Session:
    """Stands for the connection of a client."""

    core: NotingCore = field(default_factory=NotingCore)
    access: Access = OWNER

    def latest(self) -> tuple[str, str]:
        """Return the text and the filters of the latest query."""
        return self.core.queries[-1].text, self.core.queries[-1].filters


def connection(session: Session) -> EngineSession:
    """Return the session as the tools take it; they need no more of one."""
    return cast(EngineSession, session)


@pytest.fixture
def session() -> Session:
    session = Session()
    session.core.indexed.append("/work/shop")
    return session


@pytest.fixture
def tools(session: Session) -> SearchTools:
    return SearchTools(connection(session), RankSettings())


@pytest.mark.parametrize(
    "text", [TRACE, "lease", "who warns customers whose job goes up and down many times a day -v"]
)
def test_code_is_narrowed_by_arguments_whatever_the_question_is(
    text: str, tools: SearchTools, session: Session
) -> None:
    tools.search_code(text, repository=["shop"], language="python", path="src/")
    assert session.latest() == (text, 'lang:"python" path:"src/" repo:"shop" -is:document')
    tools.search_code(text, repository="shop", documents=True)
    assert session.latest() == (text, 'repo:"shop"')


def test_documents_are_narrowed_by_arguments(tools: SearchTools, session: Session) -> None:
    tools.search_documentation(TRACE, product="till", file_types="md")
    assert session.latest() == (TRACE, 'product:"till" ext:"md"')


def test_lines_and_locations_are_narrowed_by_arguments(session: Session) -> None:
    LineTools(connection(session)).find_lines("lease(", repository="shop")
    assert session.latest() == ("lease(", 'repo:"shop"')
    LocationTools(connection(session), RankSettings()).locate_change(TRACE, path="src/", repository="shop")
    assert session.latest() == (TRACE, 'path:"src/" repo:"shop"')


def test_a_repository_is_known_by_its_label_in_any_letters_and_by_its_folder(session: Session) -> None:
    tools = LineTools(connection(session))
    for name in ("shop", "SHOP", "/work/shop", "/work/shop/", "acme/shop", "https://example.org/acme/shop.git"):
        tools.find_lines("lease", repository=name)
        assert session.latest()[1] == 'repo:"shop"', name


def test_evidence_is_narrowed_by_arguments_and_repeats_the_question_alone(tools: SearchTools) -> None:
    answer = tools.get_context("lease", path="src/", repository="SHOP")
    assert answer.query == "lease"
    assert 'text of lease path:"src/" repo:"shop"' in answer.text


def test_everything_is_no_narrowing(session: Session) -> None:
    tools = LineTools(connection(session))
    for path, repository in ((".", "*"), ("**/*", ["*"]), (["./"], None)):
        tools.find_lines("lease", path=path, repository=repository)
        assert session.latest() == ("lease", "")


def test_an_unknown_repository_is_refused_with_those_that_there_are(session: Session) -> None:
    with pytest.raises(NotFoundError) as error:
        LineTools(connection(session)).find_lines("lease", repository=["shop", "till"])
    assert error.value.one_line() == 'No repository is called "till". Known repositories: shop.'


@pytest.mark.parametrize(
    ("typed", "path"),
    [
        ("src/", "src/"),
        ("./src", "src"),
        ("src/**/*.py", "src/**/*.py"),
        ("file:///work/shop/src/a%20b.py", "src/a b.py"),
    ],
)
def test_a_path_may_begin_with_a_dot(typed: str, path: str, session: Session) -> None:
    LineTools(connection(session)).find_lines("lease", path=typed, repository="shop")
    assert session.latest()[1] == f'path:"{path}" repo:"shop"'


def test_several_values_may_come_in_one_text(session: Session) -> None:
    tools = LineTools(connection(session))
    tools.find_lines("lease", path="src, tests/", language="python,go")
    assert session.latest()[1] == 'lang:"python","go" path:"src","tests/"'
    tools.find_lines("lease", path=["src,v2"])
    assert session.latest()[1] == 'path:"src,v2"'


def test_an_absolute_path_narrows_to_its_repository_too(session: Session) -> None:
    LineTools(connection(session)).find_lines("lease", path=["/work/shop/src/a.py", "/work/shop/src/"])
    assert session.latest()[1] == 'path:"src/a.py","src/" repo:"shop"'


@pytest.mark.parametrize("typed", ["/etc", "../till", "src/../../till", "~/x", "C:\\x", "/work/shopping"])
def test_a_path_outside_of_the_folders_is_refused(typed: str, session: Session) -> None:
    with pytest.raises(BadInputError, match="leads outside"):
        LineTools(connection(session)).find_lines("lease", path=typed)


def test_a_whole_repository_as_a_path_narrows_to_it(session: Session) -> None:
    LineTools(connection(session)).find_lines("lease", path="/work/shop")
    assert session.latest()[1] == 'repo:"shop"'
