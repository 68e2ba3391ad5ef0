"""The worker without tools, as it is started."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wp42_pytest.model.run import ExitReason
from wp42_pytest.running.sandbox import Mount
from wp42_pytest.running.workers import Conclusion, Work

if TYPE_CHECKING:
    from wp42_pytest.running.sandbox import Ended
    from wp42_pytest.running.workers import Assignment

PROGRAMS = ("program.py", "papers.py", "writing.py")
MODEL_FAILED, NO_FILES = 3, 4
"""Exit codes of the program."""


@dataclass
class OneReplyWorker:
    """Asks the model once. What the model writes becomes files inside the sandbox."""

    uses_model: bool = True
    name: str = "one-reply"

    def describe(self) -> dict[str, Any]:
        """Return nothing: the program belongs to this package."""
        return {}

    def prepare(self, assignment: Assignment) -> Work:
        """Return the program's command."""
        assert assignment.model is not None
        place, model = assignment.place, assignment.model
        # Under the package's own name, since its modules import each other by it.
        folder = assignment.folder / "one_reply"
        package = folder.joinpath(*__package__.split("."))
        package.mkdir(parents=True)
        for name in PROGRAMS:
            shutil.copyfile(Path(__file__).with_name(name), package / name)
        mount = Mount(folder, place.tool("one_reply"))
        environment = {
            **assignment.environment(),
            "WP42_API": model.api.value,
            "WP42_IMAGES": "1" if model.images else "0",
            "WP42_OUTPUT_TOKENS": str(model.output_tokens),
            "PYTHONPATH": mount.target,
        }
        command = [place.python, "-P", "-m", f"{__package__}.program"]
        return Work(command, environment, (mount,), stdin=assignment.prompt.encode())

    def conclude(self, ended: Ended) -> Conclusion:
        """Conclude from the exit code; an answer without files is the worker's own end."""
        reasons = {0: ExitReason.finished, NO_FILES: ExitReason.finished, MODEL_FAILED: ExitReason.model_error}
        reason = reasons.get(ended.exit_code, ExitReason.worker_crashed)
        words = ended.stderr.decode(errors="replace").strip()[-1000:]
        return Conclusion(reason, {"said": words} if words else {})

    def close(self) -> None:
        """Do nothing: it keeps nothing."""

    def again(self) -> OneReplyWorker:
        """Return itself: it keeps nothing."""
        return self
