"""Installs Pi and its Node into our cache: the versions and hashes of the lock file beside this module, and no others."""

from __future__ import annotations

import hashlib
import json
import platform
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from wp42_pytest.running.cache import building, cache_dir, open_to_all
from wp42_pytest.running.errors import RunConfigurationError

PACKAGE = "@earendil-works/pi-coding-agent"
HERE = Path(__file__).parent
MANIFESTS = ("package.json", "package-lock.json")
INSTALL_LIMIT_S = 900

_ARCHITECTURES = {"x86_64": "x64", "aarch64": "arm64"}
_MARK = "complete"


@dataclass(frozen=True)
class Pi:
    """An installed Pi.

    Attributes:
        path: the folder to mount; paths below are relative to it.
        node: the Node binary.
        program: Pi's entry point.
        version: Pi's version.
        node_version: Node's version.
    """

    path: Path
    node: str
    program: str
    version: str
    node_version: str


def pi_folder(root: Path | None = None) -> Path:
    """Return where this package's Pi is installed; the name changes with the lock file."""
    digest = hashlib.sha256(b"\0".join((HERE / name).read_bytes() for name in MANIFESTS)).hexdigest()
    return (root or cache_dir()) / f"pi-{pinned_version()}-{digest[:8]}"


def pinned_version() -> str:
    """Return the version of Pi that is pinned."""
    manifest = json.loads((HERE / "package.json").read_bytes())
    return str(manifest["dependencies"][PACKAGE])


def find_pi(root: Path | None = None) -> Pi:
    """Return the installed Pi.

    Raises:
        RunConfigurationError: when it is not installed.
    """
    folder = pi_folder(root)
    if not (folder / _MARK).is_file():
        msg = f"Pi {pinned_version()} is not installed in {folder}; run: wp42 setup pi"
        raise RunConfigurationError(msg)
    node, program = _entry_points(folder)
    version, node_version = (folder / _MARK).read_text(encoding="ascii").split()
    return Pi(folder, node, program, version, node_version)


def install_pi(root: Path | None = None) -> Pi:
    """Install Pi unless it is there.

    No install script of any package runs, and Node comes as a package, so nothing is built and nothing is fetched
    from anywhere but the registry that npm is configured for.

    Args:
        root: the cache; by default ours.

    Raises:
        RunConfigurationError: when npm is missing or fails, or when the versions that start are not those pinned.
    """
    folder = pi_folder(root)
    with building(folder):
        if not (folder / _MARK).is_file():
            _install(folder)
    return find_pi(root)


def _install(folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        msg = "npm is not installed (apt-get install npm); it fetches Pi and the Node that Pi needs"
        raise RunConfigurationError(msg)
    partial = folder.with_name(f"{folder.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir()
    for name in MANIFESTS:
        shutil.copyfile(HERE / name, partial / name)
    # The Node that npm itself runs on is older than Pi asks for; Pi never runs on that one.
    command = [npm, "ci", "--ignore-scripts", "--engine-strict=false", "--no-audit", "--no-fund", "--loglevel=error"]
    _checked(command, partial, "npm could not install Pi")
    node, program = _entry_points(partial)
    node_version = _checked([str(partial / node), "--version"], partial, "Node does not start").strip()
    version = _checked([str(partial / node), str(partial / program), "--version"], partial, "Pi does not start").strip()
    if version != pinned_version():
        msg = f"npm installed Pi {version or '?'} instead of {pinned_version()}"
        raise RunConfigurationError(msg)
    (partial / _MARK).write_text(f"{version} {node_version.removeprefix('v')}\n", encoding="ascii")
    open_to_all(partial)
    partial.rename(folder)


def _entry_points(folder: Path) -> tuple[str, str]:
    machine = platform.machine()
    if machine not in _ARCHITECTURES:
        msg = f"there is no pinned Node for {machine}; Pi can run on {', '.join(_ARCHITECTURES)}"
        raise RunConfigurationError(msg)
    package = f"node_modules/{PACKAGE}"
    manifest = json.loads((folder / package / "package.json").read_bytes())
    return f"node_modules/node-linux-{_ARCHITECTURES[machine]}/bin/node", f"{package}/{manifest['bin']['pi']}"


def _checked(command: list[str], folder: Path, complaint: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603  npm, and what it installed
            command, cwd=folder, capture_output=True, text=True, timeout=INSTALL_LIMIT_S, check=False
        )
    except subprocess.TimeoutExpired as error:
        msg = f"{complaint}: it did not finish within {INSTALL_LIMIT_S} s"
        raise RunConfigurationError(msg) from error
    if done.returncode != 0:
        msg = f"{complaint}:\n{(done.stderr or done.stdout).strip()[-2000:]}"
        raise RunConfigurationError(msg)
    return done.stdout
