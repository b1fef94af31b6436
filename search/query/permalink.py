"""Addresses of lines in the web pages of a git remote."""

import re
from urllib.parse import quote

_SCP = re.compile(r"(?:[^@/\s]+@)?(?P<host>[^:/\s]+):(?!//)(?P<path>\S+)")
_URL = re.compile(r"(?:https?|ssh|git)://(?:[^@/\s]+@)?(?P<host>[^:/\s]+)(?::(?P<port>\d+))?/(?P<path>\S+)")

_LINES = {
    "github": ("blob", "#L{first}", "-L{last}"),
    "gitlab": ("-/blob", "#L{first}", "-{last}"),
    "bitbucket": ("src", "#lines-{first}", ":{last}"),
}
"""By a part of the host name: the text before the commit, the first line, and the last line."""


def permalink(remote: str, commit: str, path: str, first_line: int, last_line: int) -> str:
    """Return the address of lines of a file at a commit; empty for a remote without known web pages.

    Hosts are known by ``github``, ``gitlab`` or ``bitbucket`` in their name; others are taken to work like GitHub,
    as Gitea and Forgejo redirect its addresses. User names and passwords in the remote's address are left out.

    Args:
        remote: what ``git remote get-url`` prints, such as ``git@github.com:owner/name.git``.
        commit: its hash.
        path: from the top of the repository, with ``/``.
        first_line: from 1.
        last_line: inclusive; one that is not behind the first line is left out.
    """
    match = _URL.fullmatch(remote) or _SCP.fullmatch(remote)
    if match is None or re.match(r"[A-Za-z]:[\\/]", remote):
        return ""
    host, repository = match["host"], match["path"].strip("/").removesuffix(".git")
    over_http = remote.startswith("http")
    port = f":{match['port']}" if over_http and match["port"] else ""
    scheme = "http" if remote.startswith("http:") else "https"
    kind = next((kind for kind in _LINES if kind in host.lower()), "github")
    folder, first, last = _LINES[kind]
    lines = first.format(first=first_line) + (last.format(last=last_line) if last_line > first_line else "")
    return f"{scheme}://{host}{port}/{quote(repository)}/{folder}/{commit}/{quote(path)}{lines}"
