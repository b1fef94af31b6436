"""Reading a pipeline from YAML and running its steps in order."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from search.errors import NotFoundError, PipelineError
from search.pipeline.expand_dependency_tree import expand_dependency_tree
from search.pipeline.fetch_node_texts import fetch_node_texts
from search.pipeline.render_context_blocks import render_context_blocks
from search.pipeline.search_nodes import search_nodes
from search.pipeline.state import PipelineState, Runtime, Step

Action = Callable[[PipelineState, Step, Mapping[str, object], Runtime], None]

ACTIONS: Mapping[str, Action] = {
    "search_nodes": search_nodes,
    "expand_dependency_tree": expand_dependency_tree,
    "fetch_node_texts": fetch_node_texts,
    "render_context_blocks": render_context_blocks,
}


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Steps in order, and the settings that they share."""

    name: str
    settings: Mapping[str, object]
    steps: tuple[Step, ...]

    def run(self, state: PipelineState, runtime: Runtime) -> PipelineState:
        """Run every step on ``state`` and return it.

        Raises:
            PipelineError: a step cannot run; the state keeps what the steps before it wrote.
        """
        for step in self.steps:
            ACTIONS[step.action](state, step, self.settings, runtime)
        return state


def load_pipeline(path: Path) -> Pipeline:
    """Return the pipeline in a YAML file.

    Raises:
        NotFoundError: no such file.
        PipelineError: the file is no pipeline; every fault is named with its step.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise NotFoundError("pipeline.not_there", path=path) from error
    return parse_pipeline(text, name=path.stem)


def parse_pipeline(text: str, *, name: str) -> Pipeline:
    """Return the pipeline in a YAML text.

    Raises:
        PipelineError: as `load_pipeline`.
    """
    try:
        value = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise PipelineError("pipeline.no_yaml", file=name, reason=error) from error
    if not isinstance(value, dict):
        raise PipelineError("pipeline.no_mapping", file=name)
    faults = [*_setting_faults(value), *_step_faults(value)]
    if faults:
        raise PipelineError("pipeline.faulty", file=name, faults="; ".join(faults))
    steps = tuple(
        Step(str(raw["action"]), {key: item for key, item in raw.items() if key != "action"})
        for raw in value["steps"]
    )
    return Pipeline(str(value.get("name", name)), value.get("settings") or {}, steps)


def _setting_faults(value: Mapping[str, object]) -> list[str]:
    settings = value.get("settings") or {}
    return [] if isinstance(settings, dict) else [f"settings is {settings!r}, not a mapping"]


def _step_faults(value: Mapping[str, object]) -> list[str]:
    steps = value.get("steps")
    if not isinstance(steps, list) or not steps:
        return ["steps is missing or empty"]
    faults = []
    for number, raw in enumerate(steps, start=1):
        if not isinstance(raw, dict):
            faults.append(f"step {number} is {raw!r}, not a mapping")
        elif raw.get("action") not in ACTIONS:
            faults.append(f"step {number}: action is {raw.get('action')!r}, known are {', '.join(ACTIONS)}")
    return faults
