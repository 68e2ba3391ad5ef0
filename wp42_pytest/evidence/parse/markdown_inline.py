"""The marks inside a line of markdown, taken away so that the words remain."""

from __future__ import annotations

import html
import re

HIDING = re.compile(r"<[a-zA-Z][^<>]{0,300}?(?:style|class|hidden)\b", re.IGNORECASE)
"""A tag that may hide what it holds."""

LONGEST_LINK = 2000
_TAG = re.compile(r"</?([a-zA-Z][a-zA-Z0-9]{0,15})(?:\s[^<>]{0,500})?/?>")
_TAG_NAMES = (
    "a abbr b big br center cite code dd del details div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark "
    "nobr ol p pre q s samp section small span strike strong sub summary sup table tbody td th thead tr tt u ul var"
)
_KNOWN_TAGS = frozenset(_TAG_NAMES.split())
_MARKS = re.compile(
    r"\\([!-/:-@\[-`{-~])"  # an escaped character stands for itself
    r"|(`+)"
    r"|(\*{2,3}|__)(?=[^\s*_])|(?<=[^\s])(\*{2,3}|__)(?![A-Za-z0-9_])"
    r"|(?<![A-Za-z0-9*_])([*_])(?=[^\s*_])|(?<=[^\s*_])([*_])(?![A-Za-z0-9*_])"
)
_FOOTNOTE_MARK = re.compile(r"\[\^[^\]\[]{1,60}\]")
_REFERENCE = re.compile(r"\]\[[^\]\[]{0,200}\]")


def inline_text(text: str, struck: list[str]) -> str:
    """Return a text without emphasis, code marks, link targets and known tags.

    Args:
        text: one block of markdown.
        struck: receives what stands between `~~`.
    """
    if "~~" in text:
        text = _without_struck(text, struck)
    if "<" in text:
        text = _TAG.sub(_tag, text)
    if "[" in text:
        text = _REFERENCE.sub("]", _FOOTNOTE_MARK.sub("", text))
        text = _without_targets(text)
    text = _MARKS.sub(_mark, text) if any(mark in text for mark in "\\`*_") else text
    return html.unescape(text) if "&" in text else text


def _mark(match: re.Match[str]) -> str:
    return match[1] or ""


def _tag(match: re.Match[str]) -> str:
    name = match[1].lower()
    if name not in _KNOWN_TAGS:
        return match[0]
    return "\n" if name == "br" else " " if name in ("td", "th", "sup", "li") else ""


def _without_struck(text: str, struck: list[str]) -> str:
    parts = text.split("~~")
    closed = len(parts) - 1 + len(parts) % 2
    struck += [part.strip() for part in parts[1:closed:2] if part.strip()]
    kept = parts[0:closed:2] + ["~~" + part for part in parts[closed:]]
    return "".join(kept)


def _without_targets(text: str) -> str:
    """Return a text with `[words](target)` as its words."""
    kept, at = [], 0
    while (middle := text.find("](", at)) >= 0:
        end = text.find(")", middle, middle + LONGEST_LINK)
        start = text.rfind("[", at, middle)
        if end < 0 or start < 0:
            kept.append(text[at : middle + 2])
            at = middle + 2
            continue
        kept.append(text[at:start].removesuffix("!"))
        kept.append(text[start + 1 : middle])
        at = end + 1
    return "".join([*kept, text[at:]])
