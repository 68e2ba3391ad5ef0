"""What all runs of one controller share: scenarios, sandbox, HTTP client."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from wp42_pytest.catalog import is_within
from wp42_pytest.running.errors import RunConfigurationError
from wp42_pytest.running.sandbox import Limits, SandboxError
from wp42_pytest.running.unsealed import UnsealedSandbox

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    import httpx

    from wp42_pytest.catalog import Catalog, Instance
    from wp42_pytest.running.gateway.upstream import Patience
    from wp42_pytest.running.sandbox import Sandbox

VISIBLE_HOST_FOLDERS = (Path("/usr"), Path("/etc/alternatives"), Path("/etc/fonts"))


@dataclass
class Controller:
    """The controller of one or many runs.

    Attributes:
        catalog: the scenarios.
        sandbox: where workers work.
        client: reaches the model providers.
        public_root: where bundles of other than default seeds are built.
        patience: how long to bear with a provider that fails.
        limits: what a worker may use; the time is each arm's or task's own.
    """

    catalog: Catalog
    sandbox: Sandbox
    client: httpx.AsyncClient
    public_root: Path | None
    patience: Patience
    limits: Limits
    _building: dict[str, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))

    async def bundle(self, instance: Instance) -> Path:
        """Return the bundle of an instance, built once however many runs ask for it at the same time."""
        async with self._building[str(instance)]:
            return await asyncio.to_thread(self.catalog.ensure_bundle, instance, self.public_root)


@contextlib.asynccontextmanager
async def controller(
    catalog: Catalog,
    *,
    unsealed: bool = False,
    public_root: Path | None = None,
    hidden: Sequence[Path] = (),
    patience: Patience | None = None,
    limits: Limits | None = None,
) -> AsyncIterator[Controller]:
    """Open a controller, its sandbox tried out.

    Args:
        catalog: the scenarios.
        unsealed: run workers without a sandbox, which every record then says.
        public_root: where bundles of other than default seeds are built.
        hidden: folders that no worker may see, the oracle root among them.
        patience: how long to bear with a provider that fails.
        limits: what a worker may use, other than time.

    Raises:
        RunConfigurationError: when there is no working sandbox, or when something hidden lies where workers see it.
    """
    from wp42_pytest.running.gateway.upstream import Patience, new_client

    sandbox = UnsealedSandbox() if unsealed else await sealed_sandbox()
    if sandbox.sealed:
        for folder in (catalog.project, *hidden):
            for visible in VISIBLE_HOST_FOLDERS:
                if is_within(folder, visible):
                    msg = f"{folder} lies below {visible}, which workers see; move it"
                    raise RunConfigurationError(msg)
    async with new_client() as client:
        yield Controller(catalog, sandbox, client, public_root, patience or Patience(), limits or Limits(time_s=0))


async def sealed_sandbox() -> Sandbox:
    """Return the bubblewrap sandbox after a trial.

    Raises:
        RunConfigurationError: when it does not work here; the text says why.
    """
    from wp42_pytest.running.bubblewrap import BubblewrapSandbox, probe
    from wp42_pytest.running.toolkit import ensure_toolkit

    try:
        toolkit = await asyncio.to_thread(ensure_toolkit)
    except SandboxError as error:
        raise RunConfigurationError(str(error)) from error
    if problem := await probe(toolkit):
        msg = f"workers cannot be sealed here: {problem}. With --unsealed they run without a sandbox, and every receipt says so"
        raise RunConfigurationError(msg)
    return BubblewrapSandbox(toolkit)
