"""The JSON interface: the same rows, documents and forms for a script."""

import json


def test_the_index_leads_to_everything(script):
    index = script.get("/api").json()
    assert index["org"] == "Lachance & Morin CPA Inc. (fictional)"
    for path in [index["documents"], index["forms"], index["submissions"], *index["records"].values()]:
        assert script.get(path).status_code == 200, path


def test_paging_gives_the_rows_of_the_record_table_unchanged(script, portal):
    path, rows, pages = "/api/gl_1010?page_size=250", [], 0
    while path:
        answer = script.get(path).json()
        rows += answer["rows"]
        pages += 1
        path = answer["next"]
    assert rows == portal.records["gl_1010"]
    assert pages == 3
    assert answer["total"] == 600
    assert answer["columns"] == portal.columns("gl_1010")


def test_a_page_holds_a_hundred_rows_unless_asked_and_a_thousand_at_most(script):
    assert len(script.get("/api/gl_1010").json()["rows"]) == 100
    assert script.get("/api/gl_1010?page_size=999999").json()["page_size"] == 1000
    assert len(script.get("/api/gl_1010?page_size=999999").json()["rows"]) == 600


def test_rows_are_filtered_by_field_sorted_and_searched(script):
    void = script.get("/api/cheque_register", params={"status": "void"}).json()
    assert [row["cheque_no"] for row in void["rows"]] == ["4449"]
    by_amount = script.get("/api/cheque_register", params={"sort": "-amount"}).json()
    assert [row["amount"] for row in by_amount["rows"]] == [1720, 1125, 512.75]
    assert script.get("/api/cheque_register", params={"amount": "1,125.00"}).json()["total"] == 1
    assert script.get("/api/cheque_register", params={"filter.status": "issued", "q": "4462"}).json()["total"] == 1


def test_the_next_address_keeps_the_filter(script):
    answer = script.get("/api/gl_1010", params={"Account": "1010", "sort": "-Debit", "page_size": "150"}).json()
    following = script.get(answer["next"]).json()
    assert {row["Account"] for row in following["rows"]} == {1010}
    assert len(answer["rows"]) + len(following["rows"]) == 200 == answer["total"]


def test_a_column_that_is_not_there_is_named_with_those_that_are(script):
    for query in ("nope=1", "sort=nope", "filter.nope=1"):
        answer = script.get(f"/api/cheque_register?{query}")
        assert answer.status_code == 400, query
        message = "“nope” is no column of cheque_register; it has cheque_no, date, amount, status."
        assert answer.json() == {"error": message}, query


def test_errors_are_json(script):
    for path, status in {"/api/nope": 404, "/api/nope/deeper": 404}.items():
        answer = script.get(path)
        assert answer.status_code == status
        assert answer.json()["error"]


def test_documents_are_listed_with_the_address_to_download_them_from(script, portal_bundle):
    listed = script.get("/api/documents").json()
    statement = next(each for each in listed if each["file_name"] == "statement_2025-10.pdf")
    assert statement["title"] == "Bank statement <October> & fees"
    assert (
        script.get(statement["download"]).content
        == (portal_bundle / "inputs" / "bank" / "statement_2025-10.pdf").read_bytes()
    )


def test_forms_are_described_with_their_fields(script, portal):
    sign_off = script.get("/api/forms").json()[0]
    assert sign_off["submit"] == "/api/forms/sign-off"
    assert [field["name"] for field in sign_off["fields"]] == [field.name for field in portal.forms[0].fields]
    assert sign_off["fields"][4]["options"] == ["Draft", "Final & signed", "Needs clarification"]
    assert sign_off["fields"][6]["max_bytes"] == 200_000


def test_a_script_submits_json_and_amounts_keep_every_digit(script, own_out):
    body = '{"period": "2025-10-31", "adjusted_balance": 12345678901234567.89, "items": 9, "preparer": "T", '
    body += '"status": "Draft", "confirmed": true, "urgent": false, "remarks": null}'
    headers = {"Content-Type": "application/json"}
    refused = script.post("/api/forms/sign-off", content=body, headers=headers)
    assert refused.status_code == 422
    assert refused.json()["errors"] == {"workbook": "Choose a file for “Workbook”."}
    answer = script.post("/api/forms/note", json={"subject": "2025", "due": None})
    assert answer.status_code == 201
    assert answer.json()["number"] == "SUB-0001"
    assert json.loads((own_out / "portal_submissions.json").read_bytes()) == [answer.json()]


def test_a_script_submits_files_as_multipart(script, own_out, values):
    answer = script.post(
        "/api/forms/sign-off",
        data={**values, "adjusted_balance": "12345678901234567.89"},
        files={"workbook": ("b.csv", b"1,2\n")},
    )
    assert answer.status_code == 201
    assert answer.json()["values"]["adjusted_balance"] == "12345678901234567.89"
    assert (own_out / answer.json()["values"]["workbook"]["path"]).read_bytes() == b"1,2\n"


def test_json_of_another_shape_is_refused(script):
    for body in ("[]", "1", '{"subject": ["a"]}', '{"subject": {"a": 1}}', "nope"):
        answer = script.post("/api/forms/note", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400, body
        assert answer.json()["error"], body


def test_submissions_are_listed_oldest_first(script):
    for subject in ("first", "second"):
        script.post("/api/forms/note", json={"subject": subject})
    assert [entry["values"]["subject"] for entry in script.get("/api/submissions").json()] == ["first", "second"]


def test_a_browser_session_may_use_the_interface_with_its_token(member):
    token = member.token("/forms/note")
    assert member.client.get("/api/cheque_register").json()["total"] == 3
    refused = member.client.post("/api/forms/note", json={"subject": "a"})
    assert refused.status_code == 403
    taken = member.client.post("/api/forms/note", json={"subject": "a"}, headers={"X-CSRF-Token": token})
    assert taken.status_code == 201
