"""Commands that run with the rights of an ordinary person, also where the tests run as root."""

import os

NO_CAPABILITIES = ("setpriv", "--bounding-set=-all", "--inh-caps=-all")
"""The files of root stay its own, but the permissions that they have count."""


def without_privileges(*command: str) -> list[str]:
    """Return the command line that runs ``command`` so that a folder of mode 0 cannot be read."""
    return [*NO_CAPABILITIES, *command] if os.geteuid() == 0 else [*command]
