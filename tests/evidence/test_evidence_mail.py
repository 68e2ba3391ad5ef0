"""An e-mail is read as its reader sees it."""

import time
from email.message import EmailMessage

import pytest

from wp42_pytest.evidence.document import document_of
from wp42_pytest.evidence.parse.html_text import reduced_html
from wp42_pytest.evidence.parse.mail import read_eml
from wp42_pytest.evidence.refusal import Reason, Refused


def read(message):
    data = message if isinstance(message, bytes) else bytes(message)
    return document_of("reply.eml", "eml", read_eml(data))


@pytest.fixture
def message():
    message = EmailMessage()
    message["From"] = "Théo Bramwell <theo@lm.example>"
    message["To"] = "Solène <solene@bdf.example>, b@bdf.example"
    message["Subject"] = "Réconciliation — October"
    message.set_content("Dear Solène,\n\nThe adjusted balance is CAD 184,206.58.\n\n> The balance is 999.00.\n")
    return message


def test_headers_body_and_quotes_are_apart(message):
    found = read(message)
    assert found.subject == "Réconciliation — October"
    assert found.recipients == ["solene@bdf.example", "b@bdf.example"]
    assert found.header("from") == "Théo Bramwell <theo@lm.example>"
    assert found.stated(["balance"]) == [found.states("184206.58").number]
    assert found.quoted == ["The balance is 999.00."]
    assert found.headings == ["Réconciliation — October"]


def test_text_and_html_of_one_mail_count_once_and_what_only_the_html_says_counts_too(message):
    message.add_alternative(
        "<html><head><style>.x{display:none}</style></head><body><p>Dear Solène,</p><p>The adjusted balance is <b>CAD 184,206.58</b>.</p>"
        "<table><tr><td>Cheque</td><td>4391</td></tr></table><p class='x'>4242</p></body></html>",
        subtype="html",
    )
    found = read(message)
    assert found.text.count("184,206.58") == 1
    assert found.says([["cheque"], ["4391"]])
    assert found.hidden == ["4242"]


def test_attachments_are_listed_and_not_opened(message):
    message.add_attachment(b"a,b\n1,2\n", maintype="text", subtype="csv", filename="été.csv")
    (attached,) = read(message).attachments
    assert (attached["name"], attached["type"], attached["size"]) == ("été.csv", "text/csv", 8)
    assert len(attached["sha256"]) == 64


def test_a_draft_with_only_a_subject_is_read():
    assert read(b"\r\nSubject: Hello\r\n\r\nAll is well.\r\n").paragraphs == ["All is well."]


@pytest.mark.parametrize("data", [b"", b"Just a note.\n\nNo header.", b"X-Thing: 1\n\nbody", b"\x00\x01\x02" * 50])
def test_what_is_no_mail_is_refused(data):
    with pytest.raises(Refused) as refused:
        read_eml(data)
    assert refused.value.reason is Reason.wrong_kind


def test_nested_parts_without_end_are_refused():
    nested = b""
    for depth in range(600):
        nested += b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (depth, depth)
    begun = time.process_time()
    with pytest.raises(Refused) as refused:
        read_eml(b"Subject: x\n" + nested)
    assert refused.value.reason is Reason.too_complex
    assert time.process_time() - begun < 5


@pytest.mark.parametrize(
    "bomb",
    [
        "<div>" * 100_000,
        "<table><tr><td>" * 50_000,
        "<b>" * 200_000,
        "<p>x</p>" * 70_000,
        "<" * 500_000,
        "<a href='" + "x" * 2_000_000,
        "&" * 500_000,
        "<!--" * 200_000,
        "<style>" + "a{" * 100_000,
        "<p style='" + "a:b;" * 100_000 + "'>x",
        "<p class='" + "a " * 200_000 + "'>x",
    ],
    ids=lambda bomb: bomb[:8],
)
def test_an_html_bomb_is_read_or_refused_in_no_time(bomb):
    data = b"Subject: x\nContent-Type: text/html\n\n" + bomb.encode()
    begun = time.process_time()
    try:
        read_eml(data)
    except Refused as refused:
        assert refused.reason in (Reason.too_complex, Reason.too_large, Reason.damaged)  # noqa: PT017 - either is right
    assert time.process_time() - begun < 6


@pytest.mark.parametrize(
    "hiding",
    [
        "<p hidden>4242</p>",
        "<p style='display: none'>4242</p>",
        "<p style='visibility:hidden'>4242</p>",
        "<p style='font-size:0'>4242</p>",
        "<p style='FONT-SIZE: 1px'>4242</p>",
        "<p style='color:#fff'>4242</p>",
        "<p style='color: rgb(255, 255, 255) !important'>4242</p>",
        "<font color='white'>4242</font>",
        "<div style='background:#123456'><span style='color:#123456'>4242</span></div>",
        "<p style='opacity:0'>4242</p>",
        "<p style='position:absolute; left:-9999px'>4242</p>",
        "<div style='height:0; overflow:hidden'>4242</div>",
        "<style>#a{display:none}</style><p id=a>4242</p>",
        "<style>td.q, p.q {color: white}</style><p class='p q'>4242</p>",
        "<template>4242</template>",
        "<script>4242</script>",
        "<!-- 4242 -->",
    ],
)
def test_text_that_html_hides_is_not_said(hiding):
    reduced = reduced_html(f"<p>seen</p>{hiding}")
    assert [block["text"] for block in reduced.blocks] == ["seen"]


@pytest.mark.parametrize(
    "shown",
    [
        "<p style='color:#fff;background-color:#024'>4242</p>",
        "<table bgcolor='#002244'><tr><td><font color=white>4242</font></td></tr></table>",
        "<p style='font-size:9pt;color:#999'>4242</p>",
        "<td>4242</td>",
        "<details><summary>4242</summary></details>",
    ],
)
def test_text_that_html_shows_is_said(shown):
    assert [block["text"] for block in reduced_html(shown).blocks] == ["4242"]


def test_layout_tables_read_as_prose_and_records_as_rows():
    page = "<table><tr><td><h2>Total</h2><table><tr><td>a</td><td>1</td></tr></table>end</td></tr></table>"
    assert [(block["kind"], block.get("text") or block["cells"]) for block in reduced_html(page).blocks] == [
        ("heading", "Total"),
        ("row", ["a", "1"]),
        ("paragraph", "end"),
    ]
