"""What the commands on the dependency graph print, against a running engine."""

import json
import subprocess
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

from app.cli.main import main
from app.cli.output import listed
from tests.unit.app.conftest import Running

Capture = pytest.CaptureFixture[str]

NODE = ["id", "name", "qualname", "kind", "repository", "path", "start_line", "end_line"]
DEPENDENT = [*NODE, "distance", "through", "edges"]
EDGE = ["from_id", "to_id", "edge_type", "path", "line", "tier", "confidence"]


def output_of(capsys: Capture, running: Running, *arguments: str) -> str:
    assert main([*arguments, "--index", str(running.index)]) == 0
    return capsys.readouterr().out


def json_of(capsys: Capture, running: Running, *arguments: str) -> dict:
    return json.loads(output_of(capsys, running, *arguments, "--json"))


def test_impact_prints_a_tree_and_how_much_there_is(running: Running, capsys: Capture) -> None:
    assert main(["impact", "cart", "--index", str(running.index)]) == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines() == [
        "r@-:py:cart  function  cart:1",
        "  called by user [function]  user:1",
        "1 thing in 1 other file depends on it.",
    ]
    assert printed.err == "Not in the index: gone.py\n"


@pytest.mark.parametrize(
    "command",
    ["tree a", "path a b", "impact cart", "table orders", "cycles", "architecture", "unused", "unused --json"],
)
def test_an_answer_from_part_of_the_dependencies_says_so(command: str, running: Running, capsys: Capture) -> None:
    sentence = "Only 79 % of the dependencies are read so far: this answer may lack some.\n"
    main([*command.split(), "--index", str(running.index)])
    assert "so far" not in capsys.readouterr().err
    running.core.indexed.append("/shop")
    running.core.ready = replace(running.core.ready, graph=0.796)
    main([*command.split(), "--index", str(running.index)])
    assert capsys.readouterr().err.endswith(sentence)


def test_impact_json_has_exactly_the_documented_keys(running: Running, capsys: Capture) -> None:
    answer = json_of(capsys, running, "impact", "cart")
    members = ["changed", "parts", "affected", "files", "hidden", "unknown", "stale", "mentioned_in"]
    assert list(answer) == [*members, "tests_left_out"]
    assert list(answer["changed"][0]) == NODE
    assert list(answer["affected"][0]) == DEPENDENT
    assert list(answer["affected"][0]["edges"][0]) == EDGE


def test_impact_without_anything_to_look_at_is_bad_input(running: Running, capsys: Capture) -> None:
    assert main(["impact", "--index", str(running.index)]) == 2
    assert "Name something, or give --diff." in capsys.readouterr().err


def test_a_table_is_told_in_groups_with_the_place_of_each_use(running: Running, capsys: Capture) -> None:
    assert output_of(capsys, running, "table", "orders").splitlines() == [
        "r@-:py:orders  function  orders:1",
        "read by",
        "  reader [function]  reader.py:9  Id, Total",
    ]
    answer = json_of(capsys, running, "table", "orders")
    groups = ["readers", "writers", "mapped", "refers_to", "referred_by", "triggers", "mentioned"]
    assert list(answer) == ["table", *groups, "hidden"]
    assert list(answer["readers"][0]) == DEPENDENT
    assert answer["readers"][0]["edges"][0]["columns"] == ["Id", "Total"]
    assert main(["table", "none", "--index", str(running.index)]) == 2
    assert "Did you mean nine?" in capsys.readouterr().err


def test_a_line_lists_the_first_of_many_names_and_counts_the_rest() -> None:
    assert listed([f"c{number}" for number in range(12)]) == "c0, c1, c2, c3, c4, c5, c6, c7, +4 more"
    assert listed(["id", "name"]) == "id, name"


def test_cycles_tell_the_way_around(running: Running, capsys: Capture) -> None:
    assert output_of(capsys, running, "cycles", "shop", "--of", "definitions").splitlines() == [
        "2 definitions",
        "  shopa [function]",
        "    imports shopb [function]  a.py:1",
        "    calls shopa [function]  b.py:2",
    ]
    answer = json_of(capsys, running, "cycles")
    assert (list(answer), answer["of"], answer["total"]) == (["of", "total", "rings"], "files", 1)
    assert [list(part[0]) for part in answer["rings"][0].values()] == [NODE, EDGE]


def test_several_ways_are_printed_one_below_the_other(running: Running, capsys: Capture) -> None:
    first = ["a  function", "  calls b  function  a.py:3"]
    assert output_of(capsys, running, "path", "a", "b").splitlines() == [*first, "or", first[1]]
    assert output_of(capsys, running, "path", "a", "b", "--ways", "1").splitlines() == first
    answer = json_of(capsys, running, "path", "a", "b")
    assert list(answer) == ["found", "from_id", "to_id", "steps", "others"]
    assert answer["others"] == [answer["steps"]]
    assert main(["path", "b", "a", "--via", "c", "--index", str(running.index)]) == 1
    printed = capsys.readouterr()
    assert printed.out == "b does not depend on a via c\n"
    assert printed.err.splitlines() == ["b was taken for r@-:py:b", "a was taken for r@-:py:a"]
    assert main(["path", "b", "a", "--json", "--index", str(running.index)]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["found"], answer["sources"], answer["targets"]) == (False, ["r@-:py:b"], ["r@-:py:a"])


def test_broken_rules_are_printed_with_their_ways_and_give_status_1(running: Running, capsys: Capture) -> None:
    assert main(["architecture", "--top", "1", "--index", str(running.index)]) == 1
    printed = capsys.readouterr()
    assert printed.out.splitlines() == [
        "broken  layers  r@-",
        "  a [function]",
        "    calls b [function]  a.py:1",
        "holds  other  r@-",
    ]
    assert printed.err.splitlines() == ["2 ways in all: raise --top to see them.", "Nothing fits path:c."]
    assert main(["architecture", "--json", "--index", str(running.index)]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["broken"], [rule["total"] for rule in answer["rules"]]) == (1, [2, 0])
    assert list(answer["rules"][0]) == [
        *("repository", "name", "from", "must_not_reach", "matches", "total", "violations")
    ]
    assert list(answer["rules"][0]["violations"][0]) == ["source", "target", "steps"]


def test_what_is_unused_or_unreadable_is_listed_and_cut_where_asked(running: Running, capsys: Capture) -> None:
    assert (
        output_of(capsys, running, "unused", "--top", "1")
        == "dead:1  dead [function]  medium: only tests use it\n"
    )
    assert json_of(capsys, running, "unused", "--top", "1")["total"] == 1
    answer = json_of(capsys, running, "unused", "--all")
    assert list(answer["unused"][0]) == [*NODE, "confidence", "doubts"]
    assert [(each["confidence"], each["doubts"]) for each in answer["unused"]] == [
        ("medium", ["tests"]),
        ("low", ["named", "base"]),
    ]
    assert output_of(capsys, running, "unreadable", "shop") == "syntax: line 3 (1 file)\n  shop/x.sql\n"
    answer = json_of(capsys, running, "unreadable", "shop")
    assert list(answer["files"][0]) == ["file_id", "repository", "path", "language", "reason"]


@pytest.mark.parametrize("command", [("tree", "lease.py"), ("path", "a", "b"), ("impact", "cart")])
def test_every_drawing_can_be_read_by_what_it_is_for(
    running: Running, capsys: Capture, command: tuple[str, ...]
) -> None:
    drawn = {
        form: output_of(capsys, running, *command, "--format", form)
        for form in ("svg", "graphml", "dot", "mermaid")
    }
    assert ET.fromstring(drawn["svg"]).tag.endswith("svg")
    assert ET.fromstring(drawn["graphml"]).tag.endswith("graphml")
    assert drawn["dot"].startswith("digraph dependencies {")
    assert drawn["mermaid"].startswith("flowchart LR")
    assert output_of(capsys, running, *command, "--format", "json") == output_of(
        capsys, running, *command, "--json"
    )
    assert main([*command, "--json", "--format", "dot", "--index", str(running.index)]) == 2


def test_help_has_examples(capsys: Capture) -> None:
    by_graph = ("tree", "impact", "path", "table", "cycles", "unused", "unreadable")
    for command in (*by_graph, "index", "search", "where", "context", "why"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        assert f"dowse {command}" in capsys.readouterr().out.partition("examples:")[2]


@pytest.fixture
def changed_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a working copy with a change the current folder."""
    folder = tmp_path / "copy"
    folder.mkdir()
    folder.joinpath("a.py").write_text("one = 1\n")
    name = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for arguments in (["init", "-q"], ["add", "-A"], [*name, "commit", "-qm", "first"]):
        subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)
    folder.joinpath("a.py").write_text("one = 2\n")
    monkeypatch.chdir(folder)


@pytest.mark.usefixtures("changed_copy")
def test_impact_of_a_diff_ends_with_what_it_adds(running: Running, capsys: Capture) -> None:
    lines = output_of(capsys, running, "impact", "--diff", "--max-nodes", "1").splitlines()
    assert lines[2:] == [
        "1 thing in 1 other file depends on it.",
        "2 new dependencies since c0ffeec0, and 3 more in tests",
        "  a [function] calls b [function]  a.py:1",
        "1 new cycle of files since c0ffeec0",
        "2 files",
        "  a [function]",
        "    imports b [function]  a.py:1",
        "    imports a [function]  b.py:2",
        "1 rule newly broken since c0ffeec0",
        "broken  layers  r@-",
        "  a [function]",
        "    calls b [function]  a.py:1",
    ]
    answer = json_of(capsys, running, "impact", "--diff")
    assert list(answer["added"]) == ["commit", "total", "dependencies", "in_tests", "rings", "rules"]


@pytest.mark.usefixtures("changed_copy")
def test_impact_of_a_diff_can_leave_out_what_it_adds(running: Running, capsys: Capture) -> None:
    assert "new dep" not in output_of(capsys, running, "impact", "--diff", "--no-added")
    assert "added" not in json_of(capsys, running, "impact", "--diff", "--no-added")
