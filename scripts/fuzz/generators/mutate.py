"""mutate -- C text with a few tokens or lines changed, for fuzz-mutants and, as a module of afl-fuzz,
for fuzz-input.  Bytes at random seldom compile; tokens often do."""

import random
import re

TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|\w+|\s+|[^\w\s]')

WORDS = """0 1 -1 2147483647 4294967295u 0x7fffffffffffffffll 1.5 1e300f 'a' "s" x & * + - / % << >> <
== = , ; ( ) { } [ ] . -> ? : ! ~ ++ && |= int char long unsigned double float void _Bool short
struct union const volatile static extern return break continue goto sizeof if else for while
switch case default (char) (long) (void*) (double) (unsigned*) [0] [1] ({0;}) (int[]){1} __int128
_Complex _Atomic _Thread_local __typeof__(x) _Generic(0,int:1) &&x main malloc( free( memcpy(
__attribute__((packed)) __attribute__((aligned(64))) __attribute__((vector_size(16)))""".split()


def change(rng, items, i, j, others):
    """Changes the i-th item; the j-th may help."""
    kind = rng.randrange(5)
    if kind == 0:
        items[i] = ""
    elif kind == 1:
        items[i] = f"{items[i]} {items[i]}"
    elif kind == 2:
        items[i], items[j] = items[j], items[i]
    elif kind == 3:
        items[i] = items[j]
    else:
        items[i] = f" {rng.choice(others)} "


def mutate(rng, text):
    if rng.random() < 0.3:
        lines = text.splitlines(keepends=True)
        for _ in range(rng.randint(1, 3) if lines else 0):
            change(rng, lines, rng.randrange(len(lines)), rng.randrange(len(lines)), lines)
        return "".join(lines)
    tokens = TOKEN.findall(text)
    places = [i for i, token in enumerate(tokens) if not token.isspace()]
    others = [tokens[i] for i in places]
    # What is near is more often of the same kind, or at least in scope.
    for _ in range(rng.choice([1, 1, 1, 2, 3, 6]) if places else 0):
        start = rng.randrange(len(places))
        window = places[start : start + 40]
        words = WORDS if rng.random() < 0.5 else others
        change(rng, tokens, rng.choice(window), rng.choice(window), words)
    return "".join(tokens)


# What afl-fuzz calls.
AFL_RANDOM = random.Random()


def init(seed):
    AFL_RANDOM.seed(seed)


def fuzz(buf, add_buf, max_size):
    text = mutate(AFL_RANDOM, bytes(buf).decode("utf-8", "replace"))
    if add_buf and AFL_RANDOM.random() < 0.2:
        lines = text.splitlines(keepends=True)
        other = bytes(add_buf).decode("utf-8", "replace").splitlines(keepends=True)
        lines.insert(AFL_RANDOM.randint(0, len(lines)), AFL_RANDOM.choice(other or [""]))
        text = "".join(lines)
    return bytearray(text.encode("utf-8", "replace")[:max_size] or b" ")  # empty: afl-fuzz gives up


def deinit():
    pass
