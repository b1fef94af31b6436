"""``dowse index --dry-run``: what would be read, and what not."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from app.cli.output import line, plural, print_json, size, styled
from app.composition import rules_of
from app.core.dry_run import IndexPreview, index_preview
from app.core.folder_roots import readable_folders
from app.installation.locations import settings_file
from search.config.settings import load_settings
from search.events import Event
from search.file_names import real_path
from search.storage.layout import Layout
from search.storage.roots import RootsFile


def dry_run(
    paths: Sequence[str],
    config: Path | None,
    index: Path,
    emit: Callable[[Event], None],
    *,
    single: bool,
    as_json: bool,
) -> None:
    """Print what indexing these folders would read.

    Raises:
        NotFoundError: one is not there.
        BadInputError: one is no folder, or none can be read.
    """
    readable, _refused = readable_folders(paths, emit)
    folders = [Path(real_path(folder)) for folder in readable]
    rules = rules_of(load_settings(config or settings_file()))
    preview = index_preview(folders, rules, RootsFile(Layout(index)).all(), single=single)
    if as_json:
        print_json(preview)
    else:
        _print(preview)


def _print(preview: IndexPreview) -> None:
    line(f"Would read {plural(preview.files, 'file')}, {size(preview.size_bytes)}:")
    for folder in preview.folders:
        name = f"{folder.repository}@{folder.branch}"
        counts = f"{plural(folder.files, 'file')}, {size(folder.size_bytes)}"
        left_out = f"; left out: {_reasons(folder.left_out)}" if folder.left_out else ""
        line(f"  {styled(folder.path, 'cyan')}  {name}  {counts}{left_out}")
    if preview.left_out:
        line(f"Left out: {_reasons(preview.left_out)}. To see a rule: dowse why PATH")
    if preview.largest:
        line("Most to read:")
    for largest in preview.largest:
        line(f"  {size(largest.size_bytes):>9}  {largest.files:>7,}  {largest.path}")


def _reasons(left_out: Mapping[str, int]) -> str:
    return ", ".join(f"{reason} {count:,}" for reason, count in left_out.items())
