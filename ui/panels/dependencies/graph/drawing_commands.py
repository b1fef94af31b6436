"""Commands of the drawn graph: layout, saved positions, pictures, and the path to a node."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from search.ports import SearchCore
from search.types.filters import Access
from search.types.graph import DependencyPath
from ui.controllers.jobs import Jobs
from ui.i18n.language import translate
from ui.panels.dependencies.graph.picture import drawing_image, drawing_svg, png_bytes
from ui.panels.dependencies.graph.placing import Plan, placed
from ui.panels.dependencies.graph.stage import GraphStage
from ui.shell.banners import Banners
from ui.user_data.box_positions import BoxPositionStore, Positions
from ui.widgets.save_dialog import ask_save_path


class DrawingCommands(QObject):
    """Lays out boxes and encodes pictures in a thread, and saves the positions of moved boxes."""

    def __init__(self, jobs: Jobs, banners: Banners, stage: GraphStage, positions: BoxPositionStore) -> None:
        super().__init__(stage)
        self._jobs, self._banners, self._stage, self._positions = jobs, banners, stage, positions
        stage.placementWanted.connect(self._request_placement)
        stage.boxesMoved.connect(self._keep_positions)

    def load(self) -> None:
        """Draw graphs as they were moved in earlier runs."""
        self._stage.set_moved(self._positions.load())
        self._say_troubles()

    def light_path(self, core: SearchCore, source: str, target: str, access: Access) -> None:
        """Light the way from the root to something, where the drawn graph has it."""

        def show(path: DependencyPath | None) -> None:
            if path is not None:
                self._stage.light_path((path.source.id, *(step.target.id for step in path.steps)))

        self._jobs.run(lambda: core.path(source, target, access), show)

    def ask_file(self, suffix: str, name: str) -> None:
        """Ask where the picture of the graph should be written, and write it."""
        start = str(Path.home() / f"{name}.{suffix}")
        kinds = f"{suffix.upper()} (*.{suffix})"
        path = ask_save_path(self._stage, translate("Export the graph"), start, kinds)
        if path:
            file = Path(path)
            self.write_picture(file if file.suffix else file.with_suffix(f".{suffix}"))

    def write_picture(self, file: Path) -> None:
        """Write the graph as PNG or SVG, by the ending of the file."""
        drawing, way = self._stage.drawing, self._stage.canvas.way
        if file.suffix.lower() == ".png":
            image = drawing_image(drawing, way)
            self._jobs.run(lambda: _written(file, png_bytes(image)), lambda reason: self._say(file, reason))
        else:
            words = drawing_svg(drawing, way, self._stage.root_name)
            self._jobs.run(lambda: _written(file, words), lambda reason: self._say(file, reason))

    def _keep_positions(self, root: str, positions: Positions) -> None:
        self._positions.keep(root, positions)
        self._say_troubles()

    def _say_troubles(self) -> None:
        refuse = partial(self._banners.say, translate("The moved boxes were not saved"))
        self._positions.file.tell(self._banners.say_damaged, refuse)

    def _request_placement(self, plan: Plan) -> None:
        self._jobs.run(lambda: placed(plan), lambda points: self._stage.show_placed(plan, points))

    def _say(self, file: Path, reason: str) -> None:
        if reason:
            words = translate("{file} cannot be written: {reason}").format(file=file, reason=reason)
            self._banners.say(words, translate("Choose another folder."))
        else:
            self._banners.say(translate("Written: {path}").format(path=file), "", quiet=True)


def _written(file: Path, content: bytes) -> str:
    """Write a file; return why that failed, or nothing."""
    try:
        file.write_bytes(content)
    except OSError as error:
        return error.strerror or str(error)
    return ""
