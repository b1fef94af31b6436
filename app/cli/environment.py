"""The environment variables that Dowse reads, for the manual page and the configuration reference."""

from app.cli.open_core import ENGINE_VARIABLE
from app.installation.locations import INDEX_VARIABLE, READER_VARIABLE

VARIABLES = {
    INDEX_VARIABLE: "The index folder where `--index` is not given.",
    ENGINE_VARIABLE: "With the value `off` a command that finds no engine starts none and answers itself.",
    READER_VARIABLE: "With the value `off` the engine or command that has it answers without the reader, "
    "with `on` it reads also while the computer saves power.",
    "NO_COLOR": "Print without colour if it is not empty and `--color` is not given.",
}
"""What each does; options, values and files are in backquotes."""
