"""Formulas that apply a function of one value to many, rewritten so that an engine does so too.

`SUMPRODUCT((MONTH(A2:A11)=1)*F2:F11)` and `SUM(SUMIFS(F:F,C:C,{"a","b"}))` are everyday formulas, yet both engines give the
function one value only, and often agree on the same wrong number. Written as `MAP(A2:A11,LAMBDA(x,MONTH(x)))` one of them
computes it rightly and the other says that it cannot.
"""

from __future__ import annotations

import re
from html import escape, unescape
from typing import Any

Node = dict[str, Any]


def _functions(names: str) -> frozenset[str]:
    return frozenset(names.split())


_ONE_VALUE = _functions(
    "ABS SIGN INT TRUNC ROUND ROUNDUP ROUNDDOWN MROUND CEILING FLOOR CEILING.MATH FLOOR.MATH MOD QUOTIENT POWER SQRT EXP LN "
    "LOG LOG10 EVEN ODD FACT YEAR MONTH DAY HOUR MINUTE SECOND WEEKDAY WEEKNUM ISOWEEKNUM EOMONTH EDATE DATE TIME DATEVALUE "
    "TIMEVALUE DAYS DAYS360 DATEDIF YEARFRAC LEFT RIGHT MID LEN UPPER LOWER PROPER TRIM CLEAN SUBSTITUTE REPLACE FIND SEARCH "
    "EXACT TEXT VALUE NUMBERVALUE CHAR CODE REPT CONCATENATE FIXED TEXTBEFORE TEXTAFTER ISNUMBER ISTEXT ISBLANK ISERROR ISERR "
    "ISNA ISLOGICAL ISNONTEXT ISODD ISEVEN NOT IFERROR IFNA PMT PV FV IPMT PPMT"
)
"""Functions each of whose arguments is one value."""

_ONE_VALUE_AT: dict[str, frozenset[int]] = {
    **dict.fromkeys(
        ("SUMIF", "COUNTIF", "AVERAGEIF", "LARGE", "SMALL", "PERCENTILE", "PERCENTILE.INC", "QUARTILE"), frozenset({1})
    ),
    **dict.fromkeys(("VLOOKUP", "HLOOKUP", "MATCH", "XLOOKUP", "XMATCH", "RANK", "RANK.EQ"), frozenset({0})),
    **dict.fromkeys(("NETWORKDAYS", "WORKDAY"), frozenset({0, 1})),
    **dict.fromkeys(("SUMIFS", "AVERAGEIFS", "MAXIFS", "MINIFS"), frozenset(range(2, 40, 2))),
    "COUNTIFS": frozenset(range(1, 40, 2)),
}
"""Functions of which only some arguments, counted from 0, are one value."""

_TAKES_MANY = _functions(
    "SUMPRODUCT SUM MAX MIN AVERAGE COUNT COUNTA PRODUCT MEDIAN LARGE SMALL STDEV STDEV.S STDEV.P VAR VAR.S VAR.P AND OR XOR "
    "MMULT FILTER SORT SORTBY UNIQUE TRANSPOSE INDEX MATCH LOOKUP XLOOKUP XMATCH FREQUENCY TEXTJOIN CONCAT SUMSQ ROWS COLUMNS "
    "TAKE DROP VSTACK HSTACK TOCOL TOROW CHOOSECOLS CHOOSEROWS"
)
_GIVES_MANY = _functions(
    "FILTER SORT SORTBY UNIQUE TRANSPOSE SEQUENCE MMULT FREQUENCY TAKE DROP VSTACK HSTACK TOCOL TOROW CHOOSECOLS CHOOSEROWS "
    "TEXTSPLIT EXPAND WRAPROWS WRAPCOLS"
)
_BINDS_NAMES = _functions("LET LAMBDA MAP REDUCE SCAN BYROW BYCOL MAKEARRAY")

_AREA = re.compile(
    r"(?:(?:'(?:[^']|'')*'|[^'!:\[\]]+)!)?\$?[A-Z]{1,3}\$?\d+:\$?[A-Z]{1,3}\$?\d+|.*?\$?[A-Z]{1,3}:\$?[A-Z]{1,3}|.*?\$?\d+:\$?\d+"
)
_WHOLE_COLUMNS = re.compile(r"((?:.*!)?)(\$?[A-Z]{1,3}):(\$?[A-Z]{1,3})")
_STRUCTURED = re.compile(r"[^\[\]!]+\[.*\]", re.DOTALL)
_FORMULA = re.compile(r'<c r="([A-Z]+\d+)"><f((?: [a-z]+="[^"]*")*)>([^<]*)</f></c>')
_WITHOUT_DIGITS = str.maketrans("", "", "0123456789")
_NAME = re.compile(r"[A-Z][A-Z0-9.]*(?=\()")
_ERRORS = frozenset({"#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NUM!", "#NULL!", "#NAME?"})


def lifted(sheets: list[str], array_names: frozenset[str]) -> list[str]:
    """Return the sheets of a book made by `rewritten`, formulas that need it rewritten.

    Args:
        sheets: the XML of each sheet.
        array_names: defined names of areas, in upper case.
    """
    last_row = max((int(row) for text in sheets for row in re.findall(r'<row r="(\d+)"', text)), default=1)
    lifter = _Lifter(array_names, last_row)
    return [_FORMULA.sub(lifter.replaced, text) if "<f" in text else text for text in sheets]


class _Lifter:
    def __init__(self, array_names: frozenset[str], last_row: int) -> None:
        self._array_names = array_names
        self._last_row = last_row
        self._plain: set[str] = set()

    def replaced(self, match: re.Match[str]) -> str:
        reference, attributes, text = match.groups()
        shape = text.translate(_WITHOUT_DIGITS)
        if shape in self._plain:
            return match[0]
        changed = (
            self._changed(unescape(text), is_array="t=" in attributes) if self._may_need(text, attributes) else None
        )
        if changed is None:
            self._plain.add(shape)
            return match[0]
        formula, gives_many = changed
        if not attributes and not gives_many:
            attributes = f' t="array" ref="{reference}"'
        return f'<c r="{reference}"><f{attributes}>{escape(formula, quote=False)}</f></c>'

    def _may_need(self, text: str, attributes: str) -> bool:
        functions = {name.removeprefix("_XLFN.").removeprefix("_XLWS.") for name in _NAME.findall(text.upper())}
        if functions & _BINDS_NAMES or not functions & (_ONE_VALUE | _ONE_VALUE_AT.keys() | {"IF", "LOOKUP"}):
            return False
        return bool(attributes or "{" in text or functions & _TAKES_MANY)

    def _changed(self, formula: str, *, is_array: bool) -> tuple[str, bool] | None:
        import formualizer

        try:
            tree = formualizer.parse("=" + formula).to_dict()
        except (formualizer.ParserError, formualizer.TokenizerError, ValueError):
            return None
        work = _Rewriting(self._array_names, self._last_row)
        changed = work.node(tree, many=is_array)
        if not work.lifted and not (work.conditional and not is_array):
            return None
        return work.text(changed), work.gives_many(changed)


class _Rewriting:
    """One formula: walks its tree, and notes whether anything was rewritten."""

    def __init__(self, array_names: frozenset[str], last_row: int) -> None:
        self.array_names = array_names
        self.last_row = last_row
        self.lifted = 0
        self.conditional = False

    def node(self, node: Node, *, many: bool) -> Node:
        kind = node["node_type"]
        if kind == "Function":
            return self._function(node, many=many)
        if kind == "BinaryOp":
            return {**node, "left": self.node(node["left"], many=many), "right": self.node(node["right"], many=many)}
        if kind == "UnaryOp":
            return {**node, "operand": self.node(node["operand"], many=many)}
        return node

    def _function(self, node: Node, *, many: bool) -> Node:
        name = _bare(node["name"])
        inner = many or name in _TAKES_MANY
        arguments = [self.node(argument, many=inner) for argument in node["args"]]
        node = {**node, "args": arguments}
        if name == "LOOKUP" and len(arguments) == 3 and _is_one_over(arguments[1]) and self.gives_many(arguments[1]):
            self.lifted += 1
            return _last_match(arguments[1]["right"], arguments[2])
        single = range(len(arguments)) if name in _ONE_VALUE else _ONE_VALUE_AT.get(name, ())
        places = [place for place in single if place < len(arguments) and self.gives_many(arguments[place])]
        if name == "IF" and many and any(map(self.gives_many, arguments)):
            self.conditional = True
        if not places or not (many or any(_holds_array(arguments[place]) for place in places)):
            return node
        self.lifted += 1
        parameters = [f"_xlpm.w{self.lifted}{letter}" for letter, _ in zip("abcdefgh", places, strict=False)]
        body = dict(zip(places, parameters, strict=False))
        applied = {
            **node,
            "args": [
                {"node_type": "Reference", "reference": body[place]} if place in body else argument
                for place, argument in enumerate(arguments)
            ],
        }
        return {
            "node_type": "Map",
            "over": [arguments[place] for place in places],
            "parameters": parameters,
            "body": applied,
        }

    def gives_many(self, node: Node) -> bool:
        kind = node["node_type"]
        if kind in ("Array", "Map"):
            return True
        if kind == "Reference":
            return self._is_area(node["reference"])
        if kind == "BinaryOp":
            return self.gives_many(node["left"]) or self.gives_many(node["right"]) or node["operator"] == ":"
        if kind == "UnaryOp":
            return node["operator"] == "#" or (node["operator"] != "@" and self.gives_many(node["operand"]))
        if kind == "Function":
            name = _bare(node["name"])
            if name in _GIVES_MANY or (name == "OFFSET" and len(node["args"]) > 3):
                return True
            if name in ("ROW", "COLUMN", "IF", "IFERROR", "IFNA", "CHOOSE"):
                return any(map(self.gives_many, node["args"]))
        return False

    def _is_area(self, reference: str) -> bool:
        if _STRUCTURED.fullmatch(reference):
            return "@" not in reference and "#this row" not in reference.lower() and "#headers" not in reference.lower()
        return bool(_AREA.fullmatch(reference)) or reference.upper() in self.array_names

    def text(self, node: Node) -> str:
        """Return the formula of a tree, every operation in parentheses."""
        kind = node["node_type"]
        if kind == "Literal":
            return _literal(node["value"])
        if kind == "Reference":
            return self._bounded(node["reference"])
        if kind == "Function":
            return f"{node['name']}({','.join(map(self.text, node['args']))})"
        if kind == "Array":
            return "{" + ";".join(",".join(map(self.text, row)) for row in node["rows"]) + "}"
        if kind == "BinaryOp":
            return f"({self.text(node['left'])}{node['operator']}{self.text(node['right'])})"
        if kind == "UnaryOp":
            operand = self.text(node["operand"])
            return f"({operand}{node['operator']})" if node["operator"] in "%#" else f"({node['operator']}{operand})"
        if kind == "Map":
            parameters = ",".join(node["parameters"])
            return f"_xlfn.MAP({','.join(map(self.text, node['over']))},_xlfn.LAMBDA({parameters},{self.text(node['body'])}))"
        return ""  # an omitted argument

    def _bounded(self, reference: str) -> str:
        """Return a reference with whole columns cut at the last used row: a million rows are not mapped one by one."""
        match = _WHOLE_COLUMNS.fullmatch(reference)
        return f"{match[1]}{match[2]}1:{match[3]}{self.last_row}" if match and self.lifted else reference


def _is_one_over(node: Node) -> bool:
    return bool(node["node_type"] == "BinaryOp" and node["operator"] == "/" and node["left"].get("value") == 1)


def _last_match(condition: Node, results: Node) -> Node:
    """Return `LOOKUP(2,1/condition,results)`, by which people find the last match, in words that an engine understands."""
    one, zero = {"node_type": "Literal", "value": 1}, {"node_type": "Literal", "value": 0}
    # A truth value is no number, so that FALSE<>0 would hold.
    number = {"node_type": "BinaryOp", "operator": "*", "left": condition, "right": one}
    holds = {"node_type": "BinaryOp", "operator": "<>", "left": number, "right": zero}
    flags = {"node_type": "BinaryOp", "operator": "*", "left": holds, "right": one}
    backwards = {"node_type": "Literal", "value": -1}
    arguments = [one, flags, results, {"node_type": "Omitted"}, zero, backwards]
    return {"node_type": "Function", "name": "_xlfn.XLOOKUP", "args": arguments}


def _bare(name: str) -> str:
    return name.upper().removeprefix("_XLFN.").removeprefix("_XLWS.")


def _holds_array(node: Node) -> bool:
    if node["node_type"] == "Array":
        return True
    if node["node_type"] == "Map":
        return any(map(_holds_array, node["over"]))
    if node["node_type"] == "BinaryOp":
        return _holds_array(node["left"]) or _holds_array(node["right"])
    return node["node_type"] == "UnaryOp" and _holds_array(node["operand"])


def _literal(value: Any) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        return value if value in _ERRORS else '"' + value.replace('"', '""') + '"'
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(value)
