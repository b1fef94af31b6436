"""An index on object storage: jobs write it, clients elsewhere read it, each with a cache of its own."""

import json
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from app.cli.main import main
from app.composition import hosted_core
from app.core.remote_reading import RemoteReading
from app.installation.locations import index_folder
from search.errors import BadInputError, IndexLockedError, IndexUnreachableError, IndexWriteError, NotFoundError
from search.retrieval.corpus import Corpus
from search.storage.remote import Remote, remote_at, stand_in
from search.storage.storage import Storage
from search.types.filters import OWNER
from search.types.query import SearchQuery
from search.types.retrieval import SearchType
from tests.contracts.samples import IndexOnDisk, card, chunk, memory_backend
from tests.contracts.test_retrieval_backend import ask
from tests.fakes.object_storage import BUCKET, object_storage

FILES = {
    "src/lease.py": "def renew_lease(worker):\n    return worker.retry()\n",
    "docs/guide.md": "# Leases\n\nA worker renews its lease before it lapses.\n",
}


@pytest.fixture(scope="module")
def options() -> Iterator[dict[str, str]]:
    with object_storage() as reachable:
        yield reachable


@pytest.fixture
def user_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform != "linux":
        pytest.skip("the user's folders are moved by variables on Linux only")
    for variable in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"):
        monkeypatch.setenv(variable, str(tmp_path / "user"))


@pytest.fixture
def config(tmp_path: Path, options: dict[str, str]) -> Path:
    answer = ", ".join(f"{name} = {json.dumps(value)}" for name, value in options.items())
    path = tmp_path / "config.toml"
    path.write_text(f"[storage]\noptions = {{ {answer} }}\n[embeddings]\nsemantic = false\n")
    return path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        (tmp_path / "shop" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "shop" / path).write_text(text)
    return tmp_path / "shop"


def url(request: pytest.FixtureRequest) -> str:
    return f"s3://{BUCKET}/{request.node.name}"


def opened(folder: Path, address: str, options: dict[str, str], *, writes: bool) -> Storage:
    return Storage(stand_in(folder, remote_at(address, writes=writes)), options=options)


@pytest.mark.usefixtures("user_folders")
def test_a_job_indexes_and_a_client_elsewhere_finds_it(
    request, config, root, tmp_path, capsys, monkeypatch
) -> None:
    common = ["--index", url(request), "--config", str(config), "--json"]
    assert main(["index", str(root), "--no-semantic", *common]) == 0
    local = ["--index", str(tmp_path / "local"), "--config", str(config), "--json"]
    assert main(["index", str(root), "--no-semantic", *local]) == 0
    capsys.readouterr()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "another machine"))
    answers = []
    for where in (common, local):
        assert main(["search", "renew the lease", *where]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    assert answers[0]["files"]
    assert answers[0]["files"] == answers[1]["files"]


def test_a_client_sees_what_a_job_commits_and_keeps_its_words_in_a_cache_of_its_own(
    request, tmp_path, options, monkeypatch
) -> None:
    monkeypatch.setattr("search.storage.location.VISIBLE_AFTER", timedelta(0))
    writer = opened(tmp_path / "job", url(request), options, writes=True)
    index = IndexOnDisk.of(writer)
    index.holding([chunk("a.py", 0, "lease renew"), chunk("a.py", 1, "invoice refund")])
    reader = opened(tmp_path / "client", url(request), options, writes=False)
    corpus = Corpus(reader)
    reading = RemoteReading(reader, corpus)
    assert reading.look()
    assert [str(known.record.path) for known in corpus.catalogue.files()] == ["a.py"]
    assert any(reader.layout.keyword.iterdir())
    index.holding([chunk("b.py", 0, "session token")])
    assert reading.look()
    assert [str(known.record.path) for known in corpus.catalogue.files()] == ["b.py"]
    assert not reading.look()
    for storage in (writer, reader):
        storage.close()


def test_it_answers_as_the_oracle_does(request, tmp_path, options) -> None:
    storage = opened(tmp_path, url(request), options, writes=True)
    chunks = [chunk("a.py", n, text) for n, text in enumerate(("lease renew", "retry lease", "token token"))]
    chunks += [chunk("b.py", 0, "invoice it's", groups=("staff",)), card(chunks[0])]
    remote = IndexOnDisk.of(storage).holding(chunks)
    for kind in SearchType:
        for filters in ({}, {"groups": ["staff"]}, {"groups": ["it's"]}):
            arguments = ask(kind, "lease retry invoice", 3, **filters)
            assert _scores(remote.search(arguments)) == _scores(memory_backend(chunks).search(arguments))
    storage.close()


def _scores(response) -> list[tuple[str, float]]:
    return [(hit.id, round(hit.score, 5)) for hit in response.hits]


def test_a_client_never_writes(request, config, root, tmp_path, options) -> None:
    opened(tmp_path / "job", url(request), options, writes=True).close()
    folder = stand_in(tmp_path / "client", remote_at(url(request), writes=False))
    with hosted_core(folder, config=config, serves=False, follows=False) as core:
        with pytest.raises(IndexWriteError, match="is read-only here"):
            core.index([str(root)])
        assert core.status(OWNER).files == 0
        assert core.status(OWNER).index == url(request)
        assert core.search(SearchQuery("lease")).files == ()


def test_one_job_writes_at_a_time_and_a_killed_ones_right_lapses(request, tmp_path, options, monkeypatch) -> None:
    first = opened(tmp_path / "one", url(request), options, writes=True)
    with pytest.raises(IndexLockedError, match="Another job is writing"):
        opened(tmp_path / "two", url(request), options, writes=True)
    monkeypatch.setattr("search.storage.lease.time.time", lambda: 4e9)
    second = opened(tmp_path / "two", url(request), options, writes=True)
    with pytest.raises(IndexLockedError, match="was lost"):
        first.roots.add(tmp_path)
    second.close()
    first.close()


def test_what_is_not_there_is_said(request, tmp_path, options) -> None:
    with pytest.raises(NotFoundError, match="no index at"):
        opened(tmp_path, url(request), options, writes=False)
    nobody = {**options, "aws_endpoint": "http://127.0.0.1:9", "client_max_retries": "0"}
    with pytest.raises(IndexUnreachableError, match=url(request)):
        opened(tmp_path, url(request), nobody, writes=False)


@pytest.mark.parametrize("address", ["http://company/x", "s3://", "s3://b/a b", "s3://b/it's", "S3://user@b/x"])
def test_an_address_that_names_no_object_storage_is_refused(address: str) -> None:
    with pytest.raises(BadInputError, match="not the address of an index"):
        remote_at(address, writes=False)


@pytest.mark.usefixtures("user_folders")
def test_an_address_stands_for_one_folder_for_clients_and_one_for_jobs() -> None:
    asking, again = index_folder("s3://company/a/"), index_folder("S3://company/a")
    assert asking == again != index_folder("s3://company/a", writes=True)
    assert remote_at("s3://company/a/", writes=True) == Remote("s3://company/a", writes=True)
