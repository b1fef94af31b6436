"""How many other files contain the name of a definition that the graph knows no user of."""

import re
import time
from dataclasses import replace

from app.core.test_code import is_test
from search.service.line_search import LineSearch
from search.types.filters import Access
from search.types.graph_queries import Impact
from search.types.lines import LineOptions, LineQuery

_NAME = re.compile(r"[\w$]+[!?]?")
"""A name that can be searched for as it stands."""

_LONGEST_S = 3.0
"""Seconds after which the files that were counted so far are all that are named."""

_WHOLE = LineOptions(regex=True, match_case=True, whole_word=True)


def with_mentions(impact: Impact, lines: LineSearch, access: Access) -> Impact:
    """Count the other files that contain the name, for an impact of one definition that reaches nothing but tests.

    Where it reaches tests, other tests are not counted. Any other impact is returned as it is.
    """
    if impact.hidden or len(impact.changed) != 1 or not all(is_test(each.node) for each in impact.affected):
        return impact
    (node,) = impact.changed
    is_tested = bool(impact.affected or impact.tests_left_out)
    if is_tested and is_test(node):
        return impact
    if not node.path or node.kind == "file" or not _NAME.fullmatch(node.name):
        return impact
    narrowing = " -is:test" if is_tested else ""
    text = f'{re.escape(node.name)} repo:"{node.repository}"{narrowing}'
    query = LineQuery(text, _WHOLE, access, most_lines=0)
    count, end = 0, time.monotonic() + _LONGEST_S
    while True:
        page = lines.page(query)
        count += page.file_count
        if page.next is None or time.monotonic() > end:
            return replace(impact, mentioned_in=max(0, count - 1))
        query = replace(query, after=page.next)
