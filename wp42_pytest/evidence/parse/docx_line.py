"""The runs of one paragraph of a docx, each piece of text with whether it is shown, new or deleted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from wp42_pytest.evidence.parse.colour import WHITE, A
from wp42_pytest.evidence.parse.docx_shapes import VML, WP, WPS, out_of_sight, shape_fill, vml_shape
from wp42_pytest.evidence.parse.docx_styles import PLAIN, VAL, Look, Styles, W, whole
from wp42_pytest.evidence.parse.drawing import DIAGRAM, C, paragraph_text

MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"

INSERTED, DELETED, HIDDEN, STRUCK = 1, 2, 4, 8
FLAGS = {W + "ins": INSERTED, W + "moveTo": INSERTED, W + "del": DELETED, W + "moveFrom": DELETED}
_WRAPPERS = frozenset(
    W + name
    for name in (
        "sdt",
        "sdtContent",
        "customXml",
        "smartTag",
        "hyperlink",
        "fldSimple",
        "dir",
        "bdo",
        "ruby",
        "rubyBase",
    )
) | frozenset(FLAGS)
_CHARACTERS = {W + "tab": "\t", W + "ptab": "\t", W + "br": "\n", W + "cr": "\n", W + "noBreakHyphen": "-"}
_SYMBOLS = {0xF0FE: "☒", 0xF0A8: "☐", 0xF06F: "☐", 0xF0FC: "✓", 0xF0FB: "✗", 0xF0B7: "•"}
_DRAWINGS = frozenset({W + "drawing", W + "pict", W + "object"})
_REFERENCES = {W + "footnoteReference": "footnote", W + "endnoteReference": "endnote"}
_OTHER_CONTENT = _DRAWINGS | {W + "delText", W + "fldChar", W + "sym", MC + "AlternateContent", *_REFERENCES}
_RUN, _RUN_PROPERTIES, _TEXT, _ALTERNATIVES = W + "r", W + "rPr", W + "t", MC + "AlternateContent"


class Place(NamedTuple):
    """Where text stands: what lies behind it, and what is already known about everything there."""

    backgrounds: tuple[str | None, ...] = (WHITE,)
    flags: int = 0
    nested: bool = False


class Walk(Protocol):
    """What a line needs of the walk over its document."""

    styles: Styles
    changes: list[dict[str, Any]]
    notes: list[tuple[str, str]]

    def blocks_below(self, container: Any, place: Place) -> list[dict[str, Any]]:
        """Return the blocks in a container such as a text box."""

    def linked(self, element: Any) -> list[dict[str, Any]]:
        """Return the blocks of a chart or diagram."""


def flat(parent: Any, flags: int) -> Iterator[tuple[Any, int]]:
    """Yield the children that matter, wrappers such as content controls and links taken away."""
    for child in parent:
        tag = child.tag
        if tag in _WRAPPERS:
            yield from flat(child, flags | FLAGS.get(tag, 0))
        elif tag == _ALTERNATIVES:
            chosen = _chosen(child)
            if chosen is not None:
                yield from flat(chosen, flags)
        else:
            yield child, flags


def _chosen(alternate: Any) -> Any:
    """Return the branch that a current reader shows; the fallback repeats it for older ones."""
    choice = alternate.find(MC + "Choice")
    return alternate.find(MC + "Fallback") if choice is None else choice


class Line:
    """The runs of one paragraph, each piece of text with what is known about it."""

    def __init__(self, walk: Walk, look: Look, place: Place) -> None:
        self.walk, self.look, self.place = walk, look, place
        self.pieces: list[tuple[str, int]] = []
        self.boxes: list[dict[str, Any]] = []
        self.fields: list[tuple[int, str]] = []
        self.bold = True

    def read(self, paragraph: Any) -> None:
        """Add the runs of a paragraph."""
        for child, flags in flat(paragraph, self.place.flags):
            tag = child.tag
            if tag == _RUN:
                self._run(child, flags)
            elif tag in (M + "oMath", M + "oMathPara"):
                self.pieces.append((_formula(child), flags))
            if flags & (INSERTED | DELETED) and flags != self.place.flags:
                self._track(child, flags)

    def _track(self, run: Any, flags: int) -> None:
        text = "".join(piece.text or "" for piece in run.iter(W + "t", W + "delText"))
        change = run.getparent()
        while change is not None and change.tag not in FLAGS:
            change = change.getparent()
        if text and change is not None:
            kind = change.tag.rpartition("}")[2]
            author, date = change.get(W + "author", ""), change.get(W + "date", "")
            last = self.walk.changes[-1] if self.walk.changes else {}
            if last.get("of") == change.get(W + "id") and last.get("kind") == kind:
                last["text"] += text
            else:
                self.walk.changes.append(
                    {"kind": kind, "of": change.get(W + "id"), "author": author, "date": date, "text": text}
                )

    def _run(self, run: Any, flags: int) -> None:
        look = self.look
        properties = run.find(_RUN_PROPERTIES)
        if properties is not None:
            own = self.walk.styles.look_of(properties)
            if own is not PLAIN:
                look = own.over(look)
        if look is not PLAIN and look.hidden(self.place.backgrounds):
            flags |= HIDDEN
        if look.struck:
            flags |= STRUCK
        for child in run:
            tag = child.tag
            if tag == _TEXT:
                text = child.text or ""
                if look.raised and text[:1].isdigit() and self.pieces and self.pieces[-1][0][-1:].isdigit():
                    text = f" {text}"  # the mark of a footnote is no further digit of a figure
                self.pieces.append((text, flags))
                if not look.bold and text.strip():
                    self.bold = False
            elif tag in _CHARACTERS:
                self.pieces.append((_CHARACTERS[tag], flags))
            elif tag in _OTHER_CONTENT:
                self._other(child, flags)

    def _other(self, child: Any, flags: int) -> None:
        tag = child.tag
        if tag == W + "delText":
            self.pieces.append((child.text or "", flags | DELETED))
        elif tag == W + "fldChar":
            self._field(child, flags)
        elif tag == W + "sym":
            self.pieces.append((_symbol(child), flags))
        elif tag == _ALTERNATIVES:
            chosen = _chosen(child)
            if chosen is not None:
                self._drawing(chosen, flags, self.place.backgrounds)
                self.pieces += [(text.text or "", flags) for text in chosen.iterchildren(_TEXT)]
        elif tag in _DRAWINGS:
            self._drawing(child, flags, self.place.backgrounds)
        elif not flags & (HIDDEN | DELETED):
            self.walk.notes.append((_REFERENCES[tag], child.get(W + "id", "")))

    def _field(self, element: Any, flags: int) -> None:
        """Hide what stands in a field's code; only its result is shown."""
        kind = element.get(W + "fldCharType")
        if kind == "begin":
            self.fields.append((len(self.pieces), _chosen_entry(element)))
        elif self.fields and kind in ("separate", "end"):
            start, entry = self.fields.pop()
            if start >= 0:
                self.pieces[start:] = [(text, have | HIDDEN) for text, have in self.pieces[start:]]
            if kind == "separate":
                self.fields.append((-1, entry))
            elif entry:
                self.pieces.append((entry, flags))

    def _drawing(self, element: Any, flags: int, backgrounds: tuple[str | None, ...]) -> None:
        for child in element:
            tag = child.tag
            behind, inside = backgrounds, flags
            if tag == _ALTERNATIVES:
                child = _chosen(child)  # noqa: PLW2901 - the branch stands for its parent
                if child is None:
                    continue
            elif tag == W + "txbxContent":
                self.boxes += self.walk.blocks_below(child, Place(behind, inside))
                continue
            elif tag in (C + "chart", DIAGRAM + "relIds"):
                if not inside & (HIDDEN | DELETED):
                    self.boxes += self.walk.linked(child)
                continue
            elif tag == A + "p":
                text = paragraph_text(child)
                if text:
                    self.boxes.append({"kind": "paragraph", "text": text})
                continue
            elif tag in (WP + "inline", WP + "anchor"):
                inside |= HIDDEN if out_of_sight(child) else 0
            elif tag == WPS + "wsp":
                behind = shape_fill(child, self.walk.styles.theme, behind)
            elif tag.startswith(VML):
                behind, hides = vml_shape(child, behind)
                inside |= HIDDEN if hides else 0
            self._drawing(child, inside, behind)

    def texts(self) -> Texts:
        """Return the text as accepted, as it was before, and what of it is hidden or struck out."""
        if not any(flags for _, flags in self.pieces):
            text = "".join(text for text, _ in self.pieces).strip()
            return Texts(text, text, "", "")

        def of(without: int, having: int = 0) -> str:
            kept = (text for text, flags in self.pieces if not flags & without and flags & having == having)
            return "".join(kept).strip()

        return Texts(
            final=of(DELETED | HIDDEN | STRUCK),
            original=of(INSERTED | HIDDEN),
            hidden=of(DELETED, HIDDEN),
            struck=of(DELETED | HIDDEN, STRUCK),
        )


class Texts(NamedTuple):
    """The text of a paragraph by how it counts."""

    final: str
    original: str
    hidden: str
    struck: str


def _symbol(element: Any) -> str:
    try:
        code = int(element.get(W + "char", ""), 16)
    except ValueError:
        return ""
    if 0xF000 <= code <= 0xF0FF:
        return _SYMBOLS.get(code, "")
    return chr(code) if 0x20 <= code < 0xD800 else ""


def _chosen_entry(element: Any) -> str:
    """Return the entry that a drop-down form field shows."""
    choices = element.find(f"{W}ffData/{W}ddList")
    if choices is None:
        return ""
    entries = [entry.get(VAL, "") for entry in choices.iterchildren(W + "listEntry")]
    result = choices.find(W + "result")
    at = 0 if result is None else whole(result.get(VAL), 0)
    return entries[at] if 0 <= at < len(entries) else ""


def _formula(element: Any) -> str:
    """Return an equation in one line, a fraction with a slash."""
    if element.tag == M + "t":
        return element.text or ""
    parts = [_formula(child) for child in element if not child.tag.endswith("Pr")]
    return "/".join(parts) if element.tag == M + "f" else "".join(parts)
