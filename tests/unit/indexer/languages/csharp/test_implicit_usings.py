"""C#: namespaces that a project sees because its SDK brings them in."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

DEFAULTS = """namespace Microsoft.Extensions.Hosting;
public static class Defaults {
    public static T AddDefaults<T>(this T builder) where T : IHostApplicationBuilder => builder;
}
"""
TEXTS = "namespace System.Linq { public static class Texts { public static int Words(this string text) => 1; } }"
CHAINED = (
    "namespace App; public static class Logs { public static void AddLogs(this WebApplicationBuilder b) { } }"
)
PROGRAM = """using App;
var builder = WebApplication.CreateBuilder(args);
builder.AddDefaults().AddLogs();
var count = "".Words();
"""
WEB, WORKER, PLAIN = "Microsoft.NET.Sdk.Web", "Microsoft.NET.Sdk.Worker", "Microsoft.NET.Sdk"
ENABLED = "<PropertyGroup><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>"
DISABLED = "<PropertyGroup><ImplicitUsings>disable</ImplicitUsings></PropertyGroup>"
HOSTED, COUNTED = "Microsoft.Extensions.Hosting.Defaults.AddDefaults", "System.Linq.Texts.Words"


@pytest.mark.parametrize(
    ("sdk", "own", "shared", "seen"),
    [
        (WEB, ENABLED, "", {HOSTED, COUNTED}),
        (f"{WEB}/8.0.100", ENABLED, "", {HOSTED, COUNTED}),
        (WORKER, ENABLED.replace("enable<", "true<"), "", {HOSTED, COUNTED}),
        (PLAIN, ENABLED, "", {COUNTED}),
        (WEB, "", ENABLED, {HOSTED, COUNTED}),
        (WEB, DISABLED, ENABLED, set()),
        (WEB, "", "", set()),
    ],
)
def test_a_project_sees_the_namespaces_of_its_sdk(sdk: str, own: str, shared: str, seen: set[str]) -> None:
    files = {
        "Directory.Build.props": f"<Project>{shared}</Project>",
        "App/App.csproj": f'<Project Sdk="{sdk}">{own}</Project>',
        "App/Defaults.cs": DEFAULTS,
        "App/Logs.cs": CHAINED,
        "App/Texts.cs": TEXTS,
        "App/Program.cs": PROGRAM,
    }
    calls = {each.partition(" calls cs:")[2] for each in edges(graph_of(files)) if each.startswith("file:App/Pr")}
    assert calls - {""} == seen | {"App.Logs.AddLogs"}
