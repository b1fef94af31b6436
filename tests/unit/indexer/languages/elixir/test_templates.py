"""What the templates in the code of Phoenix depend on."""

import pytest

from indexer.languages.elixir.templates import read_template
from tests.unit.indexer.resolve.graph_samples import edges, graph_of, short

ICONS = """
defmodule Shop.Icons do
  def icon(assigns), do: assigns
  def color(item), do: item
end
"""


def edges_of(template: str) -> set[str]:
    """Return the edges of the function with a template, without the paths of the files."""
    text = f'''
    defmodule Shop.Page do
      use Phoenix.Component
      import Shop.Icons
      alias Shop.Icons, as: I

      def render(assigns) do
        ~H"""
        {template}
        """
      end

      def title(assigns), do: assigns
      defp total(items), do: items
      defp total(items, rate), do: items
    end
    '''
    plain = (
        edge.replace("ex:lib/a.ex#Shop.Page.", "").replace("ex:lib/icons.ex#Shop.", "")
        for edge in edges(graph_of({"lib/a.ex": text, "lib/icons.ex": ICONS}))
    )
    return {edge.removeprefix("render ") for edge in plain if edge.startswith("render ")}


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("<.title>Cart</.title>", {"calls title"}),
        ("<.icon/>", {"calls Icons.icon"}),
        ("<.icon\n  name={total(@items)} />", {"calls Icons.icon", "calls total"}),
        ("<I.icon name='cart'></I.icon>", {"calls Icons.icon"}),
        ("<Shop.Icons.icon :if={@items} />", {"calls Icons.icon"}),
        ('<p class={["}", color(@item)]}>{total(@items, 1)}</p>', {"calls Icons.color", "calls total"}),
        ("<p>{total(1)}{total(%{a: {1}})}</p>{color(2)}", {"calls Icons.color", "calls total"}),
        (
            "<%= for item <- @items do %> <.title /> <%= color(item) %> <% end %>",
            {"calls Icons.color", "calls title"},
        ),
        ("<%= if @a do %> {color(1)} <% else %> {total(2)} <% end %>", {"calls Icons.color", "calls total"}),
        (
            "<%= case @a do %> <% 1 -> %> one <% 2 -> %> {color(1)} <% _ -> %> {total(2)} <% end %>",
            {"calls Icons.color", "calls total"},
        ),
        (
            "<%= cond do %>\n <% @a -> %>\n <% @b -> %> <.icon a={\n1\n}/>\n <% _ -> %> {total(2)}\n <% end %>",
            {"calls Icons.icon", "calls total"},
        ),
        ("<%= f @a, fn b -> %> {total(b)} <% end %>", {"calls total"}),
        ("<.live_component module={I} id={1} />", {"references Icons"}),
        ("<p phx-click={@items |> total(1)} />", {"calls total"}),
        ("<p class=\"it's\">{total(1)} it's</p> {color(1)}", {"calls Icons.color", "calls total"}),
    ],
)
def test_components_and_code_of_templates(template: str, expected: set[str]) -> None:
    assert edges_of(template) == expected


@pytest.mark.parametrize(
    "template",
    [
        "<%!-- <.icon /> {total(1)} --%>",
        "<!-- <.icon /> {total(1)} -->",
        "<%# total(1) %>",
        "<%% total(1) %>",
        "<script src={@src}>if (a > 1) {total(1)}</script>",
        "<style>p {color(1)}</style>",
        '<p title="{total(1)} <.icon />">total(1) .icon</p>',
        "<p phx-no-curly-interpolation>{total(1)}</p>",
        "<icon /><:icon /><title>",
        "{total(1)",
        "<.live_component module={I",
        "<I. />",
        "<%= total(1)",
        "{}{ }<%= %>",
    ],
)
def test_text_and_what_does_not_end_is_no_code(template: str) -> None:
    assert edges_of(template) == set()


def test_evidence_is_the_line_in_the_file() -> None:
    text = """defmodule A do
  def a(assigns) do
    ~H"<p>é</p>
    <.b
      c={c(1)}
    />"
  end
  def b(assigns), do: assigns
  def c(assigns), do: assigns
end
"""
    calls = [each for each in graph_of({"a.ex": text}).edges if each.type == "calls"]
    assert {(short(each.target), each.line) for each in calls} == {("ex:a.ex#A.b", 4), ("ex:a.ex#A.c", 5)}


def test_definitions_and_other_sigils_are_not_read_as_templates() -> None:
    text = """defmodule A do
  def a(x) do
    ~H"{def b(1), do: 2}"
    ~S"<.c />"
  end
  def c(x), do: x
end
"""
    graph = graph_of({"a.ex": text})
    assert not [each for each in edges(graph) if " calls " in each]
    assert {short(each.id) for each in graph.nodes if "#" in each.id} == {
        "ex:a.ex#A",
        "ex:a.ex#A.a",
        "ex:a.ex#A.c",
    }


@pytest.mark.parametrize(
    "part", [b"<.a", b"{", b"<%", b"<!--", b"<%#", b'<a b="', b'{"', b"<script>", b"</", b"{}"]
)
def test_a_template_of_any_signs_has_code_of_the_same_length(part: bytes) -> None:
    assert len(read_template(part * 20_000).code) == len(part) * 20_000
