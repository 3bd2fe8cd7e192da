"""Reads the messages of the program from its C++ sources.

A message is an argument of a constructor or helper in HELPERS, what a function in SENTENCES returns, or what is given
to a name in ASSIGNED. It is reduced to the text that users see, with … for every part that only a run knows:

    throw OptionError(fmt::format("the step {:g} s is longer than the interval", step), …)
    -> the step … s is longer than the interval
"""

import re
from dataclasses import dataclass
from itertools import product

FOLDERS = ["kreisel", "apps", "evidence"]
ANY = "…"

# Constructor or function, with what stands before its dot where that matters -> place of the message among its
# arguments; negative: from the end; None: no message.
HELPERS = {
    "OptionError": 0,
    "UnknownName": 0,
    "FileError": 0,
    "StartError": 0,
    "ParseError": 0,
    "ModelError": 0,
    "Error": 1,
    "FormulaRefusal": 0,
    "UnitRefusal": 1,
    "JsonRefusal": 1,
    "mistake_at": 1,
    "mistake_at_key": 1,
    "refuse": -2,  # …, fact, hint
    "file_error": 0,
    "failure_.emplace": 0,
    "print_error": 0,
    "warn": 0,
    "notes.push_back": 0,
    "notes.emplace_back": 0,
    "notes_.push_back": 0,
    "report.notes.push_back": None,  # how to read a study, no trouble
    "report.notes.emplace_back": None,
}

# The same for single files, where the helper builds a sentence also with {} in the place of its argument.
LOCAL_HELPERS = {
    "apps/cli/option_values.cpp": {"refuse": (2, '"…" {}')},
    "apps/cli/run.cpp": {"refuse": 0},
    "apps/cli/studies/options.cpp": {"refuse": 0},
    "apps/cli/sweep.cpp": {"refuse": 0},
    "evidence/studies/content_store.cpp": {"note": 0},
    "kreisel/integrate/expansion.cpp": {"stop": (0, "the expansion stops at t = …: {}")},
    "kreisel/integrate/integrate.cpp": {"end": 1},
    "kreisel/model/formula.cpp": {"complain": (1, '"…" is no formula: {}')},
    "kreisel/check/body_check.cpp": {"say": 0},
    "kreisel/check/method_advice.cpp": {"say": 0},
    "kreisel/sweep/objective.cpp": {"refuse": 0},
    "kreisel/sweep/variation.cpp": {"refuse": 0},
    "kreisel/sweep/sweep.cpp": {"options_.note": 0},
    "kreisel/run/run.cpp": {"refuse": (1, "the sample time … s {}")},
}

# Functions all of whose results are messages or parts of one.
SENTENCES = {
    "evidence/studies/content_store.cpp": ["save"],
    "kreisel/integrate/integrate.cpp": ["name_of"],
    "kreisel/methods/shared/alternation_watch.hpp": ["warning"],
    "kreisel/methods/multistep/control.hpp": ["starting_values_only"],
    "kreisel/methods/multistep/stepper.hpp": ["explain_failure"],
    "kreisel/methods/shared/step_equations.hpp": ["explain_singular", "explain_contradiction"],
    "kreisel/methods/shared/strong_damping.cpp": ["verdict_of"],
}

# Variables whose values are messages.
ASSIGNED = {
    "evidence/studies/step_plan.cpp": ["plan.note"],
    "kreisel/integrate/expansion.cpp": ["result_.message"],
    "kreisel/methods/shared/strong_damping.cpp": ["verdict.reason"],
    "kreisel/run/run.cpp": ["record_.message"],
}

# Texts that begin so are messages wherever they stand; the rest of a file in FINDINGS is no trouble.
PREFIX = r"kreisel: (?:note|warning|error): "
FINDINGS = {
    "apps/cli/check_text.cpp": ["derivatives: not compared", "degrees of freedom: at least", "redundant rows"],
}

# No trouble, or nothing but a frame around other messages.
NO_MESSAGE = {"A invertible, |R(∞)| = …, |R(-w)| < 1", "…; … rows are kept", "the sample time … s …"}

# Arguments that pass on a message made elsewhere, or declare the parameter.
FORWARDED = re.compile(
    r"(std::move\()?([\w:]+(\(\))?(\.|->))*\*?(fact|why|what|text|message|GetMsg|note)_?(\(\))?\)?"
    r"|\*?(failure|loss|cause|error|csv_->failure)(_|\(\))?|std::move\(mistake\)"
    r"|(const )?(std::string|std::string_view|char|FileError|Error|bool)[&* ].*"
)

TOKEN = re.compile(
    r"""(?P<blank>\s+|//[^\n]*|/\*.*?\*/)|(?P<raw>R"(?P<mark>[^(\s]*)\((?P<body>.*?)\)(?P=mark)")"""
    r"""|(?P<string>"(?:[^"\\\n]|\\.)*")|(?P<char>'(?:[^'\\\n]|\\.)+')"""
    r"""|(?P<word>[A-Za-z_]\w*(?:(?:::|\.|->)[A-Za-z_]\w*)*|\d[\w.']*)|(?P<sign>.)""",
    re.DOTALL,
)
QUOTING = ["quoted", "json_quoted"]
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}


@dataclass(frozen=True)
class Message:
    text: str  # with … for what varies; empty: not readable
    path: str
    line: int
    maker: str
    code: str = ""  # the expression, where it is not readable


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    at: int = 0


def tokens_from(text, begin):
    """Tokens without blanks and comments; literals with their value."""
    at = begin
    while at < len(text):
        found = TOKEN.match(text, at)
        at = found.end()
        kind = found.lastgroup if found["raw"] is None else "raw"
        if kind == "blank":
            continue
        if kind == "raw":
            yield Token("literal", found["body"], found.start())
        elif kind == "string" or (kind == "char" and found["char"] is not None):
            value = re.sub(r"\\(.)", lambda e: ESCAPES.get(e[1], e[1]), found[0][1:-1])
            yield Token("literal", value, found.start())
        else:
            yield Token(kind, found[0], found.start())


def depth_change(token):
    if token.kind != "sign":
        return 0
    return {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(token.text, 0)


def bracket(text, begin):
    """The tokens between the bracket at `begin` and the one that closes it."""
    depth, inside = 0, []
    for token in tokens_from(text, begin):
        depth += depth_change(token)
        if depth == 0:
            return inside
        if token.at > begin:
            inside.append(token)
    return inside


def statement(text, begin):
    """The tokens up to the semicolon."""
    depth, inside = 0, []
    for token in tokens_from(text, begin):
        depth += depth_change(token)
        if depth < 0 or (depth == 0 and token.kind == "sign" and token.text == ";"):
            return inside
        inside.append(token)
    return inside


def split(tokens, separator):
    """At every separator that is in no bracket."""
    parts, depth = [[]], 0
    for token in tokens:
        depth += depth_change(token)
        if depth == 0 and token.kind == "sign" and token.text == separator:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def is_call(tokens, *names):
    return len(tokens) > 2 and tokens[0].kind == "word" and tokens[0].text in names and tokens[1].text in "({"


def formatted(pattern, values):
    """What fmt::format makes of a pattern: {{ is {, every field is … or "…"."""
    values = iter(values)
    quoted = f'"{ANY}"'

    def field(found):
        if found[0] in ("{{", "}}"):
            return found[0][0]
        return quoted if is_call(next(values, []), *QUOTING) else ANY

    return re.sub(r"\{\{|\}\}|\{[^{}]*\}", field, pattern)


def texts_of(tokens):
    """All texts an expression may have, with … for what is not written there."""
    questions = split(tokens, "?")
    if len(questions) > 1:  # a ? b : c, the last part of b : c may be another question
        rest = tokens[len(questions[0]) + 1 :]
        return [text for part in split(rest, ":") for text in texts_of(split(part, "?")[-1])]
    terms = split(tokens, "+")
    if len(terms) > 1:
        return ["".join(one) for one in product(*map(texts_of, terms))]
    if tokens and all(token.kind == "literal" for token in tokens):
        return ["".join(token.text for token in tokens)]
    if is_call(tokens, "fmt::format"):
        pattern, *values = split(tokens[2:-1], ",")
        return [formatted(text, values) for text in texts_of(pattern)]
    if is_call(tokens, *QUOTING):
        return [f'"{ANY}"']
    if is_call(tokens, "std::string", "std::string_view", "std::move"):
        return texts_of(tokens[2:-1])
    if len(tokens) > 2 and tokens[0].text == "(":
        return texts_of(tokens[1:-1])
    return [ANY]


def tidy(text):
    text = re.sub(f"{ANY}+", ANY, text.split("\n  hint:")[0]).strip()
    text = re.sub(r"\s*\n\s*", " ", text)
    return re.sub("^" + PREFIX, "", text)


class Source:
    """One file and the messages in it."""

    def __init__(self, path, text):
        self.path, self.text = path, text
        self.helpers = HELPERS | LOCAL_HELPERS.get(path, {})

    def messages(self):
        yield from self.made_by_helpers()
        yield from self.recognised_by_prefix()
        for name in SENTENCES.get(self.path, []):
            yield from self.returned_by(name)
        for name in ASSIGNED.get(self.path, []):
            for found in re.finditer(rf"(?<![\w.]){re.escape(name)}\s*=\s*", self.text):
                yield from self.message(statement(self.text, found.end()), found.start(), name)

    def made_by_helpers(self):
        names = "|".join(sorted({name.split(".")[-1] for name in self.helpers}, key=len, reverse=True))
        passed_over = r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|(?:struct|class) \w+'
        pattern = re.compile(rf"{passed_over}|(?<![\w~])((?:\w+(?:\.|->|::))*)({names})\s*[({{]")
        for found in pattern.finditer(self.text):
            if not found[2]:
                continue
            helper = self.helper_called(re.split(r"\.|->|::", found[1] + found[2]))
            if helper is None:
                continue
            place, sentence = helper if isinstance(helper, tuple) else (helper, "{}")
            arguments = split(bracket(self.text, found.end() - 1), ",")
            if -len(arguments) <= place < len(arguments):
                yield from self.message(arguments[place], found.start(), found[2], sentence)

    def helper_called(self, words):
        """Of a.b.c the entry for a.b.c, else for b.c, else for c."""
        names = [".".join(words[i:]) for i in range(len(words))]
        return next((self.helpers[name] for name in names if name in self.helpers), None)

    def recognised_by_prefix(self):
        for begin in [PREFIX, *FINDINGS.get(self.path, [])]:
            for found in re.finditer(rf'(?<=")(?={begin})', self.text):
                literals = []
                for token in tokens_from(self.text, found.start() - 1):
                    if token.kind != "literal":
                        break
                    literals.append(token.text)
                yield from self.readable([formatted("".join(literals), [])], found.start(), begin)

    def returned_by(self, name):
        for found in re.finditer(rf"(?<![\w.]){name}\([^;{{}}]*\{{", self.text):
            body = bracket(self.text, found.end() - 1)
            for i, token in enumerate(body):
                if token.text != "return" or token.kind != "word":
                    continue
                value = split(body[i + 1 :], ";")[0]
                if value and value[0].text == "{":  # {is_covered, …, reason}: what is covered is no trouble
                    parts = split(value[1:-1], ",")
                    value = parts[-1] if parts[0] and parts[0][0].text != "true" else []
                yield from self.readable(texts_of(value), token.at, name)

    def message(self, tokens, at, maker, sentence="{}"):
        texts = texts_of(tokens)
        code = "".join(token.text + (" " if token.kind == "word" else "") for token in tokens).strip()
        if texts == [ANY] and len(tokens) == 1:
            texts = self.assigned_before(tokens[0].text, at)
        yield from self.readable([sentence.replace("{}", text) for text in texts if text != ANY], at, maker)
        if texts == [ANY] and not FORWARDED.fullmatch(re.sub(r" (?=\W)|(?<=[(*]) ", "", code)):
            yield Message("", self.path, self.line(at), maker, code)

    def readable(self, texts, at, maker):
        for text in map(tidy, texts):
            if re.search(r"[a-z]{2}", text) and text not in NO_MESSAGE:
                yield Message(text, self.path, self.line(at), maker)

    def assigned_before(self, name, at):
        """The texts of the variable `name`, from the last `name = …;` before."""
        found = None
        for found in re.finditer(rf"\b{re.escape(name)}\s*=\s*(?!=)", self.text[max(0, at - 2000) : at]):
            pass
        return texts_of(statement(self.text, max(0, at - 2000) + found.end())) if found else [ANY]

    def line(self, at):
        return self.text.count("\n", 0, at) + 1


def read_messages(root):
    """Every message of the sources below root, in the order of files and lines."""
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.?pp")):
            name = path.relative_to(root).as_posix()
            if name == "kreisel/core/error.hpp":  # declares the errors
                continue
            yield from Source(name, path.read_text(encoding="utf-8")).messages()
