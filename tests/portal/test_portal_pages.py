"""The pages over HTTP: what they show, keep and refuse."""

import html
import json
import re


def cells(text: str) -> list[list[str]]:
    body = text.split("<tbody>")[1].split("</tbody>", maxsplit=1)[0]
    rows = body.split("<tr>")[1:]
    return [[html.unescape(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)] for row in rows]


def on_disk(out) -> list[dict]:
    return json.loads((out / "portal_submissions.json").read_bytes())


def test_every_page_stands_under_the_name_of_the_organisation(member):
    for path in ("/", "/documents", "/records", "/records/gl_1010", "/forms", "/forms/note", "/submissions", "/nope"):
        text = member.client.get(path).text
        assert "Lachance &amp; Morin CPA Inc. (fictional)</title>" in text, path
        assert '<nav class="main" aria-label="Main">' in text, path


def test_a_deeper_page_shows_the_way_back(member):
    text = member.client.get("/records/gl_1010").text
    crumbs = text.split('aria-label="Breadcrumb"')[1].split("</nav>")[0]
    assert re.findall(r'<li><a href="([^"]+)">', crumbs) == ["/", "/records"]
    assert '<li aria-current="page">General ledger 1010</li>' in crumbs


def test_no_page_names_another_host_or_runs_a_script(member):
    for path in ("/", "/documents", "/records/gl_1010", "/forms/sign-off", "/static/portal.css"):
        answer = member.client.get(path)
        assert not re.search(r"(src|href|action|url\()\s*=?\s*[\"']?(https?:)?//", answer.text), path
        assert "<script" not in answer.text, path
        assert " style=" not in answer.text, path
        assert answer.headers["content-security-policy"].startswith("default-src 'none';"), path
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_pages_are_not_kept_by_a_browser_that_is_logged_out_later(member):
    assert member.client.get("/documents").headers["cache-control"] == "no-store"


def test_the_server_tells_no_clock_and_no_version(member):
    assert {"date", "server", "x-powered-by"}.isdisjoint(member.client.get("/").headers)


def test_a_record_that_holds_html_shows_as_text(member, portal):
    text = member.client.get("/records/gl_1010?size=25").text
    note = portal.records["gl_1010"][7]["Description"]
    assert note.startswith("<script>")
    assert note not in text
    assert cells(text)[7][3] == note


def test_a_search_that_holds_html_is_shown_as_text(member):
    for path in ("/documents", "/records/gl_1010"):
        text = member.client.get(path, params={"q": '"><img src=x>'}).text
        assert "<img" not in text
        assert "&#34;&gt;&lt;img src=x&gt;" in text


def test_paging_shows_every_row_once_in_the_order_of_the_source(member, portal):
    seen = []
    for page in range(1, 13):
        text = member.client.get(f"/records/gl_1010?page={page}").text
        assert f"Page {page} of 12" in text
        seen += [row[0] for row in cells(text)]
    assert seen == [row["Entry"] for row in portal.records["gl_1010"]]


def test_the_page_size_can_be_chosen_from_a_list_alone(member):
    assert len(cells(member.client.get("/records/gl_1010?size=250").text)) == 250
    assert len(cells(member.client.get("/records/gl_1010?size=100000").text)) == 50


def test_sorting_filtering_and_paging_hold_together(member, portal):
    query = {"q": "loyer", "column": "Description", "sort": "Credit", "dir": "desc", "size": "25", "page": "2"}
    shown = [row[0] for row in cells(member.client.get("/records/gl_1010", params=query).text)]
    rows = [row for row in portal.records["gl_1010"] if "Loyer" in row["Description"]]
    credits = sorted((row for row in rows if row["Credit"] is not None), key=lambda row: -row["Credit"])
    ordered = credits + [row for row in rows if row["Credit"] is None]
    assert shown == [row["Entry"] for row in ordered[25:50]]


def test_an_address_that_asks_for_nonsense_shows_the_plain_table(member):
    for query in ("sort=nope", "column=nope", "page=x", "page=-1", "size=0", "page=99999999999999999999"):
        answer = member.client.get(f"/records/gl_1010?{query}")
        assert answer.status_code == 200, query
        assert cells(answer.text)[0][0] == "CD-1000", query


def test_what_is_not_there_is_said_on_a_page(member):
    for path, words in {
        "/nope": "There is nothing at this address",
        "/records/nope": "There is no such record table",
        "/forms/nope": "There is no such form",
        "/documents/nope/download": "The library has no such document",
        "/submissions/SUB-0001": "There is no submission with this number",
    }.items():
        answer = member.client.get(path)
        assert answer.status_code == 404, path
        assert words in answer.text, path


def test_a_form_is_confirmed_with_a_reference_number_and_what_was_stored(member, own_out, values):
    files = {"workbook": ("../sign off.xlsx", b"PK\x03\x04")}
    answer = member.submit("sign-off", values, files)
    assert answer.status_code == 200
    assert answer.url.path == "/submissions/SUB-0001/received"
    assert '<strong class="reference">SUB-0001</strong>' in answer.text
    assert "Line two &lt;b&gt;bold&lt;/b&gt;" in answer.text
    (entry,) = on_disk(own_out)
    assert entry["form"] == "sign-off"
    assert entry["values"] == {
        "period": "2025-10-31",
        "adjusted_balance": "184206.58",
        "items": "9",
        "preparer": "Théo Bramwell",
        "status": "Final & signed",
        "remarks": "Line one\nLine two <b>bold</b>",
        "workbook": entry["values"]["workbook"],
        "confirmed": True,
        "urgent": False,
    }
    assert (own_out / entry["values"]["workbook"]["path"]).read_bytes() == b"PK\x03\x04"
    assert entry["values"]["workbook"]["path"] == "portal_uploads/SUB-0001-workbook-sign off.xlsx"


def test_a_refused_form_keeps_what_was_typed_and_stores_nothing(member, own_out, values):
    typed = {**values, "adjusted_balance": '<"lots">', "period": "", "urgent": "yes"}
    answer = member.submit("sign-off", typed)
    assert answer.status_code == 422
    assert "The form was not submitted" in answer.text
    assert 'value="&lt;&#34;lots&#34;&gt;"' in answer.text
    assert 'value="Théo Bramwell"' in answer.text
    assert "Line one\nLine two &lt;b&gt;bold&lt;/b&gt;</textarea>" in answer.text
    assert '<option value="Final &amp; signed" selected>' in answer.text
    for name in ("confirmed", "urgent"):
        assert re.search(rf'<input type="checkbox" value="yes" id="{name}"[^>]* checked>', answer.text), name
    for name in ("period", "adjusted_balance", "workbook"):
        assert f'id="error-{name}"' in answer.text, name
        assert f'<a href="#{name}">' in answer.text, name
    assert not (own_out / "portal_submissions.json").exists()


def test_a_file_somewhat_too_large_is_refused_with_the_rest_kept_and_a_huge_one_outright(member, own_out, values):
    answer = member.submit("sign-off", values, {"workbook": ("a.csv", b"x" * 200_001)})
    assert answer.status_code == 422
    assert "a.csv is larger than 200 kB" in answer.text
    assert 'value="Théo Bramwell"' in answer.text
    answer = member.submit("sign-off", values, {"workbook": ("a.csv", b"x" * 2_000_000)})
    assert answer.status_code == 413
    assert "What was sent is too large" in answer.text
    assert list(own_out.iterdir()) == []


def test_the_worker_sees_what_it_submitted_newest_first(member):
    for subject in ("first", "second"):
        member.submit("note", {"subject": subject})
    text = member.client.get("/submissions").text
    assert re.findall(r">(SUB-\d+)<", text) == ["SUB-0002", "SUB-0001"]
    assert '<dd class="typed">second</dd>' in member.client.get("/submissions/SUB-0002").text


def test_what_cannot_be_stored_is_said_and_not_confirmed(member, own_out):
    (own_out / "portal_submissions.json").mkdir()
    answer = member.submit("note", {"subject": "a"})
    assert answer.status_code == 507
    assert "Nothing was submitted: the portal could not write to its storage" in answer.text
    assert "SUB-" not in member.client.get("/submissions").text


def test_a_body_that_makes_no_sense_is_refused_and_the_portal_goes_on(member):
    for content_type, body, status in [
        ("text/plain", b"subject=a", 415),
        ("multipart/form-data", b"--x", 400),
        ("multipart/form-data; boundary=x", b"nonsense", 400),
        ("multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--", 400),
        ("application/json", b"{", 400),
        ("application/json", b"[" * 100_000, 400),
        ("application/x-www-form-urlencoded", b"%zz=%00&&==&_csrf", 403),
        ("application/x-www-form-urlencoded", b"a=" + b"x" * 600_000, 413),
        ("application/x-www-form-urlencoded", b"&".join(b"a%d=1" % n for n in range(300)), 400),
    ]:
        answer = member.client.post("/forms/note", content=body, headers={"Content-Type": content_type})
        assert answer.status_code == status, (content_type, body[:40])
    assert member.client.get("/documents").status_code == 200
