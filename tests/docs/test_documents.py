"""What the documents tell people to type, typed: every command on the sample corpus, every Python example."""

import os
import re
import shlex
from pathlib import Path

import pytest

from app.cli.main import main, parser
from app.installation.locations import INDEX_VARIABLE
from resources.locate import resource
from search.errors import BadInputError

REPOSITORY = Path(__file__).parents[2]
PAGES = [REPOSITORY / "README.md", REPOSITORY / "CONTRIBUTING.md", *sorted((REPOSITORY / "docs").rglob("*.md"))]
TESTED_WITH_ITS_PARTS = {"docs/guide/langgraph.md"}
"""Pages whose examples need more than an index; `tests/integration` runs them."""

STORED_WITH_AN_INDEX = {"searches.json", "marks.json", "walks.json", "names.json", "boxes.json"}
"""Files of a person's own, named in the pages, that no repository has."""

MOST_WORDS, MOST_LINES_OF_A_RELEASE = 900, 60

FENCE = re.compile(
    r"(?:^<!-- not run: (?P<reason>.+) -->\n)?^```(?P<language>\w+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL
)
NAMED = re.compile(r"`(dowse [^`]+)`|^(dowse .+?)(?:\s{2,}|$)", re.MULTILINE)
"""A command in the running text, or in a block that explains each of its lines behind two spaces."""

LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")


def _blocks(language: str) -> list[tuple[str, str]]:
    """Return (page, body) of every block that is run."""
    return [
        (str(page.relative_to(REPOSITORY)), match["body"])
        for page in PAGES
        for match in FENCE.finditer(page.read_text("utf-8"))
        if match["language"] == language and not match["reason"]
    ]


def _commands() -> list[tuple[str, str]]:
    lines = ((page, line) for page, body in _blocks("console") for line in body.splitlines())
    return list(dict.fromkeys((page, line[2:]) for page, line in lines if line.startswith("$ ")))


@pytest.fixture(scope="module")
def sample_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    index = tmp_path_factory.mktemp("documents") / "index"
    assert main(["index", str(resource("sample")), "--no-semantic", "--index", str(index)]) == 0
    return index


@pytest.fixture
def sample(sample_index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for variable in ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    monkeypatch.setenv(INDEX_VARIABLE, str(sample_index))
    monkeypatch.chdir(resource("sample"))
    return sample_index


@pytest.mark.parametrize(("page", "command"), _commands())
@pytest.mark.usefixtures("sample")
def test_a_command_in_the_documents_works(page: str, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    program, *arguments = shlex.split(command)

    assert program == "dowse", f"{page} runs another program: mark it as not run"
    assert main(arguments) == 0, f"{page}: {capsys.readouterr().err}"
    printed = capsys.readouterr()
    assert printed.out.strip(), f"{page}: {command} prints nothing"
    assert "Nothing found" not in printed.err


def test_every_command_that_the_text_names_is_understood() -> None:
    named = {
        (page.name, match[1] or match[2]) for page in PAGES for match in NAMED.finditer(page.read_text("utf-8"))
    }
    refused = {}
    for page, command in named:
        _, *words = shlex.split(re.sub(r"[\[\]]|(?<=\w)\.\.\.$", "", command))
        try:
            parser().parse_args(words)
        except BadInputError as error:
            shortened = any(message in str(error) for message in ("are required", "expected one argument"))
            if not shortened and not words[0].startswith("dowse:"):
                refused[page, command] = str(error)
        except SystemExit:
            assert words == ["--version"]
    assert len(named) > 30
    assert refused == {}


def _examples() -> list[tuple[str, str]]:
    return [(page, source) for page, source in _blocks("python") if page not in TESTED_WITH_ITS_PARTS]


@pytest.mark.parametrize(("page", "source"), _examples())
def test_an_example_in_the_documents_works(page: str, source: str, sample: Path) -> None:
    exec(compile(source, page, "exec"), {"INDEX": os.fspath(sample)})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(REPOSITORY)))
def test_every_link_leads_to_a_file(page: Path) -> None:
    links = LINK.findall(FENCE.sub("", page.read_text("utf-8")))

    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", sorted((REPOSITORY / "docs" / "guide").glob("*.md")), ids=lambda page: page.name)
def test_a_page_of_the_guide_is_read_in_minutes(page: Path) -> None:
    assert len(page.read_text("utf-8").split()) <= MOST_WORDS


def test_a_release_is_described_in_few_lines() -> None:
    _, *sections = re.split(r"^## ", (REPOSITORY / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)
    assert len(sections) > 1
    described = {
        name: body.strip().count("\n") + 1 for name, _, body in (each.partition("\n") for each in sections)
    }
    assert {name: lines for name, lines in described.items() if lines > MOST_LINES_OF_A_RELEASE} == {}


def test_the_tests_and_modules_that_the_security_page_names_are_there() -> None:
    files = [path for path in REPOSITORY.rglob("*.py") if ".venv" not in path.parts]
    tests = "".join(path.read_text("utf-8") for path in (REPOSITORY / "tests").rglob("test_*.py"))
    cells = re.findall(r"`([^`]+)`", (REPOSITORY / "docs" / "security.md").read_text("utf-8"))
    paths = [cell.partition("::")[0] for cell in cells if re.match(r"[\w/]+\.py|tests/", cell)]
    names = [name for cell in cells for name in re.findall(r"::(test_\w+)", cell)]

    assert [item for item in paths if not (REPOSITORY / item).exists() and not _ends_one(files, item)] == []
    assert [name for name in names if f"def {name}(" not in tests] == []


def test_the_paths_and_modules_that_the_architecture_page_names_are_there() -> None:
    page = (REPOSITORY / "docs" / "architecture.md").read_text("utf-8")
    names = re.findall(r"`([\w.-]+(?:/[\w.-]+)+|\w+\.(?:py|json|scm|yaml))`", page)
    files = {path.name for path in REPOSITORY.rglob("*") if ".venv" not in path.parts} | STORED_WITH_AN_INDEX
    missing = [name for name in names if not ((REPOSITORY / name).exists() if "/" in name else name in files)]

    assert len(names) > 80
    assert missing == []


def _ends_one(files: list[Path], path: str) -> bool:
    return any(file.as_posix().endswith(f"/{path}") for file in files)
