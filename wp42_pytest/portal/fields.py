"""Checks what was typed into a form, and says what is wrong in words that help."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from wp42_pytest.evidence.numbers import WrittenNumber, written_number
from wp42_pytest.model.portal import FieldType, FormField, PortalForm

LONGEST_LINE = 500
LONGEST_TEXT = 20_000

TICKED = frozenset({"on", "yes", "true", "1"})
UNTICKED = frozenset({"", "off", "no", "false", "0"})

_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True)
class Upload:
    """A file as it arrived."""

    name: str
    data: bytes


@dataclass(frozen=True)
class Typed:
    """What arrived for a form: text by field name, files by field name, and what makes it unusable as a whole."""

    texts: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, Upload] = field(default_factory=dict)
    problem: str = ""


@dataclass(frozen=True)
class Checked:
    """A form after checking: what will be stored when `errors` is empty."""

    values: dict[str, str | bool | None]
    files: dict[str, Upload]
    errors: dict[str, str]
    """What to mend, by field name; "" holds what concerns the form as a whole."""


class _WrongError(ValueError):
    """What was typed into one field cannot be taken; the text says what to do."""


def check_form(form: PortalForm, typed: Typed) -> Checked:
    """Check what was typed against the form.

    Args:
        form: the form, with its fields.
        typed: what arrived.

    Returns:
        The values to store, in the form's order, and the errors by field.
    """
    checked = Checked({}, {}, {})
    if typed.problem:
        checked.errors[""] = typed.problem
    known = {each.name for each in form.fields}
    if unknown := sorted((typed.texts.keys() | typed.files.keys()) - known):
        checked.errors[""] = f"This form has no field “{unknown[0]}”. Its fields are: {', '.join(sorted(known))}."
    for each in form.fields:
        try:
            if each.type is FieldType.file:
                checked.values[each.name] = None
                if upload := _file(each, typed):
                    checked.files[each.name] = upload
            else:
                checked.values[each.name] = _value(each, typed)
        except _WrongError as error:
            checked.errors[each.name] = str(error)
    return checked


def _value(each: FormField, typed: Typed) -> str | bool | None:
    if each.name in typed.files:
        msg = f"“{each.label}” takes no file."
        raise _WrongError(msg)
    text = typed.texts.get(each.name, "").replace("\r\n", "\n").replace("\r", "\n").strip()
    if any(unicodedata.category(character) in ("Cc", "Cs") and character not in "\n\t" for character in text):
        msg = f"“{each.label}” contains characters that cannot be stored."
        raise _WrongError(msg)
    if each.type is FieldType.checkbox:
        return _ticked(each, text)
    if not text:
        if each.required:
            verb = "Choose" if each.type is FieldType.select else "Enter"
            msg = f"{verb} “{each.label}”."
            raise _WrongError(msg)
        return None
    return _READERS[each.type](each, text)


def _ticked(each: FormField, text: str) -> bool:
    if text.lower() not in TICKED | UNTICKED:
        msg = f"“{each.label}” is a box to tick."
        raise _WrongError(msg)
    if each.required and text.lower() in UNTICKED:
        msg = f"Tick “{each.label}” to go on."
        raise _WrongError(msg)
    return text.lower() in TICKED


def _text(each: FormField, text: str) -> str:
    longest = LONGEST_TEXT if each.type is FieldType.textarea else LONGEST_LINE
    if len(text) > longest:
        msg = f"“{each.label}” may hold at most {longest:,} characters; {len(text):,} were entered."
        raise _WrongError(msg)
    if each.type is FieldType.text and "\n" in text:
        msg = f"“{each.label}” is a single line."
        raise _WrongError(msg)
    return text


def _written(text: str) -> WrittenNumber | None:
    number = written_number(text, "en")
    return None if number is None or number.percent else number


def _plain(value: Decimal) -> str:
    return f"{value:f}"


def _number(each: FormField, text: str) -> str:
    number = _written(text)
    if number is None or number.currency:
        msg = f"“{each.label}” must be a number, for example 12 or 1,234.5."
        raise _WrongError(msg)
    return _plain(number.value)


def _money(each: FormField, text: str) -> str:
    number = _written(text)
    if number is None:
        msg = f"“{each.label}” must be an amount, for example 1,234.50."
        raise _WrongError(msg)
    if number.value != round(number.value, 2):
        msg = f"“{each.label}” is an amount with at most two decimals."
        raise _WrongError(msg)
    return _plain(number.value.quantize(Decimal("0.01")))


def _date(each: FormField, text: str) -> str:
    msg = f"“{each.label}” must be a date written as YYYY-MM-DD."
    if not _ISO_DATE.fullmatch(text):
        raise _WrongError(msg)
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        msg = f"“{each.label}”: {text} is not in the calendar."
        raise _WrongError(msg) from None


def _choice(each: FormField, text: str) -> str:
    if text not in each.options:
        msg = f"“{each.label}” must be one of: {', '.join(each.options)}."
        raise _WrongError(msg)
    return text


_READERS: dict[FieldType, Callable[[FormField, str], str]] = {
    FieldType.text: _text,
    FieldType.textarea: _text,
    FieldType.number: _number,
    FieldType.money: _money,
    FieldType.date: _date,
    FieldType.select: _choice,
}


def _file(each: FormField, typed: Typed) -> Upload | None:
    if typed.texts.get(each.name):
        msg = f"“{each.label}” takes a file, not text."
        raise _WrongError(msg)
    upload = typed.files.get(each.name)
    if upload is None:
        if each.required:
            msg = f"Choose a file for “{each.label}”."
            raise _WrongError(msg)
        return None
    upload = Upload(safe_name(upload.name), upload.data)
    if not upload.data:
        msg = f"“{each.label}”: {upload.name} is empty."
        raise _WrongError(msg)
    if len(upload.data) > each.max_bytes:
        msg = f"“{each.label}”: {upload.name} is larger than {size_text(each.max_bytes)}."
        raise _WrongError(msg)
    if each.accept and not upload.name.lower().endswith(tuple(each.accept)):
        msg = f"“{each.label}” takes files ending in {', '.join(each.accept)}."
        raise _WrongError(msg)
    return upload


def safe_name(name: str) -> str:
    """Return a file name without folders, control characters or leading dots, at most 150 bytes long, ending kept."""
    base = re.split(r"[/\\]", unicodedata.normalize("NFC", name))[-1]
    base = re.sub(r"[^\w .,()+@&'-]", "_", base).strip().lstrip(".-").strip()
    stem, dot, ending = base.rpartition(".")
    if not dot or not stem or not ending.isascii() or len(ending) > 10:
        stem, ending = base, ""
    room = 150 - len(ending) - 1
    stem = stem.encode()[:room].decode(errors="ignore").rstrip() or "file"
    return f"{stem}.{ending}" if ending else stem


def size_text(count: int) -> str:
    """Return a size in bytes as people write it."""
    if count < 1000:
        return f"{count} bytes"
    if count < 1_000_000:
        return f"{count / 1000:.0f} kB"
    return f"{count / 1_000_000:.1f} MB".replace(".0 MB", " MB")
