"""Requests for a change, made of the commits that followed an older state of a repository."""

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MOST_FILES = 10
"""A commit that changes more files is no request for one change."""
LEAST_WORDS = 3
LEAST_WORDS_OF_BODY = 8
_LOG_LIMIT = 6_000
_FORMAT = "%x01%H%x02%ct%x02%s%x02%b%x02"
_ROUTINE = re.compile(
    r"^(?:bump|release|merge|revert|update (?:dependency|history|changelog)|prepare|version|v?\d+\.\d+)\b"
    r"|^\w+\(deps[\w-]*\)|^\[pre-commit",
    re.IGNORECASE,
)
"""Subjects that programs write, or that say nothing about a change in the code."""
_NUMBER = re.compile(r"\s*\((?:#|GH-)\d+\)\s*$")
_TRAILER = re.compile(r"^(?:[\w-]+-by|change-id|generated with.*|---+):?.*$", re.IGNORECASE)
_MARKUP = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ChangeRequest:
    """What a commit says, and the paths that it changed, which existed before it."""

    commit: str
    time: int
    subject: str
    body: str
    paths: tuple[str, ...]

    @property
    def report(self) -> str:
        """The subject with the body below it; empty if the commit has no body."""
        return f"{self.subject}\n\n{self.body}" if self.body else ""


_FRAME = {
    "py": '  File "/home/ci/build/{path}", line {line}, in run',
    "js": "    at run (/home/ci/build/{path}:{line}:7)",
    "ts": "    at run (/home/ci/build/{path}:{line}:7)",
    "cs": "   at Build.Job.Run(String name) in C:\\ci\\build\\{path}:line {line}",
    "go": "main.run(0xc000010000)\n\t/home/ci/build/{path}:{line} +0x1d",
    "rb": "/home/ci/build/{path}:{line}:in `run'",
    "rs": "   3: build::run\n             at ./{path}:{line}:9",
}
"""A frame of a trace, by the extension of the file."""

_PASTE = """\x1b[31m{subject}\x1b[0m

{body}

> "expected" -vv --no-cache user: me, tag: nightly is:broken path: /srv (((((
$ run -a -f/--format "{subject}
{frame}
Error: "{subject}" failed [code 42]: see https://example.org/a?b=c#d-e
"""


def pasted(request: ChangeRequest) -> str:
    """Return the report that somebody could paste: colours, options, quotes, and a trace into the first file."""
    path = request.paths[0]
    frame = _FRAME.get(path.rpartition(".")[2], "   at {path}:{line}").format(path=path, line=12)
    return _PASTE.format(subject=request.subject, body=request.body, frame=frame)


def git(repository: Path, *arguments: str) -> str:
    """Return what git prints."""
    command = ["git", "-C", str(repository), *arguments]
    return subprocess.run(command, check=True, capture_output=True).stdout.decode("utf-8", "replace")


def following(repository: Path, count: int) -> tuple[str, tuple[ChangeRequest, ...]]:
    """Return the newest ``count`` requests, oldest first, and the commit before all of them."""
    requests = list(_requests(repository, count))
    oldest = min(request.time for request in requests)
    base = git(repository, "rev-list", "-1", "--first-parent", f"--before={oldest - 1}", "HEAD").strip()
    existing = set(git(repository, "ls-tree", "-r", "-z", "--name-only", base).split("\0"))
    earlier = set(git(repository, "rev-list", base).split())
    known = (request for request in reversed(requests) if request.commit not in earlier)
    return base, tuple(request for request in known if existing.intersection(request.paths))


def _requests(repository: Path, count: int) -> Iterator[ChangeRequest]:
    options = (
        "--no-merges",
        "--no-renames",
        "--name-only",
        "-z",
        f"--max-count={_LOG_LIMIT}",
        f"--format={_FORMAT}",
    )
    log = git(repository, "log", *options, "HEAD")
    for entry in log.split("\x01")[1:]:
        commit, time, subject, body, names = entry.split("\x02", 4)
        paths = tuple(path for path in names.strip("\n\0").split("\0") if path)
        plain = _NUMBER.sub("", subject)
        if not 0 < len(paths) <= MOST_FILES or len(plain.split()) < LEAST_WORDS or _ROUTINE.search(plain):
            continue
        yield ChangeRequest(commit, int(time), plain, _body(body), paths)
        count -= 1
        if count == 0:
            return


def _body(body: str) -> str:
    lines = [line for line in _MARKUP.sub("", body).splitlines() if not _TRAILER.match(line.strip())]
    text = "\n".join(lines).strip()
    return text if len(text.split()) >= LEAST_WORDS_OF_BODY else ""
