"""The same portal for scripts: JSON below `/api`, behind the same login."""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from wp42_pytest.model.portal import FieldType, PortalForm
from wp42_pytest.portal.fields import check_form
from wp42_pytest.portal.intake import read_typed
from wp42_pytest.portal.pages import store, whole_number
from wp42_pytest.portal.site import address, members_only, refuse_foreign_origin, refuse_forged, site_of
from wp42_pytest.portal.tables import RecordTable, page_of

USUAL_PAGE_SIZE = 100
LARGEST_PAGE = 1000

CONTROLS = frozenset({"page", "page_size", "sort", "q"})
"""Parameters that are no columns; a column of that name is reached as `filter.<column>`."""

FILTER = "filter."


@members_only
async def index(request: Request) -> Response:
    """List what can be asked for."""
    site = site_of(request)
    return JSONResponse(
        {
            "org": site.portal.org,
            "documents": "/api/documents",
            "records": {name: f"/api/{name}" for name in site.tables},
            "forms": "/api/forms",
            "submissions": "/api/submissions",
        }
    )


@members_only
async def documents(request: Request) -> Response:
    """List the library."""
    return JSONResponse(
        [
            {
                "id": entry.id,
                "title": entry.title,
                "category": entry.category,
                "file_name": entry.file_name,
                "content_type": entry.content_type,
                "download": f"/documents/{entry.id}/download",
            }
            for entry in site_of(request).library.entries
        ]
    )


@members_only
async def rows(request: Request) -> Response:
    """Return one page of a record table: `?status=void&sort=-amount&page=2&page_size=100`, `q` searching every column."""
    table = site_of(request).tables.get(request.path_params["entity"])
    if table is None:
        raise HTTPException(404, "There is no such record table.")
    query = request.query_params
    found = table.matching(table.rows, _filters(table, request))
    if words := query.get("q"):
        found = table.containing(found, words)
    if sort := query.get("sort"):
        column = sort.removeprefix("-")
        _known(table, column)
        found = table.sorted(found, column, descending=sort != column)
    size = min(max(whole_number(query.get("page_size", ""), USUAL_PAGE_SIZE), 1), LARGEST_PAGE)
    shown = page_of(found, whole_number(query.get("page", ""), 1), size)
    following = {**query, "page": shown.number + 1}
    return JSONResponse(
        {
            "entity": table.name,
            "title": table.title,
            "columns": list(table.columns),
            "total": shown.total,
            "page": shown.number,
            "pages": shown.pages,
            "page_size": size,
            "next": address(f"/api/{table.name}", **following) if shown.number < shown.pages else None,
            "rows": list(shown.items),
        }
    )


def _filters(table: RecordTable, request: Request) -> dict[str, str]:
    asked = {name.removeprefix(FILTER): value for name, value in request.query_params.items() if name not in CONTROLS}
    for name in asked:
        _known(table, name)
    return asked


def _known(table: RecordTable, column: str) -> None:
    if column not in table.columns:
        raise HTTPException(400, f"“{column}” is no column of {table.name}; it has {', '.join(table.columns)}.")


@members_only
async def forms(request: Request) -> Response:
    """List the forms with their fields."""
    return JSONResponse([_described(form) for form in site_of(request).portal.forms])


def _described(form: PortalForm) -> dict[str, Any]:
    fields = []
    for each in form.fields:
        shown = {"name": each.name, "type": each.type, "label": each.label, "required": each.required}
        if each.hint:
            shown["hint"] = each.hint
        if each.options:
            shown["options"] = each.options
        if each.type is FieldType.file:
            shown |= {"accept": each.accept, "max_bytes": each.max_bytes}
        fields.append(shown)
    return {"id": form.id, "title": form.title, "submit": f"/api/forms/{form.id}", "fields": fields}


@members_only
async def submit(request: Request) -> Response:
    """Check and store a form: 201 with the submission, or 422 with what to mend by field."""
    refuse_foreign_origin(request)
    form = site_of(request).form(request.path_params["form"])
    if form is None:
        raise HTTPException(404, "There is no such form.")
    async with site_of(request).bodies:
        typed, token = await read_typed(request, form)
    refuse_forged(request, token)
    checked = check_form(form, typed)
    if checked.errors:
        return JSONResponse({"error": "The form was not submitted.", "errors": checked.errors}, 422)
    entry = await store(request, form, checked)
    return JSONResponse(entry.model_dump(mode="json"), 201)


@members_only
async def submissions(request: Request) -> Response:
    """List what was submitted, oldest first."""
    return JSONResponse([entry.model_dump(mode="json") for entry in site_of(request).book.entries()])


ROUTES = [
    Route("/api", index),
    Route("/api/documents", documents),
    Route("/api/forms", forms),
    Route("/api/forms/{form}", submit, methods=["POST"]),
    Route("/api/submissions", submissions),
    Route("/api/{entity}", rows),
]
