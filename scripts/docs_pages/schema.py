"""The schema of model files, models/kreisel-model.schema.json, for readers."""

import json

from tables import plain, table

HEADINGS = {"any_joint": "joint", "any_force": "force"}


def kind(schema):
    """A type in words."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f"[{HEADINGS.get(name, name)}](#{name})"
    if "const" in schema:
        return f'`"{schema["const"]}"`'
    if "enum" in schema:
        return ", ".join(f'`"{one}"`' for one in schema["enum"])
    if "anyOf" in schema or "oneOf" in schema:
        return " or ".join(kind(one) for one in schema.get("anyOf", schema.get("oneOf")))
    if schema.get("type") == "array":
        low, high = schema.get("minItems"), schema.get("maxItems")
        many = f"{low} × " if low is not None and low == high else "list of "
        return many + (kind(schema["items"]) if "items" in schema else "anything")
    return str(schema.get("type", "anything")) + (f" `{schema['pattern']}`".replace("|", "\\|") if "pattern" in schema else "")


def fields(schema):
    required = schema.get("required", [])
    rows = [[f"`{name}`", kind(one), "required" if name in required else "", plain(one.get("description", ""))]
            for name, one in schema.get("properties", {}).items()]  # fmt: skip
    return table(["field", "what it is", "", "meaning"], rows) if rows else ""


def definition(name, schema):
    parts = [f"## {name}", plain(schema.get("description", "")).rstrip(".")]
    if "properties" in schema and "oneOf" not in schema:
        return [*parts, fields(schema)]
    inner = [one for one in schema.get("anyOf", []) if "properties" in one]
    parts.append(("One of: " if {"anyOf", "oneOf"} & schema.keys() else "") + kind(schema) + ".")
    return parts + [fields(one) for one in inner]


def schema_page(root):
    schema = json.loads((root / "models/kreisel-model.schema.json").read_text(encoding="utf-8"))
    parts = [
        "# Schema of model files\n\nWhat editors and validators check, from [kreisel-model.schema.json](../../models/kreisel-model.schema.json) "
        "(JSON Schema 2020-12). Units and defaults are in the [reference of model files](../model-reference.md).",
        "## model\n\nThe file: one object without other fields.",
        fields(schema),
    ]
    for name, one in schema["$defs"].items():
        parts += definition(name, one)
    return parts
