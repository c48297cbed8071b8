"""thread_outside -- calls of functions that have no body, in programs that have none yet.

A verdict names each of them that some execution calls.  They have no pointers to reach memory with, so that
a search can enumerate their results: the lowest bits are used.
"""

import random
import re

DECLARATIONS = """\
void outside_call(int);
int outside_value(void);
__attribute__((noreturn)) void outside_end(void);
"""
FUNCTION = re.compile(r"^(?:static )?(?:void \*|int |unsigned |void )\w+\(.*\{$")
STATEMENT = re.compile(r"^(\t+)[^\t#}].*;$")
HEAD = re.compile(r"\t+(?:return|break|if|for|while|else|do)\b")
SHARED = re.compile(r"^(?:static |_Atomic )?(?:cell|unsigned|unsigned char|short|int|long) (?!steps)(\w+)(?: = \d+)?[;,]", re.M)


def statement(rng, shared):
    place = rng.choice(shared)
    return rng.choice((
        f"outside_call({place});",
        "outside_call(1);",
        f"if ({place} == {rng.randrange(4)}) outside_call({place});",
        f"{place} += outside_value() & 1;",
        f"if (outside_value() & 1) {place}++;",
        f"if ({place} > {rng.randrange(1, 4)}) outside_end();",
    ))


def spots(lines):
    """Lines behind which a statement may stand."""
    inside = False
    for i, line in enumerate(lines):
        if FUNCTION.match(line):
            inside = True
        elif line == "}":
            inside = False
        elif inside and STATEMENT.match(line) and not HEAD.match(line) and lines[i - 1].endswith((";", "{", "}")):
            yield i


def add(text, seed, chance, before="int __VERIFIER_nondet_int(void);"):
    """The text, for some seeds with a call or two; declarations stand before that line."""
    rng = random.Random(f"outside {seed}")
    shared = SHARED.findall(text)
    if rng.random() >= chance or not shared:
        return text
    lines = text.split("\n")
    places = list(spots(lines))
    if not places:
        return text
    for _ in range(rng.choice((1, 1, 2))):
        i = rng.choice(places)
        lines[i] += " " + statement(rng, shared)  # the lines keep their numbers, and are reduced together
    return "\n".join(lines).replace(before, DECLARATIONS.replace("\n", " ") + before, 1)
