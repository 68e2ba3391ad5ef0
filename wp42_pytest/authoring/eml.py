"""Writes e-mail messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wp42_pytest.authoring.economy import Person


@dataclass(frozen=True)
class Attachment:
    """A file that travels with a message."""

    name: str
    kind: str
    data: bytes


@dataclass(frozen=True)
class Mail:
    """One message.

    Args:
        sender: who wrote it.
        to: the recipients.
        sent: when, with its time zone.
        subject: the subject line.
        body: the text; lines end as typed.
        cc: who gets a copy.
        attachments: files that travel with it.
    """

    sender: Person
    to: Sequence[Person]
    sent: datetime
    subject: str
    body: str
    cc: Sequence[Person] = ()
    attachments: Sequence[Attachment] = field(default_factory=tuple)


def eml_bytes(mail: Mail) -> bytes:
    """Return a message as an .eml file (RFC 5322), its id and boundaries derived from its content.

    Raises:
        ValueError: when the time of sending has no time zone.
    """
    if mail.sent.tzinfo is None:
        msg = f"the message {mail.subject!r} needs a time zone for its time of sending"
        raise ValueError(msg)
    mark = sha256(f"{mail.sent.isoformat()}\n{mail.subject}\n{mail.body}".encode()).hexdigest()
    domain = mail.sender.email.partition("@")[2]
    message = EmailMessage(policy=SMTP.clone(max_line_length=998))
    message["From"] = _address(mail.sender)
    message["To"] = [_address(person) for person in mail.to]
    if mail.cc:
        message["Cc"] = [_address(person) for person in mail.cc]
    message["Subject"] = mail.subject
    message["Date"] = format_datetime(mail.sent)
    message["Message-ID"] = f"<{mark[:24]}@{domain}>"
    message.set_content(mail.body, cte="8bit")
    for attachment in mail.attachments:
        main, _, sub = attachment.kind.partition("/")
        message.add_attachment(attachment.data, maintype=main, subtype=sub, filename=attachment.name)
    if message.is_multipart():
        message.set_boundary(f"=_{mark[24:48]}")
    return message.as_bytes()


def _address(person: Person) -> Address:
    return Address(display_name=person.name, addr_spec=person.email)
