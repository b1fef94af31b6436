"""The address of lines of an indexed file in the web pages of its repository's remote."""

from pathlib import Path

from search.errors import BadInputError, NotFoundError
from search.query.permalink import permalink
from search.storage.git.command import git_output
from search.storage.git.head import work_tree
from search.storage.git.log import head_of
from search.storage.git.objects import tip_of
from search.storage.storage import Storage
from search.types.files import Root
from search.types.filters import Access
from search.types.ids import FileId
from search.types.lines import LinesRequest


def permalink_of(storage: Storage, request: LinesRequest, access: Access) -> str:
    """Return the address at the commit that is checked out, or at the tip of the branch."""
    file = FileId(request.file)
    record = storage.files.by_id([file], access.row_filter()).get(file)
    root = next((root for root in storage.roots.all() if record and root.id == record.path_hash), None)
    if record is None or root is None:
        raise NotFoundError("files.not_in_index", file=request.file)
    folder = Path(root.path)
    tree = work_tree(folder)
    if tree is None:
        raise BadInputError("permalink.no_repository", path=record.path)
    commit = tip_of(folder, root.from_git) if root.from_git else head_of(folder)
    path = (folder.relative_to(tree) / record.path).as_posix()
    address = permalink(_remote(folder, root), commit, path, request.first_line, request.last_line)
    if not address:
        raise BadInputError("permalink.no_remote", path=record.path)
    return address


def _remote(folder: Path, root: Root) -> str:
    """Return the address of the remote ``origin``, else of the first one; empty for none."""
    remedy = "git.see_branches" if root.from_git else "git.see_log"
    names = git_output(folder, "remote", remedy=remedy).decode("utf-8", "replace").split()
    name = "origin" if "origin" in names else next(iter(names), "")
    return git_output(folder, "remote", "get-url", "--", name, remedy=remedy).decode().strip() if name else ""
