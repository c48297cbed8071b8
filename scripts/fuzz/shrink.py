"""shrink -- makes a program smaller as long as something about it stays true: lines go, the larger pieces first."""

import time


def balanced(lines):
    depth = 0
    for line in lines:
        depth += line.count("{") - line.count("}")
        if depth < 0 or (depth == 0 and "} else {" in line):
            return False
    return depth == 0


def piece(lines, at, size):
    """The shortest balanced piece of at least that many lines, or None."""
    for length in range(size, min(size + 12, len(lines) - at) + 1):
        if balanced(lines[at : at + length]):
            return lines[at : at + length]
    return None


def shrink(text, holds, seconds, stays=lambda line: False):
    """A smaller text for which holds(lines); lines that stay() are kept."""
    lines = text.rstrip("\n").split("\n")
    end = time.monotonic() + seconds
    size = max(len(lines) // 2, 1)
    while size and time.monotonic() < end:
        at, changed = 0, False
        while at < len(lines) and time.monotonic() < end:
            chunk = piece(lines, at, size)
            rest = lines[:at] + lines[at + len(chunk) :] if chunk and not any(map(stays, chunk)) else None
            if rest and holds(rest):
                lines, changed = rest, True
            else:
                at += 1
        if not changed or size > 1:
            size //= 2
    return "\n".join(lines) + "\n"
