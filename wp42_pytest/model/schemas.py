"""The JSON Schemas of the files that pass between stages, exported from the models."""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel

from wp42_pytest.model.completion import Completion
from wp42_pytest.model.oracle import Oracle
from wp42_pytest.model.portal import Portal
from wp42_pytest.model.receipt import Receipt
from wp42_pytest.model.rubric import Rubric
from wp42_pytest.model.run import RunRecord
from wp42_pytest.model.task import Task

MODELS: dict[str, type[BaseModel]] = {
    "task": Task,
    "completion": Completion,
    "oracle": Oracle,
    "rubric": Rubric,
    "portal": Portal,
    "receipt": Receipt,
    "run": RunRecord,
}

COMMITTED = {
    "completion": "scenarios/COMPLETION_SCHEMA.json",
    "receipt": "wp42_pytest/model/receipt_schema.json",
}
"""Where exported schemas are committed, relative to the project; a test keeps them equal to the models."""


def json_schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of one kind of file.

    Args:
        name: a key of `MODELS`.
    """
    schema = MODELS[name].model_json_schema(mode="validation")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def schema_text(name: str) -> str:
    """Return the schema as the text that is committed."""
    return json.dumps(json_schema(name), indent=2, ensure_ascii=False) + "\n"
