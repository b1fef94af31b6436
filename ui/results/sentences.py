"""Words of the results list: what a screen reader says of a row, and what tooltips and labels say."""

from search.types.files import Level
from search.types.results import ChunkHit, FileHit
from ui.results.rows import ChunkRow, FileRow, Row


def counted(number: int, noun: str) -> str:
    """Return ``1 chunk`` or ``1,024 chunks``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def name_and_folder(path: str) -> tuple[str, str]:
    """Return the last part of a path with ``/`` and what stands before it."""
    folder, _, name = path.rpartition("/")
    return name, folder


def badges(file: FileHit, *, deleted: bool = False) -> tuple[str, ...]:
    """Return the words of a file's badges, most telling first."""
    words = [file.level] if file.level in {Level.CRITICAL, Level.IMPORTANT} else []
    shown_flags = ("test", "deprecated", "generated", "vendored", "example", "external")
    words.extend(flag for flag in shown_flags if flag in file.flags)
    if deleted:
        words.append("deleted")
    elif file.stale:
        words.append("changed")
    return tuple(words)


def lines_of(chunk: ChunkHit) -> str:
    """Return ``63-91`` with an en dash, or one number."""
    if chunk.start_line == chunk.end_line:
        return str(chunk.start_line)
    return f"{chunk.start_line}\N{EN DASH}{chunk.end_line}"


def title_of(chunk: ChunkHit) -> str:
    """Return the symbol or heading path of a chunk; for text without one, what it is."""
    if chunk.header_path:
        return chunk.header_path.replace(" > ", " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} ")
    return {"text": "text", "section": "top of the document"}.get(chunk.kind, chunk.kind)


def spoken(row: Row, weight: float) -> str:
    """Return the sentence for ``row``; ``weight`` is the share of the semantic signal, 0..1."""
    if isinstance(row, FileRow):
        return _spoken_file(row.file, weight)
    if isinstance(row, ChunkRow):
        chunk = row.chunk
        lines = f"lines {chunk.start_line} to {chunk.end_line}"
        return f"{title_of(chunk)}, {chunk.kind}, {lines}, score {chunk.score:.2f}"
    return more_label(row.hidden)


def _spoken_file(file: FileHit, weight: float) -> str:
    name, folder = name_and_folder(file.path)
    parts = [
        f"{file.rank}. {name}",
        *badges(file),
        file.repository,
        *([folder] if folder else []),
        f"score {file.score:.2f}",
        f"keyword {(1 - weight) * file.keyword:.2f}",
        f"semantic {weight * file.semantic:.2f}",
        counted(file.chunk_count, "chunk"),
    ]
    return ", ".join(parts)


def more_label(hidden: int) -> str:
    """Return ``Show 4 more chunks``."""
    return f"Show {hidden:,} more {'chunk' if hidden == 1 else 'chunks'}"


def score_tip(file: FileHit, weight: float) -> str:
    """Return what the parts of a file's score are, one a line, with the signals that moved it."""
    lines = [f"Keyword {(1 - weight) * file.keyword:.2f}, semantic {weight * file.semantic:.2f}"]
    for signal in file.why.signals:
        if abs(signal.share) >= 0.005:
            detail = f" ({signal.detail})" if signal.detail else ""
            lines.append(f"{signal.name.replace('_', ' ').capitalize()}{detail} {signal.share:+.2f}")
    if file.why.matched_terms:
        lines.append(f"Words: {', '.join(file.why.matched_terms)}")
    return "\n".join(lines)


def rank_moved(name: str, now: int, before: int) -> str:
    """Return the announcement after a re-rank."""
    return f"{name} is now {now}, was {before}"
