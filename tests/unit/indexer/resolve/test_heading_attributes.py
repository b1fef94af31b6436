"""Attributes behind a heading are no part of its title, and their identifier is an address."""

import pytest

from indexer.facts.extract import extract
from indexer.types import ParsedFile
from tests.unit.indexer.resolve.graph_samples import edges, graph_of


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("# Incoming Email {#incoming-mail}", "Incoming Email"),
        ("# Incoming Email {: #incoming-mail .new }", "Incoming Email"),
        ("# Incoming Email { .new data-toc=mail }", "Incoming Email"),
        ("# Incoming Email {#incoming_mail_2} #", "Incoming Email"),
        ("Incoming Email {#mail}\n---", "Incoming Email"),
        ("# The `Cart` {#cart}", "The Cart"),
        ('# Incoming Email {#mail:in.v2 .-new lang=de title=\'to "us"\' note="see #4"}', "Incoming Email"),
        ("# Incoming Email {#each-mail}", "Incoming Email"),
        ("# Incoming Email {#each .new}", "Incoming Email"),
        ("# Braces {like these}", "Braces {like these}"),
        ("# Runtime {.NET}", "Runtime {.NET}"),
        ("# Runtime {.NET 8}", "Runtime {.NET 8}"),
        ("# Use {#each items as item}", "Use {#each items as item}"),
        ("# Svelte's {#key}", "Svelte's {#key}"),
        ("# Svelte's {#each}", "Svelte's {#each}"),
        ("# Svelte's {#if}", "Svelte's {#if}"),
        ("# Svelte's {#await}", "Svelte's {#await}"),
        ("# Of `{#id}`", "Of {#id}"),
        ("# {#alone}", "{#alone}"),
        ("# Colours {#fff} of a page", "Colours {#fff} of a page"),
    ],
)
def test_attributes_are_no_part_of_the_title(heading: str, title: str) -> None:
    source = ParsedFile("guide.md", "markdown", f"{heading}\n\ntext\n", "utf-8", "")
    for facts in (extract(source), extract(source, outline=True)):
        assert [each.name for each in facts.definitions] == [title]


def test_links_lead_to_the_identifier_of_a_heading() -> None:
    pages = {
        "usage.md": "# Usage\n\n## Incoming Email {#incoming-mail}\n\ntext\n",
        "index.md": "See [mail](usage.md#incoming-mail) and [the same](usage.md#incoming-email).\n",
    }
    target = "links_to doc:usage.md#Usage/Incoming Email"
    assert [edge for edge in edges(graph_of(pages)) if target in edge] == [f"file:index.md {target}"]


def test_words_in_braces_that_are_no_attributes_are_no_address() -> None:
    page = '## Use {#each items as item}\n\n## Svelte\'s {#key}\n\n## Mail {#mail note="see #4"}\n'
    facts = extract(ParsedFile("guide.md", "markdown", page, "utf-8", ""))
    assert [link.target for link in facts.links if link.kind == "anchor"] == ["mail"]


def test_an_identifier_of_its_own_comes_before_the_title_of_another_heading() -> None:
    pages = {
        "usage.md": "# Mail\n\n# Post {#mail}\n",
        "index.md": "See [mail](usage.md#mail).\n",
    }
    assert "file:index.md links_to doc:usage.md#Post" in edges(graph_of(pages))


def test_many_braces_are_read_in_linear_time() -> None:
    text = "# a " + "{# " * 20_000
    facts = extract(ParsedFile("guide.md", "markdown", text, "utf-8", ""), outline=True)
    assert len(facts.definitions) == 1
