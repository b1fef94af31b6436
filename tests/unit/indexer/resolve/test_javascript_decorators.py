"""Decorators of JavaScript and TypeScript: each counts for the definition that it decorates."""

import pytest

from indexer.facts.extract import extract
from tests.unit.indexer.resolve.graph_samples import edges, graph_of, parsed

GUARDS = """
export function Controller(path) { return (target) => target; }
export function Get(path) { return (target) => target; }
export function Use(guard) { return (target) => target; }
export function Field() { return (target) => target; }
export function setting() { return "a"; }
export class Guard {}
"""
CATS = """
import { Controller, Field, Get, Guard, Use, setting } from "./guards";
import * as guards from "./guards";
@Controller("cats")
export class Cats {
    @Field() name;
    @Field() go = () => setting();
    @Get(":id")
    @Use(Guard)
    find(id) { return id; }
    @guards.Get(setting()) all() {}
    plain() { setting(); }
}
@Controller("dogs") class Dogs { @Get static one() {} }
export @guards.Controller class Birds {}
"""
CATS_USES = {
    "Cats annotated_by Controller",
    "Cats calls Controller",
    "Cats annotated_by Field",
    "Cats calls Field",
    "Cats.go annotated_by Field",
    "Cats.go calls Field",
    "Cats.go calls setting",
    "Cats.find annotated_by Get",
    "Cats.find calls Get",
    "Cats.find annotated_by Use",
    "Cats.find calls Use",
    "Cats.find references Guard",
    "Cats.all annotated_by Get",
    "Cats.all calls Get",
    "Cats.all calls setting",
    "Cats.plain calls setting",
    "Dogs annotated_by Controller",
    "Dogs calls Controller",
    "Dogs.one annotated_by Get",
    "Birds annotated_by Controller",
}


def uses(language: str, cats: str) -> set[str]:
    """Return the edges of the sample between definitions, without what their identifiers begin with."""
    graph = graph_of({f"guards.{language}": GUARDS, f"cats.{language}": cats})
    lines = {each for each in edges(graph) if not each.startswith(("file:", "http:"))}
    return {
        each.replace(f"{language}:cats.{language}#", "").replace(f"{language}:guards.{language}#", "")
        for each in lines
    }


@pytest.mark.parametrize("language", ["js", "ts"])
def test_a_decorator_is_used_by_what_it_decorates(language: str) -> None:
    assert uses(language, CATS) == CATS_USES


def test_a_decorator_of_a_parameter_is_used_by_the_function() -> None:
    shop = """
        import { Field } from "./guards";
        export class Shop {
            constructor(@Field() private name: string) {}
            find(@Field() id: string) {}
        }
    """
    assert uses("ts", shop) == {
        f"Shop.{each} {type_} Field" for each in ("constructor", "find") for type_ in ("annotated_by", "calls")
    }


@pytest.mark.parametrize("name", ["a.js", "a.ts"])
def test_a_definition_begins_with_its_decorators(name: str) -> None:
    text = "@A({\n  b: 1\n})\nexport class C {\n  @D(\n    1\n  )\n  e() {}\n}"
    lines = {each.qualname: (each.start_line, each.end_line) for each in extract(parsed(name, text)).definitions}
    assert lines == {"C": (1, 9), "C.e": (5, 8)}
