"""Keys and types of what --json prints, read off from real output."""

from tables import table

SAMPLES = {
    "kreisel run": ["run", "models/spring_pendulum.json", "--set", "stiffness=2e6"],
    "kreisel check": ["check", "models/four_bars_redundant.json"],
    "kreisel equilibrium": ["equilibrium", "models/quarter_car.json"],
    "kreisel modes": ["modes", "models/quarter_car.json"],
    "kreisel list methods": ["list", "methods"],
    "kreisel list problems": ["list", "problems"],
    "kreisel list groups": ["list", "groups"],
    "kreisel list experiments": ["list", "experiments"],
    "kreisel expand": ["expand", "chaplygin_sleigh", "--order", "1"],
    "kreisel study": ["study", "orders", "pendulum", "--methods", "rk4"],
}
NAMED = {"final", "units", "parameters", "values"}  # objects whose keys are names of the model
LONGEST = 40  # characters of an example


def type_of(value):
    if value is None:
        return "null"
    return {bool: "boolean", int: "integer", float: "number", str: "text", list: "list", dict: "object"}[type(value)]


def example(value):
    if isinstance(value, (dict, list)) or value in (None, ""):
        return ""
    text = f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else f"{value:g}"
    return f"`{text}`".replace("|", "\\|") if len(text) <= LONGEST and "`" not in text else ""


def merged(path, value, found):
    """Adds the paths of a value: types seen, and the first example."""
    entry = found.setdefault(path, [set(), ""])
    entry[0].add(type_of(value))
    entry[1] = entry[1] or example(value)
    if isinstance(value, dict):
        for key, inner in list(value.items())[: 1 if path.split(".")[-1] in NAMED else None]:
            name = "NAME" if path.split(".")[-1] in NAMED else key
            merged(f"{path}.{name}" if path else name, inner, found)
    elif isinstance(value, list):
        for inner in value:
            if isinstance(inner, (dict, list)):
                merged(path + "[]", inner, found)
            else:
                entry[1] = entry[1] or example(inner)


def keys(value):
    found = {}
    merged("", value, found)
    rows = [[f"`{path}`", " or ".join(sorted(types)), text] for path, (types, text) in found.items()
            if path.strip("[]") and not path.endswith("[]")]  # fmt: skip
    return table(["key", "type", "example"], rows)


def outputs_page(program, root):
    parts = ["# JSON output\n\nKeys of what commands print with `--json`, read off from real output. `[]` stands for every entry of a list, "
             "`NAME` for a name of the model or a parameter. What the keys of a run mean: [what a run writes](../output.md); numbers that are not "
             "finite are `null`."]  # fmt: skip
    for title, arguments in SAMPLES.items():
        known = [str(root / one) if one.startswith("models/") else one for one in arguments]
        parts += [f"## {title}", f"From `kreisel {' '.join(arguments)} --json`.", keys(program.json(*known))]
    return parts
