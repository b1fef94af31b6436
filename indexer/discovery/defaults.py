"""Entries excluded by default, or searched by word only; ``!`` in a ``.dowseignore`` includes either."""

import re
from enum import StrEnum
from functools import cache
from pathlib import Path

from indexer.discovery.patterns import PatternTable, read_pattern
from indexer.types import Skip

_PRIVATE = """
    .env .env.* !.env.example !.env.sample !.env.template !.env.dist !.env.defaults .envrc
    *.pem *.key *.p12 *.pfx *.jks *.keystore *.ppk *.kdbx *.kdb *.asc.key *.agekey *.tfstate *.tfstate.backup
    id_rsa id_dsa id_ecdsa id_ed25519 *_rsa *_ed25519 .netrc _netrc .pgpass .htpasswd .git-credentials
    .npmrc .pypirc .ssh/ .gnupg/ .aws/ .azure/ .kube/ .docker/config.json credentials.json
    client_secret*.json service-account*.json secrets.json secrets.yaml secrets.yml .vault-token
    *.mobileprovision *.snk wallet.dat
"""

_HISTORY = ".git/ .git .hg/ .svn/ .bzr/ .jj/ CVS/ _darcs/"
"""Folders of version control systems; only a pattern that names one includes it."""

_IGNORED = """
    node_modules/ bower_components/ jspm_packages/ .yarn/cache/ .pnpm-store/ .npm/
    .venv/ venv/ virtualenv/ __pycache__/ *.pyc *.pyo .tox/ .nox/ .eggs/ *.egg-info/ site-packages/
    .mypy_cache/ .pytest_cache/ .ruff_cache/ .hypothesis/ .ipynb_checkpoints/
    .gradle/ .m2/ .ivy2/ .idea/ .vs/ .vscode-test/ .cache/ .parcel-cache/ .next/ .nuxt/ .svelte-kit/ .turbo/
    .terraform/ .serverless/ .dart_tool/ .bundle/ .stack-work/ .cargo/registry/ DerivedData/ Pods/
    .DS_Store Thumbs.db desktop.ini .Trash/ .Trash-*/ lost+found/ $RECYCLE.BIN/
    *~ *.swp *.swo *.tmp *.bak *.orig .#* #*# ~$* .~lock.*#
"""

_GENERATED = """
    package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock deno.lock
    Cargo.lock poetry.lock uv.lock pdm.lock Pipfile.lock conda-lock.yml Gemfile.lock composer.lock go.sum
    packages.lock.json project.assets.json Podfile.lock pubspec.lock mix.lock flake.lock Package.resolved
    gradle.lockfile .terraform.lock.hcl
    *.min.js *.min.css *.min.mjs *-min.js *.bundle.js *.chunk.js
    *.Designer.cs *.designer.cs *.Designer.vb *.g.cs *.g.i.cs *.generated.cs *.AssemblyInfo.cs
    *.pb.go *.pb.gw.go *_pb2.py *_pb2_grpc.py *_pb2.pyi *.pb.cc *.pb.h *.pb.swift *_pb.js *_pb.d.ts
    *ModelSnapshot.cs *.g.dart *.freezed.dart *_generated.go zz_generated.*.go moc_*.cpp ui_*.h qrc_*.cpp
"""
"""Lock files, minified scripts and generated files beside sources: found by name and by word only."""

_COPIES = """
    *.js.map *.css.map *.mjs.map *.d.ts.map *.ts.map
    [0-9][0-9][0-9][0-9][0-9][0-9]*_*.Designer.cs
"""
"""Copies of what other files contain: source maps, and the whole model that Entity Framework writes with each
migration, which is twice as much text in one repository as everything else in it. Its snapshot of the newest
model is read: nothing else says which table a class has where a convention of the program names it."""

_BINARY = """
    *.png *.jpg *.jpeg *.gif *.bmp *.ico *.icns *.webp *.avif *.heic *.tif *.tiff *.psd *.ai *.xcf *.sketch *.fig
    *.mp3 *.wav *.flac *.ogg *.m4a *.aac *.mp4 *.m4v *.mov *.avi *.mkv *.webm *.wmv
    *.gz *.tgz *.bz2 *.xz *.zst *.7z *.rar *.tar *.lz4 *.br *.cab *.iso *.dmg *.img *.deb *.rpm *.apk *.ipa
    *.jar *.war *.ear *.whl *.egg *.nupkg *.snupkg *.vsix *.crx
    *.exe *.dll *.so *.dylib *.lib *.a *.o *.obj *.pdb *.ilk *.class *.wasm *.node *.bin *.dat *.elc *.beam *.rlib
    *.lockb
    *.ttf *.otf *.woff *.woff2 *.eot
    *.db *.sqlite *.sqlite3 *.mdb *.accdb *.mdf *.ldf *.bacpac *.dacpac *.parquet *.feather *.arrow *.orc *.avro
    *.npy *.npz *.pkl *.pickle *.joblib *.h5 *.hdf5 *.onnx *.pt *.pth *.safetensors *.gguf *.tflite *.lance
    *.pages *.numbers *.blend *.fbx *.glb *.stl *.mo *.gmo *.snap.bin
"""

_PICTURE = "*.svg *.svgz *.eps *.dxf"
"""Drawings written as text: thousands of coordinates, hardly a word."""

_OUTSIDE_GIT = "build/ dist/ out/ target/ obj/ bin/Debug/ bin/Release/ coverage/ htmlcov/ _build/ cmake-build-*/"
"""Names of build output that are also names of source. In a git repository git's own rules tell the two apart."""


BUILT_IN = "built-in"
"""How the rules here are named where they decide: ``built-in: *.min.js``."""


class RuleGroup(StrEnum):
    """Rules that a person may turn off, for every root or for one."""

    GITIGNORE = "gitignore"
    """What git leaves out: ``.gitignore`` files, ``info/exclude`` and global excludes."""
    DEPENDENCIES = "dependencies"
    """Installed packages, caches, and what editors leave behind."""
    GENERATED = "generated"
    """What programs wrote: found by word only, copies not at all. Off, it is read as what people wrote."""
    PICTURE = "picture"
    SECRET = "secret"  # noqa: S105 -- the name of a group


_PAGE_FILES = re.compile(
    r"(?P<page>.+)(?:[_-](?:files|dateien|fichiers|archivos|file|arquivos|ficheiros|bestanden|filer)|\.files)",
    re.IGNORECASE,
)
"""The folder beside a page that browsers and Word put its scripts and style sheets in, in several languages."""

_PAGES = (".html", ".htm", ".xhtml")


class BuiltInRules:
    """Default rules, each with the word that says why; the last one that fits decides."""

    def __init__(self, groups: tuple[tuple[str, str], ...], *, ignore_case: bool) -> None:
        ordered = [(reason, glob) for reason, globs in groups for glob in globs.split()]
        self._reasons = [reason for reason, _ in ordered]
        self._table = PatternTable(ignore_case)
        globs = (f"\\{glob}" if glob.startswith("#") else glob for _, glob in ordered)
        read = (read_pattern(glob, line) for line, glob in enumerate(globs, start=1))
        self._table.add_all(pattern for pattern in read if pattern)

    def decide(self, path: str, name: str, *, is_folder: bool) -> Skip | None:
        """Return why an entry is left out, or None where the rules say nothing of it."""
        pattern = self._table.last_match(path, name, is_folder=is_folder)
        if pattern is None or pattern.negated:
            return None
        return Skip(self._reasons[pattern.line - 1], f"{BUILT_IN}: {pattern.text}")


@cache
def built_in_rules(*, ignore_case: bool, off: frozenset[RuleGroup] = frozenset()) -> BuiltInRules:
    """Return the rules that hold everywhere, without the groups that the person turned off."""
    groups = (
        (RuleGroup.GENERATED, _COPIES),
        (None, _BINARY),
        (RuleGroup.PICTURE, _PICTURE),
        (RuleGroup.DEPENDENCIES, _IGNORED),
        (None, _HISTORY),
        (RuleGroup.SECRET, _PRIVATE),
    )
    reasons = ("generated", "binary", "picture", "ignored", "ignored", "secret")
    active = [(reason, globs) for reason, (group, globs) in zip(reasons, groups, strict=True) if group not in off]
    return BuiltInRules(tuple(active), ignore_case=ignore_case)


@cache
def generated_names(*, ignore_case: bool, off: frozenset[RuleGroup] = frozenset()) -> BuiltInRules:
    """Return the rules for names by which a program wrote a file that is read all the same."""
    globs = "" if RuleGroup.GENERATED in off else _GENERATED
    return BuiltInRules((("generated", globs),), ignore_case=ignore_case)


@cache
def rules_outside_git(*, ignore_case: bool) -> BuiltInRules:
    """Return the rules that apply only where no git repository has rules."""
    return BuiltInRules((("ignored", _OUTSIDE_GIT),), ignore_case=ignore_case)


def page_files_rule(folder: Path) -> str:
    """Return the rule that a folder has what was saved with the page beside it; empty where there is none."""
    match = _PAGE_FILES.fullmatch(folder.name)
    has_page = match and any((folder.parent / f"{match['page']}{ending}").is_file() for ending in _PAGES)
    return f"{BUILT_IN}: {folder.name}/" if has_page else ""
