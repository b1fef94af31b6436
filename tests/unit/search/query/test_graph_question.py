"""Which queries are questions for the dependency graph."""

import pytest

from search.query.graph_question import GraphQuestion, Relation, graph_question
from search.query.parse import parse


@pytest.mark.parametrize(
    ("text", "relation", "name"),
    [
        ("who calls renew_lease?", Relation.CALLERS, "renew_lease"),
        ("Callers of Cart.add()", Relation.CALLERS, "Cart.add()"),
        ("where is the method Cart.add called from", Relation.CALLERS, "Cart.add"),
        ("what uses LeaseService", Relation.USERS, "LeaseService"),
        ("show me all usages of `retry` lang:python", Relation.USERS, "retry"),
        ("what breaks if src/cart.py changes", Relation.USERS, "src/cart.py"),
        ("tests for the Cart class", Relation.TESTS, "Cart"),
        ("which tests cover std::vector", Relation.TESTS, "std::vector"),
        ("where is LeaseService defined", Relation.DEFINITION, "LeaseService"),
        ("what does OrderService depend on?", Relation.DEPENDENCIES, "OrderService"),
        ("dependencies of OrderService", Relation.DEPENDENCIES, "OrderService"),
        ("what reads from [dbo].[Orders]", Relation.READERS, "[dbo].[Orders]"),
        ("who writes to the table dbo.Orders", Relation.WRITERS, "dbo.Orders"),
    ],
)
def test_a_question_names_its_relation_and_what_it_is_asked_of(text: str, relation: Relation, name: str) -> None:
    assert graph_question(parse(text)) == GraphQuestion(relation, name)


@pytest.mark.parametrize(
    "text",
    [
        "LeaseService",
        "how do we call the bank",
        "who calls",
        "tests for login form",
        "where is the lease renewed",
        "what uses a lot of memory",
        "the callers wait",
        "lang:python",
    ],
)
def test_any_other_query_is_none(text: str) -> None:
    assert graph_question(parse(text)) is None
