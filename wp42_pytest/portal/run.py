"""Serves the portal of one staged run, for whoever works on it outside a campaign."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from wp42_pytest.portal.bundle import PortalError, read_portal

ACCESS_LOG = "portal_access.jsonl"


def serve_run(
    bundle: Path,
    run_dir: Path,
    *,
    port: int = 0,
    socket: Path | None = None,
    access_log: Path | None = None,
    perturb: int | None = None,
    announce: Callable[[str], None],
) -> None:
    """Serve the portal of a run until SIGINT or SIGTERM.

    Args:
        bundle: the public bundle, whose `inputs/` the portal serves.
        run_dir: the run folder, to whose `out/` submissions go.
        port: the port on loopback; 0 takes a free one.
        socket: a unix socket to listen on as well.
        access_log: the access log; by default `portal_access.jsonl` in the run folder.
        perturb: the instance's seed, when the perturbations that the portal lists are to be applied.
        announce: gets one line for each thing that the user needs to know.

    Raises:
        PortalError: when the bundle has no portal, a path cannot be used, or the extra is not installed.
    """
    portal = read_portal(bundle)
    try:
        from wp42_pytest.portal.server import serve
    except ModuleNotFoundError as error:
        msg = f"the portal needs {error.name}, which is not installed: pip install 'wp42-pytest[portal]'"
        raise PortalError(msg) from None
    log = access_log or run_dir / ACCESS_LOG

    def ready(address: str) -> None:
        announce(f"{portal.org}: {address}")
        announce(f"user name {portal.user.username}, password {portal.user.password}")
        if socket:
            announce(f"unix socket: {socket}")
        announce(f"submissions: {run_dir / 'out'}, access log: {log}")
        announce("Ctrl-C stops it.")

    serve(
        portal,
        bundle / "inputs",
        run_dir / "out",
        port=port,
        socket=socket,
        access_log=log,
        perturb=perturb,
        ready=ready,
    )
