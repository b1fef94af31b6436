"""MyBatis mappers: what their statements use, and files that are made to take for ever."""

from indexer.facts.extract import extract
from indexer.facts.model import FileFacts
from indexer.types import ParsedFile


def facts(body: str) -> FileFacts:
    text = f'<mapper namespace="shop.Orders">\n{body}\n</mapper>'
    return extract(ParsedFile("orders.xml", "xml", text, "utf-8", ""))


def used(file_facts: FileFacts) -> list[tuple[str, str, int]]:
    return [(each.entity, each.table, each.line) for each in file_facts.mappings]


def test_a_statement_uses_the_tables_of_its_fragments_at_its_own_line() -> None:
    result = facts(
        '<sql id="from">FROM orders o</sql>\n<select id="all">SELECT *\n<include refid="from"/></select>\n'
        '<delete\n id="none">\nDELETE FROM line</delete><select id="empty"/>'
    )
    assert used(result) == [("shop.Orders.all", "orders", 4), ("shop.Orders.none", "line", 7)]


def test_fragments_that_include_each_other_without_end_are_cut() -> None:
    twice = '<include refid="{}"/>' * 2_000
    fragments = "".join(f'<sql id="f{n}">{twice.format(*[f"f{n + 1}"] * 2_000)}</sql>' for n in range(6))
    result = facts(f'{fragments}<select id="all">SELECT 1 FROM orders <include refid="f0"/></select>')
    assert used(result) == [("shop.Orders.all", "orders", 2)]


def test_tags_that_never_end_are_passed_over() -> None:
    assert used(facts('<select id="a">' * 20_000 + "<mapper " * 20_000 + "<!--" * 20_000)) == []
