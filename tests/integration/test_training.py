"""The commands of docs/models.md train a tiny reader and adapt the encoder to a small repository, end to end."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from safetensors.numpy import load_file

REPOSITORY = Path(__file__).parents[2]
WORDS = ("lease", "cart", "invoice", "session", "parser", "cache", "router", "mailer", "backup", "ticket")
VERBS = ("renew", "close", "merge", "split", "check", "store")


def _commit(folder: Path, subject: str) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", subject]):
        subprocess.run(["git", *identity, *arguments], cwd=folder, check=True)


def _write(file: Path, word: str, verbs: tuple[str, ...]) -> None:
    functions = [
        f'def {verb}_{word}(item, count):\n    """{verb.capitalize()}s the {word} of a visitor {count} times."""\n'
        f"    item.{word}_{verb} = count + {count}\n    return item.{word}_{verb}\n"
        for count, verb in enumerate(verbs)
    ]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n\n".join(functions), encoding="utf-8")


@pytest.fixture
def mirror(tmp_path: Path) -> Path:
    """Return the folder of a repository whose commits each change one file."""
    folder = tmp_path / "mirrors" / "maker+shop" / "repo"
    for word in WORDS:
        _write(folder / "shop" / f"{word}.py", word, VERBS)
    _commit(folder, "First version")
    for word in WORDS:
        file = folder / "shop" / f"{word}.py"
        file.write_text(file.read_text("utf-8").replace("count + 2", "max(0, count + 2)"), encoding="utf-8")
        _commit(folder, f"Fix merging of the {word} with a count below zero")
    return folder


def _run(script: str, *arguments: str) -> str:
    command = [sys.executable, "-P", f"packaging/training/{script}.py", *arguments]
    ended = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.heavy
def test_a_tiny_reader_is_trained_goes_on_and_is_exported_beside_an_adapted_encoder(
    mirror: Path, tmp_path: Path
) -> None:
    base = subprocess.run(
        ["git", "rev-list", "--max-parents=0", "HEAD"], cwd=mirror, capture_output=True, text=True, check=True
    ).stdout.strip()
    teaching = [{"full_name": "maker/shop", "language": "python", "licence": "MIT", "bases": [base]}]
    (tmp_path / "teaching.json").write_text(json.dumps(teaching), encoding="utf-8")
    lists, run = tmp_path / "lists", tmp_path / "run"
    _run(
        "pairs",
        *("--mirrors", str(tmp_path / "mirrors"), "--work", str(tmp_path / "work")),
        *("--repositories", str(tmp_path / "teaching.json"), "--out", str(lists)),
    )
    made = load_file(lists / f"shop-{base[:12]}.safetensors")
    assert len(made["answers"]) > 40
    assert (made["others"][:, :4] >= 0).all()

    settings = ("--lists", str(lists), "--out", str(run), "--layers", "1", "--minutes", "1")
    _run("train", *settings, "--passes", "1")
    steps = _logged(run)[-1]["step"]
    _run("train", *settings, "--passes", "2")
    assert _logged(run)[-1]["step"] == 2 * steps > 0

    small = tmp_path / "small"
    _run("train", "--lists", str(lists), "--out", str(small), "--layers", "1", "--teacher", str(run))
    assert _logged(small)[-1]["step"] > 0
    more = (
        "--out",
        str(tmp_path / "more"),
        "--layers",
        "1",
        "--start",
        str(run),
        str(small),
        "--keep",
        str(small),
    )
    _run("train", "--lists", str(lists), *more)
    assert _logged(tmp_path / "more")[-1]["step"] > 0

    (tmp_path / "questions").mkdir()
    (tmp_path / "questions" / "shop.tsv").write_text(
        "".join(f"shop/{word}.py\t1\tsymptom\tthe {word} of a guest is never done\n" for word in WORDS), "utf-8"
    )
    adapted = _run(
        "adapt",
        *("--work", str(tmp_path / "work"), "--lists", str(lists), "--out", str(tmp_path / "adapted")),
        *("--repositories", str(tmp_path / "teaching.json"), "--written", str(tmp_path / "questions")),
        *("--rank", "2", "--passes", "1"),
    )
    assert "mean reciprocal rank of written questions" in adapted
    changes = load_file(tmp_path / "adapted" / "question.safetensors")
    assert changes["encoder.layer.5.intermediate.dense.down"].shape == (2, 384)
    assert changes["encoder.layer.5.intermediate.dense.up"].shape == (1536, 2)
    assert len(changes) == 2 * 36
    info = json.loads((tmp_path / "adapted" / "question.json").read_text("utf-8"))
    assert len(info["sha256"]) == len(info["encoder_sha256"]) == 64

    chosen = ("--temperature", "2", "--weight", "0.3", "--files", "20", "--chunks", "1")
    _run("export", "--checkpoint", str(small), "--out", str(tmp_path / "reader"), *chosen)
    info = json.loads((tmp_path / "reader" / "reader.json").read_text("utf-8"))
    assert (info["layers"], info["weight"]) == (1, 0.3)
    weights = load_file(tmp_path / "reader" / "reader.safetensors")
    assert weights["reader.out.weight"].shape == (1, 384)
    assert "encoder.layer.0.attention.self.query.weight" in weights
    assert not [name for name in weights if name.startswith("embeddings.")]


def _logged(run: Path) -> list[dict[str, float]]:
    return [json.loads(line) for line in (run / "log.jsonl").read_text("utf-8").splitlines()]
