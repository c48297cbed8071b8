"""thread_environment -- pipes and counters of the system (eventfd) in random programs that have none yet.

Threads write into them, wait for what others write, close an end that others use, or ask without waiting.  What comes
from outside is left out: a search cannot enumerate it.
"""

import random

import thread_outside

# Headers declare names that programs have, too.
DECLARED = "int pipe(int *), pipe2(int *, int), dup(int), close(int), eventfd(unsigned, int); long read(int, void *, unsigned long), write(int, const void *, unsigned long);"
MAIN = "int main(void) {"


BEGIN = {"pipe": "pipe(ends) != 0", "polled": "pipe2(ends, 04000) != 0", "counter": "(counter = eventfd(0, 0)) < 0"}


def statement(rng, shared, device):
    place = rng.choice(shared)
    if device == "counter":
        return rng.choice((
            f"{{ uint64_t one = {rng.randrange(1, 3)}; write(counter, &one, sizeof one); }}",
            f"{{ uint64_t n = 0; if (read(counter, &n, sizeof n) == 8) {place} += (int)n & 3; }}",
            f"{{ uint64_t n = 0; if (read(counter, &n, sizeof n) == 8) {place} += (int)n & 3; }}",
            "close(counter);",
        ))
    return rng.choice((
        'write(ends[1], "a", 1);',
        f'write(ends[1], &"ab"[{place} & 1], 1);',
        f'if (write(ends[1], "abc", 3) != 3) {place}++;',
        f"{{ char got = 0; if (read(ends[0], &got, 1) == 1) {place} += got == 'a'; }}",
        f"{{ char got = 0; if (read(ends[0], &got, 1) == 1) {place} += got == 'a'; }}",
        f"{{ char got[2] = {{0}}; {place} = (int)read(ends[0], got, 2) & 3; }}",
        f"close(ends[{rng.randrange(2)}]);",
        f"{{ int copy = dup(ends[1]); {place} += copy > 0; }}",
    ))


def add(text, seed, chance):
    """The text, for some seeds with one of the two."""
    rng = random.Random(f"environment {seed}")
    shared = thread_outside.SHARED.findall(text)
    if rng.random() >= chance or not shared or MAIN not in text:
        return text
    lines = text.split("\n")
    places = list(thread_outside.spots(lines))
    if not places:
        return text
    device = rng.choice(("pipe", "polled", "counter", "counter", "counter"))
    for _ in range(rng.choice((1, 2, 2, 3))):
        i = rng.choice(places)
        lines[i] += " " + statement(rng, shared, device)  # the lines are reduced together
    text = "\n".join(lines).replace(MAIN, f"{MAIN} if ({BEGIN[device]}) return 0;", 1)
    own = "int __VERIFIER_nondet_int(void);"
    return text.replace(own, f"{DECLARED} int ends[2], counter; {own}", 1)
