"""The part of YAML that task definition files use.

Block mappings and lists by indentation, flow lists and mappings on one line, plain and quoted
scalars, comments.  Anything else (anchors, tags, block scalars, several documents) is refused with
the number of its line rather than misread.
"""

import re


class YamlError(Exception):
    pass


KEY = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s'"\[\]{}#&*!|>%@`,][^:#]*?)\s*:(?:\s+|$)""")
MAX_DEPTH = 32


def parse(text):
    """The document as dicts, lists, strings, booleans, numbers and None."""
    lines = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = without_comment(raw).rstrip()
        if line == "---" and not lines or not line.strip() or line.startswith("%"):
            continue
        if line.startswith("\t") or "\t" in line[: len(line) - len(line.lstrip())]:
            raise YamlError(f"line {number}: indented by a tab")
        lines.append((number, len(line) - len(line.lstrip(" ")), line.strip()))
    if not lines:
        return None
    value, rest = block(lines, 0, lines[0][1], 0)
    if rest < len(lines):
        raise YamlError(f"line {lines[rest][0]}: not understood here: {lines[rest][2]}")
    return value


def without_comment(line):
    quote = None
    for i, c in enumerate(line):
        if quote:
            quote = None if c == quote and line[i - 1] != "\\" else quote
        elif c in "'\"" and (i == 0 or line[i - 1] in " [{,:-"):
            quote = c
        elif c == "#" and (i == 0 or line[i - 1] in " \t"):
            return line[:i]
    return line


def block(lines, at, indent, depth):
    if depth > MAX_DEPTH:
        raise YamlError(f"line {lines[at][0]}: nested too deeply")
    text = lines[at][2]
    if text == "-" or text.startswith("- "):
        return block_list(lines, at, indent, depth)
    if KEY.match(text):
        return block_map(lines, at, indent, depth)
    return scalar(text, lines[at][0]), at + 1


def block_list(lines, at, indent, depth):
    items = []
    while at < len(lines) and lines[at][1] == indent and re.match(r"-(\s|$)", lines[at][2]):
        number, _, text = lines[at]
        rest = text[1:].lstrip()
        if not rest:
            value, at = below(lines, at, indent, depth)
        else:
            # What follows the dash is a block of its own that begins in the column of its text.
            column = indent + len(text) - len(rest)
            lines[at] = (number, column, rest)
            value, at = block(lines, at, column, depth + 1)
        items.append(value)
    return items, at


def block_map(lines, at, indent, depth):
    found = {}
    while at < len(lines) and lines[at][1] == indent:
        number, _, text = lines[at]
        match = KEY.match(text)
        if not match:
            break
        key = scalar(match.group(1), number)
        if key in found:
            raise YamlError(f"line {number}: '{key}' stands here twice")
        rest = text[match.end():].strip()
        if rest:
            found[key] = scalar(rest, number)
            at += 1
        else:
            found[key], at = below(lines, at, indent, depth)
    return found, at


def below(lines, at, indent, depth):
    """The value of a key or dash that has nothing on its own line."""
    following = at + 1
    if following < len(lines):
        deeper = lines[following][1] > indent
        # A list may stand in the same column as the key it belongs to.
        flush = lines[following][1] == indent and re.match(r"-(\s|$)", lines[following][2])
        if deeper or (flush and not lines[at][2].startswith("-")):
            return block(lines, following, lines[following][1], depth + 1)
    return None, following


def scalar(text, number):
    value, rest = flow(text, number, 0, "")
    if rest.strip():
        raise YamlError(f"line {number}: not understood: {rest.strip()}")
    return value


def flow(text, number, depth, stops):
    """One value at the beginning of the text; also returns what follows it."""
    text = text.lstrip()
    if depth > MAX_DEPTH:
        raise YamlError(f"line {number}: nested too deeply")
    if text.startswith("["):
        return flow_list(text[1:], number, depth)
    if text.startswith("{"):
        return flow_map(text[1:], number, depth)
    if text[:1] in ("'", '"'):
        return quoted(text, number)
    if text[:1] and text[0] in "&*!|>%@`":
        raise YamlError(f"line {number}: '{text[0]}' is beyond the YAML of task files")
    end = min((i for i in (text.find(s) for s in stops) if i >= 0), default=len(text))
    return plain(text[:end].strip()), text[end:]


def flow_list(text, number, depth):
    items = []
    while True:
        text = text.lstrip()
        if text.startswith("]"):
            return items, text[1:]
        value, text = flow(text, number, depth + 1, ",]")
        items.append(value)
        text = separator(text, "]", number)


def flow_map(text, number, depth):
    found = {}
    while True:
        text = text.lstrip()
        if text.startswith("}"):
            return found, text[1:]
        key, text = flow(text, number, depth + 1, ":,}")
        text = text.lstrip()
        if not text.startswith(":"):
            raise YamlError(f"line {number}: ':' expected after '{key}'")
        found[key], text = flow(text[1:], number, depth + 1, ",}")
        text = separator(text, "}", number)


def separator(text, end, number):
    text = text.lstrip()
    if text.startswith(","):
        return text[1:]
    if not text.startswith(end):
        raise YamlError(f"line {number}: ',' or '{end}' expected")
    return text


def quoted(text, number):
    mark = text[0]
    pattern = r"'((?:[^']|'')*)'" if mark == "'" else r'"((?:[^"\\]|\\.)*)"'
    match = re.match(pattern, text)
    if not match:
        raise YamlError(f"line {number}: {mark} without its counterpart")
    value = match.group(1)
    if mark == "'":
        value = value.replace("''", "'")
    else:
        value = re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), value)
    return value, text[match.end():]


def plain(text):
    words = {"true": True, "false": False, "null": None, "~": None, "": None}
    if text.lower() in words:
        return words[text.lower()]
    if re.fullmatch(r"[-+]?[0-9]+", text):
        return int(text)
    if re.fullmatch(r"[-+]?[0-9]*\.[0-9]+", text):
        return float(text)
    return text
