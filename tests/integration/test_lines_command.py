"""Finding lines on the command line and through the core: all of them, exactly, within the rights of the asker."""

import json
import os
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.cli.main import main
from app.composition import Role, make_core
from app.core.line_pages import line_pages
from app.core.local_core import LocalCore
from search.config.settings import Settings
from search.errors import QueryError
from search.types.filters import Access
from search.types.lines import LineOptions, LinePage, LineQuery
from search.types.query import SearchQuery

LONG = "x = 1;" * 400_000
FILES = {
    "src/lease.py": "def renew_lease(job):\n    return job.until\n\n\nrenew_lease(None)\n",
    "src/deep/worker.py": "from lease import renew_lease\n",
    "src/windows.cs": "class Lease\r\n{\r\n    int renew_lease;\r\n}\r\n",
    "docs/lease.md": "# Lease\n\nThe worker renews the lease.\n",
    "package-lock.json": '{\n  "name": "renew_lease"\n}\n',
    "web/app.min.js": f"var a={{}};{LONG}renew_lease();{LONG}\n",
    "skipped.log": "renew_lease\n",
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("lines")
    for path, text in FILES.items():
        (home / "shop" / path).parent.mkdir(parents=True, exist_ok=True)
        (home / "shop" / path).write_bytes(text.encode())
    (home / "shop" / "src" / "latin.py").write_bytes(b"# coding: latin-1\nname = 'caf\xe9 renew_lease'\n")
    (home / "shop" / "src" / "broken.txt").write_bytes("renew_lease é \n".encode() * 3 + b"caf\xe9 renew_lease\n")
    (home / "shop" / ".dowse.toml").write_text('[[rules]]\nglob = "docs/**"\ngroups = ["writers"]\n')
    (home / "shop" / ".gitignore").write_text("*.log\n")
    return home


@pytest.fixture(scope="module")
def core(home: Path) -> Iterator[LocalCore]:
    core = make_core(home / "index", Settings(), Role(follows=False))
    core.index([str(home / "shop")], semantic=False)
    yield core
    core.close(save=False)


def numbers(core: LocalCore, text: str, access: Access | None = None, **options: bool) -> dict[str, list[int]]:
    query = LineQuery(text, LineOptions(**options), access or Access())
    pages = list(line_pages(core, query))
    return {
        file.file.path: [line.line for line in file.lines] for page in pages for file in page.files if file.lines
    }


def test_all_lines_of_all_indexed_files_match(core: LocalCore) -> None:
    assert numbers(core, "renew_lease") == {
        "package-lock.json": [2],
        "src/broken.txt": [1, 2, 3, 4],
        "src/deep/worker.py": [1],
        "src/latin.py": [2],
        "src/lease.py": [1, 5],
        "src/windows.cs": [3],
        "web/app.min.js": [1],
    }


def test_filters_narrow(core: LocalCore) -> None:
    assert numbers(core, "renew_lease path:src -lang:csharp -path:src/broken.txt") == {
        "src/deep/worker.py": [1],
        "src/latin.py": [2],
        "src/lease.py": [1, 5],
    }


def test_a_pattern_is_anchored_at_lines_that_end_as_on_windows(core: LocalCore) -> None:
    assert numbers(core, "/lease;$/ lang:csharp") == {"src/windows.cs": [3]}
    assert numbers(core, r"Lease\n\{", regex=True) == {"src/windows.cs": [1, 2]}


def test_case_and_words_are_matched_where_asked(core: LocalCore) -> None:
    assert numbers(core, "Lease path:docs,src/windows.cs", match_case=True) == {
        "docs/lease.md": [1],
        "src/windows.cs": [1],
    }
    assert numbers(core, "lease path:src/lease.py", whole_word=True) == {}


def test_a_legacy_encoding_is_read_as_the_index_reads_it(core: LocalCore) -> None:
    assert numbers(core, "café", match_case=True) == {"src/latin.py": [2]}


def test_files_need_every_term_and_none_that_is_excluded(core: LocalCore) -> None:
    assert numbers(core, "/renew_\\w+/ until") == {"src/lease.py": [1, 2, 5]}
    assert "src/lease.py" not in numbers(core, "/renew_\\w+/ -/until/")


def test_who_may_not_see_a_file_gets_no_line_and_no_count_of_it(core: LocalCore) -> None:
    assert "docs/lease.md" in numbers(core, "the lease")
    query = LineQuery("the lease", access=Access(groups=("readers",)))
    pages = list(line_pages(core, query))
    assert sum(page.line_count for page in pages) == 0
    assert pages[0].searched_files < core.find_lines(LineQuery("x")).searched_files


def test_names_of_the_index_are_completed_within_the_rights_of_the_asker(core: LocalCore) -> None:
    assert core.defined_names("REN", Access()) == (("renew_lease", 1),)
    assert core.defined_names("ren", Access(tenant="another")) == ()
    assert core.defined_names("zz", Access()) == ()


def test_a_pattern_is_not_ranked(core: LocalCore) -> None:
    with pytest.raises(QueryError, match="finds lines"):
        core.search(SearchQuery("/renew_\\w+/"))


def test_pages_follow_each_other_without_gap_or_repetition(core: LocalCore) -> None:
    query = LineQuery("e", most_lines=2)
    pages = list(line_pages(core, query))
    whole = numbers(core, "e")
    paged: dict[str, list[int]] = {}
    for page in pages:
        assert sum(len(file.lines) for file in page.files) <= query.most_lines
        for file in page.files:
            paged.setdefault(file.file.path, []).extend(line.line for line in file.lines)
    assert paged == whole
    assert _totals(pages) == (len(whole), sum(map(len, whole.values())))


def test_a_page_may_end_with_the_last_line_of_a_file_that_has_no_line_end(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "open.txt").write_bytes(b"one needle\ntwo needle")
    core = make_core(tmp_path / "index", Settings(), Role(follows=False))
    core.index([str(tmp_path / "shop")], semantic=False)
    pages = list(line_pages(core, LineQuery("needle", most_lines=2)))
    core.close(save=False)
    assert _totals(pages) == (1, 2)


@pytest.mark.parametrize("pattern", ["e", ".*", "^$", r"\s+\n"])
def test_lines_that_are_only_counted_are_counted_rightly(core: LocalCore, pattern: str) -> None:
    options = LineOptions(regex=True)
    everything = list(line_pages(core, LineQuery(pattern, options)))
    counted = list(line_pages(core, LineQuery(pattern, options), most_lines=3))
    assert _totals(counted) == _totals(everything)
    assert sum(len(file.lines) for page in counted for file in page.files) == 3


def test_the_values_of_filters_are_counted_over_all_pages_where_asked(core: LocalCore) -> None:
    pages = list(line_pages(core, LineQuery("renew_lease", most_lines=1, facets=True)))
    languages: Counter[str] = Counter()
    for page in pages:
        languages.update(dict(next(facet.values for facet in page.facets if facet.column == "language")))
    files = {file.file.path: file.file.language for page in pages for file in page.files}
    assert languages == Counter(files.values())
    assert core.find_lines(LineQuery("renew_lease")).facets == ()


def _totals(pages: list[LinePage]) -> tuple[int, int]:
    return sum(page.file_count for page in pages), sum(page.line_count for page in pages)


def test_of_a_very_long_line_the_part_around_the_match_is_returned(core: LocalCore) -> None:
    page = core.find_lines(LineQuery("renew_lease path:web"))
    (line,) = page.files[0].lines
    ((start, end),) = line.spans
    assert line.text[start:end] == "renew_lease"
    assert line.column == line.cut + start + 1 == len("var a={};") + len(LONG) + 1
    assert len(line.text) <= 2_000


def test_columns_and_spans_count_characters(core: LocalCore) -> None:
    page = core.find_lines(LineQuery("/renew_lease/ path:src/latin.py"))
    (line,) = page.files[0].lines
    assert (line.text, line.column, line.spans) == ("name = 'café renew_lease'", 14, ((13, 24),))


def test_a_file_that_changed_is_searched_as_it_was_indexed(home: Path) -> None:
    folder = home / "other"
    folder.mkdir()
    (folder / "note.txt").write_text("one\nlease\n")
    (folder / "gone.txt").write_text("the lease\n")
    core = make_core(home / "other-index", Settings(), Role(follows=False))
    try:
        core.index([str(folder)], semantic=False)
        (folder / "note.txt").write_text("nothing here any more\n")
        (folder / "gone.txt").unlink()
        files = core.find_lines(LineQuery("lease")).files
        assert [(file.file.path, file.file.stale, file.lines[0].line) for file in files] == [
            ("gone.txt", True, 1),
            ("note.txt", True, 2),
        ]
    finally:
        core.close(save=False)


def test_a_branch_that_is_not_checked_out_is_read_from_git(home: Path) -> None:
    folder = home / "branches"
    folder.mkdir()
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(folder)]
    (folder / "a.txt").write_text("on main\n")
    for command in (
        ["init", "-q", "-b", "main"],
        ["add", "."],
        ["commit", "-qm", "1"],
        ["checkout", "-qb", "topic"],
    ):
        subprocess.run([*git, *command], check=True)
    (folder / "a.txt").write_text("first\non topic\n")
    for command in (["commit", "-qam", "2"], ["checkout", "-q", "main"]):
        subprocess.run([*git, *command], check=True)
    core = make_core(home / "branch-index", Settings(), Role(follows=False))
    try:
        core.index([str(folder)], semantic=False, branches=["topic"])
        assert numbers(core, "on") == {"a.txt": [1]}
        assert numbers(core, "on branch:topic") == {"a.txt": [2]}
    finally:
        core.close(save=False)


def run(home: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    capsys.readouterr()
    status = main(["search", *arguments, "--index", str(home / "cli-index")])
    return status, *capsys.readouterr()


@pytest.fixture(scope="module")
def indexed(home: Path) -> Path:
    assert main(["index", str(home / "shop"), "--no-semantic", "--index", str(home / "cli-index"), "--json"]) == 0
    return home


def answer_of(home: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    status, out, _ = run(home, capsys, *arguments, "--json")
    assert status == os.EX_OK
    return dict(json.loads(out))


def test_json_has_lines_columns_texts_and_totals(indexed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = answer_of(indexed, capsys, "/renew_\\w+\\(/", "path:src")
    assert (answer["total_files"], answer["total_lines"]) == (1, 2)
    assert answer["files"][0]["path"] == "src/lease.py"
    assert answer["files"][0]["lines"] == [
        {"line": 1, "column": 5, "text": "def renew_lease(job):"},
        {"line": 5, "column": 1, "text": "renew_lease(None)"},
    ]


@pytest.mark.parametrize("option", ["--exact", "--regex", "--match-case", "--multiline"])
def test_every_option_finds_lines(indexed: Path, capsys: pytest.CaptureFixture[str], option: str) -> None:
    assert answer_of(indexed, capsys, option, "def renew_lease")["total_lines"] == 1


def test_lines_are_printed_under_their_file_and_counted(indexed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(indexed, capsys, "--regex", "renew_lease", "path:src/lease.py,web")
    assert status == 0
    assert out.splitlines()[:3] == [
        "src/lease.py  shop@-",
        f"  {indexed / 'shop/src/lease.py'}:1:5  def renew_lease(job):",
        f"  {indexed / 'shop/src/lease.py'}:5:1  renew_lease(None)",
    ]
    assert "renew_lease" in out.splitlines()[4]
    assert len(out.splitlines()[4].partition("  ")[2]) < 400
    assert err.startswith("3 lines in 2 files")


def test_top_limits_the_files_that_are_shown_and_counts_all(
    indexed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    every, counted = run(indexed, capsys, "/renew_lease/")[1:]
    _, out, err = run(indexed, capsys, "/renew_lease/", "--top", "2")
    headings = [line for line in every.splitlines() if not line.startswith(" ")]
    assert [line for line in out.splitlines() if not line.startswith(" ")] == headings[:2]
    assert every.startswith(out)
    assert err.partition(" of ")[0] == counted.partition(" of ")[0]
    assert f"Shown: 2 files of {len(headings)}" in err
    assert "Shown" not in counted + run(indexed, capsys, "/renew_lease/", "--top", str(len(headings)))[2]
    answer = answer_of(indexed, capsys, "/renew_lease/", "--top", "2")
    assert (len(answer["files"]), answer["total_files"]) == (2, len(headings))
    assert run(indexed, capsys, "/renew_lease/", "--top", "0")[0] == 2


def test_a_faulty_pattern_is_one_line_and_status_2(indexed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(indexed, capsys, "/(((((/")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "missing )" in err
