"""Of a picture only format and size are read."""

import io

import pytest
from PIL import Image

from wp42_pytest.evidence.document import document_of
from wp42_pytest.evidence.parse.image import read_image
from wp42_pytest.evidence.refusal import Reason, Refused


def picture(kind, size=(40, 30)):
    buffer = io.BytesIO()
    Image.new("RGB", size, "navy").save(buffer, kind)
    return buffer.getvalue()


@pytest.mark.parametrize("kind", ["png", "jpeg", "gif"])
def test_format_and_size_are_read(kind):
    found = document_of("chart", kind, read_image(picture(kind)))
    assert (found.payload["format"], found.width, found.height) == (kind, 40, 30)


@pytest.mark.parametrize("kind", ["png", "jpeg", "gif"])
def test_a_picture_that_is_cut_off_is_refused(kind):
    data = picture(kind)
    for keep in (len(data) - 1, len(data) // 2, 12):
        with pytest.raises(Refused) as refused:
            read_image(data[:keep])
        assert refused.value.reason is Reason.damaged


def test_a_damaged_png_is_refused():
    data = bytearray(picture("png"))
    data[20] ^= 1
    with pytest.raises(Refused) as refused:
        read_image(bytes(data))
    assert refused.value.reason is Reason.damaged


def test_what_is_no_picture_is_refused():
    with pytest.raises(Refused) as refused:
        read_image(b"%PDF-1.7")
    assert refused.value.reason is Reason.wrong_kind
