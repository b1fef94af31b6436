"""What modules and functions of Elixir depend on."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

CART = """
defmodule Shop.Cart do
  def new, do: %{}
  def add(cart, item, count \\\\ 1), do: put(cart, item, count)
  defp put(cart, item, _), do: Map.put(cart, :item, item)
  defmodule Line do
    defstruct [:item]
    def of(item), do: item
  end
end
"""


def edges_of(text: str, **others: str) -> set[str]:
    """Return the edges from ``lib/a.ex`` to definitions, without the paths of the files."""
    graph = graph_of(
        {"lib/a.ex": text, "lib/cart.ex": CART} | {f"lib/{name}.ex": each for name, each in others.items()}
    )
    plain = (edge.replace("ex:lib/a.ex#", "").replace("ex:lib/cart.ex#", "") for edge in edges(graph))
    return {edge for edge in plain if not edge.startswith(("file:", "Shop.Cart"))}


@pytest.mark.parametrize(
    ("number", "names"),
    [
        ("2", True),
        ("0x2", True),
        ("0b10", True),
        ("0_2", True),
        ("02", True),
        ("9" * 5000, False),
        ("256", False),
    ],
)
def test_a_function_that_is_handed_on_has_its_number_as_elixir_writes_numbers(number: str, names: bool) -> None:
    text = f"defmodule Shop.Order do\n  alias Shop.Cart\n  def run, do: &Cart.add/{number}\nend\n"
    assert ("Shop.Order.run references Shop.Cart.add" in edges_of(text)) == names


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("Shop.Cart.new()", "calls Shop.Cart.new"),
        ("Cart.add(%{}, 1)", "calls Shop.Cart.add"),
        ("cart |> Cart.add(1, 2)", "calls Shop.Cart.add"),
        ("&Cart.add/2", "references Shop.Cart.add"),
        ("apply(Cart, :add, [1, 2])", "references Shop.Cart.add"),
        ("{Cart, :add, [1, 2]}", "references Shop.Cart.add"),
        ("[reader: {Cart, :add, []}]", "references Shop.Cart.add"),
        ("Cart.Line.of(1)", "calls Shop.Cart.Line.of"),
        ("Line.of(1)", "calls Shop.Cart.Line.of"),
        ("%Line{item: 1}", "references Shop.Cart.Line"),
        ("L.of(1)", "calls Shop.Cart.Line.of"),
        ("start([Cart])", "references Shop.Cart"),
        ("Cart.unknown(1)", "references Shop.Cart"),
    ],
)
def test_another_module_by_its_full_name_or_an_alias(call: str, expected: str) -> None:
    text = f"""
    defmodule Shop.Order do
      alias Shop.Cart
      alias Shop.Cart.{{Line}}
      alias Shop.Cart.Line, as: L
      def run(cart), do: {call}
    end
    """
    assert edges_of(text) == {f"Shop.Order.run {expected}"}


@pytest.mark.parametrize(
    "call",
    [
        "Cart.add(1)",
        "Cart.put(1, 2, 3)",
        ":cart.new()",
        "cart.new()",
        "Logger.new()",
    ],
)
def test_no_function_where_the_number_of_arguments_or_the_module_differs(call: str) -> None:
    text = f"""
    defmodule Shop.Logger do
      alias Shop.Cart
      def new, do: 1
      def run(cart), do: {call}
    end
    """
    assert not [edge for edge in edges_of(text) if " calls " in edge]


def test_an_alias_ends_with_its_block() -> None:
    text = """
    defmodule Shop.A do
      def first(x) do
        alias Shop.Cart
        Cart.new()
      end
      def second(x), do: Cart.new()
    end
    """
    assert edges_of(text) == {"Shop.A.first calls Shop.Cart.new"}


def test_bare_names_are_functions_of_the_module_with_as_many_arguments() -> None:
    text = """
    defmodule Shop.A do
      def run(x), do: x |> step() |> then(&tidy/1)
      def run(x, y), do: step(x, y)
      def inspect(x, y, z), do: inspect(x)
      defp step(x), do: x
      defp tidy(x), do: __MODULE__.run(x)
      defmodule Inner do
        def go(x), do: step(x)
      end
    end
    """
    assert edges_of(text) == {
        "Shop.A.run calls Shop.A.step",
        "Shop.A.run references Shop.A.tidy",
        "Shop.A.tidy calls Shop.A.run",
    }


@pytest.mark.parametrize(
    ("directive", "is_known"),
    [
        ("import Shop.Cart", True),
        ("import Shop.Cart, only: [add: 3]", True),
        ("import Shop.Cart, only: [add: 3, add: 2, new: 0]", True),
        ("import Shop.Cart, only: [new: 0]", False),
        ("import Shop.Cart, except: [add: 3]", False),
        ("require Shop.Cart", False),
    ],
)
def test_functions_of_an_imported_module(directive: str, is_known: bool) -> None:
    text = f"""
    defmodule Shop.A do
      {directive}
      def run(x), do: add(x, 1, 2)
      def other(x), do: put(x, 1, 2)
    end
    """
    assert edges_of(text) == ({"Shop.A.run calls Shop.Cart.add"} if is_known else set())


def test_code_of_macros_gives_functions_imports_and_behaviours() -> None:
    web = """
    defmodule Web do
      @callback show(integer) :: term
      def controller do
        quote do
          @behaviour Web
          import Shop.Cart
          alias Shop.Cart.Line, as: Row
          unquote(helpers())
          def title(x), do: x
        end
      end
      defp helpers do
        quote do
          import Web.Helpers
        end
      end
      defmacro __using__(which), do: apply(__MODULE__, which, [])
    end
    defmodule Web.Helpers do
      def link(x), do: x
    end
    """
    text = """
    defmodule Page do
      use Web, :controller
      def show(x), do: x
      def run(x), do: link(title(add(x, Row.of(1))))
    end
    """
    assert {edge.replace("ex:lib/web.ex#", "") for edge in edges_of(text, web=web) if edge.startswith("Page")} == {
        "Page calls Web.__using__",
        "Page calls Web.controller",
        "Page implements Web",
        "Page.show implements Web.show",
        "Page.run calls Web.Helpers.link",
        "Page.run calls Web.controller.title",
        "Page.run calls Shop.Cart.add",
        "Page.run calls Shop.Cart.Line.of",
    }


def test_protocols_and_behaviours_are_implemented() -> None:
    text = """
    defprotocol Size do
      def size(x)
    end
    defmodule Box do
      defstruct [:x]
      defimpl Size do
        def size(x), do: x
      end
    end
    defimpl Size, for: Shop.Cart.Line do
      def size(x), do: x
    end
    defmodule Store do
      @callback save(term) :: term
      @callback load() :: term
    end
    defmodule Disk do
      @behaviour Store
      @impl true
      def save(x), do: Size.size(x)
      def load(x), do: x
    end
    """
    assert edges_of(text) == {
        "Box.Size.Box implements Size",
        "Box.Size.Box.size implements Size.size",
        "Size.Shop.Cart.Line implements Size",
        "Size.Shop.Cart.Line references Shop.Cart.Line",
        "Size.Shop.Cart.Line.size implements Size.size",
        "Disk implements Store",
        "Disk.save implements Store.save",
        "Disk.save calls Size.size",
    }


@pytest.mark.parametrize(
    ("target", "name"),
    [
        (", for: Line", "Size.Line"),
        (", for: [Line, Map]", "Size.{Line,Map}"),
        (", for: unquote(type)", "Size{}"),
        ("", "Size.Box"),
    ],
)
def test_an_implementation_is_called_by_its_protocol_and_its_type(target: str, name: str) -> None:
    text = f"""
    defprotocol Size do
      def size(x)
    end
    defmodule Box do
      defimpl Size{target} do
        def size(x), do: x
      end
    end
    """
    assert edges_of(text) >= {f"Box.{name} implements Size", f"Box.{name}.size implements Size.size"}


def test_a_type_belongs_to_the_function_that_follows() -> None:
    text = """
    defmodule A do
      @type line :: Shop.Cart.Line.t()
      @doc "Runs `Shop.Cart.new()`."
      @spec run(Shop.Cart.t()) :: add(integer)
      def run(x), do: x
      def add(x), do: x
      defdelegate put(x, y), to: Shop.Cart, as: :add
    end
    """
    assert edges_of(text) == {
        "A references Shop.Cart.Line",
        "A.run references Shop.Cart",
        "A.put calls Shop.Cart.add",
    }


def test_macros_that_use_each_other_end() -> None:
    chain = "".join(
        f"""
        defmodule M{number} do
          use M{number + 1}
          defmacro __using__(_) do
            quote do
              use M{(number + 1) % 1500}
              def step(x), do: x
            end
          end
        end
        """
        for number in range(1500)
    )
    result = edges_of(f"{chain}\ndefmodule Last do\n  use M0\n  def run(x), do: step(x)\nend\n")
    assert "Last.run calls M0.__using__.step" in result


def test_of_several_modules_of_one_name_that_of_the_same_file_is_meant() -> None:
    other = "defmodule Same do\n  def go, do: 1\nend\n"
    text = "defmodule A do\n  def run, do: Same.go()\nend\n"
    assert edges_of(text, b=other) == {"A.run calls ex:lib/b.ex#Same.go"}
    assert edges_of(text, b=other, c=other) == set()
    assert edges_of(text + other, b=other) == {"A.run calls Same.go"}


def test_files_and_the_packages_that_the_project_needs() -> None:
    files = {
        "mix.exs": 'defmodule M do\n  defp deps, do: [{:phoenix_live_view, "~> 1.0"}, {:ecto, "~> 3.0"}]\nend\n',
        "lib/cart.ex": CART,
        "lib/a.ex": """
        defmodule A do
          alias Shop.Cart
          import Ecto.Query
          alias Phoenix.LiveView.Socket
          require Logger
          def run, do: Jason.encode!(1)
        end
        """,
    }
    assert {edge for edge in edges(graph_of(files)) if edge.startswith("file:")} == {
        "file:lib/a.ex imports file:lib/cart.ex",
        "file:lib/a.ex imports ext:hex:ecto",
        "file:lib/a.ex imports ext:hex:phoenix_live_view",
    }


def test_packages_that_others_bring_are_named_by_their_own_names() -> None:
    files = {
        "mix.exs": 'defmodule M do\n  defp deps, do: [{:phoenix, "~> 1.8"}, {:ecto_sql, "~> 3.0"}]\nend\n',
        "lib/a.ex": """
        defmodule A do
          import Ecto.Query
          import Plug.Conn
          def run, do: Phoenix.PubSub.subscribe(:a, Phoenix.Naming.humanize("b"))
        end
        """,
    }
    assert {edge for edge in edges(graph_of(files)) if edge.startswith("file:")} == {
        f"file:lib/a.ex imports ext:hex:{each}" for each in ("ecto", "plug", "phoenix_pubsub", "phoenix")
    }
