"""Pasted text is recognised by its shape, and nothing in it excludes or refuses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.errors import QueryError
from search.query.edit import filter_values, with_filter, without_filter
from search.query.parse import parse
from search.query.report import MOST_CHARACTERS, message_in, report_in

REPORT = (
    'Export with "strict mode" fails\n\n'
    "When I call `export -vv -f/--format json` as user: bob, tag: nightly,\n"
    "I get \x1b[31mbpp: 3\x1b[0m and -a is ignored.\n"
)


@pytest.mark.parametrize(
    "text",
    [
        REPORT,
        'the worker said "lease lost" after a while and then it never came back to life again',
        "since the last release the flag -vv prints nothing at all when the user is not logged in",
        "opening a picture with bpp:24 and 2 layers shows nothing but a grey area in the whole window",
    ],
)
def test_nothing_in_a_pasted_text_excludes_or_refuses(text: str) -> None:
    parsed = parse(text)
    parsed.require_searchable()
    assert parsed.report is not None
    assert (parsed.phrases, parsed.excluded, parsed.conditions, parsed.problems) == ((), (), (), ())


@pytest.mark.parametrize(
    "text",
    [
        "lease renewal",
        '"lease lost" -draft path:src lang:python',
        "how does the worker renew its lease before it expires and who is told when that fails lang:python",
        "how does a worker -- one of several -- get from waiting -> done when it renews a lease",
        "",
        "  \n ",
    ],
)
def test_a_typed_query_is_no_report(text: str) -> None:
    assert report_in(text) is None


QUESTION = "warn customers whose job goes up and down hundreds of times a day"


@pytest.mark.parametrize(
    ("filters", "columns"),
    [
        ("lang:python -is:test repo:healthchecks", ["language", "repository", "flags"]),
        ("-is:document", ["flags"]),
        ("-path:docs", ["path"]),
        ('lang:python "up and down"', ["language"]),
        ("lang:python -weekly", ["language"]),
        ("path:src -weekly", ["path"]),
        ("changed:7d -weekly", []),
    ],
)
def test_a_known_filter_makes_a_long_line_a_query(filters: str, columns: list[str]) -> None:
    parsed = parse(f"{QUESTION} {filters}")
    assert parsed.report is None
    assert [condition.column for condition in parsed.conditions] == columns
    assert parse(f"{filters} {QUESTION}").report is None


def test_a_filter_with_an_unknown_value_is_refused_beside_a_known_one() -> None:
    with pytest.raises(QueryError, match="tset"):
        parse(f"{QUESTION} repo:healthchecks -is:tset").require_searchable()


def test_filters_that_the_window_adds_to_a_long_line_narrow_it() -> None:
    text = with_filter(with_filter(QUESTION, "is", "test", negated=True), "lang", "python")
    assert [condition.column for condition in parse(text).conditions] == ["language", "flags"]
    assert filter_values(text, "is") == (("test", True),)


@pytest.mark.parametrize(
    "text",
    [
        "worker level:critical the very last request path:/api/x of user:bob with 3 tries gave type:html, no json",
        "the build of branch:main fails since yesterday with -Werror and says size:>1mb is too much for me",
        "level:critical? type:bug! repo:roastery - I would say so; -1 from me and from all others in the office",
    ],
)
def test_what_only_looks_like_a_filter_amid_a_pasted_line_narrows_nothing(text: str) -> None:
    parsed = parse(text)
    assert parsed.report is not None
    assert parsed.conditions == ()


def test_filters_apart_from_the_text_narrow_every_text() -> None:
    filters = 'repo:"one","two" -is:document'
    for text in ("lease", QUESTION, f"{QUESTION} -weekly", REPORT, 'an "open quote', f"{REPORT}lang:python"):
        alone, narrowed = parse(text), parse(text, filters=filters)
        assert narrowed.words == alone.words
        assert (narrowed.report is None) == (alone.report is None)
        assert [each.column for each in narrowed.conditions][-2:] == ["repository", "flags"]


def test_a_report_without_control_sequences_and_code_marks_is_searched() -> None:
    parsed = parse("# Crash\n```\n\x1b[1;31mboom\x1b[0m\n```\n")
    assert parsed.report is not None
    assert parsed.report.title == "Crash"
    assert parsed.words.split() == ["#", "Crash", "boom"]


def test_the_query_language_can_be_applied_to_any_text() -> None:
    assert parse(REPORT, typed=True).phrases == ("strict mode",)


def test_a_last_line_of_filters_narrows_a_pasted_text() -> None:
    parsed = parse(f"{REPORT}lang:python -is:test")
    assert [condition.column for condition in parsed.conditions] == ["language", "flags"]
    assert "lang:python" not in parsed.words


def test_a_filter_that_the_window_sets_narrows_a_pasted_text_and_can_be_removed() -> None:
    text = with_filter(REPORT, "lang", "python")
    assert filter_values(text, "lang") == (("python", False),)
    assert with_filter(text, "ext", "py").splitlines()[-1] == "lang:python ext:py"
    assert parse(without_filter(text, "lang")).conditions == ()


def test_values_in_a_pasted_text_are_no_filters_that_the_window_shows() -> None:
    assert filter_values("type:bug in the shop\nlang:python is what I use", "lang") == ()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("ValueError: lease 42 lost", "lease 42 lost"),
        ("Caused by: java.io.IOException: disk full", "disk full"),
        ("2026-01-02 10:00:00,1 ERROR shop.worker: lease 42 lost", "lease 42 lost"),
        ("[error] cannot open file", "cannot open file"),
        ("shop.errors.LeaseLost: lease 42 lost", "lease 42 lost"),
        ("thread 'main' panicked at 'lease lost', src/main.rs:3", "lease lost"),
    ],
)
def test_an_error_message_is_read_from_its_line(line: str, message: str) -> None:
    report = report_in(f"it failed\n{line}\n")
    assert report is not None
    assert message in report.messages[0]


def test_a_typed_message_has_a_value_and_several_words() -> None:
    assert message_in("lease 42 lost") == "lease 42 lost"
    assert message_in("http 404") == ""
    assert message_in("where is the lease renewed") == ""
    assert message_in("cannot build com.shop.Cart of a map") == "cannot build com.shop.Cart of a map"
    assert message_in("Cannot be built! Register a creator for it") == "Cannot be built! Register a creator for it"


@given(st.text(max_size=400))
def test_every_text_can_be_parsed_as_a_report(text: str) -> None:
    parsed = parse(f"first line\n{text}\nlast line")
    assert parsed.report is not None
    assert parsed.problems == ()


@pytest.mark.parametrize("piece", ["x.", "[ERROR", "\x1b[", "Error: ", 'File "', "at a.b(", "a:1", "(((("])
def test_a_very_long_line_is_read_up_to_a_limit(piece: str) -> None:
    report = report_in(f"{piece * 100_000}\nend")
    assert report is not None
    assert len(report.text) <= MOST_CHARACTERS


def test_the_title_of_a_bare_trace_is_its_error() -> None:
    frame = '  File "/home/me/shop/worker.py", line 8, in run\n    go()\n'
    report = parse(f"Traceback (most recent call last):\n{frame}OSError: lost\n").report
    assert report is not None
    assert report.title == "OSError: lost"


def test_of_a_long_trace_the_end_is_read_where_python_prints_the_cause() -> None:
    outer = "".join(
        f'  File "/srv/deep/{number}.py", line {number}, in call\n    go()\n' for number in range(5_000)
    )
    inner = '  File "/srv/shop/worker.py", line 3, in renew\n    raise LeaseLost(42)\n'
    report = parse(f"Traceback (most recent call last):\n{outer}{inner}LeaseError: lease 42 lost\n").report
    assert report is not None
    assert (report.frames[0].path, report.frames[0].line) == ("/srv/shop/worker.py", 3)
    assert report.messages == ("lease 42 lost",)
    assert len(report.text) <= MOST_CHARACTERS


def test_of_a_long_trace_the_beginning_is_read_where_java_prints_the_cause() -> None:
    outer = "".join(f"\tat org.deep.Call{number}.go(Call{number}.java:{number})\n" for number in range(5_000))
    report = parse(
        f"java.lang.IllegalStateException: lost\n\tat org.shop.Lease.renew(Lease.java:7)\n{outer}"
    ).report
    assert report is not None
    assert report.frames[0].path == "Lease.java"
