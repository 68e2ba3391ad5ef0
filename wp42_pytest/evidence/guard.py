"""The one guard before any parser: what is opened, how, and what is refused unread."""

from __future__ import annotations

import errno
import hashlib
import io
import os
import stat
import struct
import unicodedata
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from wp42_pytest.evidence.kinds import Kind, is_ole, is_zip, ole_kind, plain_kind, zip_kind
from wp42_pytest.evidence.refusal import Reason, Refused

SIZE_LIMIT = 64 * 1024**2
"""Most bytes of one deliverable."""

MEMBER_LIMIT = 2000
"""Most members of an archive."""

EXPANDED_LIMIT = 256 * 1024**2
"""Most bytes that the members of an archive declare together."""

RATIO_LIMIT = 200
RATIO_FREE = 1024**2
"""A member that expands more than `RATIO_LIMIT` times is refused once it is larger than `RATIO_FREE` bytes."""

ENTRY_LIMIT = 5000
DEPTH_LIMIT = 16
"""Most entries and levels of an out folder that are listed."""

_OPEN_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
_OPEN_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_END_OF_DIRECTORY = struct.Struct("<4s4H2LH")


@dataclass(frozen=True)
class Guarded:
    """A file that passed the guard.

    Args:
        name: relative to the folder, as it stands on the disk.
        data: all its bytes.
        kind: what it is, whatever its name says.
        digest: sha256 of the bytes.
    """

    name: str
    data: bytes
    kind: Kind
    digest: str


def read_guarded(folder: Path, name: str, declared: Kind | None = None) -> Guarded:
    """Return a deliverable's bytes and kind.

    Args:
        folder: the out folder.
        name: relative to it; matched after NFC and case folding when that is unique.
        declared: the kind that the task asks for; it decides between kinds of text.

    Raises:
        Refused: missing, not a regular file, linked, empty, too large, or an archive beyond the limits.
    """
    with _opened(folder) as descriptor:
        real, data = _bytes_of(descriptor, name)
    return Guarded(real, data, found_kind(data, real, declared), hashlib.sha256(data).hexdigest())


def read_path(path: Path, declared: Kind | None = None) -> Guarded:
    """Return bytes and kind of one file given by its path; the folder is trusted, the file is not.

    Args:
        path: the file.
        declared: the kind that it should be.

    Raises:
        Refused: as `read_guarded`.
    """
    return read_guarded(path.absolute().parent.resolve(), path.name, declared)


def list_names(folder: Path) -> list[str]:
    """Return the names of all entries below a folder that are not folders, links included, sorted.

    Raises:
        Refused: the folder is missing, a link, or holds too many entries.
    """
    found: list[str] = []
    with _opened(folder) as descriptor:
        _walk(descriptor, "", found, DEPTH_LIMIT)
    return sorted(found)


def _walk(descriptor: int, prefix: str, found: list[str], depth: int) -> None:
    with os.scandir(descriptor) as entries:
        children = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries)
    for name, is_folder in children:
        if len(found) >= ENTRY_LIMIT:
            raise Refused(Reason.too_large, f"the folder holds more than {ENTRY_LIMIT} entries")
        if not is_folder:
            # A name that is no text cannot be written to a receipt; its bytes can.
            found.append(os.fsencode(prefix + name).decode("utf-8", "backslashreplace"))
        elif depth:
            inner = os.open(name, _OPEN_FOLDER, dir_fd=descriptor)
            try:
                _walk(inner, f"{prefix}{name}/", found, depth - 1)
            finally:
                os.close(inner)


@contextmanager
def _opened(folder: Path) -> Iterator[int]:
    try:
        descriptor = os.open(folder, _OPEN_FOLDER)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR):
            raise Refused(Reason.linked, f"{folder.name} is not a folder of its own but a link or a file") from error
        raise Refused(Reason.missing, f"the folder {folder.name} cannot be opened: {error.strerror}") from error
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _bytes_of(descriptor: int, name: str) -> tuple[str, bytes]:
    parts = name.split("/")
    if any(part in ("", ".", "..") or "\0" in part for part in parts):
        raise Refused(Reason.unsafe_name, f"{name!r} is not a plain relative name")
    opened: list[int] = []
    real: list[str] = []
    try:
        for position, part in enumerate(parts):
            found = _real_name(descriptor, part, name)
            real.append(found)
            last = position == len(parts) - 1
            if last:
                return "/".join(real), _regular_bytes(descriptor, found, name)
            descriptor = _open(found, _OPEN_FOLDER, descriptor, name)
            opened.append(descriptor)
    finally:
        for inner in opened:
            os.close(inner)
    raise Refused(Reason.missing, f"{name} does not exist")


def _real_name(descriptor: int, part: str, name: str) -> str:
    """Return the entry that a name means: itself, or the only one equal after NFC and case folding."""
    try:
        os.stat(part, dir_fd=descriptor, follow_symlinks=False)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise Refused(Reason.unsafe_name, f"{name!r} cannot be looked up: {error.strerror}") from error
    else:
        return part
    wanted = _folded(part)
    with os.scandir(descriptor) as entries:
        alike = [
            entry.name for _, entry in zip(range(ENTRY_LIMIT), entries, strict=False) if _folded(entry.name) == wanted
        ]
    if len(alike) == 1:
        return alike[0]
    if alike:
        raise Refused(Reason.missing, f"{name} could mean any of {', '.join(sorted(alike))}")
    raise Refused(Reason.missing, f"{name} does not exist")


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def _open(entry: str, flags: int, descriptor: int, name: str) -> int:
    try:
        return os.open(entry, flags, dir_fd=descriptor)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR, errno.EMLINK):
            raise Refused(Reason.linked, f"{name} leads through a link or a file, not a folder") from error
        raise Refused(Reason.not_a_file, f"{name} cannot be opened: {error.strerror}") from error


def _regular_bytes(descriptor: int, entry: str, name: str) -> bytes:
    # Looked at before it is opened as well, since opening a device can have an effect of its own.
    _require_regular(os.stat(entry, dir_fd=descriptor, follow_symlinks=False), name)
    handle = _open(entry, _OPEN_FILE, descriptor, name)
    try:
        status = os.fstat(handle)
        _require_regular(status, name)
        with os.fdopen(os.dup(handle), "rb", buffering=0) as file:
            data = _read_all(file, status.st_size)
    finally:
        os.close(handle)
    if len(data) != status.st_size:
        raise Refused(Reason.damaged, f"{name} changed while it was read")
    return data


def _read_all(file: io.FileIO, size: int) -> bytes:
    pieces = []
    left = size + 1
    while left > 0 and (piece := file.read(min(left, 1 << 20))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)


def _require_regular(status: os.stat_result, name: str) -> None:
    if stat.S_ISLNK(status.st_mode):
        raise Refused(Reason.linked, f"{name} is a symbolic link; a deliverable must be a file of its own")
    if stat.S_ISDIR(status.st_mode):
        raise Refused(Reason.not_a_file, f"{name} is a folder")
    if not stat.S_ISREG(status.st_mode):
        raise Refused(Reason.not_a_file, f"{name} is a pipe, socket or device, not a file")
    if status.st_nlink != 1:
        raise Refused(
            Reason.linked, f"{name} has {status.st_nlink} hard links; a deliverable must be a file of its own"
        )
    if status.st_size == 0:
        raise Refused(Reason.empty, f"{name} is empty (0 bytes)")
    if status.st_size > SIZE_LIMIT:
        raise Refused(Reason.too_large, f"{name} has {status.st_size:,} bytes, the limit is {SIZE_LIMIT:,}")


def found_kind(data: bytes, name: str, declared: Kind | None = None) -> Kind:
    """Return the kind of bytes.

    Args:
        data: the file.
        name: its name.
        declared: the kind that the task asks for.

    Raises:
        Refused: an archive that is damaged or beyond the limits, or an encrypted Office file.
    """
    if is_zip(data):
        return zip_kind(_member_names(data), data)
    if is_ole(data):
        kind = ole_kind(data)
        if kind is None:
            raise Refused(Reason.encrypted, "it is protected by a password")
        return kind
    return plain_kind(data, name, declared)


def _member_names(data: bytes) -> list[str]:
    """Return the member names of an archive whose directory is within the limits."""
    # Counted in the end record first: reading a directory of 60,000 members takes a quarter of a second.
    place = data.rfind(b"PK\x05\x06", max(0, len(data) - 65_557))
    if place < 0 or place + _END_OF_DIRECTORY.size > len(data):
        raise Refused(Reason.archive_damaged, "the archive has no directory; the file is cut off or was not closed")
    count = _END_OF_DIRECTORY.unpack_from(data, place)[4]
    if count > MEMBER_LIMIT:
        raise Refused(Reason.archive_limits, f"the archive declares {count} members, the limit is {MEMBER_LIMIT}")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, ValueError, struct.error, NotImplementedError, OSError) as error:
        raise Refused(Reason.archive_damaged, f"the archive directory cannot be read: {error}") from error
    if len(members) > MEMBER_LIMIT:
        raise Refused(Reason.archive_limits, f"the archive has {len(members)} members, the limit is {MEMBER_LIMIT}")
    _require_sound(members, len(data))
    return [member.filename for member in members]


def _require_sound(members: list[zipfile.ZipInfo], size: int) -> None:
    seen: set[str] = set()
    expanded = packed = 0
    for member in members:
        # As stored: zipfile cuts a name at its first NUL, other readers do not.
        name = member.orig_filename.replace("\\", "/")
        if name.startswith("/") or ".." in name.split("/") or name[1:2] == ":" or "\0" in name:
            raise Refused(Reason.archive_names, f"archive member {member.filename!r} points outside the archive")
        if _folded(name) in seen:
            raise Refused(
                Reason.archive_names,
                f"archive member {member.filename!r} is there twice; readers disagree on which counts",
            )
        seen.add(_folded(name))
        if member.flag_bits & 0x1:
            raise Refused(Reason.encrypted, f"archive member {member.filename!r} is encrypted")
        expanded += member.file_size
        packed += member.compress_size
        if member.file_size > RATIO_FREE and member.file_size > RATIO_LIMIT * max(1, member.compress_size):
            raise Refused(
                Reason.archive_limits,
                f"archive member {member.filename!r} expands {member.file_size // max(1, member.compress_size)} times, "
                f"the limit is {RATIO_LIMIT}",
            )
    if expanded > EXPANDED_LIMIT:
        raise Refused(
            Reason.archive_limits, f"the archive expands to {expanded:,} bytes, the limit is {EXPANDED_LIMIT:,}"
        )
    if packed > size:
        raise Refused(Reason.archive_limits, "the archive's members overlap")
