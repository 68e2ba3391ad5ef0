"""The same workbook written anew, plain, for the formula engines.

The engines refuse whole books for reasons that have nothing to do with their values (Strict namespaces, an empty fill, a
link to another file, one formula that is too deep), and one of them trusts caches. So they get a book of ours: values,
formulas, tables and names, no caches, no styles beyond the default, no links, and a fixed day for TODAY().
"""

from __future__ import annotations

import io
import re
import zipfile
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from wp42_pytest.evidence.references import column_letters

FIXED_DAY = 45_965
"""What TODAY() gives, 4 November 2025: an answer must not change with the day on which it is graded."""

NESTING_LIMIT = 64
LENGTH_LIMIT = 8192
"""Excel's own limits; a formula beyond them is no formula, and would take an engine down."""

_QUOTED = re.compile(r'"(?:[^"]|"")*"')
_EXTERNAL = re.compile(
    r"(?<![\w\])])\[[^\[\]]+\][^\s!,;()]*!|'[^']*\[[^\]']+\][^']*'!"
    r"|\b(?:WEBSERVICE|FILTERXML|RTD|CUBE\w+|STOCKHISTORY|IMAGE|CALL|REGISTER(?:\.ID)?|EUROCONVERT|SQL\.REQUEST)\s*\(",
    re.IGNORECASE,
)
_RANDOM = re.compile(r"\bRAND(?:BETWEEN|ARRAY)?\s*\(", re.IGNORECASE)
_LOOKS_AT_HIDDEN = re.compile(r"SUBTOTAL\(\s*1[01][0-9]|AGGREGATE\(", re.IGNORECASE)
_CLOCK = re.compile(r"\b(TODAY|NOW)\s*\(\s*\)", re.IGNORECASE)
_CONSTANT = re.compile(r'=?\s*([+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?%?|"(?:[^"]|"")*"|TRUE|FALSE)\s*', re.IGNORECASE)
_WITHOUT_DIGITS = str.maketrans("", "", "0123456789")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udfff]")
_SPECIAL = re.compile("[<>&\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udfff]")

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_STYLES = (
    f'{_DECLARATION}<styleSheet xmlns="{_MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>'
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)


def rewritten(book: dict[str, Any]) -> bytes:
    """Return a plain xlsx of a parsed workbook, and flag the formulas that have no value of their own.

    The flag of a formula cell becomes "x" when it reaches outside the file, "r" when it is random, "n" when it is beyond
    Excel's own limits, "v" when it depends on the day; the first three are written as errors.

    Args:
        book: what `read_xlsx` found; its cells are flagged in place.
    """
    inlined = _Inlined(book)
    formulas = (cell[4] for sheet in book["sheets"] for cell in sheet["cells"] if len(cell) > 4)
    # Only where a formula asks, since one engine then refuses the book and must be helped.
    sight = any(_LOOKS_AT_HIDDEN.search(formula) for formula in formulas)
    sheets = [
        _sheet_xml(sheet, inlined, frozenset(sheet.get("hidden_rows", ()) if sight else ())) for sheet in book["sheets"]
    ]
    tables = [(number, table) for number, sheet in enumerate(book["sheets"], 1) for table in sheet.get("tables", [])]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("[Content_Types].xml", _content_types(len(sheets), len(tables)))
        archive.writestr("_rels/.rels", _relations([("rId1", f"{_OFFICE}/officeDocument", "xl/workbook.xml")]))
        archive.writestr("xl/workbook.xml", _workbook_xml(book, inlined))
        targets = [(f"rId{n}", f"{_OFFICE}/worksheet", f"worksheets/sheet{n}.xml") for n in range(1, len(sheets) + 1)]
        archive.writestr(
            "xl/_rels/workbook.xml.rels", _relations([*targets, ("rIdS", f"{_OFFICE}/styles", "styles.xml")])
        )
        archive.writestr("xl/styles.xml", _STYLES)
        for number, content in enumerate(sheets, 1):
            own = [index for index, (sheet, _) in enumerate(tables, 1) if sheet == number]
            parts = "".join(f'<tablePart r:id="rIdT{index}"/>' for index in own)
            tail = f'<tableParts count="{len(own)}">{parts}</tableParts>' if own else ""
            archive.writestr(f"xl/worksheets/sheet{number}.xml", f"{content}{tail}</worksheet>")
            if own:
                links = [(f"rIdT{index}", f"{_OFFICE}/table", f"../tables/table{index}.xml") for index in own]
                archive.writestr(f"xl/worksheets/_rels/sheet{number}.xml.rels", _relations(links))
        for index, (_, table) in enumerate(tables, 1):
            archive.writestr(f"xl/tables/table{index}.xml", _table_xml(index, table))
    return buffer.getvalue()


class _Inlined:
    """Formulas as the engines get them: names of constants replaced, the day fixed."""

    def __init__(self, book: dict[str, Any]) -> None:
        self._usual: set[str] = set()
        self.constants: dict[str, str] = {}
        for name in book.get("names", []):
            constant = _CONSTANT.fullmatch(name["refers"])
            if constant and "scope" not in name:
                self.constants[name["name"].upper()] = f"({constant[1]})"
        names = "|".join(re.escape(name) for name in sorted(self.constants, key=len, reverse=True))
        self._names = re.compile(rf"(?<![\w.!\[\]#@])(?:{names})(?![\w.(!\]])", re.IGNORECASE) if names else None

    def formula(self, text: str) -> tuple[str, str]:
        """Return the formula without its equals sign, and its flag."""
        text = text[1:]
        if len(text) > LENGTH_LIMIT or _nesting(text) > NESTING_LIMIT:
            return "", "n"
        flag = ""
        # A column of formulas differs in its row numbers only, so a whole column is looked at once.
        shape = text.translate(_WITHOUT_DIGITS)
        if shape not in self._usual:
            bare = _QUOTED.sub('""', text)
            if _EXTERNAL.search(bare):
                return "", "x"
            if _RANDOM.search(bare):
                return "", "r"
            flag = "v" if _CLOCK.search(bare) else ""
            if not flag and "[" not in text:
                self._usual.add(shape)
        if flag or self._names:
            text = "".join(
                piece if piece.startswith('"') else self._replaced(piece)
                for piece in re.split(f"({_QUOTED.pattern})", text)
            )
        return text, flag

    def _replaced(self, piece: str) -> str:
        piece = _CLOCK.sub(lambda match: str(FIXED_DAY) if match[1].upper() == "TODAY" else f"{FIXED_DAY}.5", piece)
        return self._names.sub(lambda match: self.constants[match[0].upper()], piece) if self._names else piece


def _nesting(text: str) -> int:
    if text.count("(") <= NESTING_LIMIT:
        return 0
    depth = deepest = 0
    for character in text:
        if character == "(":
            depth += 1
            deepest = max(deepest, depth)
        elif character == ")":
            depth -= 1
    return deepest


def _sheet_xml(sheet: dict[str, Any], inlined: _Inlined, hidden: frozenset[int]) -> str:
    pieces = [f'{_DECLARATION}<worksheet xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheetData>']
    current = 0
    for cell in _in_order(sheet["cells"]):
        content = _cell_xml(cell, inlined)
        if not content:
            continue
        if cell[0] != current:
            attributes = ' hidden="1"' if cell[0] in hidden else ""
            pieces.append(f'{"</row>" if current else ""}<row r="{cell[0]}"{attributes}>')
            current = cell[0]
        pieces.append(content)
    pieces.append("</row></sheetData>" if current else "</sheetData>")
    return "".join(pieces)


def _in_order(cells: list[list[Any]]) -> list[list[Any]]:
    last = (0, 0)
    for cell in cells:
        place = (cell[0], cell[1])
        if place <= last:
            return [found for _, found in sorted({(cell[0], cell[1]): cell for cell in cells}.items())]
        last = place
    return cells


def _cell_xml(cell: list[Any], inlined: _Inlined) -> str:
    reference = f"{column_letters(cell[1])}{cell[0]}"
    if len(cell) > 4:
        return _formula_xml(cell, reference, inlined)
    value = cell[2]
    if isinstance(value, bool):
        return f'<c r="{reference}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, str):
        return f'<c r="{reference}" t="inlineStr"><is><t xml:space="preserve">{_text(value)}</t></is></c>'
    if isinstance(value, list):
        if value[0] == "d":
            return f'<c r="{reference}"><v>{serial_of_date(value[1])!r}</v></c>'
        return f'<c r="{reference}" t="e"><v>{_text(value[1])}</v></c>'
    return f'<c r="{reference}"><v>{value!r}</v></c>'


def _formula_xml(cell: list[Any], reference: str, inlined: _Inlined) -> str:
    kind = cell[5] if len(cell) > 5 else ""
    if kind == "m":
        return ""
    if kind == "t":
        return f'<c r="{reference}" t="e"><v>#N/A</v></c>'
    text, flag = inlined.formula(cell[4])
    if flag and not kind:
        cell[5:] = [flag]
    if not text:
        return f'<c r="{reference}" t="e"><v>#REF!</v></c>'
    attributes = f' t="array" ref={quoteattr(kind[2:])}' if kind.startswith("a:") else ""
    return f'<c r="{reference}"><f{attributes}>{_text(text)}</f></c>'


def serial_of_date(text: str) -> int | float:
    """Return the serial number, in the 1900 system, of a date in ISO form; 0 for what is no date."""
    from datetime import datetime

    try:
        moment = datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        return 0
    since = moment - datetime(1899, 12, 30)
    days = since.days - 1 if since.days < 61 else since.days
    return days + since.seconds / 86_400 if since.seconds else days


def _text(text: str) -> str:
    return _CONTROL.sub("", escape(text)) if _SPECIAL.search(text) else text


def _workbook_xml(book: dict[str, Any], inlined: _Inlined) -> str:
    sheets = "".join(
        f'<sheet name={quoteattr(_CONTROL.sub("", sheet["name"]))} sheetId="{n}" r:id="rId{n}"/>'
        for n, sheet in enumerate(book["sheets"], 1)
    )
    names = "".join(
        f"<definedName name={quoteattr(name['name'])}"
        + (f' localSheetId="{name["scope"]}"' if "scope" in name else "")
        + f">{_text(name['refers'].removeprefix('='))}</definedName>"
        for name in book.get("names", [])
        if _is_usable(name, inlined, len(book["sheets"]))
    )
    defined = f"<definedNames>{names}</definedNames>" if names else ""
    return f'{_DECLARATION}<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{sheets}</sheets>{defined}</workbook>'


def _is_usable(name: dict[str, Any], inlined: _Inlined, sheets: int) -> bool:
    refers = name["refers"]
    return (
        not name["name"].startswith("_xl")
        and name["name"].upper() not in inlined.constants
        and name.get("scope", 0) < sheets
        and bool(refers)
        and "#REF!" not in refers
        and len(refers) < LENGTH_LIMIT
        and _nesting(refers) <= NESTING_LIMIT
        and not _EXTERNAL.search(_QUOTED.sub('""', refers))
        and not _RANDOM.search(refers)
    )


def _table_xml(index: int, table: dict[str, Any]) -> str:
    top, left, bottom, right = table["area"]
    reference = f"{column_letters(left)}{top}:{column_letters(right)}{bottom}"
    columns = "".join(
        f'<tableColumn id="{n}" name={quoteattr(_CONTROL.sub("", name))}/>'
        for n, name in enumerate(table["columns"], 1)
    )
    counts = ("" if table["header_rows"] == 1 else f' headerRowCount="{table["header_rows"]}"') + (
        f' totalsRowCount="{table["total_rows"]}"' if table["total_rows"] else ""
    )
    return (
        f'{_DECLARATION}<table xmlns="{_MAIN}" id="{index}" name={quoteattr(table["name"])} '
        f'displayName={quoteattr(table["name"])} ref="{reference}"{counts}>'
        f'<tableColumns count="{len(table["columns"])}">{columns}</tableColumns></table>'
    )


def _relations(entries: list[tuple[str, str, str]]) -> str:
    items = "".join(f'<Relationship Id="{i}" Type="{kind}" Target="{target}"/>' for i, kind, target in entries)
    return f'{_DECLARATION}<Relationships xmlns="{_PACKAGE}/relationships">{items}</Relationships>'


def _content_types(sheets: int, tables: int) -> str:
    overrides = [("/xl/workbook.xml", f"{_TYPE}.sheet.main+xml"), ("/xl/styles.xml", f"{_TYPE}.styles+xml")]
    overrides += [(f"/xl/worksheets/sheet{n}.xml", f"{_TYPE}.worksheet+xml") for n in range(1, sheets + 1)]
    overrides += [(f"/xl/tables/table{n}.xml", f"{_TYPE}.table+xml") for n in range(1, tables + 1)]
    items = "".join(f'<Override PartName="{part}" ContentType="{kind}"/>' for part, kind in overrides)
    return (
        f'{_DECLARATION}<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{items}</Types>'
    )
