"""What commands print and how they end, against a running engine."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli.main import NAMED_AS_THEIR_MODULE, main, parser
from app.cli.parser_view import all_commands, view_of
from tests.unit.app.conftest import Running

Capture = pytest.CaptureFixture[str]


def _json(capsys: Capture, running: Running, *arguments: str) -> dict[str, object]:
    assert main([*arguments, "--index", str(running.index), "--json"]) == 0
    output: dict[str, object] = json.loads(capsys.readouterr().out)
    return output


def test_search_json_has_exactly_the_documented_keys(running: Running, capsys: Capture) -> None:
    answer = _json(capsys, running, "search", "lease", "renewal", "--mode", "semantic", "--weight", "0.25")
    assert list(answer) == [
        "query",
        "mode",
        "weight",
        "fusion",
        "took_ms",
        "ready",
        *("total_files", "exact_files", "files"),
        *("searched", "corrections", "notes", "confidence", "nothing_here", "reranking_applied", "reading"),
    ]
    assert (answer["query"], answer["mode"], answer["weight"]) == ("lease renewal", "semantic", 0.25)
    assert answer["ready"] == {"keyword": 1.0, "semantic": 0.25, "graph": 1.0, "names": 1.0}
    files = answer["files"]
    assert isinstance(files, list)
    assert [file["path"] for file in files] == ["lease.py", "renewal.py"]
    assert list(files[0]) == [
        *("rank", "file_id", "path", "repository", "branch", "relevance", "keyword", "semantic"),
        *("rank_score", "parts", "confidence", "why", "chunks"),
        *("group", "exact", "duplicates", "stale", "offline"),
    ]
    assert list(files[0]["chunks"][0]) == [
        *("id", "node_id", "start_line", "end_line", "header_path", "relevance", "text")
    ]


def test_tree_json_has_exactly_the_documented_keys(running: Running, capsys: Capture) -> None:
    answer = _json(capsys, running, "tree", "lease.py", "--direction", "used-by")
    assert list(answer) == ["root", "direction", "nodes", "edges", "debug", "namesakes", "note"]
    nodes = answer["nodes"]
    assert isinstance(nodes, list)
    assert list(nodes[0]) == [
        *("id", "name", "kind", "path", "start_line", "depth", "parent_id", "edge_types", "state"),
        *("hidden", "note", "direction", "incoming"),
    ]
    assert answer["direction"] == "used-by"


def test_index_json_has_exactly_the_documented_keys(running: Running, capsys: Capture, tmp_path: Path) -> None:
    answer = _json(capsys, running, "index", str(tmp_path))
    assert list(answer) == ["files", "chunks", "nodes", "edges", "skipped", "failed", "seconds"]
    assert running.core.indexed == [str(tmp_path)]


def test_status_json_has_exactly_the_documented_keys(running: Running, capsys: Capture) -> None:
    answer = _json(capsys, running, "status")
    assert list(answer) == ["files", "chunks", "nodes", "edges", "states", "roots", "versions", "disk_bytes"]


def test_engine_status_json_has_exactly_the_documented_keys(running: Running, capsys: Capture) -> None:
    answer = _json(capsys, running, "engine", "status")
    assert list(answer) == ["pid", "index", "clients", "memory_mb", "ready"]
    assert answer["pid"] == os.getpid()
    assert answer["clients"] == 1


def test_an_empty_name_is_sent_to_the_engine_as_it_is_to_be_refused_there(
    running: Running, capsys: Capture
) -> None:
    _json(capsys, running, "index", "")
    assert running.core.indexed == [""]


def test_forget_takes_a_path_as_it_reads_from_here(
    running: Running, capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    running.core.indexed.append(str(docs))
    monkeypatch.chdir(tmp_path)
    assert _json(capsys, running, "forget", "docs")["path"] == str(docs)
    assert running.core.indexed == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("search", "   "), "query is empty"),
        (("search", "x", "--weight", "1.5"), "weight is 1.5"),
        (("search", "x", "--weight", "nan"), "weight is nan"),
        (("search", "x", "--weight", "much"), "--weight is 'much'"),
        (("search", "x", "--top", "0"), "top is 0"),
        (("search", "x", "--top", "ten"), "--top needs a whole number, not ten"),
        (("search", "x", "--min-score", "half"), "--min-score needs a number, not half"),
        (("search", "x", "--top", "1001"), "top is 1001"),
        (("search", "x", "--temperature", "0"), "temperature is 0"),
        (("search", "x", "--rrf-k", "0"), "rrf_k is 0"),
        (("search", "x", "--mode", "fast"), "--mode has no value fast. Choose from: hybrid, semantic, keyword."),
        (("search", "x", "--mode", "hybird"), "--mode has no value hybird. Did you mean hybrid?"),
        (("--color", "nevr", "search", "x"), "--color has no value nevr. Did you mean never?"),
        (("engine", "speed", "fats"), "speed has no value fats. Did you mean fast?"),
        (("search",), "the query is empty"),
        (("tree", "x", "--depth", "0"), "--depth is 0"),
        (("tree", "x", "--edges", "calls,bites"), "bites"),
        (("tree", "x", "--edges", "cals"), "--edges names the unknown type cals. Did you mean calls?"),
        (("tree", "twice"), "twice is two nodes"),
        (("forget", "nothing"), "nothing is no root"),
        (("status", "--config", "/nowhere/config.toml"), "/nowhere/config.toml"),
        (("status", "--config", f"/{'x' * 300}"), "cannot be read: File name too long. Save it as UTF-8"),
        (("nonsense",), "nonsense is not a command. See: dowse --help"),
        (("serach", "x"), "serach is not a command. Did you mean search?"),
        (("stop",), "stop is not a command. Did you mean engine stop?"),
        (("where is the lease",), 'To search for it: dowse search "where is the lease"'),
        (('who says "no"',), "To search for it: dowse search 'who says \"no\"'"),
        (("search", "x", "--repository", "shop"), 'Write this filter in the query, as in "repo:NAME words".'),
        (("context", "x", "--lang=go"), 'Write this filter in the query, as in "lang:NAME words".'),
        (("engine", "strat"), "strat is not a command. Did you mean start?"),
        (("search", "x", "--tpo", "3"), "--tpo is not an option of this command. Did you mean --top?"),
        (("search", "x", "--wieght=1"), "--wieght=1 is not an option of this command. Did you mean --weight?"),
        (
            ("search", "--no-cache"),
            "--no-cache is not an option of this command. To search for it: dowse search -- --no-cache",
        ),
        (("search", "x", "--limit", "5"), "--limit is not an option of this command. Did you mean --top?"),
        (("search", "x", "-n", "5"), "-n is not an option of this command. Did you mean --top?"),
        (("search", "x", "--fixed-strings"), "Did you mean --exact?"),
        (("search", "x", "--glob=*.py"), 'Write this filter in the query, as in "path:NAME words".'),
        (("context", "x", "--exclude", "tests"), 'Write this filter in the query, as in "-path:NAME words".'),
        (("context", "x", "--limit", "5"), "To search for it: dowse search -- --limit"),
        (("status", "-z"), "-z is not an option of this command. See: dowse status --help"),
    ],
)
def test_bad_input_is_one_line_on_standard_error_and_status_2(
    running: Running, capsys: Capture, arguments: tuple[str, ...], message: str
) -> None:
    assert main(["--index", str(running.index), *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.startswith("error: ")
    assert error.count("\n") == 1


def test_no_error_names_a_type_of_the_program(running: Running, capsys: Capture) -> None:
    options = ("--mode", "--fusion", "--aggregate", "--rerank")
    for option in options:
        assert main(["search", "x", option, "wrong", "--index", str(running.index)]) == 2
    assert main(["tree", "x", "--direction", "wrong", "--index", str(running.index)]) == 2
    assert main(["tree", "x", "--format", "wrong", "--index", str(running.index)]) == 2
    assert not {"<", ">", "'"} & set(capsys.readouterr().err)


def test_a_word_to_leave_out_needs_no_quotes(running: Running, capsys: Capture) -> None:
    assert _json(capsys, running, "search", "lease", "-test", "-quartz")["query"] == "lease -test -quartz"


def test_a_quiet_search_prints_its_results_alone(running: Running, capsys: Capture) -> None:
    assert main(["search", "lease", "-q", "--index", str(running.index)]) == 0
    output = capsys.readouterr()
    assert "lease.py" in output.out
    assert output.err == ""
    assert main(["search", "lease", "--index", str(running.index)]) == 0
    assert capsys.readouterr().err != ""


def test_an_error_is_printed_even_when_quiet(running: Running, capsys: Capture) -> None:
    assert main(["search", "--quiet", "   ", "--index", str(running.index)]) == 2
    assert "query is empty" in capsys.readouterr().err


@pytest.mark.parametrize(("choice", "colored"), [("always", True), ("never", False), ("auto", False)])
def test_color_can_be_chosen_for_a_pipe(
    running: Running, capsys: Capture, monkeypatch: pytest.MonkeyPatch, choice: str, colored: bool
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert main(["search", "lease", "--color", choice, "--index", str(running.index)]) == 0
    assert ("\x1b[1;36m" in capsys.readouterr().out) is colored


def test_an_ambiguous_name_lists_its_candidates_on_standard_output(running: Running, capsys: Capture) -> None:
    assert main(["tree", "twice", "--index", str(running.index)]) == 2
    assert capsys.readouterr().out.splitlines() == ["r@-:py:a", "r@-:py:b"]


@pytest.mark.parametrize("arguments", [("tree", "twice", "--json"), ("tree", "twice", "--format", "json")])
def test_with_json_the_candidates_go_to_standard_error(
    running: Running, capsys: Capture, arguments: tuple[str, ...]
) -> None:
    assert main([*arguments, "--index", str(running.index)]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.splitlines()[:2] == ["r@-:py:a", "r@-:py:b"]


def test_without_an_index_the_error_says_how_to_make_one(capsys: Capture, tmp_path: Path) -> None:
    assert main(["search", "x", "--index", str(tmp_path / "none")]) == 2
    assert "dowse index FOLDER" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_an_index_that_is_a_file_is_refused(capsys: Capture, tmp_path: Path) -> None:
    tmp_path.joinpath("file").write_text("text")
    assert main(["status", "--index", str(tmp_path / "file")]) == 2
    assert "is not a folder" in capsys.readouterr().err


def test_no_engine_is_a_failure_that_says_how_to_start_one(capsys: Capture, tmp_path: Path) -> None:
    assert main(["engine", "status", "--index", str(tmp_path)]) == 1
    assert "dowse engine start" in capsys.readouterr().err


def test_output_into_a_pipe_holds_no_colour(running: Running, capsys: Capture) -> None:
    assert main(["search", "lease", "--index", str(running.index)]) == 0
    output = capsys.readouterr()
    assert "\x1b" not in output.out + output.err
    assert "lease.py" in output.out


def test_a_reader_that_goes_away_ends_the_command_quietly(running: Running) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "app", "search", "lease", "--index", str(running.index)]
    try:
        done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(writing)
    assert done.returncode == 141
    assert b"Traceback" not in done.stderr


def test_stopping_where_no_engine_runs_says_so_and_is_no_failure(capsys: Capture, tmp_path: Path) -> None:
    assert main(["engine", "stop", "--index", str(tmp_path)]) == 0
    assert capsys.readouterr() == (f"No engine runs for {tmp_path}\n", "")
    assert main(["engine", "stop", "--json", "--index", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out) == {"pid": None, "stopped": False}


def test_a_search_through_the_engine_loads_no_heavy_library(running: Running) -> None:
    code = (
        "import sys; from app.cli.main import main; "
        f"status = main(['search', 'lease', '--index', {str(running.index)!r}]); "
        "heavy = {'lancedb', 'pyarrow', 'numpy', 'pydantic', 'torch', 'PySide6', 'openvino', 'rich', 'structlog', "
        "'asyncio', 'psutil', 'json', 'search.events', 'search.types.graph', 'app.core.answers'} "
        "& set(sys.modules); "
        "sys.exit(' '.join(sorted(heavy)) or status)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split()[:2]) == (0, ["1.", "lease.py"]), done.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["forget"], "Remove a folder from the index; its files stay as they are."),
        (["engine", "pause"], "Pause indexing; questions are still answered."),
        (["unused"], "List definitions that nothing uses."),
    ],
)
def test_the_help_of_a_command_begins_with_what_it_does(
    capsys: Capture, arguments: list[str], sentence: str
) -> None:
    with pytest.raises(SystemExit):
        main([*arguments, "--help"])
    assert capsys.readouterr().out.split("\n\n")[1] == sentence


def test_every_argument_has_a_help_text() -> None:
    program = view_of(parser())
    arguments = {
        (command.name, argument.names or argument.value)
        for command in (program, *all_commands(program))
        for argument in (*command.options, *command.positionals)
        if not argument.help
    }
    assert arguments == set()


def test_help_names_defaults_but_those_of_flags(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(["tree", "--help"])
    text = " ".join(capsys.readouterr().out.split())
    assert "--depth LEVELS most steps from it (default: 3)" in text
    assert "(default: False)" not in text


def test_help_keeps_the_lines_of_its_examples_and_wraps_its_sentences(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    with pytest.raises(SystemExit):
        main(["unused", "--help"])
    lines = capsys.readouterr().out.splitlines()
    assert "  dowse unused shop --all --top 1000" in lines
    assert max(map(len, lines)) < 60


@pytest.mark.parametrize("name", sorted(NAMED_AS_THEIR_MODULE))
def test_a_command_that_stands_first_reads_its_options_as_among_all_others(name: str) -> None:
    (alone,) = view_of(parser(name)).children
    assert alone == next(child for child in view_of(parser()).children if child.name == name)
