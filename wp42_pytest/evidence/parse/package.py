"""Office packages (docx, pptx) as parts: read by name inside the archive only, as XML without any entity."""

from __future__ import annotations

import io
import posixpath
import re
import struct
import zipfile
import zlib
from collections import Counter
from dataclasses import dataclass
from typing import Any

from lxml import etree

from wp42_pytest.evidence.refusal import Reason, Refused

PART_LIMIT = 48 * 2**20
"""Most bytes that one part may unpack to; the text of a long book is below 5 MB."""

MEMBER_LIMIT = 4000

_ZIP_FAULTS = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    RuntimeError,  # also a member under a password, and a compression we do not know (NotImplementedError)
    ValueError,
    KeyError,
    IndexError,
    OverflowError,
)
_RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/([A-Za-z]+)/")


@dataclass(frozen=True)
class Relation:
    """What one part says of another: the last word of the relation's type, and the target inside the archive."""

    type: str
    target: str
    external: bool


class Package:
    """The parts of one office file.

    Args:
        data: the whole file.

    Raises:
        Refused: the file is no archive, or an archive that is damaged, locked, or holds a name twice.
    """

    def __init__(self, data: bytes) -> None:
        if data[:4] != b"PK\x03\x04":
            raise Refused(Reason.wrong_kind, "it is not an office file: it does not begin like a zip archive")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            names = self._zip.namelist()
        except _ZIP_FAULTS as fault:
            raise Refused(Reason.archive_damaged, f"the archive cannot be opened ({fault})") from fault
        if len(names) > MEMBER_LIMIT:
            raise Refused(Reason.archive_limits, f"the archive has {len(names)} members")
        self._names = {name.lower().lstrip("/"): name for name in names}
        if len(self._names) != len(names):
            twice = [name for name, count in Counter(name.lower().lstrip("/") for name in names).items() if count > 1]
            raise Refused(Reason.archive_names, f"the archive holds {twice[0]!r} twice, so readers would differ")
        self._relations: dict[str, dict[str, Relation]] = {}

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._names

    def names(self, prefix: str) -> list[str]:
        """Return the members whose name begins so, in the order of the archive."""
        return [name for lower, name in self._names.items() if lower.startswith(prefix.lower())]

    def read(self, name: str) -> bytes:
        """Return the bytes of a part.

        Raises:
            Refused: it is absent, damaged or larger than `PART_LIMIT`.
        """
        stored = self._names.get(name.lower())
        if stored is None:
            raise Refused(Reason.damaged, f"the part {name} is missing")
        try:
            with self._zip.open(stored) as member:
                data = member.read(PART_LIMIT + 1)
        except _ZIP_FAULTS as fault:
            locked = "password" in str(fault)
            reason = Reason.encrypted if locked else Reason.archive_damaged
            raise Refused(reason, f"the part {name} cannot be unpacked ({fault})") from fault
        if len(data) > PART_LIMIT:
            raise Refused(Reason.archive_limits, f"the part {name} unpacks to more than {PART_LIMIT // 2**20} MB")
        return data

    def xml(self, name: str) -> Any:
        """Return the root element of a part, its namespaces in the transitional form."""
        return read_xml(self.read(name), name)

    def optional_xml(self, name: str) -> Any:
        """Return the root element of a part, or None where the archive has no such part."""
        return self.xml(name) if name and name in self else None

    def relations(self, part: str) -> dict[str, Relation]:
        """Return the relations of a part by id; a target outside of the archive is external and is never followed."""
        if part not in self._relations:
            folder, _, name = part.rpartition("/")
            root = self.optional_xml(f"{folder}/_rels/{name}.rels" if folder else f"_rels/{name}.rels")
            self._relations[part] = {} if root is None else dict(_relations_of(root, folder))
        return self._relations[part]

    def related(self, part: str, kind: str) -> list[str]:
        """Return the parts in this archive to which a part has a relation of that type."""
        return [
            relation.target
            for relation in self.relations(part).values()
            if relation.type == kind and not relation.external and relation.target in self
        ]

    def main_part(self, usual: str) -> str:
        """Return the part with which reading begins, which nearly always has its usual name."""
        for target in self.related("", "officeDocument"):
            return target
        return usual


def _relations_of(root: Any, folder: str) -> Any:
    for element in root.iterchildren(_RELATIONSHIP):
        target, kind = element.get("Target", ""), element.get("Type", "")
        external = element.get("TargetMode", "").lower() == "external" or "://" in target or target.startswith("file:")
        if not external:
            target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
        yield element.get("Id", ""), Relation(kind.rpartition("/")[2], target, external)


def read_xml(data: bytes, name: str) -> Any:
    """Return the root element of XML bytes that may hold no document type definition.

    Args:
        data: the bytes; Strict OOXML namespaces are mapped to those that every reader knows.
        name: what to call the part in a refusal.

    Raises:
        Refused: it is not well formed, or declares a document type.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            text = data.decode("utf-16")
        except UnicodeDecodeError as fault:
            raise Refused(Reason.damaged, f"{name} is not text in the encoding it begins with") from fault
        data = re.sub(r"^\s*<\?xml[^>]*\?>", "", text, count=1).encode("utf-8", "surrogatepass")
    if b"<!DOCTYPE" in data:
        raise Refused(Reason.dtd, f"{name} declares a document type, which could pull in other files")
    if b"purl.oclc.org" in data:
        data = _STRICT.sub(rb"http://schemas.openxmlformats.org/\1/2006/", data)
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as fault:
        deep = "depth" in str(fault).lower()
        reason = Reason.too_complex if deep else Reason.damaged
        raise Refused(reason, f"{name} is not well-formed XML ({fault})") from fault
    if root.getroottree().docinfo.internalDTD is not None:
        raise Refused(Reason.dtd, f"{name} declares a document type, which could pull in other files")
    return root
