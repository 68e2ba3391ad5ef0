"""Writes what a preparer is told: a folder for each record type, the output schema, and how records are compared.

Rendered from the record models, so that the words that are published and the rules that grade are one source.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from wp42_pytest.tax1040.fields import KEY, Branch, Leaf, Line, OwnerRule, Record, branches, leaves
from wp42_pytest.tax1040.names import ABBREVIATIONS, LEGAL_FORMS
from wp42_pytest.tax1040.records import RECORD_TYPES
from wp42_pytest.tax1040.skill_words import COMPARED, GENERAL, MATCHING, OWNERS

FOLDER = "extractor_skills"


def skill_files() -> dict[str, bytes]:
    """Return every file of `extractor_skills/`, by its path below that folder."""
    files = {
        "README.md": GENERAL + _index(),
        "MATCHING.md": comparison(),
        "output_schema.json": _json(output_schema()),
    }
    for name, model in RECORD_TYPES.items():
        files[f"{slug(name)}/SKILL.md"] = skill(model)
        files[f"{slug(name)}/schema.json"] = _json(record_schema(model))
    return {path: text.encode() for path, text in files.items()}


def slug(classification: str) -> str:
    """Return the folder of a record type: `1099-INT` is `1099-int`, `Schedule C` is `schedule-c`."""
    return re.sub(r"[^a-z0-9]+", "-", classification.casefold()).strip("-")


def record_schema(model: type[Record]) -> dict[str, Any]:
    """Return the JSON Schema of one record type."""
    schema = _plain(model.model_json_schema(mode="validation"))
    schema["title"] = model.rules.title
    schema["required"] = ["classification"] if model.owner_rule is OwnerRule.household else ["classification", "owner"]
    owner = {"title": "T taxpayer, S spouse, J joint", "enum": list(OWNERS[model.owner_rule].codes)}
    schema["properties"]["owner"] = owner
    schema["properties"]["classification"].pop("default", None)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def output_schema() -> dict[str, Any]:
    """Return the JSON Schema of the whole output."""
    definitions: dict[str, Any] = {}
    choices = []
    for name, model in RECORD_TYPES.items():
        schema = record_schema(model)
        schema.pop("$schema")
        definitions |= schema.pop("$defs", {})
        definitions[name] = schema
        choices.append({"$ref": f"#/$defs/{name.replace(' ', '%20')}"})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Records of one tax package",
        "type": "object",
        "additionalProperties": False,
        "required": ["records"],
        "properties": {"records": {"type": "array", "items": {"oneOf": choices}}},
        "$defs": dict(sorted(definitions.items())),
    }


def _plain(value: Any) -> Any:
    """Return a schema without what pydantic adds for itself: defaults of null, our own annotations, class titles."""
    if isinstance(value, dict):
        kept = {
            name: _plain(each)
            for name, each in value.items()
            if name != KEY and not (name == "description" and isinstance(each, str))
        }
        if kept.get("default", "") in (None, []):
            del kept["default"]
        if options := kept.get("anyOf"):
            real = [each for each in options if each != {"type": "null"}]
            if len(real) == 1:
                del kept["anyOf"]
                kept = {**real[0], **kept}
        return kept
    return [_plain(each) for each in value] if isinstance(value, list) else value


def skill(model: type[Record]) -> str:
    """Return the SKILL.md of one record type."""
    rules = model.rules
    parts = [
        f"# {rules.title}",
        f"Classification: `{model.model_fields['classification'].default}`",
        f"**Found in.** {rules.found_in}",
        f"**Owner.** {rules.owner}",
        f"**What makes one record.** {rules.grouping}",
        f"**Zero and blank.** {rules.zero}",
    ]
    if rules.pitfalls:
        parts.append("**Mind.**\n" + "\n".join(f"- {each}" for each in rules.pitfalls))
    parts.append("## Fields\n\n" + _table(leaves(model).values()))
    parts += [_list_section(branch) for branch in branches(model).values()]
    return "\n\n".join(parts) + "\n"


def _table(rows: Iterable[Leaf]) -> str:
    lines = ["| field | what it is | kind | goes to |", "| --- | --- | --- | --- |"]
    for leaf in rows:
        meaning = leaf.meaning
        kind = COMPARED[meaning.kind].short + ("" if meaning.scored else ", to identify only")
        kind += "; 0 is written" if meaning.zero_is_fact else ""
        lines.append(f"| `{leaf.name}` | {leaf.title} | {kind} | {meaning.line or '–'} |")
    return "\n".join(lines)


def _list_section(branch: Branch) -> str:
    return (
        f"### `{branch.name}`: {branch.title}\n\n{_list_words(branch.line)}\n\n{_table(leaves(branch.line).values())}"
    )


def _list_words(line: type[Line]) -> str:
    keys = " and ".join(f"`{name}`" for name in line.key)
    if line.exact:
        return f"A list of objects. Lines are known by {keys}; amounts of lines with the same one are added."
    return f"A list of objects, one for each item. {keys} say which item it is; spelling and order do not matter."


def _index() -> str:
    lines = ["| classification | folder | what it is | owner |", "| --- | --- | --- | --- |"]
    for name, model in RECORD_TYPES.items():
        lines.append(f"| `{name}` | `{slug(name)}/` | {model.rules.title} | {OWNERS[model.owner_rule].short} |")
    return "\n".join(lines) + "\n"


def comparison() -> str:
    """Return the text that says how records are compared."""
    kinds = "\n".join(f"- **{kind.value}**: {words.long}" for kind, words in COMPARED.items())
    anchors = ["| classification | correspond when | parts of one record share |", "| --- | --- | --- |"]
    for name, model in RECORD_TYPES.items():
        anchors.append(f"| `{name}` | {_anchor_words(model)} | {_part_words(model)} |")
    return MATCHING.format(
        kinds=kinds,
        anchors="\n".join(anchors),
        abbreviations=", ".join(f"{short} = {long}" for short, long in sorted(ABBREVIATIONS.items())),
        legal_forms=", ".join(sorted(LEGAL_FORMS)),
    )


def _anchor_words(model: type[Record]) -> str:
    if model.rules.single:
        return "there is one of them" if model.rules.single == "household" else "they are of this classification"
    said = []
    for first, *rest in model.rules.anchors:
        more = f" and {_and(rest)} not different" if rest else ""
        said.append(f"`{first}` agrees{more}")
    return "; or ".join(said)


def _part_words(model: type[Record]) -> str:
    if model.rules.parts:
        return _and(model.rules.parts)
    return " or ".join(f"`{name}`" for name in dict.fromkeys(anchor[0] for anchor in model.rules.anchors)) or "–"


def _and(names: Iterable[str]) -> str:
    return " and ".join(f"`{name}`" for name in names)


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"
