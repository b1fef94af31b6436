"""Pages of Web Forms in the graph: their code, the handlers of their controls, and the statements in both."""

from tests.unit.indexer.resolve.graph_samples import edge_lines, edges, graph_of

TABLES = "CREATE TABLE dbo.Bugs (Id int)\nGO\nCREATE TABLE dbo.Users (Id int)\nGO"
CODE = """
namespace Track {
    public class Db { public static object Run(string sql) { return null; } }
    public class BasePage { public virtual void Page_Load(object sender) { } public void Show() { } }
}
"""
PAGE = """\
<%@ Page Language="C#" Inherits="Track.BasePage" MasterPageFile="~/Site.master" %>
<%@ Import Namespace="Track" %>
<%-- <% Db.Run("no"); %> --%>
<script runat="server">
    void Save_Click(object sender) {
        Db.Run("delete Bugs where Id = @id");
    }
</script>
<script>if (a < "b") { document.write("<%= Title() %>"); }</script>
<asp:Button OnClick="Save_Click" Text="Größe" runat="server" />
<asp:SqlDataSource SelectCommand="SELECT Id FROM dbo.Users WHERE Id &gt; 1" runat="server" />
<% foreach (var row in rows) { %>
  <b><%= Db.Run("FROM Bugs b ") %></b><% Show(); %>
<% } %>
"""


def page_edges(text: str, **others: str) -> set[str]:
    files = {
        "tables.sql": TABLES,
        "Code.cs": CODE,
        "Site.master": "<%@ Master Language='C#' %>",
        "web/Bug.aspx": text,
    }
    return {edge for edge in edges(graph_of({**files, **others})) if edge.startswith("cs:web.")}


def test_a_page_uses_what_its_code_its_markup_and_its_controls_use() -> None:
    page = "cs:web.Bug_aspx"
    assert page_edges(PAGE) == {
        f"{page} inherits cs:Track.BasePage",
        f"{page} calls cs:Site_master",
        f"{page} references {page}.Save_Click",
        f"{page} reads_table sql:dbo.users",
        f"{page} reads_table sql:dbo.bugs",
        f"{page} calls cs:Track.Db.Run",
        f"{page} calls cs:Track.BasePage.Show",
        f"{page}.Save_Click calls cs:Track.Db.Run",
        f"{page}.Save_Click writes_table sql:dbo.bugs",
    }


def test_lines_of_a_page_are_kept() -> None:
    graph = graph_of({"tables.sql": TABLES, "Code.cs": CODE, "web/Bug.aspx": PAGE})
    assert "cs:web.Bug_aspx.Save_Click writes_table sql:dbo.bugs (literal, web/Bug.aspx:6)" in edge_lines(graph)
    assert "cs:web.Bug_aspx calls cs:Track.BasePage.Show (self, web/Bug.aspx:13)" in edge_lines(graph)


def test_a_base_that_is_written_over_several_lines_moves_no_line() -> None:
    page = '<%@ Page Inherits="Base\n\n\n.Page" %>\n<script runat="server">void Send() { }</script>\n'
    lines = {node.name: node.start_line for node in graph_of({"web/Bug.aspx": page}).nodes}
    assert lines["Send"] == 5


def test_a_handler_that_is_all_code_is_read_as_code() -> None:
    text = '<%@ WebHandler Language="C#" Class="Feed" %>\nclass Feed { void Go() { Track.Db.Run("x"); } }'
    graph = graph_of({"Code.cs": CODE, "web/Feed.ashx": text})
    assert "cs:Feed.Go calls cs:Track.Db.Run (static, web/Feed.ashx:2)" in edge_lines(graph)


def test_a_page_of_another_language_says_nothing() -> None:
    assert page_edges(PAGE.replace('Language="C#"', 'Language="VB"')) == set()


def test_a_page_of_nothing_but_beginnings_is_read_to_its_end() -> None:
    for text in ("<%--" * 2000, "<%=" * 2000, "<script runat=server>" * 500, "<%@ Page", 'OnClick="' * 2000):
        assert graph_of({"web/Bug.aspx": text}).nodes


def test_an_included_page_brings_in_its_directives_and_its_members() -> None:
    include = '<% @Import Namespace="Track" %>\n<script runat="server">void Common() { }</script>'
    page = '<%@ Page Language="C#" %>\n<!-- #include file = "inc.aspx" -->\n<% Db.Run("x"); Common(); %>'
    assert {edge for edge in page_edges(page, **{"web/inc.aspx": include}) if "Bug_aspx" in edge} == {
        "cs:web.Bug_aspx inherits cs:web.inc_aspx",
        "cs:web.Bug_aspx calls cs:web.inc_aspx",
        "cs:web.Bug_aspx calls cs:Track.Db.Run",
        "cs:web.Bug_aspx calls cs:web.inc_aspx.Common",
    }
