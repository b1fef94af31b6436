import tempfile
from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from search.errors import BadInputError
from search.storage.glob import matches, patterns_below
from search.storage.predicate import passes
from search.storage.storage import Storage
from search.types.files import FileRecord, FileState
from search.types.filters import ROOTED_PATH, Condition, Operator, RowFilter, rooted_pattern
from tests.examples import examples

NASTY = [
    "",
    "'",
    "''; DROP TABLE files; --",
    '"',
    "\\",
    "\0",
    "a\0b",
    "%",
    "_",
    "a%b_c",
    "😀",
    "ß",
    "İ",
    "Σας",
    "\n",
    "\r\n",
    "`path`",
    "${x}",
    "{0}",
    "\x1e",
    "\x1f",
    "%1E",
    "\x1ea\x1f",
    "NULL",
    "true",
    "x" * 100_000,
]
TEXTS = st.one_of(st.sampled_from(NASTY), st.text(max_size=12))
SEGMENTS = st.sampled_from(
    ["a", "B", "src", "docs", "x.py", "it's", "100%", "a_b", "😀", ".git", "a b", "[z]", "a+b"]
)
PATHS = st.lists(SEGMENTS, min_size=1, max_size=4).map("/".join)
PATTERNS = st.one_of(
    PATHS,
    TEXTS,
    st.lists(
        st.one_of(SEGMENTS, st.sampled_from(["*", "**", "?", "*.py", "s?c", "**.py"])), min_size=1, max_size=4
    ).map("/".join),
    PATHS.map("/{}".format),
    PATHS.map(lambda path: path.replace("/", "\\")),
)
TEXT_CONDITIONS = st.builds(
    Condition,
    st.sampled_from(["repository", "language", "tenant", "product"]),
    st.sampled_from([Operator.IN, Operator.NOT_IN]),
    st.lists(TEXTS, min_size=1, max_size=3).map(tuple),
)
PATH_CONDITIONS = st.builds(
    Condition,
    st.just("path"),
    st.sampled_from([Operator.GLOB, Operator.NOT_GLOB]),
    st.lists(PATTERNS, min_size=1, max_size=2).map(tuple),
)
ROOTS = st.sampled_from(["r", "s", ""])
ROOTED_CONDITIONS = st.builds(
    Condition,
    st.just(ROOTED_PATH),
    st.sampled_from([Operator.GLOB, Operator.NOT_GLOB]),
    st.lists(st.builds(rooted_pattern, ROOTS, PATTERNS), min_size=1, max_size=3).map(tuple),
)
LIST_CONDITIONS = st.builds(
    Condition,
    st.sampled_from(["groups", "tags", "flags"]),
    st.sampled_from([Operator.HAS_ANY, Operator.HAS_NONE, Operator.HAS_ALL, Operator.EMPTY_OR_ANY]),
    st.lists(TEXTS, min_size=1, max_size=3).map(tuple),
)
NUMBERS = st.sampled_from([0, 1, 999, 1_000, 1_001, 2**40])
NUMBER_CONDITIONS = st.builds(
    Condition,
    st.sampled_from(["size_bytes", "mtime_ns"]),
    st.sampled_from([Operator.WITHIN, Operator.NOT_WITHIN]),
    st.tuples(*[st.one_of(st.just(""), NUMBERS.map(str))] * 2),
)
CONDITIONS = st.one_of(
    TEXT_CONDITIONS,
    NUMBER_CONDITIONS,
    PATH_CONDITIONS,
    ROOTED_CONDITIONS,
    LIST_CONDITIONS,
    st.builds(Condition, st.just("groups"), st.just(Operator.EMPTY_OR_ANY), st.just(())),
)
LISTS = st.lists(TEXTS, max_size=3).map(tuple)
FILES = st.lists(
    st.builds(
        lambda path, path_hash, repository, language, product, groups, tags, flags, size_bytes, mtime_ns: {
            "path": path,
            "path_hash": path_hash,
            "repository": repository,
            "language": language,
            "product": product,
            "groups": groups,
            "tags": tags,
            "flags": flags,
            "size_bytes": size_bytes,
            "mtime_ns": mtime_ns,
        },
        st.one_of(PATHS, TEXTS.filter(bool)),
        st.sampled_from(["r", "s"]),
        TEXTS,
        TEXTS,
        TEXTS,
        LISTS,
        LISTS,
        LISTS,
        NUMBERS,
        NUMBERS,
    ),
    min_size=1,
    max_size=6,
)


def _records(rows: list[dict[str, object]]) -> list[FileRecord]:
    return [
        FileRecord(**{"id": f"f{number}", "path_hash": "r", "branch": "main", "state": FileState.INDEXED, **row})
        for number, row in enumerate(rows)
    ]


@pytest.fixture(scope="module")
def emptied():
    with tempfile.TemporaryDirectory() as folder:
        opened = Storage(Path(folder) / "index")
        yield opened
        opened.close()


@pytest.mark.examples
@settings(max_examples=examples(30, 100), deadline=None, suppress_health_check=list(HealthCheck))
@given(rows=FILES, conditions=st.lists(st.lists(CONDITIONS, max_size=3), min_size=6, max_size=6))
def test_the_database_and_the_memory_let_the_same_rows_pass(emptied, rows, conditions):
    records = _records(rows)
    emptied.files.remove([f"f{number}" for number in range(10)])
    emptied.files.upsert(records)
    for chosen in conditions:
        row_filter = RowFilter(tuple(chosen))
        in_memory = sorted(record.id for record in records if passes(row_filter, asdict(record)))
        assert emptied.files.visible_ids(row_filter) == in_memory


@pytest.mark.parametrize("text", NASTY)
def test_a_value_finds_exactly_itself_whatever_it_holds(emptied, text):
    values = [text, text + "x", "other", text.upper() + "!"]
    records = _records(
        [{"path": f"p{n}", "repository": value, "groups": (value,)} for n, value in enumerate(values)]
    )
    emptied.files.remove([f"f{number}" for number in range(10)])
    emptied.files.upsert(records)
    assert emptied.files.visible_ids(RowFilter((Condition("repository", Operator.IN, (text,)),))) == ["f0"]
    assert emptied.files.visible_ids(RowFilter((Condition("groups", Operator.HAS_ANY, (text,)),))) == ["f0"]
    assert emptied.files.of_root("r")["p0"] == records[0]


@pytest.mark.parametrize(
    ("pattern", "result"),
    [
        ("gateway/docs", {"gateway/docs/a.md", "lib/Gateway/docs/b.md"}),
        ("Gateway/Docs", {"gateway/docs/a.md", "lib/Gateway/docs/b.md"}),
        ("gateway\\docs", {"gateway/docs/a.md", "lib/Gateway/docs/b.md"}),
        ("/gateway", {"gateway/docs/a.md"}),
        ("gate", set()),
        ("*.md", {"gateway/docs/a.md", "lib/Gateway/docs/b.md"}),
        ("lib/*.py", {"lib/x.py"}),
        ("lib/**/*.md", {"lib/Gateway/docs/b.md"}),
        ("lib/**", {"lib/Gateway/docs/b.md", "lib/x.py"}),
        ("?.md", {"gateway/docs/a.md", "lib/Gateway/docs/b.md"}),
        ("/*/x.py", {"lib/x.py"}),
        ("*/x.py", {"lib/x.py"}),
        ("*/*/*.md", {"gateway/docs/a.md", "lib/Gateway/docs/b.md"}),
        ("**/lib/**", {"lib/Gateway/docs/b.md", "lib/x.py"}),
        ("/**/lib/*/docs", {"lib/Gateway/docs/b.md"}),
        ("docs", {"gateway/docs/a.md", "lib/Gateway/docs/b.md"}),
        ("a.md", {"gateway/docs/a.md"}),
        ("a-md", set()),
    ],
)
def test_a_path_pattern_means_what_a_person_types(emptied, pattern, result):
    paths = ["gateway/docs/a.md", "lib/Gateway/docs/b.md", "lib/x.py"]
    emptied.files.remove([f"f{number}" for number in range(10)])
    emptied.files.upsert(_records([{"path": path, "repository": "shop"} for path in paths]))
    ids = emptied.files.visible_ids(RowFilter((Condition("path", Operator.GLOB, (pattern,)),)))
    assert {paths[int(identifier[1:])] for identifier in ids} == result


@pytest.mark.parametrize(
    "pattern", ["*a" * 60 + "b", "**/a/" * 40 + "b", "a*" * 60 + "/" + "*a" * 60 + "b", "?*" * 90 + "b"]
)
def test_a_path_pattern_made_to_be_slow_is_decided(pattern):
    assert not matches(pattern, "a/" * 80 + "a" * 250)


@settings(max_examples=examples(200, 1000), deadline=None)
@given(
    pattern=st.lists(st.sampled_from(["a", "B", "src", "*", "**", "s?c", "[z]"]), min_size=1, max_size=5),
    folder=st.lists(st.sampled_from(["a", "b", "src", "[z]"]), min_size=1, max_size=3),
    path=st.lists(st.sampled_from(["a", "b", "src", "[z]"]), min_size=1, max_size=3),
)
def test_a_pattern_matches_below_a_folder_what_it_matches_behind_it(pattern, folder, path):
    anchored, around, inside = "/" + "/".join(pattern), "/" + "/".join(folder), "/".join(path)
    below = patterns_below(anchored, around)
    assert any(matches(each, inside) for each in below) is matches(anchored, f"{around}/{inside}")


def test_an_empty_path_is_matched_by_any_number_of_folders_alone():
    assert [pattern for pattern in ("**", "/**", "*", "**/a", "a?") if matches(pattern, "")] == ["**", "/**"]


def test_ten_thousand_groups_are_no_problem(emptied):
    emptied.files.remove([f"f{number}" for number in range(10)])
    emptied.files.upsert(_records([{"path": "a", "repository": "s", "groups": ("g9999",)}]))
    groups = tuple(f"g{number}" for number in range(10_000))
    assert emptied.files.visible_ids(RowFilter((Condition("groups", Operator.EMPTY_OR_ANY, groups),))) == ["f0"]


@pytest.mark.parametrize(
    "condition",
    [
        Condition("nothing", Operator.IN, ("x",)),
        Condition("groups", Operator.IN, ("x",)),
        Condition("path", Operator.HAS_ANY, ("x",)),
        Condition("language", Operator.GLOB, ("x",)),
    ],
)
def test_a_condition_that_no_column_answers_is_refused_by_name(emptied, condition):
    with pytest.raises(BadInputError, match=condition.column):
        emptied.files.visible_ids(RowFilter((condition,)))
    with pytest.raises(BadInputError, match=condition.column):
        passes(RowFilter((condition,)), {})
