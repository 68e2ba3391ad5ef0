"""Charts say their labels and values in text, and show values at their true heights."""

from decimal import Decimal

import pytest

from wp42_pytest.authoring.charts import COLOURS, bar_chart, line_chart
from wp42_pytest.authoring.png import Picture

BOX = (80, 60, 480, 260)


def rgb(colour):
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def column(picture, x, colour):
    """The heights at which a column of pixels has a colour."""
    return [y for y in range(picture.image.height) if picture.image.getpixel((x, y)) == rgb(colour)]


def test_a_bar_is_as_high_as_its_value():
    picture = Picture(520, 320)
    bar_chart(picture, BOX, ["Q1", "Q2"], {"2025": [50, Decimal("25.5")]}, top=100, step=25, show=str)
    assert column(picture, 180, COLOURS[0])[0] == 160
    assert column(picture, 380, COLOURS[0])[0] == 209
    assert {"Q1", "Q2", "50", "25.5", "0", "25", "75", "100"} <= set(picture.texts)
    assert "2025" not in picture.texts


def test_a_line_ends_at_its_last_value_and_several_lines_have_a_legend():
    picture = Picture(560, 320)
    series = {"Plan": [10, 20, 30], "Actual": [10, 12, 20]}
    line_chart(picture, BOX, ["Jan", "", "Mar"], series, bottom=10, top=30, step=10, show_last=str)
    assert column(picture, 479, COLOURS[1])[1] in (159, 160, 161)
    assert picture.texts.count("20") == 2
    assert {"Plan", "Actual", "Jan", "Mar"} <= set(picture.texts)


def test_a_value_beyond_the_scale_is_refused():
    with pytest.raises(ValueError, match="101 lies outside of the chart's scale from 0 to 100"):
        bar_chart(Picture(520, 320), BOX, ["Q1"], {"a": [101]}, top=100, step=25)
