"""What is said of files that the graph knows only in part."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.composition import Role, make_core
from app.core.local_core import LocalCore
from search.config.settings import Docs, Embeddings, Settings
from search.types.filters import OWNER

PROJECT = '<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>{}</ItemGroup></Project>'
REFERENCE = '<ProjectReference Include="{}"/>'

FILES = {
    "A/A.csproj": PROJECT.format(REFERENCE.format("..\\B\\B.csproj")),
    "B/B.csproj": PROJECT.format(REFERENCE.format("..\\A\\A.csproj")),
    "C/C.csproj": PROJECT.format(REFERENCE.format("..\\A\\A.csproj")),
    "D/D.csproj": "no project at all",
    "E/E.csproj": PROJECT.format('<Compile Include="..\\..\\shared\\**\\*.cs"/>'),
    "dump.sql": "CREATE TABLE a (id int);\n" * 2_000,
    "small.sql": "CREATE TABLE b (id int);\n",
}


@pytest.fixture
def core(tmp_path: Path) -> Iterator[LocalCore]:
    folder = tmp_path / "shop"
    for path, text in FILES.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    docs = Docs(watch_for_changes=False, max_file_size_mb=0.02)
    with closing(
        make_core(
            tmp_path / "index", Settings(docs=docs, embeddings=Embeddings(semantic=False)), Role(follows=False)
        )
    ) as made:
        made.index([str(folder)], semantic=False)
        yield made


def test_what_is_wrong_with_projects_and_dumps_is_said_of_each_file(core: LocalCore) -> None:
    reference_cycle = "project: refers to itself, through others or at once"
    assert {each.path: each.reason for each in core.unreadable("", OWNER)} == {
        "A/A.csproj": reference_cycle,
        "B/B.csproj": reference_cycle,
        "D/D.csproj": "project: D.csproj cannot be read: there is no element <Project> in it",
        "E/E.csproj": "project: E.csproj names what lies outside of the indexed folder: ../shared/**/*.cs",
        "dump.sql": "size: files of this size are left out",
    }
