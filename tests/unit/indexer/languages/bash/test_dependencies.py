"""What scripts and functions of Bash depend on."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

LIBRARY = """
log() { echo "$1"; }
fail() { log "$1"; exit 1; }
"""


def edges_of(files: dict[str, str]) -> set[str]:
    """Return the edges between scripts, without those inside of the library."""
    graph = edges(graph_of({"lib/log.sh": LIBRARY} | files))
    return {each.replace("sh:lib/log.sh#", "lib ") for each in graph} - {"lib fail calls lib log"}


@pytest.mark.parametrize(
    ("written", "target"),
    [
        ("source lib/log.sh", "lib/log.sh"),
        (". ../lib/log.sh", "lib/log.sh"),
        ('source "$(dirname "$0")/../lib/log.sh"', "lib/log.sh"),
        ('. "${BASH_SOURCE%/*}/part.sh"', "bin/part.sh"),
        ('. "${BASH_SOURCE[0]%/*}/part.sh" more', "bin/part.sh"),
        ('. "$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/lib/log.sh"', "lib/log.sh"),
        ('DIR="$(cd "$(dirname "$0")" >/dev/null && pwd -P)"\nsource "$DIR/part.sh"', "bin/part.sh"),
        ('DIR=$(dirname "$(readlink -f "$0")")\nROOT="$DIR/.."\n. "${ROOT}"/lib/log.sh', "lib/log.sh"),
        ('ROOT="$(git rev-parse --show-toplevel)"\n. "$ROOT/lib/log.sh"', "lib/log.sh"),
        ('source "${LIB_DIR:-$(dirname "$0")/../lib}/log.sh"', "lib/log.sh"),
        ('source "$LIB_DIR/log.sh"', "lib/log.sh"),
        ('source "$PLUGINS/$NAME/log.sh"', "lib/log.sh"),
        ('source "$SOMEWHERE/twice.sh"', ""),
        ('source "$HOME/log.sh"', ""),
        ("source ~/log.sh", ""),
        ("source /etc/log.sh", ""),
        ('source "$name"', ""),
        ('source "$DIR/$name.sh"', ""),
        ("source missing.sh", ""),
    ],
)
def test_a_file_that_is_sourced(written: str, target: str) -> None:
    files = {"bin/run.sh": f"#!/bin/bash\n{written}\n", "bin/part.sh": "", "a/twice.sh": "", "b/twice.sh": ""}
    assert edges_of(files) == ({f"file:bin/run.sh imports file:{target}"} if target else set())


def test_all_files_of_a_pattern_that_a_loop_sources() -> None:
    text = 'for part in "$(dirname "$0")"/parts/*.sh; do\n  source "$part"\ndone\n'
    files = {"run.sh": text, "parts/a.sh": "", "parts/b.sh": "", "parts/c.txt": ""}
    assert edges_of(files) == {"file:run.sh imports file:parts/a.sh", "file:run.sh imports file:parts/b.sh"}


@pytest.mark.parametrize(
    "command",
    [
        "./tools/build.sh --fast",
        "bash tools/build.sh",
        "exec ./tools/build.sh",
        "sudo -E bash -x tools/build.sh all",
        'MODE=fast "$(dirname "$0")/tools/build.sh"',
        'BUILD="$(dirname "$0")/tools/build.sh"\n"$BUILD" all',
        "if ! tools/build.sh; then exit 1; fi",
        "result=$(tools/build.sh)",
    ],
)
def test_a_script_that_is_run(command: str) -> None:
    files = {"run.sh": f"{command}\n", "tools/build.sh": ""}
    assert edges_of(files) == {"file:run.sh calls file:tools/build.sh"}


def test_programs_in_other_languages_are_run_too() -> None:
    files = {"run.sh": "main() { python3 tools/make.py; }\n", "tools/make.py": "def make():\n    pass\n"}
    assert edges_of(files) == {"sh:run.sh#main calls file:tools/make.py"}


@pytest.mark.parametrize(
    "command", ["python3 -m tools/make.py", "bash -c tools/make.sh", "cat tools/make.sh", "make.sh.txt"]
)
def test_no_script_where_a_word_is_no_command(command: str) -> None:
    assert edges_of({"run.sh": f"{command}\n", "tools/make.py": "", "tools/make.sh": ""}) == set()


def test_functions_of_the_script_and_of_what_it_sources() -> None:
    text = """
. lib/log.sh
build() {
  local out=$(log start | tr a b)
  compile "$out" || fail "$(log no)"
}
compile() { gcc "$1"; }
if build; then :; fi
"""
    assert edges_of({"run.sh": text}) == {
        "file:run.sh imports file:lib/log.sh",
        "sh:run.sh#build calls lib log",
        "sh:run.sh#build calls lib fail",
        "sh:run.sh#build calls sh:run.sh#compile",
        "file:run.sh calls sh:run.sh#build",
    }


def test_a_script_sees_what_its_libraries_source_but_its_own_function_first() -> None:
    files = {
        "lib/all.sh": '. "${BASH_SOURCE%/*}/log.sh"\n',
        "run.sh": ". lib/all.sh\nlog() { :; }\nlog a\nfail b\n",
    }
    assert edges_of(files) == {
        "file:lib/all.sh imports file:lib/log.sh",
        "file:run.sh imports file:lib/all.sh",
        "file:run.sh calls sh:run.sh#log",
        "file:run.sh calls lib fail",
    }


def test_a_library_calls_functions_of_the_scripts_that_source_it_where_these_agree() -> None:
    files = {
        "lib/steps.sh": "steps() { log a; name_of; }\n",
        "a.sh": ". lib/log.sh\n. lib/steps.sh\nname_of() { :; }\n",
        "b.sh": ". lib/log.sh\n. lib/steps.sh\nname_of() { :; }\n",
    }
    called = {each for each in edges_of(files) if " imports " not in each}
    assert called == {"sh:lib/steps.sh#steps calls lib log"}


def test_a_function_of_another_script_is_not_called_without_a_source() -> None:
    assert edges_of({"run.sh": "log a\nfail b\n"}) == set()


@pytest.mark.parametrize(
    "command",
    [
        "trap work EXIT",
        "trap 'work \"$?\"' INT TERM",
        "export -f work",
        "declare -f work >/dev/null",
        "type work",
        "command -v work",
        "complete -F work run",
        "alias w='work --fast'",
        'eval "work $x"',
        'handler=work\n"$handler" a',
        "for step in work other; do $step; done",
        '"wo_$kind" a',
    ],
)
def test_functions_that_are_named(command: str) -> None:
    name = "wo_rk" if "wo_$" in command else "work"
    text = f"{name}() {{ :; }}\n{command}\n"
    assert edges_of({"run.sh": text}) == {f"file:run.sh references sh:run.sh#{name}"}


@pytest.mark.parametrize(
    "command", ["echo work", "git work", "x=work", "command work", "rm -f work", 'echo "work"']
)
def test_a_word_that_is_no_command_names_no_function(command: str) -> None:
    assert edges_of({"run.sh": f"work() {{ :; }}\n{command}\n"}) == set()


def test_functions_that_are_handed_to_one_which_runs_its_words() -> None:
    text = """
retry() { shift; "$@"; }
with() { local step="$1"; $step; }
show() { echo "$@"; }
work() { :; }
other() { :; }
retry 3 work
with other
show work
"""
    assert edges_of({"run.sh": text}) == {
        "file:run.sh calls sh:run.sh#retry",
        "file:run.sh calls sh:run.sh#with",
        "file:run.sh calls sh:run.sh#show",
        "file:run.sh references sh:run.sh#work",
        "file:run.sh references sh:run.sh#other",
    }


def test_tests_of_bats() -> None:
    text = """#!/usr/bin/env bats
load helper
setup() {
  load "$BATS_TEST_DIRNAME/../lib/log.sh"
  prepare
}
@test "logs a line with {braces}" {
  run log "a"
  check "$output"
}
@test "runs" { run ./bin/start.sh; }
"""
    files = {"test/log.bats": text, "test/helper.bash": "check() { :; }\nprepare() { :; }\n", "bin/start.sh": ""}
    assert edges_of(files) == {
        "file:test/log.bats imports file:test/helper.bash",
        "file:test/log.bats imports file:lib/log.sh",
        "sh:test/log.bats#setup calls sh:test/helper.bash#prepare",
        "file:test/log.bats calls lib log",
        "file:test/log.bats calls sh:test/helper.bash#check",
        "file:test/log.bats calls file:bin/start.sh",
    }


def test_scripts_that_source_each_other_end() -> None:
    files = {"a.sh": ". b.sh\nfirst() { second; }\n", "b.sh": ". a.sh\nsecond() { first; }\n"}
    assert edges_of(files) == {
        "file:a.sh imports file:b.sh",
        "file:b.sh imports file:a.sh",
        "sh:a.sh#first calls sh:b.sh#second",
        "sh:b.sh#second calls sh:a.sh#first",
    }


def test_statements_of_sql_that_a_script_runs() -> None:
    text = """
report() {
  psql -c "select count(*) from orders"
  psql <<SQL
    delete from orders where id = 1;
SQL
  echo "please select one from orders"
}
"""
    files = {"run.sh": text, "orders.sql": "create table orders (id int);\n"}
    assert {each for each in edges_of(files) if each.startswith("sh:run.sh")} == {
        "sh:run.sh#report reads_table sql:main.orders",
        "sh:run.sh#report writes_table sql:main.orders",
    }


def test_a_file_that_is_sourced_by_a_name_put_together_sees_what_no_other_script_defines() -> None:
    main = """
_get_page() { curl "$1"; }
_twice_there() { :; }
convert() { :; }
run_all() {
  for name in "$@"; do
    . "$HOOKS/$name.sh"
  done
}
"""
    files = {
        "main.sh": main,
        "other.sh": "_twice_there() { :; }\n",
        "hooks/shop.sh": "shop_add() { _get_page a; _twice_there; convert a.png; _unknown_call; }\n",
    }
    assert edges_of(files) == {"sh:hooks/shop.sh#shop_add calls sh:main.sh#_get_page"}


def test_functions_of_a_script_that_sources_known_files_alone_are_not_seen_by_others() -> None:
    files = {"main.sh": ". lib/log.sh\n_get_page() { :; }\n", "hooks/shop.sh": "_get_page a\n"}
    assert edges_of(files) == {"file:main.sh imports file:lib/log.sh"}
