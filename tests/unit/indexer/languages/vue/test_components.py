import pytest

from indexer.facts.extract import extract
from indexer.facts.model import Definition, FileFacts
from indexer.parsing.parse import parse
from indexer.types import ParsedFile

CART = """\
<template>
  <p v-if="total > 0">Größe {{ total }}</p>
</template>

<script lang="ts">
import { price } from "../prices";
</script>
<script setup lang="ts" generic="Item extends Record<string, number>">
import Row from './Row.vue';

/** Adds up. */
function totalOf(items: Item[]): number {
  return price(items);
}
</script>

<style>p { color: red }</style>
"""


def facts(path: str, text: str) -> FileFacts:
    read = parse(path, text.encode())
    assert isinstance(read, ParsedFile)
    return extract(read)


def line_spans(definitions: tuple[Definition, ...]) -> dict[str, tuple[int, int]]:
    return {definition.name: (definition.start_line, definition.end_line) for definition in definitions}


def test_scripts_of_a_component_are_read_at_their_lines() -> None:
    result = facts("src/Cart.vue", CART)
    assert line_spans(result.definitions) == {"totalOf": (11, 14)}
    assert {(imported.source, imported.line) for imported in result.imports} == {
        ("../prices", 6),
        ("./Row.vue", 9),
    }
    assert [call.name for call in result.calls] == ["price"]
    assert result.language == "vue"


def test_options_of_a_component_are_its_methods() -> None:
    text = "<script>\nexport default {\n  methods: {\n    pay() { return 1; },\n  },\n};\n</script>\n"
    assert line_spans(facts("Cart.vue", text).definitions)["pay"] == (4, 4)


def test_a_component_of_svelte_is_read() -> None:
    text = '<script lang="ts">\n  export function pay(): void {}\n</script>\n<button on:click={pay}>Pay</button>\n'
    assert line_spans(facts("Cart.svelte", text).definitions) == {"pay": (2, 2)}


@pytest.mark.parametrize("text", ["<p>no script</p>", "<script>\nfunction open() {}\n", "<script", "</script>"])
def test_what_is_no_script_defines_nothing(text: str) -> None:
    assert facts("Cart.vue", text).definitions == ()


@pytest.mark.parametrize("unit", ["<script ", '<script "', "<script '\" ", "<script>", "' <script \"' \""])
def test_a_file_of_beginnings_defines_nothing(unit: str) -> None:
    result = facts("Cart.vue", unit * (400_000 // len(unit)))
    assert (result.definitions, result.imports, result.calls) == ((), (), ())
