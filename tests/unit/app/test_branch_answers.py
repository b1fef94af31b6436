"""What is answered of a branch that is not checked out, in a real repository."""

import json
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from app import composition
from app.cli.main import main
from app.composition import Role, make_core
from app.core.git_changes import changed_files
from app.core.local_core import LocalCore
from search.config.settings import Docs, Embeddings, Settings
from search.errors import NotFoundError
from search.types.context import ContextRequest
from search.types.filters import OWNER, Access
from search.types.graph import TreeRequest
from search.types.graph_queries import AddedRequest, ChangedFile, CycleScope, ImpactRequest, TableRequest
from search.types.lines import LineQuery
from search.types.query import SearchQuery
from search.types.results import GRAPH_SIGNAL
from tests.fakes.prepared import Prepared
from tests.unit.app.conftest import core_of


def make_branches(home: Path) -> None:
    """Make a repository with two branches, and an index of both."""
    folder = home / "shop"
    folder.mkdir()

    def git(*arguments: str) -> None:
        command = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", *arguments]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    folder.joinpath("lease.py").write_text("def renew_lease(holder):\n    return holder\n")
    folder.joinpath("same.md").write_text("# Same\n\nThe text of both.\n")
    git("add", "-A")
    git("commit", "-qm", "first")
    git("checkout", "-qb", "next")
    folder.joinpath("lease.py").write_text("def renew_lease(holder, grace):\n    return holder, grace\n")
    folder.joinpath("refund.py").write_text(
        "def refund_order(order):\n    return give_back(order)\n\n\ndef give_back(order):\n    return order\n"
    )
    git("add", "-A")
    git("commit", "-qm", "next")
    git("checkout", "-q", "main")
    with closing(core_of(home / "index")) as core:
        core.index([str(folder)], semantic=False, branches=["next"])


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    return Prepared(tmp_path_factory.mktemp("branches"), make_branches)


def paths_and_names(core: LocalCore, text: str) -> list[tuple[str, str]]:
    return [(file.branch, file.path) for file in core.search(SearchQuery(text)).files]


def test_a_branch_is_searched_only_where_the_query_names_it(core: LocalCore) -> None:
    assert paths_and_names(core, "renew lease") == [("main", "lease.py")]
    assert paths_and_names(core, "renew lease branch:next") == [("next", "lease.py")]
    assert sorted(paths_and_names(core, "renew lease branch:next,main")) == [
        ("main", "lease.py"),
        ("next", "lease.py"),
    ]
    assert paths_and_names(core, "refund") == paths_and_names(core, "refund -branch:main") == []
    assert paths_and_names(core, "path:same.md") == [("main", "same.md")]
    both = core.search(SearchQuery("text branch:main,next")).files
    assert [(file.branch, [copy.branch for copy in file.duplicates]) for file in both] == [("main", ["next"])]


def test_nothing_found_says_that_branches_were_left_out(core: LocalCore) -> None:
    assert "branch:next" in " ".join(map(str, core.search(SearchQuery("refund_order")).notes))
    assert "branch:next" not in " ".join(map(str, core.search(SearchQuery("lease")).notes))
    stranger = SearchQuery("refund_order", access=Access(tenant="someone else"))
    assert "branch:next" not in " ".join(map(str, core.search(stranger).notes))


@pytest.mark.parametrize(
    ("filters", "note"),
    [
        ("branch:nxet", "No branch here is called nxet: did you mean branch:next?"),
        ("repo:shpo", "No repository here is called shpo: did you mean repo:shop?"),
        ("repo:warehouse", "Indexed are shop; no repository is called warehouse."),
        ("branch:feature/x", "Indexed are main, next; no branch is called feature/x."),
        ("path:leas", "No file or folder here is called leas: path:leas* finds those whose name begins with it."),
    ],
)
def test_a_mistyped_name_is_reported_with_what_was_meant(
    core: LocalCore, home: Path, capsys: pytest.CaptureFixture[str], filters: str, note: str
) -> None:
    assert note in map(str, core.search(SearchQuery(f"lease {filters}")).notes)
    assert list(map(str, core.find_lines(LineQuery(f"lease {filters}")).notes)) == [note]
    index = str(home / "index")
    core.close()
    assert main(["search", "--exact", f"lease {filters}", "--index", index]) == 1
    assert note in capsys.readouterr().err
    assert main(["search", "--exact", "--json", f"lease {filters}", "--index", index]) == 1
    assert note in json.loads(capsys.readouterr().out)["notes"]


def test_the_beginning_of_a_name_is_reported_where_filters_alone_list_files(core: LocalCore) -> None:
    notes = [str(note) for note in core.search(SearchQuery("path:leas")).notes]
    assert notes == ["No file or folder here is called leas: path:leas* finds those whose name begins with it."]
    for sound in ("path:leas*", "path:lease.py"):
        assert not core.search(SearchQuery(sound)).notes
    notes = [str(note) for note in core.search(SearchQuery("path:nowhere")).notes]
    assert notes == ["No indexed file is at path:nowhere."]
    stranger = SearchQuery("path:leas", access=Access(tenant="someone else"))
    assert [str(note) for note in core.search(stranger).notes] == ["No indexed file is at path:leas."]


def test_no_name_is_suggested_of_a_branch_that_the_client_may_not_see(core: LocalCore) -> None:
    main_root = next(each.root for each in core.status(OWNER).roots if each.root.branch == "main")
    limited = Access(roots=(main_root.id,))
    for text in ("lease branch:nxet", "lease branch:mian"):
        for notes in (
            core.search(SearchQuery(text, access=limited)).notes,
            core.find_lines(LineQuery(text, access=limited)).notes,
        ):
            names = [note.values["near"] for note in notes if note.code == "search.unknown_branch"]
            assert names == (["main"] if "mian" in text else [])


def test_a_file_of_a_branch_is_shown_as_git_has_it(core: LocalCore) -> None:
    hit = core.search(SearchQuery("renew lease branch:next")).files[0]
    shown = core.file_text(hit.file_id, OWNER)
    assert (hit.root_path, shown.root_path, shown.source) == ("", "", "git")
    assert shown.text == "def renew_lease(holder, grace):\n    return holder, grace\n"
    assert not hit.stale


def drawn(core: LocalCore, target: str) -> list[str]:
    return [node.id for node in core.tree(TreeRequest(target), OWNER).nodes]


def test_a_branch_has_a_tree_of_its_own_beside_that_of_its_folder(core: LocalCore, folder: Path) -> None:
    nodes = core.status(OWNER).nodes
    hit = core.search(SearchQuery("refund order branch:next")).files[0]
    below = ["shop@next:py:refund:refund_order", "shop@next:py:refund:give_back"]
    assert drawn(core, hit.chunks[0].node_id) == drawn(core, "shop@next:refund_order") == below
    assert drawn(core, "shop@next:refund.py") == drawn(core, "shop@next:file:refund.py") != []
    way = core.path("shop@next:refund_order", "shop@next:give_back", OWNER)
    assert way is not None
    assert [way.source.id, way.target.id] == below
    assert drawn(core, "renew_lease") == ["shop@main:py:lease:renew_lease"]
    with pytest.raises(NotFoundError):
        drawn(core, "refund_order")
    assert core.status(OWNER).nodes == nodes
    subprocess.run(["git", "branch", "-f", "next", "main"], cwd=folder, check=True)
    core.index([str(folder)], semantic=False)
    with pytest.raises(NotFoundError):
        drawn(core, "shop@next:refund_order")


def test_a_branch_has_its_tree_also_before_an_updated_program_has_read_it_anew(
    core: LocalCore, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = drawn(core, "shop@next:refund_order")
    text = core.file_text("shop@next:file:refund.py", OWNER).text
    core.close()
    monkeypatch.setattr(composition, "CUT_VERSION", composition.CUT_VERSION + 1)
    with closing(core_of(home / "index")) as updated:
        assert drawn(updated, "shop@next:refund_order") == before
        assert updated.file_text("shop@next:file:refund.py", OWNER).text == text


def test_a_branch_has_the_folders_tree_while_it_is_checked_out(core: LocalCore, folder: Path) -> None:
    subprocess.run(["git", "checkout", "-q", "next"], cwd=folder, check=True)
    core.index([str(folder)], semantic=False)
    below = ["shop@next:py:refund:refund_order", "shop@next:py:refund:give_back"]
    assert drawn(core, "refund_order") == drawn(core, "shop@next:py:refund:refund_order") == below


LEDGER = """from accounts import balance


def post(entry):
    return balance(entry)
"""
ACCOUNTS = """import ledger


def balance(entry):
    return ledger.post(entry)


def never_called():
    cursor.execute("insert into refund (id) values (1)")
"""


@pytest.fixture
def with_ledger(core: LocalCore, folder: Path) -> LocalCore:
    """Return a core whose branch has a ring, a table and something unused; what is checked out has none."""
    subprocess.run(["git", "checkout", "-q", "next"], cwd=folder, check=True)
    folder.joinpath("ledger.py").write_text(LEDGER)
    folder.joinpath("accounts.py").write_text(ACCOUNTS)
    folder.joinpath("refund.sql").write_text("create table refund (id int);\n")
    folder.joinpath("old.zig").write_text("fn old() void {}\n")
    commands = (["add", "-A"], ["-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "ledger"])
    for command in (*commands, ["checkout", "-q", "main"]):
        subprocess.run(["git", *command], cwd=folder, check=True)
    core.index([str(folder)], semantic=False)
    return core


def test_a_question_about_a_branch_is_answered_from_its_graph(core: LocalCore) -> None:
    def reasons(text: str) -> dict[tuple[str, str], str]:
        files = core.search(SearchQuery(text)).files
        by_graph = {(file.branch, file.path): file.why.signals for file in files}
        listed = {
            position: [signal.detail for signal in signals if signal.name == GRAPH_SIGNAL]
            for position, signals in by_graph.items()
        }
        return {position: details[0] for position, details in listed.items() if details}

    caller = {("next", "refund.py"): "calls give_back, line 2"}
    assert reasons("who calls give_back") == {}
    assert reasons("who calls give_back branch:next") == caller
    assert reasons("who calls give_back branch:main,next") == caller
    assert reasons("who calls give_back branch:main") == {}
    assert reasons("who calls give_back branch:next repo:other") == {}
    assert list(reasons("where is renew_lease defined branch:next")) == [("next", "lease.py")]
    both = reasons("where is renew_lease defined branch:main,next")
    assert sorted(both) == [("main", "lease.py"), ("next", "lease.py")]


def test_impact_tables_rings_and_the_unused_of_a_branch_are_answered_where_it_is_named(
    with_ledger: LocalCore,
) -> None:
    core, callee = with_ledger, "shop@next:py:refund:give_back"
    reached = core.impact(ImpactRequest(("shop@next:give_back",)), OWNER)
    assert [node.id for node in reached.changed] == [callee]
    assert [each.node.id for each in reached.affected] == ["shop@next:py:refund:refund_order"]
    assert core.impact(ImpactRequest((callee,)), OWNER) == reached
    use = core.table(TableRequest("shop@next:refund"), OWNER)
    assert [each.node.id for each in use.writers] == ["shop@next:py:accounts:never_called"]
    for of, members in (
        (CycleScope.FILES, ["accounts.py", "ledger.py"]),
        (CycleScope.DEFINITIONS, ["balance", "post"]),
    ):
        (cycle,) = core.cycles("shop@next", of, OWNER)
        assert [node.path if of is CycleScope.FILES else node.name for node in cycle.members] == members
        assert core.cycles("shop", of, OWNER) == core.cycles("shop@main", of, OWNER) == ()
        assert core.cycles("", of, OWNER) == ()
    assert "never_called" in {each.node.name for each in core.unused("shop@next", OWNER)}
    assert core.unused("", OWNER) == ()
    assert [file.path for file in core.unreadable("shop@next", OWNER)] == ["old.zig"]
    assert core.unreadable("", OWNER) == core.unreadable("shop", OWNER) == ()
    with pytest.raises(NotFoundError):
        core.impact(ImpactRequest(("give_back",)), OWNER)
    with pytest.raises(NotFoundError, match="No table or view"):
        core.table(TableRequest("refund"), OWNER)


def test_what_a_branch_changes_reaches_what_depends_on_it_there(core: LocalCore, folder: Path) -> None:
    changes = changed_files(folder, "main..next")
    reached = core.impact(ImpactRequest(changes=changes), OWNER)
    assert sorted(node.id for node in reached.changed) == [
        "shop@next:file:refund.py",
        "shop@next:py:lease:renew_lease",
        "shop@next:py:refund:give_back",
        "shop@next:py:refund:refund_order",
    ]
    assert (reached.unknown, reached.stale) == ((), ())
    with pytest.raises(NotFoundError, match="The branch somewhere is not in the index") as refused:
        core.impact(ImpactRequest(changes=(ChangedFile("a.py", (), "somewhere"),)), OWNER)
    assert "--branch somewhere" in str(refused.value.remedy)
    with pytest.raises(NotFoundError, match="The branch next is not in the index"):
        core.impact(ImpactRequest(changes=changes), Access(tenant="someone else"))


def test_the_branch_that_is_checked_out_is_named_as_the_others_are(with_ledger: LocalCore, folder: Path) -> None:
    subprocess.run(["git", "checkout", "-q", "next"], cwd=folder, check=True)
    with_ledger.index([str(folder)], semantic=False)
    (cycle,) = with_ledger.cycles("shop@next", CycleScope.FILES, OWNER)
    assert with_ledger.cycles("", CycleScope.FILES, OWNER) == (cycle,)


def test_evidence_from_a_branch_has_what_the_hit_depends_on(with_ledger: LocalCore) -> None:
    answer = with_ledger.context(ContextRequest("branch:next post the entry -cursor"))
    assert (answer.repository, answer.branch) == ("shop", "next")
    assert [(piece.depth, piece.id, piece.start_line) for piece in answer.pieces] == [
        (0, "shop@next:chunk:ledger.py#post/0", 1),
        (1, "shop@next:py:accounts:balance", 4),
    ]


def test_a_file_is_named_by_its_whole_path_too(
    core: LocalCore,
    folder: Path,
    home: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (home / "link").symlink_to(folder)
    for path in (folder / "lease.py", home / "link" / "lease.py"):
        assert drawn(core, str(path)) == drawn(core, "shop@main:file:lease.py") != []
        assert core.impact(ImpactRequest((str(path),)), OWNER).changed[0].path == "lease.py"
    with pytest.raises(NotFoundError):
        drawn(core, str(folder / "refund.py"))
    with pytest.raises(NotFoundError):
        core.tree(TreeRequest(str(folder / "lease.py")), Access(tenant="someone else"))
    core.close()
    monkeypatch.chdir(folder)
    assert main(["tree", "lease.py", "--index", str(home / "index")]) == 0
    assert "shop@main:file:lease.py" in capsys.readouterr().out


def test_who_may_not_see_a_branch_does_not_see_its_graph(core: LocalCore) -> None:
    stranger = Access(tenant="someone else")
    with pytest.raises(NotFoundError, match="Nothing is called"):
        core.tree(TreeRequest("shop@next:refund_order"), stranger)
    with pytest.raises(NotFoundError, match="Nothing is called"):
        core.impact(ImpactRequest(("shop@next:give_back",)), stranger)
    with pytest.raises(NotFoundError, match="No table or view"):
        core.table(TableRequest("shop@next:refund"), stranger)
    for request in (
        lambda: core.cycles("shop@next", CycleScope.FILES, stranger),
        lambda: core.unused("shop@next", stranger),
    ):
        with pytest.raises(NotFoundError, match="No repository is called"):
            request()


def test_a_branch_is_asked_about_from_the_command_line(
    core: LocalCore, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    core.close()
    index = ["--index", str(home / "index")]
    assert main(["impact", "shop@next:give_back", *index]) == 0
    assert "refund_order" in capsys.readouterr().out
    assert main(["unused", "shop@next", *index]) == 0
    assert "refund_order" in capsys.readouterr().out
    assert main(["cycles", "shop@nowhere", *index]) != 0
    assert "shop@next" in capsys.readouterr().err


def test_why_tells_of_the_branches_that_have_a_path(core: LocalCore, folder: Path) -> None:
    both = " ".join(core.why(str(folder / "same.md"), OWNER).lines)
    assert "shop@main" in both
    assert "shop@next: indexed: it can be found, with the same content" in both
    assert core.why("nowhere.py", OWNER).lines == ("There is no nowhere.py here, and none in the index",)
    only = core.why("refund.py", OWNER)
    assert only.state == "indexed"
    assert "On the branch next" in only.lines[0]
    assert any("branch:next" in line for line in only.lines)


def test_a_branch_is_listed_with_its_folder_and_forgotten_alone_or_with_it(core: LocalCore, folder: Path) -> None:
    listed = {(status.root.repository, status.root.branch): status.files for status in core.roots(OWNER)}
    assert listed == {("shop", "main"): 3, ("shop", "next"): 3}
    assert core.forget("shop@next").files == 3
    assert [status.root.branch for status in core.roots(OWNER)] == ["main"]
    assert paths_and_names(core, "renew lease branch:next") == []
    core.index([str(folder)], semantic=False, branches=["next"])
    core.forget(str(folder))
    assert core.status(OWNER).files == 0


def test_a_rebuilt_index_has_the_folder_and_its_branches_again(
    core: LocalCore,
    folder: Path,
    home: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = paths_and_names(core, "branch:next refund_order")
    core.close()
    settings = home / "settings.toml"
    settings.write_text("[embeddings]\nsemantic = false\n")
    index = home / "index"
    assert main(["doctor", "--rebuild", "--json", "--index", str(index), "--config", str(settings)]) == 0
    assert (home / "index.damaged-1").is_dir()
    words = Settings(docs=Docs(watch_for_changes=False), embeddings=Embeddings(semantic=False))
    with closing(make_core(index, words, Role(follows=False))) as rebuilt:
        assert [status.root.name for status in rebuilt.roots(OWNER)] == ["shop", "shop@next"]
        assert paths_and_names(rebuilt, "branch:next refund_order") == before


def test_status_says_what_each_root_takes_and_little_of_a_branch_that_shares_its_text(
    core: LocalCore, folder: Path
) -> None:
    functions = (f"def renew_lease_{number}(holder):\n    return holder\n" for number in range(500))
    (folder / "leases.py").write_text("\n\n".join(functions))
    git_in(folder, "add", ".")
    git_in(folder, "commit", "-q", "-m", "Renew more leases")
    git_in(folder, "branch", "-f", "next", "main")
    core.index([str(folder)], semantic=False)
    status = core.status(OWNER)
    checked_out, branch = (root.disk_bytes for root in status.roots)
    assert checked_out + branch == pytest.approx(status.disk_bytes, abs=2)
    assert 0 < branch < checked_out / 2
    assert [root.shared_text for root in status.roots] == [0.0, 1.0]
    assert {root.disk_bytes for root in core.status(Access(tenant="local")).roots} == {0}


def test_status_says_what_a_work_tree_shares_and_that_a_clone_shares_nothing(
    core: LocalCore, folder: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    subprocess.run(["git", "worktree", "add", "-q", str(home / "fix"), "-b", "fix"], cwd=folder, check=True)
    subprocess.run(["git", "clone", "-q", str(folder), str(home / "clone")], check=True)
    (home / "fix" / "lease.py").write_text("def renew_lease(holder, years):\n    return years\n")
    core.index([str(home / "fix"), str(home / "clone")], semantic=False)
    roots = {Path(root.root.path).name: root for root in core.status(OWNER).roots if root.root.folder}
    assert roots["shop"].shared_text == roots["clone"].shared_text == 0.0
    assert 0.0 < roots["fix"].shared_text < 1.0
    assert 0 < roots["fix"].disk_bytes < roots["shop"].disk_bytes
    core.close()
    assert main(["status", "--index", str(home / "index")]) == 0
    output = next(line for line in capsys.readouterr().out.splitlines() if "shop+2@fix" in line)
    assert f"{roots['fix'].shared_text:.0%} of its text shared" in output


def git_in(folder: Path, *arguments: str) -> None:
    command = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", *arguments]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def test_what_a_branch_adds_is_told_against_the_commit_that_it_began_at(core: LocalCore, folder: Path) -> None:
    folder.joinpath(".dowse.toml").write_text(
        '[[architecture]]\nname = "leases"\nfrom = "path:lease.py"\nmust_not_reach = "path:desk.py"\n'
    )
    folder.joinpath("desk.py").write_text("from lease import renew_lease\n\n\ndef sit():\n    renew_lease(1)\n")
    git_in(folder, "add", "-A")
    git_in(folder, "commit", "-qm", "desk")
    folder.joinpath("lease.py").write_text(
        "def renew_lease(holder):\n    from desk import sit\n\n    return sit()\n"
    )
    core.index([str(folder)], semantic=False)
    added = core.added(AddedRequest(str(folder), "HEAD"))
    assert [(step.source.name, step.target.name) for step in added.dependencies] == [("renew_lease", "sit")]
    assert [[each.path for each in cycle.edges] for cycle in added.cycles] == [["lease.py", "desk.py"]]
    assert [rule.rule.name for rule in added.rules] == ["leases"]
    before = core.added(AddedRequest(str(folder), "HEAD~1"))
    assert [step.source.name for step in before.dependencies] == ["sit", "renew_lease"]
    with pytest.raises(NotFoundError):
        core.added(AddedRequest(str(folder.parent / "elsewhere"), "HEAD"))


def test_a_file_that_was_removed_since_had_its_definitions_at_the_earlier_commit(
    core: LocalCore, folder: Path
) -> None:
    folder.joinpath("Orders.cs").write_text("class Orders { void Add() { new Cart().Fill(); } }\n")
    folder.joinpath("Cart.cs").write_text("class Cart { public void Fill() { } }\n")
    git_in(folder, "add", "-A")
    git_in(folder, "commit", "-qm", "orders")
    folder.joinpath("Cart.cs").rename(folder / "Basket.cs")
    core.index([str(folder)], semantic=False)
    assert core.added(AddedRequest(str(folder), "HEAD")).dependencies == ()
    assert len(core.added(AddedRequest(str(folder), "HEAD~1")).dependencies) == 2


def test_what_an_indexed_branch_adds_is_told_without_checking_it_out(core: LocalCore, folder: Path) -> None:
    added = core.added(AddedRequest(str(folder), "main..next"))
    assert (added.repository, added.dependencies, added.cycles) == ("shop@next", (), ())
    with pytest.raises(NotFoundError):
        core.added(AddedRequest(str(folder), "main..gone"))
