"""Building the model that is shipped leaves nothing in the home of who builds."""

import os
import subprocess
import sys
from pathlib import Path

WHEEL = Path(__file__).parents[3] / "packaging" / "wheel"


def test_the_build_of_the_model_leaves_no_identifier_for_telemetry(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    script = f"import sys; sys.path.insert(0, {str(WHEEL)!r}); from pathlib import Path; import backend; "
    script += f"backend.place_model(Path({str(tmp_path / 'models')!r}))"
    environment = {**os.environ, "HOME": str(home), "USERPROFILE": str(home)}
    subprocess.run([sys.executable, "-P", "-c", script], check=True, env=environment, timeout=300)
    assert list((tmp_path / "models").glob("*/model.xml"))
    assert list(home.iterdir()) == []
