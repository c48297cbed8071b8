"""source_mutants -- one small change of our own source, drawn at random: what scripts/mutate/mutate-source applies.

A mutant changes one function of one file and no number of a line.  Lines are equally likely, then the ways to change one.
What only says that something should hold (assert, REQUIRE) or counts is left alone: nothing can notice that.  Arguments of what commutes stay, too.
"""

import bisect
import collections
import glob
import os
import random
import re

import c_text

FOLDERS = ("symex", "goto", "solvers")
Mutant = collections.namedtuple("Mutant", "file line function kind start end new")

COMPARE = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
CONNECT = {"&&": "||", "||": "&&"}
COMPUTE = {"+": "-", "-": "+", "&": "|", "|": "&", "+=": "-=", "-=": "+=", "|=": "&=", "&=": "|=", "++": "--", "--": "++"}
TRUTH = {"true": "false", "false": "true"}
NUMBER = re.compile(r"(\d+)([uUlL]*)$")
OPERAND = re.compile(r"[\w)\]]+$")
ALONE = re.compile(r"\s*(?:assert|static_assert|_Static_assert|BUG|REQUIRE|timer_\w+|stats?_\w+|log_\w+)\s*\(")
COMMUTES = re.compile(r"(?:term|mk|gate|circuit)_(?:and|or|xor|equal|distinct|add|mul|bvand|bvor|bvxor|maj)$")
KEYWORDS = {"if", "while", "for", "switch", "return", "sizeof", "do", "case", "else", "_Alignof", "__builtin_expect"}


def files(root):
    for folder in FOLDERS:
        for path in sorted(glob.glob(os.path.join(root, folder, "**", "*.c"), recursive=True)):
            yield os.path.relpath(path, root)


def blank(text):
    """Nothing instead of the text, and as many lines."""
    return "\n" * text.count("\n")


def condition_of(text, statement):
    """(start, end) of the condition of a statement, or None."""
    if not statement.condition:
        return None
    start, end = statement.condition
    if statement.kind == "for":
        parts = [p for t, p, _ in text.tokens if t == ";" and start <= p < end]
        if len(parts) != 2:
            return None
        start, end = parts[0] + 1, parts[1]
    return (start, end) if text.text[start:end].strip() else None


def of_statements(text, function):
    """(kind, start, end, new) of each change of a whole statement or condition."""
    source = text.text
    for statement in function.statements():
        if ALONE.match(source, statement.start):
            continue
        where = condition_of(text, statement) if statement.kind in ("if", "while", "for", "do") else None
        if where:
            inside = source[slice(*where)]
            yield "negate", where[0], where[1], f"!({inside.strip()}){blank(inside)}"
        if statement.kind in ("simple", "break", "continue"):
            yield "delete", statement.start, statement.end, ";" + blank(text.of(statement))
        if statement.kind == "if":
            body = statement.children[0]
            yield "drop branch", body.start, body.end, ";" + blank(text.of(body))
            if len(statement.children) > 1:
                other = statement.children[1]
                yield "drop else", other.start, other.end, ";" + blank(text.of(other))
        if statement.kind == "label" and source.startswith("case", statement.start):
            yield "drop case", statement.start, statement.end, blank(text.of(statement))
        if statement.parent and statement.parent.kind == "block" and statement.kind not in ("label", "declaration", "return", "block"):
            is_void = re.match(r"(?:static\s+|inline\s+)*void\s+\w", source[function.head :])
            yield "return early", statement.start, statement.start, "return; " if is_void else "return 0; "


def arguments(text, i):
    """(start, end) of each argument of the call whose '(' is token i."""
    close, found, start, k = text.closing(i), [], text.tokens[i][2], i + 1
    while k < close:
        t, begin, _ = text.tokens[k]
        if t in ("(", "[", "{"):
            k = text.closing(k)
        elif t == ",":
            found.append((start, begin))
            start = text.tokens[k][2]
        k += 1
    return [*found, (start, text.tokens[close][1])]


def of_tokens(text, function):
    """(kind, start, end, new) of each change of an operator, a number or a call."""
    source, body = text.text, function.body
    alone = [(s.start, s.end) for s in function.statements() if ALONE.match(source, s.start)]
    first, last = (bisect.bisect_left(text.tokens, at, key=lambda token: token[1]) for at in (body.start, body.end))
    for i in range(first + 1, last - 1):
        t, start, end = text.tokens[i]
        if any(a <= start < b for a, b in alone):
            continue
        before = text.tokens[i - 1][0]
        binary = bool(OPERAND.match(before)) and before not in KEYWORDS
        if t in COMPARE:
            yield "compare", start, end, COMPARE[t]
        elif t in CONNECT:
            yield "connect", start, end, CONNECT[t]
        elif t in COMPUTE and (binary or t in ("++", "--")):
            yield "compute", start, end, COMPUTE[t]
        elif t in TRUTH:
            yield "truth", start, end, TRUTH[t]
        elif t == "!":
            yield "negate", start, end, ""
        elif NUMBER.match(t) and before != "." and not t.startswith("0x"):
            digits, suffix = NUMBER.match(t).groups()
            n = int(digits)
            yield "bound", start, end, f"{n + 1}{suffix}"
            if n > 0:
                yield "bound", start, end, f"{n - 1}{suffix}"
        elif t == "(" and re.match(r"[A-Za-z_]", before) and before not in KEYWORDS and not COMMUTES.match(before):
            where = arguments(text, i)
            for (a, b), (c, d) in zip(where, where[1:]):
                left, right = source[a:b], source[c:d]
                if left.strip() != right.strip() and left.strip() and right.strip():
                    yield "swap", a, d, f"{right.strip()}{blank(left)}, {left.strip()}{blank(source[b:d])}"


def changes(file, source):
    """Each mutant of a file."""
    text = c_text.Text(source)
    for function in text.functions:
        for kind, start, end, new in [*of_statements(text, function), *of_tokens(text, function)]:
            if source[start:end] != new:
                shown = start + len(source[start:end]) - len(source[start:end].lstrip())
                yield Mutant(file, text.line(shown), function.name, kind, start, end, new)


class Source:
    """All that can be changed, by lines."""

    def __init__(self, root, only=""):
        self.root, self.texts, self.lines, self.unclear = root, {}, {}, []
        for file in files(root):
            if not re.search(only, file):
                continue
            with open(os.path.join(root, file), encoding="utf-8") as f:
                self.texts[file] = f.read()
            try:
                for mutant in changes(file, self.texts[file]):
                    self.lines.setdefault((file, mutant.line), []).append(mutant)
            except c_text.Unclear:
                self.unclear.append(file)
        self.keys = sorted(self.lines)

    def draw(self, seed, number):
        """The mutant of this number, whatever became of the others."""
        rng = random.Random(f"{seed}:{number}")
        mutants = self.lines[rng.choice(self.keys)]
        kind = rng.choice(sorted({m.kind for m in mutants}))
        return rng.choice([m for m in mutants if m.kind == kind])

    def changed(self, mutant):
        text = self.texts[mutant.file]
        return text[: mutant.start] + mutant.new + text[mutant.end :]

    def shown(self, mutant):
        """The lines before and after."""
        old, new = self.texts[mutant.file].splitlines(), self.changed(mutant).splitlines()
        differ = [i for i, (a, b) in enumerate(zip(old, new)) if a != b]
        first, last = differ[0], differ[-1]
        return "\n".join(old[first : last + 1]), "\n".join(new[first : last + 1])
