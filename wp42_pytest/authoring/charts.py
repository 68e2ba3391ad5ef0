"""Draws bar and line charts on a picture, with their scale, labels and legend in real text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wp42_pytest.authoring.png import Picture

COLOURS = ("#1F4E79", "#C55A11", "#548235", "#7F7F7F", "#7A1F2B", "#BF9000")
"""Colours of the series, in their order."""

Number = int | Decimal
Box = tuple[int, int, int, int]
"""Left, top, right and bottom of the area that the bars or lines fill; labels stand around it."""

_AXIS = "#555555"
_GRID = "#DDDDDD"


def bar_chart(
    picture: Picture,
    box: Box,
    labels: Sequence[str],
    series: Mapping[str, Sequence[Number]],
    *,
    top: Number,
    step: Number,
    show: Callable[[Number], str] | None = None,
    scale: Callable[[Number], str] = str,
    size: int = 13,
) -> None:
    """Draw groups of bars from zero up.

    Args:
        picture: where to draw.
        box: the area of the bars.
        labels: the name of each group, below it.
        series: values of each group by the name of the series; a legend is drawn when there are several.
        top: the value at the upper edge.
        step: distance of the lines of the scale.
        show: spells a value above its bar; nothing is written there when left out.
        scale: spells a value at the scale.
        size: height of the font.
    """
    left, _, right, bottom = box
    _frame(picture, box, bottom=0, top=top, step=step, scale=scale, size=size)
    slot = (right - left) / len(labels)
    width = slot * 0.72 / len(series)
    for place, label in enumerate(labels):
        start = left + slot * (place + 0.14)
        for number, values in enumerate(series.values()):
            x, y = start + number * width, _height(box, values[place], 0, top)
            picture.box((x, y), (x + width - 2, bottom), fill=COLOURS[number % len(COLOURS)], outline=None)
            if show is not None:
                picture.text(x + width / 2, y - 3, show(values[place]), size=size - 1, anchor="ms")
        picture.text(left + slot * (place + 0.5), bottom + 6, label, size=size, anchor="ma")
    _legend(picture, box, list(series), size)


def line_chart(
    picture: Picture,
    box: Box,
    labels: Sequence[str],
    series: Mapping[str, Sequence[Number]],
    *,
    bottom: Number,
    top: Number,
    step: Number,
    show_last: Callable[[Number], str] | None = None,
    scale: Callable[[Number], str] = str,
    size: int = 13,
) -> None:
    """Draw one line for each series.

    Args:
        picture: where to draw.
        box: the area of the lines.
        labels: the name of each point below the axis; an empty name leaves the point without.
        series: values by the name of the series; a legend is drawn when there are several.
        bottom: the value at the lower edge.
        top: the value at the upper edge.
        step: distance of the lines of the scale.
        show_last: spells the last value of each line beside its end.
        scale: spells a value at the scale.
        size: height of the font.
    """
    left, _, right, low = box
    _frame(picture, box, bottom=bottom, top=top, step=step, scale=scale, size=size)
    gap = (right - left) / max(1, len(labels) - 1)
    for number, values in enumerate(series.values()):
        colour = COLOURS[number % len(COLOURS)]
        points = [(left + gap * place, _height(box, value, bottom, top)) for place, value in enumerate(values)]
        for start, end in pairwise(points):
            picture.line(start, end, colour=colour, width=3)
        if show_last is not None:
            x, y = points[-1]
            picture.text(x + 8, y, show_last(values[-1]), size=size, colour=colour, anchor="lm")
    for place, label in enumerate(labels):
        if label:
            picture.line((left + gap * place, low), (left + gap * place, low + 4), colour=_AXIS)
            picture.text(left + gap * place, low + 7, label, size=size, anchor="ma")
    _legend(picture, box, list(series), size)


def _height(box: Box, value: Number, bottom: Number, top: Number) -> float:
    if not bottom <= value <= top:
        msg = f"{value} lies outside of the chart's scale from {bottom} to {top}"
        raise ValueError(msg)
    return float(box[3] - Decimal(value - bottom) / Decimal(top - bottom) * (box[3] - box[1]))


def _frame(
    picture: Picture,
    box: Box,
    *,
    bottom: Number,
    top: Number,
    step: Number,
    scale: Callable[[Number], str],
    size: int,
) -> None:
    left, _, right, low = box
    for number in range(int((top - bottom) / step) + 1):
        value = bottom + step * number
        y = _height(box, value, bottom, top)
        picture.line((left, y), (right, y), colour=_GRID)
        picture.text(left - 8, y, scale(value), size=size, colour=_AXIS, anchor="rm")
    picture.line((left, low), (right, low), colour=_AXIS, width=2)


def _legend(picture: Picture, box: Box, names: Sequence[str], size: int) -> None:
    if len(names) < 2:
        return
    x, y = box[0], box[1] - 2 * size - 6
    for number, name in enumerate(names):
        picture.box((x, y), (x + size, y + size), fill=COLOURS[number % len(COLOURS)], outline=None)
        x += 2 * size + picture.text(x + size + 6, y, name, size=size) + 12
