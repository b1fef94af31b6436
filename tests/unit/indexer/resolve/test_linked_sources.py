"""Source files that build files give to projects in other folders."""

import pytest

from indexer.facts.extract import extract
from tests.unit.indexer.resolve.graph_samples import edges, graph_of, parsed

STORE = "namespace N; public class Store { public void Keep() { } }"
USER = "using N; class User { void Go(Store s) { s.Keep(); } }"
CALL = "cs:User.Go calls cs:N.Store.Keep"


def project(items: str) -> str:
    return f'<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>{items}</ItemGroup></Project>'


@pytest.mark.parametrize(
    "items",
    [
        r'<Compile Include="..\Lib\Store.cs" Link="Store.cs" />',
        r'<Compile Include="..\lib\**\*.cs" />',
        r'<Compile Include="..\Lib\*.cs;..\Other\**" />',
        r'<Compile Include="..\Lib\*.cs" Condition="$(Old) == 1"><Link>Store.cs</Link></Compile>',
        r'<Compile Include="$(Elsewhere)\Lib\Store.cs" />',
        r'<Compile Remove="..\Lib\*.cs" /><Compile Include="..\Lib\Store.cs" />',
    ],
    ids=["file", "any depth", "list", "condition", "property of the build", "taken in again"],
)
def test_a_linked_file_belongs_to_the_project_that_includes_it(items: str) -> None:
    files = {"Lib/Lib.csproj": project(""), "Lib/Store.cs": STORE, "App/App.csproj": project(""), "App/u.cs": USER}
    assert CALL not in edges(graph_of(files))
    assert CALL in edges(graph_of(files | {"App/App.csproj": project(items)}))


@pytest.mark.parametrize(
    "items",
    [
        r'<Compile Include="..\Lib\**\*.cs" Exclude="..\Lib\Store.cs" />',
        r'<Compile Include="..\Lib\**\*.cs" /><Compile Remove="..\Lib\Store.cs" />',
        r'<Compile Update="..\Lib\Store.cs" Link="Store.cs" />',
        r'<Compile Include="..\..\..\Lib\Store.cs" />',
    ],
    ids=["excluded", "removed", "updated only", "outside of the root"],
)
def test_a_file_that_is_not_included_does_not_belong_to_the_project(items: str) -> None:
    files = {
        "Lib/Lib.csproj": project(""),
        "Lib/Store.cs": STORE,
        "App/App.csproj": project(items),
        "App/u.cs": USER,
    }
    assert CALL not in edges(graph_of(files))


def test_the_files_of_a_shared_project_belong_to_every_project_that_imports_it() -> None:
    shared = '<Project><ItemGroup><Compile Include="$(MSBuildThisFileDirectory)In\\*.cs" /></ItemGroup></Project>'
    files = {
        "Shared/Shared.projitems": shared, "Shared/In/Store.cs": STORE,
        "Shared/Other.csproj": project(""),
        "App/App.csproj": '<Project><Import Project="..\\Shared\\Shared.projitems" Label="Shared" /></Project>',
        "App/u.cs": USER,
    }  # fmt: skip
    assert CALL in edges(graph_of(files))


def test_a_linked_file_sees_what_each_of_its_projects_sees() -> None:
    files = {
        "Core/Core.csproj": project(""), "Core/Store.cs": STORE,
        "Lib/Lib.csproj": project(""), "Lib/u.cs": "class User { void Go(Store s) { s.Keep(); } }",
        "App/App.csproj": project(
            '<ProjectReference Include="../Core/Core.csproj"/><Compile Include="../Lib/u.cs"/><Using Include="N"/>'
        ),
    }  # fmt: skip
    assert CALL in edges(graph_of(files))


def test_a_linked_part_of_a_class_is_a_part_of_the_same_class() -> None:
    part = "namespace N; partial class Store { void Go() { Keep(); } }"
    files = {
        "Lib/Lib.csproj": project(""), "Lib/s.cs": "namespace N; partial class Store { void Keep() { } }",
        "App/App.csproj": project('<Compile Include="../Lib/s.cs"/>'), "App/s.cs": part,
    }  # fmt: skip
    assert "cs:N.Store.Go calls cs:N.Store.Keep" in edges(graph_of(files))


def test_a_project_that_is_no_build_file_is_still_the_project_of_its_folder_and_says_so() -> None:
    facts = extract(parsed("App/App.csproj", "name: App"))
    assert facts.project is not None
    assert (facts.project.kind, facts.project.name) == ("csproj", "App")
    assert facts.problems == ("project: App.csproj cannot be read: there is no element <Project> in it",)


def test_projects_that_import_each_other_and_broken_ones_end() -> None:
    files = {
        "a/a.csproj": '<Project><Import Project="../b/b.props"/><Compile Include="**', "a/a.cs": STORE,
        "b/b.props": '<Project><Import Project="../b/b.props"/><Import Project="../a/a.csproj"/></Project>',
        "b/b.csproj": '<Project><ProjectReference Include="../b/b.csproj"/><Import Project="b.props"/></Project>',
        "b/b.cs": USER,
    }  # fmt: skip
    assert "r@b:cs:User.Go" in {node.id for node in graph_of(files).nodes}


@pytest.mark.parametrize(
    ("reference", "is_seen"),
    [
        (r'<Reference Include="Acme.Storage"><HintPath>..\bin\Acme.Storage.dll</HintPath></Reference>', True),
        ('<Reference Include="acme.storage, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null" />', True),
        ('<Reference Include="System.Data;Acme.Storage" />', True),
        ('<Reference Include="Acme" />', False),
    ],
    ids=["built file", "strong name", "list", "another library"],
)
def test_a_reference_to_a_built_library_means_the_project_that_builds_it(reference: str, *, is_seen: bool) -> None:
    name = "<AssemblyName>Acme.Storage</AssemblyName>"
    files = {
        "Lib/Lib.csproj": f"<Project><PropertyGroup>{name}</PropertyGroup></Project>",
        "Lib/Store.cs": STORE, "App/App.csproj": project(reference), "App/u.cs": USER,
    }  # fmt: skip
    assert (CALL in edges(graph_of(files))) is is_seen
