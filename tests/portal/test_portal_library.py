"""The document library: found by words, downloaded byte for byte, and nothing else of the disk."""

import os
from pathlib import Path
from urllib.parse import unquote

import pytest

from wp42_pytest.portal.bundle import PortalError
from wp42_pytest.portal.library import Library

TYPES = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "pdf": "application/pdf",
    "png": "image/png",
    "csv": "text/csv",
    "sqlite": "application/vnd.sqlite3",
    "json": "application/json",
    "md": "text/markdown",
    "eml": "message/rfc822",
    "ics": "text/calendar",
    "txt": "text/plain",
}


@pytest.fixture
def library(portal, portal_bundle):
    with Library(portal.documents, portal_bundle / "inputs") as library:
        yield library


def found(library, words, category=""):
    return [entry.path for entries in library.search(words, category).values() for entry in entries]


def test_every_document_arrives_byte_for_byte_under_its_type_and_name(portal, portal_bundle, script):
    assert {document.path.rpartition(".")[2] for document in portal.documents} == set(TYPES)
    for document in portal.documents:
        answer = script.get(f"/documents/{document.id}/download")
        name = Path(document.path).name
        assert answer.content == (portal_bundle / "inputs" / document.path).read_bytes()
        assert answer.headers["content-type"] == TYPES[name.rpartition(".")[2]]
        disposition = answer.headers["content-disposition"]
        assert disposition.startswith("attachment; ")
        assert unquote(disposition.split("filename*=UTF-8''")[1]) == name


def test_a_document_is_found_by_any_words_of_title_file_name_type_and_category(library):
    assert found(library, "statement") == ["bank/statement_2025-10.pdf"]
    assert found(library, "EXCEL ledgers") == ["gl_1010_2025-10.xlsx"]
    assert found(library, "aout") == ['Relevé d\'août "final".txt']
    assert found(library, "nothing of the kind") == []


def test_a_category_narrows_the_search(library):
    assert found(library, "", "Bank") == ["bank/statement_2025-10.pdf", "receipt.png", 'Relevé d\'août "final".txt']
    assert found(library, "excel", "Bank") == []


def test_documents_are_grouped_by_category_in_their_order(library):
    assert list(library.search("")) == ["Ledgers", "Correspondence", "Bank"]


def test_a_document_that_became_a_link_is_not_served(own_bundle, portal, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    path = own_bundle / "inputs" / "cheque_register.csv"
    path.unlink()
    path.symlink_to(secret)
    with Library(portal.documents, own_bundle / "inputs") as library, pytest.raises(OSError, match="symbolic links"):
        library.read(library.find("doc-06"))


def test_a_folder_that_became_a_link_is_not_followed(own_bundle, portal, tmp_path):
    (own_bundle / "inputs" / "bank").rename(tmp_path / "bank")
    (own_bundle / "inputs" / "bank").symlink_to(tmp_path / "bank")
    with Library(portal.documents, own_bundle / "inputs") as library, pytest.raises(OSError, match="Not a directory"):
        library.read(library.find("doc-04"))


def test_a_pipe_does_not_hold_the_server_up(own_bundle, portal):
    path = own_bundle / "inputs" / "policy.md"
    path.unlink()
    os.mkfifo(path)
    with (
        Library(portal.documents, own_bundle / "inputs") as library,
        pytest.raises(OSError, match="not a regular file"),
    ):
        library.read(library.find("doc-09"))


def test_inputs_must_be_a_folder(portal, tmp_path):
    with pytest.raises(PortalError, match=r"documents come from .* not a folder"):
        Library(portal.documents, tmp_path / "nowhere")
