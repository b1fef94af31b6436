"""A release of this checkout: ``python packaging/release.py 0.2.0``, which ``make release VERSION=0.2.0`` runs.

Writes the version, the section of the changelog and the address of the remote ``origin`` as the home page, and
commits them. Builds wheel and source distribution into dist/, and sets the tag. Nothing is uploaded or pushed: the
last lines say how.
"""

import datetime as dt
import re
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
VERSION_FILE = Path("app", "installation", "version.py")
CHANGELOG = Path("CHANGELOG.md")
PROJECT = Path("pyproject.toml")
METAINFO = Path("packaging", "linux", "dowse.metainfo.xml")

UNRELEASED = "## Unreleased"
UNPUBLISHED = " No version has been published yet."
_VERSION = re.compile(r"\d+\.\d+\.\d+")
_REMOTE = re.compile(r"(?:https://|ssh://git@|git@)(?P<host>[\w.-]+)[:/](?P<path>[\w./-]+?)(?:\.git)?/?")
"""A remote as git names it; a path on this machine is none."""

_URLS = re.compile(r"\[project\.urls\]\n(?:.+\n)+\n")
_HOMEPAGE = re.compile(r'  <url type="homepage">.*</url>\n')
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

    It no longer says that no version has been published.

    Raises:
        ReleaseError: nothing is unreleased.
    """
    before, heading, rest = changelog.partition(f"{UNRELEASED}\n")
    unreleased, following, older = rest.partition("\n## ")
    if not heading or not unreleased.strip():
        raise ReleaseError(f"CHANGELOG.md has nothing under {UNRELEASED}: write what a person will notice")
    section = f"## {version} ({day.isoformat()})\n\n{unreleased.strip()}\n"
    return f"{before.replace(UNPUBLISHED, '')}{heading}\n{section}{following}{older}"


def with_version(source: str, version: str) -> str:
    """Return the source of version.py with another version.

    Raises:
        ReleaseError: the version is not higher than the present one.
    """
    present = _ASSIGNED.search(source)
    if present is None or _numbers(version) <= _numbers(present["version"]):
        raise ReleaseError(f"{version} is not higher than {present['version'] if present else 'what is there'}")
    return _ASSIGNED.sub(f'VERSION = "{version}"', source)


def homepage(remote: str) -> str:
    """Return the page of a remote such as ``git@host:owner/name.git``; empty where it is none of the web."""
    match = _REMOTE.fullmatch(remote)
    return f"https://{match['host']}/{match['path']}" if match else ""


def with_urls(project: str, page: str) -> str:
    """Return pyproject.toml with the addresses below a page, which indexes of packages show."""
    urls = {"Homepage": page, "Issues": f"{page}/issues", "Changelog": f"{page}/blob/main/{CHANGELOG}"}
    table = "".join(f'{name} = "{url}"\n' for name, url in urls.items())
    return _URLS.sub("", project).replace("[project.scripts]\n", f"[project.urls]\n{table}\n[project.scripts]\n")


def with_homepage(metainfo: str, page: str) -> str:
    """Return what desktops read about Dowse, with its page."""
    line = f'  <url type="homepage">{page}</url>\n'
    return _HOMEPAGE.sub("", metainfo).replace("  <launchable ", f"{line}  <launchable ")


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


def write(folder: Path, version: str, day: dt.date, page: str = "") -> None:
    """Write version, changelog and, where there is one, the home page, whole or not at all.

    Raises:
        ReleaseError: one of them cannot become that of this release.
    """
    texts = {
        VERSION_FILE: with_version((folder / VERSION_FILE).read_text("utf-8"), version),
        CHANGELOG: with_section((folder / CHANGELOG).read_text("utf-8"), version, day),
    }
    if page:
        texts[PROJECT] = with_urls((folder / PROJECT).read_text("utf-8"), page)
        texts[METAINFO] = with_homepage((folder / METAINFO).read_text("utf-8"), page)
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
    page = homepage(git(REPOSITORY, "config", "--default", "", "--get", "remote.origin.url"))
    write(REPOSITORY, version, dt.datetime.now(dt.UTC).date(), page)
    print(f"The home page is {page}." if page else "No remote is on the web, so the release names no home page.")
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
