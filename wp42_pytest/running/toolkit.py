"""The workers' Python: an interpreter and office libraries, copied out of ours and apart from it.

A worker gets the libraries that an assistant for office work would have. It never gets the evaluator's own environment:
that one holds this package, and whatever is planted in an environment runs in everything started from it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import sysconfig
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from wp42_pytest.running.cache import building, cache_dir, open_to_all
from wp42_pytest.running.sandbox import SandboxError

if TYPE_CHECKING:
    from collections.abc import Iterable

LIBRARIES = (
    "numpy",
    "pandas",
    "openpyxl",
    "xlsxwriter",
    "python-docx",
    "python-pptx",
    "pypdf",
    "pypdfium2",
    "reportlab",
    "pillow",
    "lxml",
)
"""What a worker can import besides the standard library; what these need comes with them."""

_LEFT_OUT = {
    "test",
    "tests_data",
    "idlelib",
    "tkinter",
    "turtledemo",
    "ensurepip",
    "lib2to3",
    "site-packages",
    "dist-packages",
}
_MARK = "complete"


@dataclass(frozen=True)
class Toolkit:
    """One built toolkit. `digest` names exactly what is in it: the Python and the version of every library."""

    path: Path
    digest: str
    shared_library: bool


def ensure_toolkit(root: Path | None = None) -> Toolkit:
    """Return the toolkit, building it first where it is missing.

    Args:
        root: the cache; by default ours.

    Raises:
        SandboxError: when a library is not installed here.
    """
    wanted = _closure(LIBRARIES)
    contents = "\n".join([f"python=={sys.version.split()[0]}", *(f"{name}=={wanted[name]}" for name in sorted(wanted))])
    digest = hashlib.sha256(contents.encode()).hexdigest()
    folder = (root or cache_dir()) / f"python-{digest[:12]}"
    if not (folder / _MARK).is_file():
        with building(folder):
            if not (folder / _MARK).is_file():
                _build(folder, wanted, contents)
    return Toolkit(folder, digest, any((folder / "base" / "lib").glob("libpython*.so*")))


def _closure(names: Iterable[str]) -> dict[str, str]:
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    found: dict[str, str] = {}
    waiting = [canonicalize_name(name) for name in names]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        try:
            distribution = metadata.distribution(name)
        except metadata.PackageNotFoundError as error:
            msg = f"workers need the library {name}, which is not installed here: pip install 'wp42-pytest[run]'"
            raise SandboxError(msg) from error
        found[name] = distribution.version
        for text in distribution.requires or ():
            requirement = Requirement(text)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                waiting.append(canonicalize_name(requirement.name))
    return found


def _build(folder: Path, wanted: dict[str, str], contents: str) -> None:
    partial = folder.with_name(f"{folder.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    base, packages = partial / "base", partial / "lib" / version / "site-packages"
    for made in (base / "bin", base / "lib", packages, partial / "bin"):
        made.mkdir(parents=True)
    shutil.copy2(os.path.realpath(sys.executable), base / "bin" / version)
    shutil.copytree(
        sysconfig.get_path("stdlib"),
        base / "lib" / version,
        ignore=lambda _, names: [name for name in names if name in _LEFT_OUT or name.startswith("config-")],
        symlinks=False,
    )
    if sysconfig.get_config_var("Py_ENABLE_SHARED"):
        library = sysconfig.get_config_var("INSTSONAME")
        for place in (sysconfig.get_config_var("LIBDIR"), f"{sys.base_prefix}/lib"):
            if place and (Path(place) / library).is_file():
                shutil.copy2(Path(place) / library, base / "lib" / library)
                break
    for name in ("python", "python3", version):
        (partial / "bin" / name).symlink_to(f"../base/bin/{version}")
    # As a virtual environment, since distributions' own Pythons differ in where they look for packages.
    (partial / "pyvenv.cfg").write_text(
        "home = /opt/python/base/bin\ninclude-system-site-packages = false\n", encoding="ascii"
    )
    for name in wanted:
        _copy_distribution(metadata.distribution(name), packages)
    (partial / _MARK).write_text(contents + "\n", encoding="ascii")
    open_to_all(partial)
    partial.rename(folder)


def _copy_distribution(distribution: metadata.Distribution, packages: Path) -> None:
    for file in distribution.files or ():
        if ".." in file.parts or file.is_absolute() or ("tests" in file.parts[:2] and file.parts[0] == "pandas"):
            continue
        source, target = Path(str(distribution.locate_file(file))), packages / file
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
