"""What a pattern within each of many roots costs."""

from search.storage.expressions import expression
from search.types.filters import ROOTED_PATH, Condition, Operator, RowFilter, rooted_pattern

PATHS = [f"src/module{number}.py" for number in range(50)]


def _looked_at(*values: str) -> int:
    """Return how many paths are looked at for a pattern within these roots."""
    seen: list[str] = []

    def paths() -> list[str]:
        seen.extend(PATHS)
        return PATHS

    assert expression(RowFilter((Condition(ROOTED_PATH, Operator.GLOB, values),)), paths) is not None
    return len(seen)


def test_the_paths_are_looked_at_for_each_pattern_and_not_for_each_root() -> None:
    roots = [f"r{number}" for number in range(40)]
    assert _looked_at(*(rooted_pattern(root, "/**/module1*.py") for root in roots)) == len(PATHS)
    two = (rooted_pattern(root, pattern) for root in roots for pattern in ("/**/module1*.py", "/src/*2.py"))
    assert _looked_at(*two) == len(PATHS)


def test_many_roots_with_a_plain_pattern_are_compared_at_once() -> None:
    values = tuple(rooted_pattern(f"r{number}", "/src") for number in range(40))
    built = expression(RowFilter((Condition(ROOTED_PATH, Operator.GLOB, values),)), list)
    assert str(built).count("path_key") == 1
