"""What runs of the modules that live pages and their routers name."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

PAGES = """
defmodule Shop.Cart do
  def mount(_params, _session, socket), do: {:ok, socket}
  def render(assigns), do: assigns
end
defmodule Shop.Line do
  def update(assigns, socket), do: {:ok, socket, assigns}
  def render(assigns), do: assigns
end
defmodule Shop.Auth do
  def on_mount(:default, _params, _session, socket), do: {:cont, socket}
end
"""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("def run(socket), do: live_render(socket, Shop.Cart, id: 1)", {"calls Cart.mount", "calls Cart.render"}),
        (
            'def run(a), do: ~H"<p>{live_render(@socket, Shop.Cart)}</p>"',
            {"calls Cart.mount", "calls Cart.render"},
        ),
        (
            'def run(a), do: ~H"<.live_component id={1} module={Shop.Line} />"',
            {"calls Line.update", "calls Line.render"},
        ),
        ('def run(a), do: ~H"<.link module={Shop.Line} />"', set()),
        ('def run(a), do: ~H"<.live_component module={@module} />"', set()),
        ('def run(a), do: ~H"<.live_component data-module={Shop.Line} />"', set()),
        ("on_mount Shop.Auth", {"references Auth.on_mount"}),
        ("on_mount {Shop.Auth, :default}", {"references Auth.on_mount"}),
        ("on_mount {}", set()),
        ("live_session :default, on_mount: Shop.Auth do\nend", {"references Auth.on_mount"}),
        ("live_session :default, on_mount: [{Shop.Auth, :a}, Shop.Auth] do\nend", {"references Auth.on_mount"}),
        ("live_session :default do\nend", set()),
    ],
)
def test_what_runs_of_a_module_that_is_named(code: str, expected: set[str]) -> None:
    graph = graph_of({"lib/a.ex": f"defmodule A do\n{code}\nend\n", "lib/pages.ex": PAGES})
    plain = (each.replace("ex:lib/pages.ex#Shop.", "").split(" ", 1) for each in edges(graph))
    assert {edge for source, edge in plain if source.startswith("ex:lib/a.ex#A") and "." in edge} == expected
