"""The addresses that routers of Phoenix and Plug serve, and the tables of Ecto's schemas."""

from tests.unit.indexer.resolve.graph_samples import edge_lines, edges, graph_of

ROUTER = """
defmodule ShopWeb.Router do
  use Phoenix.Router
  pipeline :browser do
    plug :check
  end
  scope "/", ShopWeb do
    get "/", PageController, :home
    live "/cart", CartLive, :show
    resources "/users", UserController, only: [:index, :show] do
      resources "/posts", PostController, except: [:new, :edit, :create, :update, :delete]
    end
    resources "/shops", UserController, only: [:show], param: "slug", alias: Api do
      get "/files", FileController, :put
    end
    scope "/api", Api, as: :api do
      post "/files/*path", FileController, :put
      resources "/profile", ProfileController, singleton: true, only: [:show, :update]
    end
  end
  forward "/jobs", Jobs.Plug
  defp check(conn, _), do: conn
end
"""
HANDLERS = """
defmodule ShopWeb.PageController do
  def home(conn, _), do: conn
end
defmodule ShopWeb.CartLive do
end
defmodule ShopWeb.UserController do
  def index(conn, _), do: conn
  def show(conn, _), do: conn
end
defmodule ShopWeb.PostController do
  def index(conn, _), do: conn
  def show(conn, _), do: conn
end
defmodule ShopWeb.Api.FileController do
  def put(conn, _), do: conn
end
defmodule ShopWeb.Api.ProfileController do
  def show(conn, _), do: conn
  def update(conn, _), do: conn
end
defmodule Jobs.Plug do
  def call(conn, _), do: conn
end
"""


def test_routes_of_phoenix_lead_to_their_actions() -> None:
    graph = graph_of({"lib/router.ex": ROUTER, "lib/handlers.ex": HANDLERS})
    assert {edge.replace("ex:lib/handlers.ex#", "") for edge in edges(graph) if edge.startswith("http:")} == {
        "http:GET / calls ShopWeb.PageController.home",
        "http:GET /cart calls ShopWeb.CartLive",
        "http:GET /users calls ShopWeb.UserController.index",
        "http:GET /users/{id} calls ShopWeb.UserController.show",
        "http:GET /users/{user_id}/posts calls ShopWeb.PostController.index",
        "http:GET /users/{user_id}/posts/{id} calls ShopWeb.PostController.show",
        "http:GET /shops/{slug} calls ShopWeb.UserController.show",
        "http:GET /shops/{user_slug}/files calls ShopWeb.Api.FileController.put",
        "http:POST /api/files/{path} calls ShopWeb.Api.FileController.put",
        "http:GET /api/profile calls ShopWeb.Api.ProfileController.show",
        "http:PATCH /api/profile calls ShopWeb.Api.ProfileController.update",
        "http:PUT /api/profile calls ShopWeb.Api.ProfileController.update",
        "http:ANY /jobs calls Jobs.Plug.call",
    }
    router = "ex:lib/router.ex#ShopWeb.Router"
    assert f"{router} references {router}.check" in edges(graph)
    assert f"{router} references ex:lib/handlers.ex#ShopWeb.Api.FileController" in edges(graph)


def test_a_live_page_runs_the_functions_that_show_it() -> None:
    text = """
    defmodule Web.Router do
      live "/", Web.Page, :show
    end
    defmodule Web.Page do
      def mount(_params, _session, socket), do: {:ok, socket}
      def render(assigns), do: assigns
      def handle_params(_params, socket), do: socket
      def show(socket, _), do: socket
      def call(socket, _), do: socket
    end
    """
    graph = graph_of({"lib/a.ex": text})
    assert {edge.replace("ex:lib/a.ex#", "") for edge in edges(graph) if edge.startswith("http:")} == {
        "http:GET / calls Web.Page",
        "http:GET / calls Web.Page.mount",
        "http:GET / calls Web.Page.render",
    }


def test_routes_of_plug_have_their_code_or_a_plug() -> None:
    text = """
    defmodule Api do
      use Plug.Router
      get "/hello/:name" do
        greet(conn)
      end
      match "/any", via: :post, to: Other
      def greet(conn), do: conn
      def later(conn), do: get(conn, "/hello")
    end
    defmodule Other do
      def call(conn, _), do: conn
    end
    """
    assert {
        edge.replace("ex:a.ex#", "") for edge in edges(graph_of({"a.ex": text})) if edge.startswith("http:")
    } == {
        "http:GET /hello/{name} calls Api.greet",
        "http:POST /any calls Other.call",
    }


def test_schemas_stand_for_tables_and_refer_to_others() -> None:
    files = {
        "a.ex": """
        defmodule Shop.User do
          use Ecto.Schema
          schema "users" do
            field :name
          end
        end
        defmodule Shop.Order do
          use Ecto.Schema
          alias Shop.User
          schema "orders" do
            belongs_to :user, User
          end
          def all, do: Repo.all(__MODULE__)
          def put(x), do: Repo.insert(%__MODULE__{id: x})
        end
        """,
        "db.sql": "create table users (id int);",
    }
    files["c.ex"] = """
    defmodule Shop.Users do
      import Ecto.Query
      alias Shop.{Order, Repo, User}
      def get(id), do: Repo.get(User, id)
      def all, do: Repo.all(from o in Order, select: o.id)
      def create(x), do: %User{} |> User.changeset(x) |> Repo.insert()
      def drop(x), do: x |> Repo.delete()
    end
    """
    own = "ex:a.ex#Shop.Order"
    users = "ex:c.ex#Shop.Users"
    assert {edge for edge in edges(graph_of(files)) if "s_table " in edge} == {
        f"{own}.all reads_table sql:main.orders",
        f"{own}.put writes_table sql:main.orders",
        f"{users}.get reads_table sql:main.users",
        f"{users}.all reads_table sql:main.orders",
        f"{users}.create writes_table sql:main.users",
    }
    del files["c.ex"]
    lines = [line for line in edge_lines(graph_of(files)) if "maps_to" in line or "foreign_key" in line]
    assert lines == [
        "ex:a.ex#Shop.Order maps_to sql:main.orders (orm_typed, a.ex:11)",
        "ex:a.ex#Shop.User maps_to sql:main.users (orm_typed, a.ex:4)",
        "sql:main.orders foreign_key sql:main.users (orm_typed, a.ex:12)",
    ]
