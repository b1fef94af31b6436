"""A release of this checkout: ``python packaging/release.py 0.2.0``, which ``make release VERSION=0.2.0`` runs.

Writes the version and the section of the changelog, commits both, builds wheel and source distribution into dist/,
and sets the tag. Nothing is uploaded or pushed: the last lines say how.
"""

import datetime as dt
import re
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
VERSION_FILE = Path("app", "installation", "version.py")
CHANGELOG = Path("CHANGELOG.md")

UNRELEASED = "## Unreleased"
_VERSION = re.compile(r"\d+\.\d+\.\d+")
_ASSIGNED = re.compile(r'^VERSION = "(?P<version>[^"]+)"$', re.MULTILINE)


class ReleaseError(Exception):
    """The release cannot be made; the message says what to do first."""


def git(folder: Path, *arguments: str) -> str:
    """Run git and return its output.

    Raises:
        ReleaseError: git failed.
    """
    done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ReleaseError(f"git {arguments[0]} failed: {done.stderr.strip()}")
    return done.stdout.strip()


def with_section(changelog: str, version: str, day: dt.date) -> str:
    """Return the changelog with what is unreleased as the section of a version, and an empty section above.

    Raises:
        ReleaseError: nothing is unreleased.
    """
    before, heading, rest = changelog.partition(f"{UNRELEASED}\n")
    unreleased, following, older = rest.partition("\n## ")
    if not heading or not unreleased.strip():
        raise ReleaseError(f"CHANGELOG.md has nothing under {UNRELEASED}: write what a person will notice")
    section = f"## {version} ({day.isoformat()})\n\n{unreleased.strip()}\n"
    return f"{before}{heading}\n{section}{following}{older}"


def with_version(source: str, version: str) -> str:
    """Return the source of version.py with another version.

    Raises:
        ReleaseError: the version is not higher than the present one.
    """
    present = _ASSIGNED.search(source)
    if present is None or _numbers(version) <= _numbers(present["version"]):
        raise ReleaseError(f"{version} is not higher than {present['version'] if present else 'what is there'}")
    return _ASSIGNED.sub(f'VERSION = "{version}"', source)


def refuse_unready(folder: Path, version: str) -> None:
    """Check what has to hold before anything is written.

    Raises:
        ReleaseError: the version is no version, files are changed, or the tag is there.
    """
    if not _VERSION.fullmatch(version):
        raise ReleaseError(f"{version!r} is no version such as 0.2.0")
    if git(folder, "status", "--porcelain"):
        raise ReleaseError("files are changed that are not committed: commit or remove them")
    if git(folder, "tag", "--list", f"v{version}"):
        raise ReleaseError(f"there is a tag v{version} already")


def write(folder: Path, version: str, day: dt.date) -> None:
    """Write version and changelog, whole or not at all.

    Raises:
        ReleaseError: one of them cannot become that of this release.
    """
    texts = {
        VERSION_FILE: with_version((folder / VERSION_FILE).read_text("utf-8"), version),
        CHANGELOG: with_section((folder / CHANGELOG).read_text("utf-8"), version, day),
    }
    for file, text in texts.items():
        (folder / file).write_text(text, "utf-8")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def _run(*command: str) -> None:
    if subprocess.run(command, cwd=REPOSITORY, check=False).returncode != 0:
        raise ReleaseError(f"{' '.join(command)} failed; its reason stands above")


def release(version: str) -> None:
    """Make the release of this checkout.

    Raises:
        ReleaseError: a step failed; the message says which.
    """
    refuse_unready(REPOSITORY, version)
    write(REPOSITORY, version, dt.datetime.now(dt.UTC).date())
    _run(sys.executable, "-P", "-m", "app.cli.reference")
    git(REPOSITORY, "commit", "--all", "--message", f"Release {version}")
    _run("make", "wheel")
    git(REPOSITORY, "tag", "--annotate", f"v{version}", "--message", f"Dowse {version}")
    print(f"Dowse {version} is tagged, and built in dist/. Nothing has left this machine.")
    print("To publish it: git push --follow-tags, then upload dist/* (uv publish, or twine upload).")


def main() -> int:
    """Make the release; return the exit status."""
    if len(sys.argv) != 2:
        print("usage: make release VERSION=0.2.0", file=sys.stderr)
        return 2
    try:
        release(sys.argv[1])
    except ReleaseError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
