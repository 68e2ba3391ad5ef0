"""The pages that a person sees."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from wp42_pytest.model.portal import FieldType, FormField, PortalForm, PortalSubmission, StoredFile
from wp42_pytest.portal.fields import Checked, Typed, check_form, size_text
from wp42_pytest.portal.intake import read_typed
from wp42_pytest.portal.journal import remember
from wp42_pytest.portal.sessions import Session, csrf_fits
from wp42_pytest.portal.site import (
    Crumb,
    address,
    locked_text,
    members_only,
    page,
    refuse_foreign_origin,
    refuse_forged,
    session_of,
    site_of,
)
from wp42_pytest.portal.submissions import StorageError
from wp42_pytest.portal.tables import number_of, page_of

PAGE_SIZES = (25, 50, 100, 250)
USUAL_PAGE_SIZE = 50

DOCUMENTS: Crumb = ("Documents", "/documents")
RECORDS: Crumb = ("Records", "/records")
FORMS: Crumb = ("Forms", "/forms")
SUBMISSIONS: Crumb = ("Submissions", "/submissions")


async def login_page(request: Request) -> Response:
    """Show the login page, or go on where somebody is logged in already."""
    session = session_of(request)
    if session is not None and session.logged_in:
        return RedirectResponse(own_address(request.query_params.get("next", "")), 303)
    expired = site_of(request).sessions.has_expired(request.cookies.get(site_of(request).sessions.cookie))
    notice = "Your session has expired. Log in again to go on." if expired else ""
    return _login_form(request, session, request.query_params.get("next", ""), notice=notice)


async def log_in(request: Request) -> Response:
    """Log in with name and password."""
    refuse_foreign_origin(request)
    site, session = site_of(request), session_of(request)
    typed, token = await read_typed(request)
    name, target = typed.texts.get("username", ""), typed.texts.get("next", "")
    if session is None or not csrf_fits(session, token):
        text = "This page was open for too long. Log in again."
        return _login_form(request, session, target, name, error=text, status=403)
    if site.account.accepts(name, typed.texts.get("password", "")):
        site.sessions.end(session)
        response = RedirectResponse(own_address(target), 303)
        _set_cookie(request, response, site.sessions.begin(logged_in=True))
        return response
    if wait := site.account.locked_for():
        return _login_form(request, session, target, name, error=locked_text(wait), status=429, wait=wait)
    return _login_form(request, session, target, name, error="The user name or the password is not right.", status=403)


def _login_form(
    request: Request,
    session: Session | None,
    target: str,
    name: str = "",
    *,
    notice: str = "",
    error: str = "",
    status: int = 200,
    wait: int = 0,
) -> Response:
    session = session or site_of(request).sessions.begin()
    response = page(
        request,
        "login.html",
        "Log in",
        status=status,
        headers={"Retry-After": str(wait)} if wait else None,
        token=session.csrf,
        target=target,
        name=name,
        notice=notice,
        error=error,
    )
    _set_cookie(request, response, session)
    return response


def _set_cookie(request: Request, response: Response, session: Session) -> None:
    sessions = site_of(request).sessions
    response.set_cookie(sessions.cookie, sessions.signed(session), httponly=True, samesite="strict", path="/")


def own_address(target: str) -> str:
    """Return an address of this portal to go on to; anything that leads elsewhere becomes the start page."""
    plain = target.isascii() and target.isprintable() and "\\" not in target
    return target if plain and target.startswith("/") and not target.startswith("//") else "/"


@members_only
async def log_out(request: Request) -> Response:
    """End the session."""
    refuse_foreign_origin(request)
    _, token = await read_typed(request)
    refuse_forged(request, token)
    response = RedirectResponse("/login", 303)
    if request.state.session is not None:
        site_of(request).sessions.end(request.state.session)
        response.delete_cookie(site_of(request).sessions.cookie, path="/", httponly=True, samesite="strict")
    return response


@members_only
async def home(request: Request) -> Response:
    """Show what the portal has."""
    latest = site_of(request).book.entries()[:-4:-1]
    return page(request, "home.html", "Start", latest=latest)


@members_only
async def documents(request: Request) -> Response:
    """Show the library, searched by words and category."""
    library = site_of(request).library
    words, category = request.query_params.get("q", ""), request.query_params.get("category", "")
    if category not in library.categories:
        category = ""
    found = library.search(words, category)
    count = sum(map(len, found.values()))
    return page(request, "documents.html", "Documents", words=words, category=category, found=found, count=count)


@members_only
async def download(request: Request) -> Response:
    """Send a document under its own name and type."""
    library = site_of(request).library
    entry = library.find(request.path_params["document"])
    if entry is None:
        raise HTTPException(404, "The library has no such document.")
    remember(request, document=entry.id, file=entry.path)
    try:
        data = await run_in_threadpool(library.read, entry)
    except OSError:
        raise HTTPException(404, f"{entry.file_name} is not available at the moment.") from None
    return Response(data, headers={"content-type": entry.content_type, "content-disposition": entry.disposition})


@members_only
async def records(request: Request) -> Response:
    """Show which record tables there are."""
    return page(request, "records.html", "Records")


@members_only
async def record_table(request: Request) -> Response:
    """Show one page of a record table, filtered and sorted."""
    table = site_of(request).tables.get(request.path_params["entity"])
    if table is None:
        raise HTTPException(404, "There is no such record table.")
    query = request.query_params
    words, column = query.get("q", ""), query.get("column", "")
    sort, descending = query.get("sort", ""), query.get("dir") == "desc"
    column = column if column in table.columns else ""
    rows = table.containing(table.rows, words, column) if words else table.rows
    if sort in table.columns:
        rows = table.sorted(rows, sort, descending=descending)
    else:
        sort, descending = "", False
    size = whole_number(query.get("size", ""), USUAL_PAGE_SIZE)
    size = size if size in PAGE_SIZES else USUAL_PAGE_SIZE
    shown = page_of(rows, whole_number(query.get("page", ""), 1), size)
    return page(
        request,
        "table.html",
        table.title,
        (RECORDS,),
        table=table,
        amounts=table.amounts,
        shown=shown,
        sizes=PAGE_SIZES,
        view={
            "q": words,
            "column": column,
            "sort": sort,
            "dir": "desc" if descending else "",
            "size": "" if size == USUAL_PAGE_SIZE else size,
        },
    )


def whole_number(text: str, otherwise: int) -> int:
    """Return a whole number from an address; what is none, or absurdly long, gives `otherwise`."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else otherwise


@members_only
async def forms(request: Request) -> Response:
    """Show which forms there are."""
    return page(request, "forms.html", "Forms")


@members_only
async def form_page(request: Request) -> Response:
    """Show an empty form."""
    return _form(request, _form_of(request), Typed(), Checked({}, {}, {}), 200)


@members_only
async def submit(request: Request) -> Response:
    """Check and store a form, or show it again with what was typed and what to mend."""
    refuse_foreign_origin(request)
    form = _form_of(request)
    async with site_of(request).bodies:
        typed, token = await read_typed(request, form)
    refuse_forged(request, token)
    checked = check_form(form, typed)
    if checked.errors:
        return _form(request, form, typed, checked, 422)
    entry = await store(request, form, checked)
    return RedirectResponse(address(f"/submissions/{entry.number}/received"), 303)


async def store(request: Request, form: PortalForm, checked: Checked) -> PortalSubmission:
    """Store a form that was found without errors.

    Raises:
        HTTPException: 507 when it cannot be stored.
    """
    try:
        entry = await run_in_threadpool(site_of(request).book.add, form.id, checked)
    except StorageError as error:
        raise HTTPException(507, f"Nothing was submitted: {error}.") from None
    remember(request, form=form.id, submission=entry.number)
    return entry


def _form_of(request: Request) -> PortalForm:
    form = site_of(request).form(request.path_params["form"])
    if form is None:
        raise HTTPException(404, "There is no such form.")
    return form


def _form(request: Request, form: PortalForm, typed: Typed, checked: Checked, status: int) -> Response:
    return page(
        request, "form.html", form.title, (FORMS,), status=status, form=form, typed=typed, errors=checked.errors
    )


@members_only
async def submissions(request: Request) -> Response:
    """Show what was submitted, newest first."""
    return page(request, "submissions.html", "Submissions", entries=site_of(request).book.entries()[::-1])


@members_only
async def submission(request: Request) -> Response:
    """Show one submission."""
    return _submission(request, received=False)


@members_only
async def received(request: Request) -> Response:
    """Confirm a submission and give its reference number."""
    return _submission(request, received=True)


def _submission(request: Request, *, received: bool) -> Response:
    site = site_of(request)
    entry = site.book.find(request.path_params["number"])
    if entry is None:
        raise HTTPException(404, "There is no submission with this number.")
    form = site.form(entry.form)
    fields = {each.name: each for each in form.fields} if form else {}
    values = [
        (fields[name].label if name in fields else name, _shown(value, fields.get(name)))
        for name, value in entry.values.items()
    ]
    return page(
        request,
        "submission.html",
        f"Submission {entry.number}",
        (SUBMISSIONS,),
        entry=entry,
        values=values,
        received=received,
    )


def _shown(value: str | bool | StoredFile | None, field: FormField | None) -> str:
    match value:
        case None:
            return "—"
        case bool():
            return "Yes" if value else "No"
        case StoredFile():
            return f"{value.name} ({size_text(value.bytes)})"
    amount = number_of(value) if field and field.type is FieldType.money else None
    return value if amount is None else f"{amount:,.2f}"


ROUTES = [
    Route("/login", login_page, methods=["GET"]),
    Route("/login", log_in, methods=["POST"]),
    Route("/logout", log_out, methods=["POST"]),
    Route("/", home),
    Route("/documents", documents),
    Route("/documents/{document}/download", download),
    Route("/records", records),
    Route("/records/{entity}", record_table),
    Route("/forms", forms),
    Route("/forms/{form}", form_page, methods=["GET"]),
    Route("/forms/{form}", submit, methods=["POST"]),
    Route("/submissions", submissions),
    Route("/submissions/{number}", submission),
    Route("/submissions/{number}/received", received),
]
