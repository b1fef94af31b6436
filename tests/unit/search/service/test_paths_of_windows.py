"""What ``path:`` means with a path as people on Windows write it."""

from pathlib import Path

import pytest

from search.query.parse import parse
from search.service.scope import below_roots
from search.types.files import Root
from search.types.filters import ROOTED_PATH, Condition, Operator, rooted_pattern
from search.types.ids import RootId

ROOTS = (
    Root(RootId("share"), r"\\server\share\Projects", "projects", "-"),
    Root(RootId("own"), r"C:\Users\me\src", "src", "-"),
)


@pytest.mark.parametrize(
    ("query", "root", "pattern"),
    [
        (r"path:\\server\share\projects\api", "share", "/api"),
        (r"path:\\SERVER\Share", "share", ""),
        ("path://server/share/Projects/api/*.cs", "share", "/api/*.cs"),
        (r"path:c:\users\ME\src\Api", "own", "/api"),
        ("path:C:/Users", "own", ""),
        (r'path:"C:\Users\me\src\My Folder\"', "own", "/my folder"),
    ],
)
def test_a_full_path_leads_into_its_root(query: str, root: str, pattern: str) -> None:
    (condition,) = parse(query).conditions
    wanted = Condition(ROOTED_PATH, Operator.GLOB, (rooted_pattern(root, pattern),))
    assert below_roots(condition, ROOTS) == wanted


def test_a_path_on_another_server_leads_into_no_root() -> None:
    (condition,) = parse(r"path:\\other\share\projects").conditions
    assert below_roots(condition, ROOTS) == condition


@pytest.mark.parametrize("home", ["~/src", "~\\src"])
def test_the_own_folder_is_written_with_either_slash(home: str) -> None:
    own = Root(RootId("own"), str(Path("~/src").expanduser()), "src", "-")
    (condition,) = parse(f"path:{home}").conditions
    assert below_roots(condition, (own,)).values == (rooted_pattern("own", ""),)
