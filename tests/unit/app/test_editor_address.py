"""Addresses from editors and web pages: read strictly, and nothing outside the index is ever opened."""

import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.cli.main import main
from app.desktop.deep_links import FileAddress, SearchAddress, parsed_address
from app.desktop.window_calls import KEY_FILE, TO_THE_FRONT, WindowCall, WindowCalls, call_window
from search.errors import BadInputError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dowse://search?q=renew%20lease", SearchAddress("renew lease")),
        ("dowse://search/?q=a+b", SearchAddress("a b")),
        ("DOWSE://search?q=x", SearchAddress("x")),
        ("dowse://open?path=src/cart.py", FileAddress("src/cart.py")),
        ("dowse://open?line=7&path=/home/me/a%26b.py", FileAddress("/home/me/a&b.py", 7)),
        ("dowse://open?path=C:%5Cwork%5Ca.cs&line=1", FileAddress("C:\\work\\a.cs")),
    ],
)
def test_an_address_says_what_to_show(text: str, expected: object) -> None:
    assert parsed_address(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "dowse:",
        "dowse://",
        "dowse://search",
        "dowse://search?q=",
        "dowse://search?q=%20",
        "dowse://search?q=a&q=b",
        "dowse://search?q=a&run=rm",
        "dowse://search?q=a%00b",
        "dowse://search?q=%ff",
        "dowse://search?q=a#b",
        "dowse://search/x?q=a",
        "dowse://me@search?q=a",
        "dowse://search:80?q=a",
        "dowse://run?path=a",
        "dowse://open?path=../../etc/passwd",
        "dowse://open?path=a%2F..%2F..%2Fb",
        "dowse://open?path=a%5C..%5Cb",
        "dowse://open?path=a&line=0",
        "dowse://open?path=a&line=-1",
        "dowse://open?path=a&line=1e3",
        "dowse://open?path=a&line=99999999999999",
        "dowse://open?path=a&line=%D9%A1",
        "dowse://open?line=3",
        "https://search?q=a",
        "dowse://[search?q=a",
        "dowse://search?q=" + "x" * 5_000,
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(BadInputError) as caught:
        parsed_address(text)
    assert str(caught.value.remedy)


@settings(deadline=None)
@given(
    st.text(
        st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp", "Cf", "Cn", "Co", "Zs")), min_size=1, max_size=50
    )
)
def test_any_query_comes_through_an_address_as_it_was(query: str) -> None:
    assert parsed_address(f"dowse://search?q={quote(query)}") == SearchAddress(query)


@settings(deadline=None)
@given(st.text(max_size=60))
def test_no_address_does_more_than_show_or_be_refused(text: str) -> None:
    try:
        query = parsed_address(f"dowse://{text}")
    except BadInputError:
        return
    assert isinstance(query, SearchAddress) or ".." not in query.path.split("/")


def test_a_file_that_is_not_indexed_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "lease.md").write_text("# Lease\n\nIt is renewed.\n")
    (tmp_path / "secret.md").write_text("# Secret\n")
    index = ["--index", str(tmp_path / "index")]
    assert main(["index", str(tmp_path / "docs"), "--no-semantic", "--json", *index]) == 0
    for path in ("/etc/passwd", str(tmp_path / "secret.md"), "secret.md", "docs/lease.md"):
        assert main([f"dowse://open?path={quote(path)}", *index]) == 2
        assert "is not an indexed file" in capsys.readouterr().err
    for path in ("lease.md", str(tmp_path / "docs" / "lease.md")):
        assert main([f"dowse://open?path={quote(path)}&line=3", "--json", *index]) == 0
        assert '"line": 3' in capsys.readouterr().out
    assert main(["dowse://elsewhere", *index]) == 2


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    (tmp_path / "index").mkdir()
    return tmp_path / "index"


CALL = WindowCall("lease", "docs@-:file:lease.md", "docs", "lease.md", "/docs", 3)


def test_a_call_reaches_the_open_window_and_nobody_else(index: Path, tmp_path: Path) -> None:
    assert not call_window(index, CALL)
    durations: list[WindowCall] = []
    calls = WindowCalls(index, durations.append)
    assert call_window(index, CALL)
    assert durations == [CALL]
    (tmp_path / "other").mkdir()
    assert not call_window(tmp_path / "other", CALL)
    calls.close()
    assert not call_window(index, CALL)


def test_a_second_start_asks_the_open_window_to_the_front_and_ends(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    durations: list[WindowCall] = []
    calls = WindowCalls(index, durations.append)
    assert main(["--index", str(index)]) == 0
    assert durations == [TO_THE_FRONT]
    calls.close()


def test_a_caller_without_the_key_is_not_heard(index: Path) -> None:
    durations: list[WindowCall] = []
    calls = WindowCalls(index, durations.append)
    assert (index / KEY_FILE).stat().st_mode & 0o077 == 0
    key = (index / KEY_FILE).read_bytes()
    (index / KEY_FILE).write_bytes(bytes(32))
    assert not call_window(index, CALL)
    (index / KEY_FILE).write_bytes(key)
    assert call_window(index, CALL)
    assert durations == [CALL]
    calls.close()


def test_of_two_windows_the_first_takes_the_calls_and_then_the_next_to_be_opened(index: Path) -> None:
    durations: list[str] = []
    first = WindowCalls(index, lambda _call: durations.append("first"))
    second = WindowCalls(index, lambda _call: durations.append("second"))
    assert call_window(index, CALL)
    second.close()
    assert call_window(index, CALL)
    first.close()
    third = WindowCalls(index, lambda _call: durations.append("third"))
    assert call_window(index, CALL)
    third.close()
    assert durations == ["first", "first", "third"]


GUIDE = (Path(__file__).parents[3] / "docs" / "guide" / "editors.md").read_text("utf-8")


def test_every_address_and_task_of_the_guide_is_one_that_is_read() -> None:
    shown = [
        text
        for text in re.findall(r"dowse://[^\s'`|\"]+", GUIDE)
        if text.endswith(("WORDS", "LINE")) or "%" in text
    ]
    assert len(shown) >= 4
    for text in shown:
        parsed_address(text.replace("LINE", "3"))
    tasks, keys = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL))
    assert keys[0]["args"] in {task["label"] for task in tasks["tasks"]}
    addresses = re.findall(r"dowse:[^\s`\"]*\$\{[^\s`\"]*", GUIDE)
    assert any(address in task["args"] for task in tasks["tasks"] for address in addresses)
    values = {"${file}": "/home/me/cart.py", "${lineNumber}": "12", "${selectedText}": "renew lease"}
    for address in addresses:
        parsed_address(re.sub(r"\$\{\w+\}", lambda result: values[result[0]], address))
    assert len(addresses) == 2


def test_a_window_of_an_index_that_cannot_be_written_opens_and_takes_no_calls(tmp_path: Path):
    (tmp_path / "file").touch()
    calls = WindowCalls(tmp_path / "file" / "index", lambda _call: None)
    calls.close()
    assert not call_window(tmp_path / "file" / "index", TO_THE_FRONT)
