"""Templates of web pages open as their source, and pages rendered; a person can switch either."""

import pytest

from indexer.parsing.hypertext import hypertext
from search.types.status import FileText
from ui.controllers.spot import Spot

PAGE = "<html><body><h1>Leases</h1><p>A worker holds a lease.</p></body></html>\n"
DJANGO = '{% extends "base.html" %}\n{% block body %}<p>{{ lease.owner }}</p>{% endblock %}\n'


@pytest.fixture
def pane(preview_pane):
    return preview_pane


def show(pane, qtbot, source, path="page.html", language="html"):
    """Show a file as the core gives it, and wait until it is seen rendered if it is."""
    spot = Spot(f"r@main:file:{path}", "r", path)
    text = hypertext(source) if language == "html" else source
    markup = source if language == "html" else ""
    lines = text.count("\n") + 1
    file = FileText(spot.file, path, "", language, "utf-8", text, lines, "disk", len(text), markup=markup)
    pane.show_text(file, spot, ())
    qtbot.wait(20)
    if pane._renders:
        qtbot.waitUntil(lambda: pane.shows_rendered)


@pytest.mark.parametrize(
    "text",
    [
        DJANGO,
        "<p>{{ lease.owner }}</p>",
        "<a href='{{url}}'>lease</a>",
        "<p>{{#if lease}}held{{/if}}</p>",
        "<p>{{> row}}</p>",
        "<title>{{- .Title -}}</title>",
        "<%= render 'lease' %>",
        "<ul><% leases.each do |lease| %><li></li><% end %></ul>",
        "@extends('base')\n<p>Lease</p>",
        "<p>\n  @if (lease.held) {\n    held\n  }\n</p>",
        "<p><?= $lease ?></p>",
        '<li *ngFor="let lease of leases"></li>',
        '<li v-for="lease in leases"></li>',
        '<p th:text="${lease}"></p>',
    ],
)
def test_a_template_opens_as_its_source_and_can_be_rendered(pane, qtbot, text):
    show(pane, qtbot, text)
    assert not pane.shows_rendered
    assert pane.code.toPlainText() == text
    assert pane.header.views.isVisible()
    pane.switch_view()
    qtbot.waitUntil(lambda: pane.shows_rendered)


@pytest.mark.parametrize(
    "text",
    [
        PAGE,
        "<p>Write <code>{{ name }}</code>, or</p><pre>{% block body %}</pre>",
        "<!-- {{ version }} --><p>Lease</p>",
        "<style>@media (print) { p { margin: 0 } }</style><p>Lease</p>",
        "<p>$x^{{a}}$ and \\frac{{a}}{b}</p>",
        "<p>Write to mail@if(example).org</p>",
    ],
)
def test_a_page_that_is_no_template_opens_rendered(pane, qtbot, text):
    show(pane, qtbot, text)
    assert pane.shows_rendered
    pane.switch_view()
    assert pane.code.toPlainText() == text


def test_what_is_chosen_for_a_template_holds_for_templates_alone(pane, qtbot):
    chosen = []
    pane.viewChosen.connect(chosen.append)
    show(pane, qtbot, DJANGO)
    pane.switch_view()
    qtbot.waitUntil(lambda: pane.shows_rendered)
    show(pane, qtbot, DJANGO + "<p>more</p>", "other.html")
    assert pane.shows_rendered
    pane.switch_view()
    assert not pane.shows_rendered
    show(pane, qtbot, PAGE)
    assert pane.shows_rendered
    assert chosen == []


def test_a_text_with_braces_is_no_template_of_a_page(pane, qtbot):
    show(pane, qtbot, "# Leases\n\n{{ lease }}\n", "a.md", "markdown")
    assert pane.shows_rendered
