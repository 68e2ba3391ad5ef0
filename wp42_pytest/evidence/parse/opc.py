"""Office packages (xlsx, docx, pptx): their parts, read once, with limits, without document types."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from dataclasses import dataclass
from struct import error as struct_error
from typing import Any

from lxml import etree

from wp42_pytest.evidence.refusal import Reason, Refused

EXPANDED_LIMIT = 256 * 1024 * 1024
"""Most bytes that all parts together may expand to; the guard checks the declared sizes, this counts the real ones."""

_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/")
_TRANSITIONAL = rb"http://schemas.openxmlformats.org/\1/2006/"
_RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_DECLARED_ENCODING = re.compile(rb"""^\s*<\?xml[^>]*?encoding=["']([A-Za-z0-9._-]+)["']""")


@dataclass(frozen=True)
class Relation:
    """One relationship of a part: its last type segment, its target part or address, and whether it leaves the package."""

    kind: str
    target: str
    external: bool


class Package:
    """The parts of one Office file.

    Args:
        data: the file, already passed by the guard.

    Raises:
        Refused: damaged, encrypted, beyond the limit, or holding a document type definition.
    """

    def __init__(self, data: bytes) -> None:
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, OSError, struct_error) as error:
            raise Refused(Reason.archive_damaged, f"the file is not a complete zip archive: {error}") from error
        self._names = {name.lower(): name for name in self._archive.namelist()}
        self._expanded = 0
        self._parts: dict[str, bytes] = {}
        self._trees: dict[str, etree._Element] = {}

    @property
    def names(self) -> list[str]:
        """Return the member names as stored."""
        return list(self._names.values())

    def has(self, name: str) -> bool:
        """Tell whether a part exists; part names ignore case."""
        return name.lower() in self._names

    def part(self, name: str) -> bytes | None:
        """Return the bytes of a part, or None when it does not exist.

        Args:
            name: for example `xl/workbook.xml`.
        """
        stored = self._names.get(name.lower())
        if stored is None:
            return None
        if stored in self._parts:
            return self._parts[stored]
        left = EXPANDED_LIMIT - self._expanded
        try:
            with self._archive.open(stored) as member:
                content = member.read(left + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError) as error:
            raise Refused(Reason.archive_damaged, f"part {stored} cannot be unpacked: {error}") from error
        except (NotImplementedError, RuntimeError) as error:
            raise Refused(Reason.encrypted, f"part {stored} is packed in an unsupported way: {error}") from error
        self._expanded += len(content)
        if len(content) > left:
            raise Refused(Reason.archive_limits, "the archive expands beyond 256 MB")
        self._parts[stored] = content
        return content

    def require_no_document_type(self) -> None:
        """Look at every XML part, also those that only another reader of the same file would open.

        Raises:
            Refused: a part holds a document type definition.
        """
        for name in self.names:
            if name.lower().endswith((".xml", ".rels", ".vml")) and (content := self.part(name)):
                _without_document_type(content, name)

    def tree(self, name: str) -> Any:
        """Return the root element of an XML part, Strict namespaces mapped to the usual ones; None when absent."""
        key = name.lower()
        if key not in self._trees:
            content = self.part(name)
            if content is None:
                return None
            self._trees[key] = parse_xml(content, name)
        return self._trees[key]

    def properties(self) -> dict[str, str]:
        """Return what the file says of itself beside its content: title, author, comments, company, own properties."""
        found: dict[str, str] = {}
        for name in ("docProps/core.xml", "docProps/app.xml", "docProps/custom.xml"):
            try:
                root = self.tree(name)
            except Refused:
                continue
            for element in () if root is None else root.iter():
                text = (element.text or "").strip() if isinstance(element.tag, str) else ""
                if text and not element.getchildren():
                    found[element.get("name") or element.tag.rpartition("}")[2]] = text
        return found

    def relations(self, name: str) -> dict[str, Relation]:
        """Return the relationships of a part by id.

        Args:
            name: the part, or "" for the package itself.
        """
        folder, _, file = name.rpartition("/")
        root = self.tree(posixpath.join(folder, "_rels", f"{file}.rels"))
        found: dict[str, Relation] = {}
        if root is None:
            return found
        for element in root.iter(_RELATIONSHIP):
            target = element.get("Target", "")
            external = element.get("TargetMode") == "External"
            if not external:
                target = target.split("#")[0]
                target = target.lstrip("/") if target.startswith("/") else posixpath.normpath(f"{folder}/{target}")
                target = target.lstrip("/")
            found[element.get("Id", "")] = Relation(element.get("Type", "").rsplit("/", 1)[-1], target, external)
        return found

    def main_part(self, fallback: str) -> str:
        """Return the name of the main document part."""
        for relation in self.relations("").values():
            if relation.kind == "officeDocument" and self.has(relation.target):
                return relation.target
        return fallback


def parse_xml(content: bytes, name: str) -> Any:
    """Return the root element of XML bytes.

    Args:
        content: one part.
        name: the part, for the message.

    Raises:
        Refused: not well-formed, or holding a document type definition.
    """
    content = _without_document_type(content, name)
    if b"purl.oclc.org" in content:
        content = _STRICT.sub(_TRANSITIONAL, content)
    # Comments and processing instructions carry nothing that a reader of the document sees.
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(content, parser)
    except (etree.XMLSyntaxError, ValueError, LookupError) as error:
        raise Refused(Reason.damaged, f"part {name} is not well-formed XML: {error}") from error
    if root is None:
        raise Refused(Reason.damaged, f"part {name} is empty")
    if root.getroottree().docinfo.doctype:
        raise Refused(Reason.dtd, f"part {name} holds a document type definition, which Office files never need")
    return root


def _without_document_type(content: bytes, name: str) -> bytes:
    content = _as_utf8(content, name)
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise Refused(Reason.dtd, f"part {name} holds a document type definition, which Office files never need")
    return content


def _as_utf8(content: bytes, name: str) -> bytes:
    """Return XML bytes in an encoding in which `<!DOCTYPE` can be searched for."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff") or content[:2] in (b"<\0", b"\0<"):
        encoding = "utf-16" if content[:1] in (b"\xff", b"\xfe") else ("utf-16-le" if content[0] else "utf-16-be")
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError as error:
            raise Refused(Reason.damaged, f"part {name} is not in the encoding it declares") from error
        return re.sub(r"^\ufeff?\s*<\?xml[^>]*\?>", "", text).encode()
    declared = _DECLARED_ENCODING.match(content[:200].removeprefix(b"\xef\xbb\xbf"))
    if declared and declared[1].lower() not in (
        b"utf-8",
        b"us-ascii",
        b"ascii",
        b"iso-8859-1",
        b"windows-1252",
        b"utf8",
    ):
        raise Refused(
            Reason.damaged, f"part {name} declares the encoding {declared[1].decode()}, which Office never writes"
        )
    return content
