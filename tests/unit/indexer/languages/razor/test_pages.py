"""Pages of Razor and components of Blazor in the graph: their models, what they call and what they show."""

from tests.unit.indexer.resolve.graph_samples import edge_lines, edges, graph_of

SERVICES = """
namespace Shop.Services {
    public class Orders { public void Save(int id) { } public List<Order> All() => null; }
    public class Order { public string Title() => ""; }
}
"""
PAGE = """\
@page "/orders"
@using Shop.Services
@inject Orders Store

<PageTitle>Größe: @Store.All().Count</PageTitle>
@* <Nothing /> @Store.Save(1) *@
<p>mail@example.org, @@Store</p>
@foreach (var each in Store.All())
{
    if (each != null)
    {
        <Row Title="@each.Title()" OnPicked="Pick" />
        <text>done); }</text>
    }
}
<button @onclick="Refresh">@(Store.All())</button>

@code {
    [Parameter] public int Size { get; set; }

    void Refresh() { Store.Save(Size); }

    void Pick() { }
}
"""


def test_a_component_calls_what_its_markup_and_its_code_call() -> None:
    graph = graph_of({"Services.cs": SERVICES, "Pages/List.razor": PAGE, "Pages/Row.razor": "<b>@Title</b>"})
    page = "cs:Pages.List_razor"
    assert {edge for edge in edges(graph) if edge.startswith(page)} == {
        f"{page} references cs:Shop.Services.Orders",
        f"{page} calls cs:Shop.Services.Orders.All",
        f"{page} calls cs:Shop.Services.Order.Title",
        f"{page} calls cs:Pages.Row_razor",
        f"{page} references {page}.Pick",
        f"{page} references {page}.Refresh",
        f"{page}.Refresh calls cs:Shop.Services.Orders.Save",
    }


def test_lines_are_those_of_the_page() -> None:
    graph = graph_of({"Services.cs": SERVICES, "Pages/List.razor": PAGE})
    lines = {line for line in edge_lines(graph) if "Title" in line or "Save" in line}
    assert lines == {
        "cs:Pages.List_razor calls cs:Shop.Services.Order.Title (var, Pages/List.razor:12)",
        "cs:Pages.List_razor.Refresh calls cs:Shop.Services.Orders.Save (var, Pages/List.razor:21)",
    }
    nodes = {node.id: node for node in graph.nodes}
    assert nodes["r@b:cs:Pages.List_razor"].kind == "page"
    assert not [name for name in nodes if "__" in name]


def test_a_component_is_derived_from_the_class_beside_it() -> None:
    code = "namespace Shop.Pages; public partial class Row { protected void Open() { } }"
    graph = graph_of({"Pages/Row.razor": '<a @onclick="Open">x</a>', "Pages/Row.razor.cs": code})
    assert {edge for edge in edges(graph) if edge.startswith("cs:Pages.")} == {
        "cs:Pages.Row_razor inherits cs:Shop.Pages.Row",
        "cs:Pages.Row_razor references cs:Shop.Pages.Row.Open",
    }


def test_directives_above_a_page_hold_for_it() -> None:
    page = "@model Order\n<p>@Model.Title()</p>"
    for settings in (
        {"Views/_ViewImports.cshtml": "@using Shop.Services"},
        {"Views/Web.config": '<pages><namespaces><add namespace="Shop.Services" /></namespaces></pages>'},
    ):
        graph = graph_of({"Services.cs": SERVICES, "Views/Home/Show.cshtml": page, **settings})
        assert {edge for edge in edges(graph) if edge.startswith("cs:Views.Home")} == {
            "cs:Views.Home.Show_cshtml references cs:Shop.Services.Order",
            "cs:Views.Home.Show_cshtml calls cs:Shop.Services.Order.Title",
        }
        assert not {edge for edge in edges(graph) if edge.startswith("file:Views/Home") and "imports" in edge}


def test_an_action_shows_its_view_and_a_view_its_parts() -> None:
    controller = """
namespace Shop { public class HomeController : Controller {
    public IActionResult Index() { return View(); }
    public IActionResult Other() { return Redirect("/"); }
} }"""
    graph = graph_of(
        {
            "Controllers/HomeController.cs": controller,
            "Views/Home/Index.cshtml": '@{ Layout = "_Main"; }\n@Html.Partial("_Row")\n<partial name="_Row" />',
            "Views/Home/Other.cshtml": "",
            "Views/Home/_Row.cshtml": "<b>row</b>",
            "Views/Shared/_Main.cshtml": "<html>@RenderBody()</html>",
        }
    )
    assert {edge for edge in edges(graph) if edge.endswith("_cshtml")} == {
        "cs:Shop.HomeController.Index calls cs:Views.Home.Index_cshtml",
        "cs:Views.Home.Index_cshtml calls cs:Views.Home._Row_cshtml",
        "cs:Views.Home.Index_cshtml calls cs:Views.Shared._Main_cshtml",
    }


def test_an_action_shows_the_views_that_it_names() -> None:
    controller = """
namespace Shop { public class HomeController : Controller {
    public IActionResult Index() { return View("Other", model); }
    public IActionResult Row() { return PartialView(viewName: "_Row"); }
    public IActionResult Choose(bool a) { return View(a ? "One" : "Two"); }
    public IActionResult Both(bool a) { if (a) { return View("One"); } return View(); }
    public IActionResult Full() { return this.View("~/Views/Extra/Deep.cshtml"); }
    public IActionResult Foreign() { return other.View("One"); }
    public IActionResult Common() => View(@"Error");
} }"""
    pages = (
        "Home/Index",
        "Home/Other",
        "Home/_Row",
        "Home/One",
        "Home/Two",
        "Home/Both",
        "Extra/Deep",
        "Shared/Error",
    )
    shown = {f"Views/{name}.cshtml": "" for name in (*pages, "Home/Foreign")}
    graph = graph_of({"Controllers/HomeController.cs": controller, **shown})
    assert {edge for edge in edges(graph) if edge.endswith("_cshtml")} == {
        "cs:Shop.HomeController.Index calls cs:Views.Home.Other_cshtml",
        "cs:Shop.HomeController.Row calls cs:Views.Home._Row_cshtml",
        "cs:Shop.HomeController.Choose calls cs:Views.Home.One_cshtml",
        "cs:Shop.HomeController.Choose calls cs:Views.Home.Two_cshtml",
        "cs:Shop.HomeController.Both calls cs:Views.Home.One_cshtml",
        "cs:Shop.HomeController.Both calls cs:Views.Home.Both_cshtml",
        "cs:Shop.HomeController.Full calls cs:Views.Extra.Deep_cshtml",
        "cs:Shop.HomeController.Common calls cs:Views.Shared.Error_cshtml",
        "cs:Shop.HomeController.Foreign calls cs:Views.Home.Foreign_cshtml",
    }


def test_a_view_component_shows_its_own_pages() -> None:
    component = """
namespace Shop { public class CartViewComponent : ViewComponent {
    public async Task<IViewComponentResult> InvokeAsync(int id) { return id > 0 ? View(Load(id)) : Empty(); }
    private IViewComponentResult Empty() => View("Empty");
    private Cart Load(int id) => null;
} }"""
    pages = {f"Views/Shared/Components/Cart/{name}.cshtml": "" for name in ("Default", "Empty", "Other")}
    home = {"Views/Home/Index.cshtml": '@await Component.InvokeAsync("Cart", 1)'}
    graph = graph_of({"Components/CartViewComponent.cs": component, **pages, **home})
    shown = {edge for edge in edges(graph) if "_cshtml" in edge}
    assert shown == {
        "cs:Shop.CartViewComponent.InvokeAsync calls cs:Views.Shared.Components.Cart.Default_cshtml",
        "cs:Shop.CartViewComponent.Empty calls cs:Views.Shared.Components.Cart.Empty_cshtml",
        "cs:Views.Home.Index_cshtml calls cs:Shop.CartViewComponent.InvokeAsync",
    }


def test_a_page_of_nothing_but_beginnings_is_read_to_its_end() -> None:
    for text in ("@{" * 400, "@(" * 2000, "<A " * 2000, '@foreach (var x in "', "@code {", "@", "@if"):
        assert graph_of({"Bad.razor": text}).nodes
