"""Finds the tests of located files: by the dependency graph, and by their names."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from search.analysis.names import folded, stem_of
from search.graph.covering import MOST_DISTANCE, CoveringTests
from search.graph.dependency_graph import DependencyGraph
from search.graph.names import Visible
from search.messages import Message
from search.types.files import FileRecord, Flag
from search.types.graph import Node
from search.types.ids import FileId
from search.types.locations import CoveringTest, EvidenceKind, LocatedFile

_TEST_MARK = re.compile(r"^(?:tests?|specs?)(?=.)|(?<=.)(?:tests?|specs?)$")
"""What the folded name of a test has before or behind the name of the tested code."""


def covering_tests(
    files: Sequence[LocatedFile],
    graph: DependencyGraph,
    visible: Visible,
    records: Mapping[FileId, FileRecord],
) -> tuple[CoveringTest, ...]:
    """Return the tests of the files: by graph and name first, then by graph, the nearest first, then by name.

    Args:
        files: the likeliest first.
        graph: that of everything that is checked out.
        visible: nodes that the client may see.
        records: files that the client may see.
    """
    tests: dict[FileId, CoveringTest] = {}
    walk = CoveringTests(graph, visible, lambda node: _has_test(records.get(node.file_id), node))
    by_name = _tests_by_name(records)
    for file in files:
        for test, use in walk.of([definition.id for definition in file.definitions]).items():
            in_graph = CoveringTest(
                *_names_of(records[test]),
                covers=(file.path,),
                by=(EvidenceKind.GRAPH,),
                reason=Message("uses.from_test", user=use.user, name=use.used),
                distance=use.distance,
                line=use.line,
            )
            tests[test] = _merged(tests.get(test), in_graph)
        for test in by_name.get(_key(file.repository, file.branch, file.path), ()):
            if test != file.file_id:
                named = CoveringTest(*_names_of(records[test]), covers=(file.path,), by=(EvidenceKind.NAME,))
                tests[test] = _merged(tests.get(test), named)
    return tuple(sorted(tests.values(), key=_standing))


def _is_test(record: FileRecord | None) -> bool:
    return record is not None and Flag.TEST.value in record.flags


def _has_test(record: FileRecord | None, node: Node) -> bool:
    return record is not None and (node.in_tests or _is_test(record))


def _names_of(record: FileRecord) -> tuple[FileId, str, str, str]:
    return record.id, record.path, record.repository, record.branch


def _standing(test: CoveringTest) -> tuple[int, int]:
    return -len(test.by), test.distance or MOST_DISTANCE + 1


def _merged(known: CoveringTest | None, other: CoveringTest) -> CoveringTest:
    """Return what both say of one test; the dependency that was entered first stays."""
    if known is None:
        return other
    return replace(
        known,
        covers=tuple(dict.fromkeys((*known.covers, *other.covers))),
        by=tuple(dict.fromkeys((*known.by, *other.by))),
        reason=known.reason or other.reason,
        distance=known.distance or other.distance,
        line=known.line or other.line,
    )


def _tests_by_name(records: Mapping[FileId, FileRecord]) -> Mapping[tuple[str, str, str], Sequence[FileId]]:
    """Return the tests named after something, by repository, branch and that name."""
    by_name: dict[tuple[str, str, str], list[FileId]] = defaultdict(list)
    for record in records.values():
        if _is_test(record):
            by_name[_key(record.repository, record.branch, record.path)].append(record.id)
    return by_name


def _key(repository: str, branch: str, path: str) -> tuple[str, str, str]:
    return repository, branch, _TEST_MARK.sub("", folded(stem_of(path)))
