"""C#: namespaces that an SDK brings in where a project asks for them by ``ImplicitUsings``."""

from collections.abc import Iterable

from indexer.facts.project_model import Project

ENABLED = frozenset(("enable", "true"))

_PLAIN = (
    *("System", "System.Collections.Generic", "System.IO", "System.Linq", "System.Net.Http"),
    *("System.Threading", "System.Threading.Tasks"),
)
_HOSTED = tuple(
    f"Microsoft.Extensions.{name}" for name in ("Configuration", "DependencyInjection", "Hosting", "Logging")
)
_SERVED = tuple(f"Microsoft.AspNetCore.{name}" for name in ("Builder", "Hosting", "Http", "Routing"))

NAMESPACES = {
    "Microsoft.NET.Sdk": _PLAIN,
    "Microsoft.NET.Sdk.Razor": _PLAIN,
    "Microsoft.NET.Sdk.Worker": (*_PLAIN, *_HOSTED),
    "Microsoft.NET.Sdk.Web": (*_PLAIN, "System.Net.Http.Json", *_SERVED, *_HOSTED),
}


def implicit_usings(project: Project, above: Iterable[Project]) -> tuple[str, ...]:
    """Return the namespaces of the SDK of a project that it, else the nearest build file above, asks for."""
    written = next((each.implicit_usings for each in (project, *above) if each.implicit_usings), "")
    return NAMESPACES.get(project.sdk, ()) if written in ENABLED else ()
