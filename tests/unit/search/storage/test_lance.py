"""The database library without what speaks with services or embeds; in a process of its own, for imports stay."""

import subprocess
import sys
from pathlib import Path

USES = """
import sys
from pathlib import Path
from search.storage.lance import SERVICES
print(*sorted(set(SERVICES) & set(sys.modules)))
import numpy as np
from search.storage.storage import Storage
from search.types.filters import Condition, Operator, RowFilter
storage = Storage(Path(sys.argv[1]) / "index")
storage.vectors.put_many("model", {"one": np.full(384, 0.5, np.float32)})
print(list(storage.vectors.get_many("model", ["one", "two"])))
print(len(storage.files.visible_ids(RowFilter((Condition("path", Operator.IN, ("a.py",)),)))))
storage.close()
import lancedb
config = lancedb.ClientConfig(user_agent="ours")
print(type(config).__module__, config.user_agent, isinstance(config, lancedb.ClientConfig))
print(isinstance(storage, lancedb.RemoteDBConnection), "lancedb.remote.db" in sys.modules)
print(type(lancedb.table.EmbeddingFunctionRegistry.get_instance()).__module__)
print(lancedb.FunctionVersion.model_fields["version"].annotation.__name__)
import overrides
print(overrides.override.__module__)
"""


def test_what_speaks_with_services_is_loaded_when_it_is_used_and_is_the_real_one(tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-c", USES, str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == [
        "",
        "['one']",
        "0",
        "lancedb.remote ours True",
        "False True",
        "lancedb.embeddings.registry",
        "str",
        "overrides.overrides",
    ]
