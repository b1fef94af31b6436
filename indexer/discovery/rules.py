"""Which rule decides on an entry: the person's, the built-in ones, or git's."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from indexer.discovery.defaults import (
    BUILT_IN,
    BuiltInRules,
    RuleGroup,
    built_in_rules,
    generated_names,
    page_files_rule,
    rules_outside_git,
)
from indexer.discovery.git_rules import (
    TrackedFiles,
    begins_repository,
    exclude_file,
    global_excludes,
    has_repository,
    is_bare_repository,
    repository_above,
)
from indexer.discovery.ignore_files import (
    IgnoreList,
    ReadText,
    list_of_file,
    list_of_lines,
    list_of_text,
    small_file,
)
from indexer.types import Skip
from search.types.files import OTHER_ROOT

MAX_FILE_BYTES = 10_000_000
"""Larger files are data, not something that a person wrote or reads."""

IGNORE_CASE = sys.platform in {"win32", "darwin"}
"""As git does on file systems that do not tell ``Build`` from ``build``."""

DOWSE_IGNORE = ".dowseignore"
GIT_IGNORE = ".gitignore"
UNREADABLE = "unreadable"
"""Reason for leaving out what may not be read, or vanished meanwhile."""

USER_RULES = "settings"
"""How the person's own patterns are named in a rule: ``settings:2``."""


LARGE_SIZES = 10
"""How many times as large as other files a mail, a mailbox or an archive may be."""

_ARE_LARGE = frozenset((".eml", ".mbox", ".msg", ".zip"))


@dataclass(frozen=True, slots=True)
class Rules:
    """The person's decisions for all roots.

    Attributes:
        patterns: lines in the syntax of ``.gitignore``, relative to each root.
        user_file: the person's own ignore file, for every root; need not be there.
        max_bytes: larger files are skipped.
        follow_links: whether links to folders and files are followed; loops never are.
        off: groups of rules that do not hold, each for every root (empty label) or for the root with that label.
        other_roots: folders of the root, relative to it, that are roots of their own.
        splits: whether repositories inside a root are left to roots of their own.
    """

    patterns: tuple[str, ...] = ()
    user_file: Path | None = None
    max_bytes: int = MAX_FILE_BYTES
    follow_links: bool = False
    off: frozenset[tuple[str, RuleGroup]] = frozenset()
    other_roots: frozenset[str] = frozenset()
    splits: bool = False

    def most_bytes(self, file: Path) -> int:
        """Return the size above which a file is skipped; mails and archives may be larger.

        Most of them is attached or not read. Thunderbird's mailboxes have no ending, but an index beside them.
        """
        is_large = file.suffix.lower() in _ARE_LARGE or (
            not file.suffix and file.with_name(f"{file.name}.msf").exists()
        )
        return self.max_bytes * LARGE_SIZES if is_large else self.max_bytes

    def left_to_another_root(self, folder: Path, path: str) -> Skip | None:
        """Return why a folder, at ``path`` from the root, is left to another root; None when it is not."""
        if path in self.other_roots or (self.splits and begins_repository(folder)):
            return Skip(OTHER_ROOT)
        return None

    def for_root(self, label: str) -> "Rules":
        """Return the rules of one root, by its repository label."""
        off = frozenset(("", group) for of, group in self.off if of in {"", label})
        return self if off == self.off else replace(self, off=off)

    def groups_off(self) -> frozenset[RuleGroup]:
        """Return the groups that hold for no root."""
        return frozenset(group for of, group in self.off if not of)


def rules_off(names: Iterable[str]) -> frozenset[tuple[str, RuleGroup]]:
    """Return what ``GROUP`` (for every root) and ``LABEL:GROUP`` in the settings turn off, for `Rules.off`."""
    pairs = (name.rpartition(":") for name in names)
    return frozenset((label, RuleGroup(group)) for label, _, group in pairs)


@dataclass(frozen=True, slots=True)
class Scope:
    """The rules that hold in one folder.

    From the strongest: ``.dowseignore`` files from the deepest up, the person's patterns, then file, the built-in
    rules, ``.gitignore`` files from the deepest up to the repository's top, its ``info/exclude``, the person's
    global excludes. Within a list the last match decides, and the first list with a match decides. Git's do not
    hold for what it tracks: a folder with such a file is entered, and the rest in it is left out by the same rule.

    Attributes:
        left_out: why the folder is left out but for what git tracks there.
        text_of: reads the ignore files below the root, which need not be on the disk.
        page_files: the rule that says that the folder has what a browser saved with a page; empty for any other.
        minds_generated: whether generated files are recognised.
    """

    own: tuple[IgnoreList, ...]
    built_in: BuiltInRules
    generated: BuiltInRules
    outside_git: BuiltInRules
    git: tuple[IgnoreList, ...]
    global_list: tuple[IgnoreList, ...]
    in_repository: bool
    minds_git: bool = True
    tracked: TrackedFiles | None = None
    left_out: Skip | None = None
    text_of: ReadText = small_file
    page_files: str = ""
    minds_generated: bool = True

    def decide(self, path: str, *, is_folder: bool) -> Skip | None:
        """Return why the entry at ``path`` (from the root) is left out, None when it is not."""
        skip, by_git = self._decision(path, is_folder=is_folder)
        return None if by_git and self._is_tracked(path) else skip

    def despite(self, path: str, *, is_folder: bool) -> Skip | None:
        """Return the rule of git's that would leave out the entry at ``path``, were it not tracked."""
        skip, by_git = self._decision(path, is_folder=is_folder)
        return skip if by_git and self._is_tracked(path) else None

    def generated_by(self, path: str) -> str:
        """Return the rule by which a program wrote the file at ``path``; empty where the person lifts it."""
        name = path.rpartition("/")[2]
        skip = self.generated.decide(path, name, is_folder=False)
        rule = skip.rule if skip else self.page_files
        return "" if not rule or _first(self.own, path, name, is_folder=False)[0] else rule

    def _is_tracked(self, path: str) -> bool:
        return self.tracked is not None and self.tracked.has(path)

    def _decision(self, path: str, *, is_folder: bool) -> tuple[Skip | None, bool]:
        """Return why an entry is left out, and whether that is for git to say."""
        name = path.rpartition("/")[2]
        decided, skip = _first(self.own, path, name, is_folder=is_folder)
        if skip:
            return skip, False
        built_in = None if decided else self.built_in.decide(path, name, is_folder=is_folder)
        if built_in:
            return built_in, False
        if self.left_out or decided:
            return self.left_out, self.left_out is not None
        decided, skip = _first(self.git + self.global_list, path, name, is_folder=is_folder)
        if decided or self.in_repository:
            return skip, skip is not None
        return self.outside_git.decide(path, name, is_folder=is_folder), False

    def enter(self, folder: Path, path: str) -> "Scope":
        """Return the rules that hold inside ``folder``, which is at ``path`` from the root."""
        base = f"{path}/"
        own = self._list(folder / DOWSE_IGNORE, base)
        begins = has_repository(folder)
        git = self._git_inside(folder, base, begins=begins) if self.minds_git else self.git
        left_out = None if begins else self.despite(path, is_folder=True) or self._bare(folder, path)
        page_files = self.page_files or (self.minds_generated and page_files_rule(folder)) or ""
        same = (git, left_out, page_files) == (self.git, self.left_out, self.page_files)
        if not own and not begins and same:
            return self
        return replace(
            self,
            own=((own,) if own else ()) + self.own,
            git=git,
            in_repository=self.in_repository or begins,
            tracked=TrackedFiles(folder, folder, base) if begins else self.tracked,
            left_out=left_out,
            page_files=page_files,
        )

    def _bare(self, folder: Path, path: str) -> Skip | None:
        if not self.minds_git or self.left_out or not is_bare_repository(folder):
            return None
        decided, _ = _first(self.own, path, folder.name, is_folder=True)
        return None if decided else Skip("ignored", f"{BUILT_IN}: bare repository")

    def _git_inside(self, folder: Path, base: str, *, begins: bool) -> tuple[IgnoreList, ...]:
        rules = self._list(folder / GIT_IGNORE, base)
        return ((rules,) if rules else ()) + (_excludes(folder, base) if begins else self.git)

    def _list(self, file: Path, base: str) -> IgnoreList | None:
        return list_of_text(self.text_of(file), base + file.name, ignore_case=IGNORE_CASE, base=base)


def _first(lists: tuple[IgnoreList, ...], path: str, name: str, *, is_folder: bool) -> tuple[bool, Skip | None]:
    """Return whether a list decides, and how."""
    for ignore_list in lists:
        pattern = ignore_list.decide(path, name, is_folder=is_folder)
        if pattern:
            return True, None if pattern.negated else Skip("ignored", ignore_list.location(pattern))
    return False, None


def root_scope(root: Path, rules: Rules, text_of: ReadText = small_file) -> Scope:
    """Return the rules that hold directly below a root, also those of the repository that it is a part of.

    ``text_of`` reads the ignore files of the root and below it.
    """
    user = list_of_lines(rules.patterns, USER_RULES, ignore_case=IGNORE_CASE)
    own = list_of_text(text_of(root / DOWSE_IGNORE), DOWSE_IGNORE, ignore_case=IGNORE_CASE)
    person = rules.user_file and list_of_file(rules.user_file, str(rules.user_file), ignore_case=IGNORE_CASE)
    off = rules.groups_off()
    minds_git = RuleGroup.GITIGNORE not in off
    excludes = global_excludes() if minds_git else None
    global_list = list_of_file(excludes, str(excludes), ignore_case=IGNORE_CASE) if excludes else None
    repository = repository_above(root)
    return Scope(
        own=tuple(ignore_list for ignore_list in (own, user, person) if ignore_list),
        built_in=built_in_rules(ignore_case=IGNORE_CASE, off=off),
        generated=generated_names(ignore_case=IGNORE_CASE, off=off),
        outside_git=rules_outside_git(ignore_case=IGNORE_CASE),
        git=_git_lists(root, repository, text_of) if minds_git else (),
        global_list=(global_list,) if global_list else (),
        in_repository=repository is not None,
        minds_git=minds_git,
        tracked=TrackedFiles(root, repository) if repository else None,
        text_of=text_of,
        minds_generated=RuleGroup.GENERATED not in off,
    )


def _git_lists(root: Path, repository: Path | None, text_of: ReadText) -> tuple[IgnoreList, ...]:
    """Return the lists of the root and of the folders above it, up to the repository's top."""
    lists = [list_of_text(text_of(root / GIT_IGNORE), GIT_IGNORE, ignore_case=IGNORE_CASE)]
    if repository is not None:
        for up, folder in enumerate(root.parents, start=1):
            if not folder.is_relative_to(repository):
                break
            above = f"{root.relative_to(folder).as_posix()}/"
            source = "../" * up + GIT_IGNORE
            lists.append(list_of_file(folder / GIT_IGNORE, source, ignore_case=IGNORE_CASE, above=above))
        above = "" if repository == root else f"{root.relative_to(repository).as_posix()}/"
        lists += _excludes(repository, "", above)
    return tuple(ignore_list for ignore_list in lists if ignore_list)


def _excludes(repository: Path, base: str, above: str = "") -> tuple[IgnoreList, ...]:
    source = f"{base}.git/info/exclude" if not above else str(repository / ".git/info/exclude")
    ignore_list = list_of_file(exclude_file(repository), source, ignore_case=IGNORE_CASE, base=base, above=above)
    return (ignore_list,) if ignore_list else ()
