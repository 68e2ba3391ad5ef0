"""Why a deliverable, or something in it, does not serve as evidence."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """The typed reasons for which a file is refused."""

    missing = "missing"
    not_a_file = "not a regular file"
    linked = "linked"
    unsafe_name = "unsafe name"
    empty = "empty"
    too_large = "too large"
    wrong_kind = "wrong kind"
    encrypted = "encrypted"
    archive_damaged = "damaged archive"
    archive_limits = "archive beyond limits"
    archive_names = "duplicate or escaping archive members"
    dtd = "document type definition"
    damaged = "damaged"
    not_text = "not text"
    invalid_json = "invalid JSON"
    no_text = "no text layer"
    too_complex = "too complex"
    timed_out = "took too long"
    out_of_memory = "needed too much memory"
    parser_died = "reader died"


class NotMet(AssertionError):  # noqa: N818 - it is a finding about the work, not an error of ours
    """Raised when a deliverable lacks what was looked for; its text becomes the receipt's detail."""


class Unreadable(NotMet):
    """Raised when a deliverable cannot be read at all.

    Args:
        name: the deliverable, relative to out/.
        reason: the typed reason.
        sentence: what is wrong, in words the worker understands.
    """

    def __init__(self, name: str, reason: Reason, sentence: str) -> None:
        super().__init__(f"{name} could not be read ({reason.value}): {sentence}")
        self.name = name
        self.reason = reason
        self.sentence = sentence


class Refused(Exception):  # noqa: N818 - it states a finding about a file, not an error of ours
    """Raised by the guard and by parsers for a file that they will not or cannot read.

    Args:
        reason: the typed reason.
        sentence: what is wrong, in words the worker understands.
    """

    def __init__(self, reason: Reason, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.sentence = sentence
