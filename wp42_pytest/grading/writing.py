"""Writes results so that a reader finds the whole new file or none, never half of one or an old one."""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wp42_pytest.model.receipt import Receipt


def remove(path: Path) -> None:
    """Remove what stands at a result's path, a link itself and never its target.

    A folder is moved aside: a worker may have put one there to keep the result from being written, and made it
    deeper than a removal can walk.
    """
    if path.is_dir() and not path.is_symlink():
        path.rename(path.with_name(f"{path.name}.{secrets.token_hex(8)}.folder"))
    else:
        path.unlink(missing_ok=True)


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file by way of a temporary sibling, flushed to disk before it takes its name.

    Args:
        path: the file to write, in a folder that exists.
        data: the whole content.

    Raises:
        OSError: when it cannot be written; then nothing is left behind and what stood at `path` still does.
    """
    sibling = path.with_name(f".{path.name}.{secrets.token_hex(8)}.tmp")
    descriptor = os.open(sibling, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
    try:
        with open(descriptor, "wb") as file:  # noqa: PTH123  a descriptor has no Path
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        sibling.replace(path)
    except BaseException:
        sibling.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def receipt_text(receipt: Receipt) -> str:
    """Return a receipt as the JSON text that is written; it holds no NaN and no lone surrogate."""
    return json.dumps(receipt.model_dump(mode="json"), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def write_receipt(path: Path, receipt: Receipt) -> None:
    """Write a receipt atomically.

    Raises:
        OSError: when it cannot be written.
    """
    write_atomically(path, receipt_text(receipt).encode("utf-8"))
