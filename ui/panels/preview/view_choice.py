"""Which of its views a file is shown in: rendered, or its source."""

from search.types.status import FileText
from ui.panels.preview.rendered.templates import is_template


class ViewChoice:
    """The view that a person wants of files that have both; of templates the source, unless they say so."""

    def __init__(self) -> None:
        self._files, self._templates = True, False

    def set_rendered(self, *, rendered: bool) -> None:
        """Show files rendered, or their source; templates stay as they are."""
        self._files = rendered

    def is_rendered(self, text: FileText) -> bool:
        """Return whether a file is wanted as its readers see it."""
        return self._templates if is_template(text) else self._files

    def choose(self, text: FileText | None, *, rendered: bool) -> bool:
        """Take a person's choice at a file; return whether it holds for more than templates, and is to last."""
        if text is not None and is_template(text):
            self._templates = rendered
            return False
        self._files = rendered
        return True
