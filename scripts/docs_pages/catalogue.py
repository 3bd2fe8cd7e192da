"""Pages about methods, problems, groups and experiments, from `kreisel list KIND --json`."""

from measured import measured_orders, page_of, plan
from tables import plain, slug, table, unbroken

FORMULATIONS = {"no_joints": "no joints", "index3": "index 3", "index2": "index 2", "index1": "index 1", "velocity": "velocity"}
FAMILIES = {
    "generalized-alpha.md": "Generalized-α",
    "multistep.md": "Multistep methods",
    "runge-kutta.md": "Implicit Runge–Kutta methods",
    "explicit-runge-kutta.md": "Explicit Runge–Kutta methods",
    None: "Other methods",
}
LARGEST = 1e300  # limits beyond are none


def parameters(entries):
    rows = [[f"`{one['name']}`", plain(one["description"]), unit(one), f"`{one['default']}`", limits(one)] for one in entries]
    return table(["parameter", "meaning", "unit", "default", "values"], rows) if rows else ""


def unit(one):
    return "" if one.get("unit") == "1" else one.get("unit", "")


def limits(one):
    if "choices" in one:
        return ", ".join(f"`{choice}`" for choice in one["choices"])
    low, high = one.get("lowest"), one.get("highest")
    if low is None or high is None:
        return ""
    words = [f"≥ {low:g}" if low > -LARGEST else "", f"≤ {high:g}" if high < LARGEST else ""]
    return ", ".join(word for word in words if word)


# Methods -----------------------------------------------------------------------------------------------------------


def order_table(method, measured):
    """Claimed orders of q, v and λ per formulation, and what was measured."""
    rows = []
    for key, words in FORMULATIONS.items():
        claimed = method["claims"].get(f"order_{key}")
        if not claimed:
            continue
        found = measured.get((method["name"], key), [])
        for row in found or [{}]:
            orders = [unbroken(row.get(f"order of {name}", "")) for name in ("q", "v", "λ")]
            rows.append([words, unbroken(", ".join(map(str, claimed))), *orders, row.get("link", "")])
    return table(["formulation", "claimed q, v, λ", "measured q", "measured v", "measured λ", "on"], rows)


def method_section(method, page, measured):
    damping = method["strong_damping"]
    facts = [
        plain(method["description"]) + ".",
        "Error control: " + ("yes" if method["claims"]["controls_error"] else "no, constant steps only") + ". Strong dampers: "
        + ("covered" if damping["covered"] else "not covered") + f" ({plain(damping['reason'])}). Source: {plain(method['citation'])}."
        + (f" Theory: [{FAMILIES[page]}](../{page})." if page else ""),
    ]  # fmt: skip
    return [f"### {method['name']}", *facts, order_table(method, measured), parameters(method["parameters"])]


def overview(methods):
    rows = []
    for method in methods:
        orders = [unbroken(", ".join(map(str, method["claims"].get(f"order_{key}", [])))) for key in FORMULATIONS]
        rows.append([f"[`{method['name']}`](#{slug(method['name'])})", *orders, method["claims"]["controls_error"]])
    return table(["method", *FORMULATIONS.values(), "error control"], rows)


def methods_page(program, docs):
    methods, measured, pages = program.json("list", "methods"), measured_orders(docs), plan(docs)
    families = {}
    for method in methods:
        families.setdefault(page_of(method["name"], pages), []).append(method)
    parts = [
        "---\ntocdepth: 2\n---",
        f"# Methods\n\nThe {len(methods)} methods of `kreisel list methods`, with the orders they claim in q, v and λ per formulation. The tests measure "
        "every claim from both sides. Orders measured by `make evidence` stand beside the claims, with a link to table, picture and command; "
        "an empty cell was not measured for the pages. Which one to take: [choosing a method](../choosing-a-method.md).",
    ]  # fmt: skip
    for page, members in families.items():
        parts += [f"## {FAMILIES.get(page, 'Other methods')}", overview(members)]
        for method in members:
            parts += method_section(method, page, measured)
    return parts


# Problems, groups, experiments ---------------------------------------------------------------------------------------


def problems_page(program):
    problems = program.json("list", "problems")
    parts = [
        "---\ntocdepth: 2\n---",
        f"# Test problems\n\n{len(problems)} problems for `kreisel run NAME`; `--set` changes their parameters. Mechanisms as files: "
        "[models](../models.md).",
    ]
    for problem in problems:
        parts += [f"## {problem['name']}", plain(problem["description"]), parameters(problem.get("parameters", []))]
        if problem.get("citation"):
            parts.append(f"Source: {plain(problem['citation'])}.")
    return parts


def groups_page(program):
    groups = program.json("list", "groups")
    rows = [[f"`{one['name']}`", plain(one["description"]), one["dimension"], one["coordinates"]] for one in groups]
    return ["# Lie groups\n\nGroups on which a configuration may live, and their products. How elements are stored: "
            "[conventions](../conventions.md).", table(["group", "what", "dimension", "coordinates"], rows)]  # fmt: skip


def experiments_page(program):
    sources = {}
    for one in program.json("list", "experiments"):
        sources.setdefault(one["source"], []).append(one)
    parts = [
        "---\ntocdepth: 2\n---",
        "# Published experiments\n\nWhat `kreisel study reproduce NAME` measures again. Verdicts: [reproduction](../reproduction.md).",
    ]
    for source, members in sources.items():
        parts.append(f"## {plain(source)}")
        for one in members:
            parts.append(f"### {one['name']}\n\n{plain(one['number'])}: {plain(one['title'])}.\n\n"
                         f"- Setup: {plain(one['setup'])}\n- Published: {plain(one['published'])}\n- Criterion: {plain(one['criterion'])}")  # fmt: skip
    return parts
