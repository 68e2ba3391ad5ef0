"""Whatever bytes come, a parser reads them or refuses them with a typed reason."""

import functools
import io
import json
import sqlite3
from email.message import EmailMessage
from pathlib import Path

import docx
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from PIL import Image
from pptx import Presentation
from reportlab.pdfgen.canvas import Canvas

from wp42_pytest.evidence.document import document_of
from wp42_pytest.evidence.parse import parser
from wp42_pytest.evidence.refusal import Refused

CASES = Path(__file__).resolve().parents[1] / "cases"


def _docx():
    document = docx.Document(CASES / "tracked.docx")
    document.add_table(2, 2)
    return _saved(document.save)


def _saved(save):
    buffer = io.BytesIO()
    save(buffer)
    return buffer.getvalue()


def _pptx():
    deck = Presentation()
    deck.slides.add_slide(deck.slide_layouts[1]).shapes.title.text = "Title"
    return _saved(deck.save)


def _pdf():
    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1)
    canvas.drawString(72, 700, "Total due: 1,234.50")
    canvas.save()
    return buffer.getvalue()


def _eml():
    message = EmailMessage()
    message["Subject"] = "Hello"
    message.set_content("Total 10")
    message.add_alternative("<p>Total <b>10</b></p>", subtype="html")
    message.add_attachment(b"x", maintype="application", subtype="pdf", filename="a.pdf")
    return bytes(message)


def _sqlite():
    connection = sqlite3.connect(":memory:")
    connection.executescript(
        "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'x'), (2, 'y'); CREATE VIEW v AS SELECT a FROM t"
    )
    return connection.serialize()


ICS = b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20251031T090000Z\r\nSUMMARY:A\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
MD = b"# Title\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- x **y** [z](u) <!-- h -->\n"

MAKERS = {
    "docx": _docx,
    "pptx": _pptx,
    "pdf": _pdf,
    "eml": _eml,
    "sqlite": _sqlite,
    "ics": lambda: ICS,
    "md": lambda: MD,
    "txt": lambda: MD,
    "png": lambda: _saved(lambda buffer: Image.new("RGB", (8, 8)).save(buffer, "png")),
}


@functools.cache
def sound(kind):
    return MAKERS[kind]()


def read_or_refused(kind, data):
    try:
        found = parser(kind)(data)
    except Refused as refused:
        assert refused.sentence  # noqa: PT017 - both outcomes are right
        return
    json.dumps(found, allow_nan=False)
    view = document_of(f"x.{kind}", kind, found)
    if hasattr(view, "blocks"):
        view.states(10, near=["total"])
        view.says([["total", "x*"]])
        view.stated(["total"])
        view.mentions("4391")
        assert view.tables is not None


FAST = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_a_sound_file_is_read(kind):
    document_of(f"x.{kind}", kind, parser(kind)(sound(kind)))


@pytest.mark.parametrize("kind", sorted(MAKERS))
@FAST
@given(data=st.binary(max_size=600))
@example(data=b"")
@example(data=b"PK\x03\x04")
@example(data=b"%PDF-1.7\nstartxref\n0\n%%EOF")
@example(data=b"SQLite format 3\0" + b"\0" * 600)
def test_random_bytes_raise_nothing_but_the_typed_reasons(kind, data):
    read_or_refused(kind, data)


@pytest.mark.parametrize("kind", sorted(MAKERS))
@FAST
@given(share=st.floats(min_value=0, max_value=1))
def test_truncations_raise_nothing_but_the_typed_reasons(kind, share):
    data = sound(kind)
    read_or_refused(kind, data[: int(len(data) * share)])


@pytest.mark.parametrize("kind", sorted(MAKERS))
@FAST
@given(
    places=st.lists(st.tuples(st.floats(min_value=0, max_value=0.9999), st.integers(0, 255)), min_size=1, max_size=12)
)
def test_altered_bytes_raise_nothing_but_the_typed_reasons(kind, places):
    data = bytearray(sound(kind))
    for share, value in places:
        data[int(len(data) * share)] = value
    read_or_refused(kind, bytes(data))


XML = st.recursive(
    st.sampled_from(
        ["<w:t>12.50</w:t>", "<w:tab/>", "<w:delText>9</w:delText>", '<w:fldChar w:fldCharType="begin"/>', "<w:rPr/>"]
    ),
    lambda inner: st.builds(
        lambda name, parts: f"<w:{name}>{''.join(parts)}</w:{name}>",
        st.sampled_from(
            [
                "p",
                "r",
                "tbl",
                "tr",
                "tc",
                "ins",
                "del",
                "sdt",
                "sdtContent",
                "hyperlink",
                "pPr",
                "rPr",
                "tcPr",
                "drawing",
                "pict",
                "txbxContent",
                "moveFrom",
                "numPr",
            ]
        ),
        st.lists(inner, max_size=4),
    ),
    max_leaves=20,
)


@FAST
@given(body=XML)
def test_any_arrangement_of_word_elements_is_read(body):
    from built_files import docx as built

    read_or_refused("docx", built(body))
