"""Reads an e-mail: its headers, its body as a reader sees it, quoted text apart, attachments by name only."""

from __future__ import annotations

import binascii
import hashlib
import re
from email import message_from_bytes
from email.errors import HeaderParseError, MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.policy import compat32
from typing import Any

from wp42_pytest.evidence.parse.html_text import reduced_html
from wp42_pytest.evidence.parse.markdown import scanned
from wp42_pytest.evidence.refusal import Reason, Refused

MOST_PARTS = 300
HEADERS_LIMIT = 512 * 1024
"""Most bytes before the first empty line."""

BODY_LIMIT = 8 * 2**20

_KNOWN = frozenset({"from", "to", "cc", "bcc", "subject", "date", "message-id", "received", "mime-version"})
_ORIGINAL = re.compile(r"-{2,}\s*(?:original message|forwarded message)", re.IGNORECASE)
_MISSING_DOMAIN = re.compile(r"\s+")


def read_eml(data: bytes) -> dict[str, Any]:
    """Return an e-mail.

    Args:
        data: the whole file.

    Returns:
        `headers` as pairs; `blocks`: the subject as heading, then the body; `quoted`: lines quoted from an earlier mail;
        `attachments` with name, type, size and sha256; `hidden`; `struck`; `warnings`.

    Raises:
        Refused: it has no header of a mail, or more parts or text than any letter.
    """
    data = data.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    head = re.split(rb"\r?\n\r?\n", data[: HEADERS_LIMIT + 4], maxsplit=1)[0]
    if len(head) > HEADERS_LIMIT:
        raise Refused(Reason.too_large, f"its headers have more than {HEADERS_LIMIT // 1024} kB")
    if data.count(b"\n--") > 20 * MOST_PARTS and data.lower().count(b"content-type:") > MOST_PARTS:
        raise Refused(Reason.too_complex, f"it has more than {MOST_PARTS} parts")
    try:
        message = message_from_bytes(data, policy=compat32)
        parts = list(message.walk())
    except RecursionError as fault:
        raise Refused(Reason.too_complex, "its parts are nested too deeply") from fault
    except (MessageError, ValueError, TypeError, LookupError) as fault:
        raise Refused(Reason.damaged, f"it is not a mail ({fault})") from fault
    headers = [[name, _decoded(value)] for name, value in message.items()]
    if not any(name.lower() in _KNOWN for name, _ in headers):
        raise Refused(Reason.wrong_kind, "it has none of the headers of a mail, such as From, To or Subject")
    if len(parts) > MOST_PARTS:
        raise Refused(Reason.too_complex, f"it has {len(parts)} parts")
    body = _Body(headers)
    for part in parts:
        body.add(part)
    return body.payload()


class _Body:
    def __init__(self, headers: list[list[str]]) -> None:
        self.headers = headers
        self.subject = next((value for name, value in headers if name.lower() == "subject"), "")
        self.blocks: list[dict[str, Any]] = []
        self.pages: list[str] = []
        self.attachments: list[dict[str, Any]] = []
        self.hidden: list[str] = []
        self.struck: list[str] = []
        self.quoted: list[str] = []
        self.warnings: list[str] = []
        self.length = 0

    def add(self, part: Message) -> None:
        if part.is_multipart():
            return
        content = part.get_payload(decode=True)
        content = content if isinstance(content, bytes) else b""
        name = _filename(part)
        kind = part.get_content_type()
        if name or part.get_content_disposition() == "attachment" or not kind.startswith("text/"):
            digest = hashlib.sha256(content).hexdigest()
            self.attachments.append({"name": name, "type": kind, "size": len(content), "sha256": digest})
            return
        self.length += len(content)
        if self.length > BODY_LIMIT:
            raise Refused(Reason.too_large, f"its text has more than {BODY_LIMIT // 2**20} MB")
        text = _text(content, part).replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
        if kind == "text/html":
            self.pages.append(text)
        else:
            self._plain(text)

    def _plain(self, text: str) -> None:
        own: list[str] = []
        lines = text.split("\n")
        for at, line in enumerate(lines):
            if _ORIGINAL.match(line.strip()):
                self.quoted += [quoted for quoted in lines[at:] if quoted.strip()]
                break
            if line.startswith(">"):
                self.quoted.append(line.lstrip("> "))
            else:
                own.append(line)
        self.blocks += scanned("\n".join(own), marked=False).blocks

    def payload(self) -> dict[str, Any]:
        said = {_squeezed(text) for block in self.blocks for text in _texts(block)}
        everything = "\n".join(said)
        tables = max((block["table"] for block in self.blocks if block["kind"] == "row"), default=0)
        for page in self.pages:
            reduced = reduced_html(page)
            self.hidden += reduced.hidden
            self.struck += reduced.struck
            for block in reduced.blocks:
                # A mail usually holds its text twice; what only the HTML says counts as well.
                if all(_squeezed(text) in everything for text in _texts(block)):
                    continue
                self.blocks.append(block | ({"table": block["table"] + tables} if block["kind"] == "row" else {}))
        subject = [{"kind": "heading", "level": 1, "text": self.subject}] if self.subject.strip() else []
        return {
            "headers": self.headers,
            "blocks": [*subject, *self.blocks],
            "quoted": self.quoted,
            "attachments": self.attachments,
            "hidden": self.hidden,
            "struck": self.struck,
            "warnings": self.warnings,
        }


def _texts(block: dict[str, Any]) -> list[str]:
    return [cell for cell in block["cells"] if cell] if block["kind"] == "row" else [block["text"]]


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()


def _decoded(value: Any) -> str:
    text = str(value)
    try:
        text = str(make_header(decode_header(text))) if "=?" in text and len(text) <= 20_000 else text
    except (HeaderParseError, LookupError, ValueError, binascii.Error):
        return " ".join(text.split())
    return " ".join(text.split())


def _filename(part: Message) -> str:
    try:
        return _decoded(part.get_filename() or "")
    except (ValueError, TypeError, LookupError, AttributeError):
        return "unnamed"


def _text(content: bytes, part: Message) -> str:
    try:
        charset = str(part.get_content_charset() or "utf-8")
        return content.decode(charset)
    except (LookupError, ValueError, TypeError):
        try:
            return content.decode("utf-8")
        except UnicodeDecodeError:
            return content.decode("cp1252", "replace")
