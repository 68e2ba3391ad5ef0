"""docs/portal.md names everything that an author, a worker or a researcher can use."""

import re
from pathlib import Path
from typing import get_args

import pytest
from PIL import Image
from starlette.routing import Route

from wp42_pytest.model.portal import (
    FieldType,
    FormField,
    Perturbation,
    Portal,
    PortalDocument,
    PortalForm,
    PortalSubmission,
)
from wp42_pytest.portal.api import CONTROLS, FILTER, ROUTES

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def text():
    return (DOCS / "portal.md").read_text(encoding="utf-8")


def test_every_field_of_the_description_is_documented(text):
    perturbations = get_args(get_args(Perturbation)[0])
    for model in (Portal, PortalDocument, PortalForm, FormField, *perturbations):
        for name in model.model_fields:
            assert re.search(rf"`{name}`", text), f"{model.__name__}.{name}"


def test_every_kind_of_field_and_perturbation_is_documented(text):
    kinds = [each.model_fields["kind"].annotation for each in get_args(get_args(Perturbation)[0])]
    for name in [*FieldType, *(get_args(kind)[0] for kind in kinds)]:
        assert f"`{name}`" in text, name


def test_every_field_of_a_submission_is_shown(text):
    for name in PortalSubmission.model_fields:
        assert f'"{name}"' in text, name


def test_every_address_and_parameter_of_the_json_interface_is_documented(text):
    for route in ROUTES:
        assert isinstance(route, Route)
        path = route.path.replace("{entity}", "<entity>").replace("{form}", "<id>")
        assert f"{'POST' if 'POST' in route.methods else 'GET'} {path}`" in text, path
    for name in CONTROLS:
        assert f"`{name}" in text, name
    assert f"`{FILTER}<column>`" in text


def test_the_screenshots_are_there_and_small(text):
    pictures = re.findall(r"!\[[^\]]+\]\((images/[^)]+)\)", text)
    assert len(pictures) == 2
    for picture in pictures:
        assert (DOCS / picture).stat().st_size < 150_000
        with Image.open(DOCS / picture) as image:
            assert image.width in (1280, 390)
