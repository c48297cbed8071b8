"""rewrites -- changes of a C program that keep the verdict, or change it in a known way; scripts/fuzz/fuzz-rewrites has the use.

A rewrite is a function of a Change that notes edits and returns whether it found a place.  KEEPING are those after which every
execution of the program is still there and no new one is, as far as properties can tell; after CHANGING, the verdict is known.
Tags say where a rewrite has another meaning: 'loops' where iterations are bounded, 'contexts' where context switches are,
'creates' where threads may fail to begin, 'racy' and the others where other properties are asked about.
"""

import collections
import re

import rewrites_changing
import rewrites_control
import rewrites_data
import rewrites_expressions

Rewrite = collections.namedtuple("Rewrite", "name make tags")


def entry(make):
    return Rewrite(make.__name__.replace("_", "-"), make, getattr(make, "tags", frozenset()))


KEEPING = [entry(make) for module in (rewrites_data, rewrites_expressions, rewrites_control, rewrites_changing) for make in module.KEEPING]
CHANGING = [entry(make) for make in rewrites_changing.CHANGING]
INPUT = "extern int __VERIFIER_nondet_int(void);"


class Change:
    """What one rewrite does to a source."""

    def __init__(self, source, rng, is_about_assertions):
        self.source, self.rng = source, rng
        self.is_about_assertions = is_about_assertions  # the verdict is that an assertion is violated
        self.verdict = None  # the new one, if it does not stay
        self.edits, self.head, self.start, self.tail = [], [], [], []
        used = [int(n) for n in re.findall(r"\brw(\d+)_", source.text)]
        self.prefix = f"rw{max(used, default=0) + 1}_"

    def name(self, text):
        return self.prefix + text

    def replace(self, start, end, text):
        self.edits.append((start, end, text))

    def insert(self, offset, text):
        self.edits.append((offset, offset, text))

    def index(self):
        """The name of a variable that main sets to an input of 0 and 1 before anything else."""
        name = self.name("_i")
        self.head.append(f"{INPUT} static int {name};")
        self.start.insert(0, f"{name} = __VERIFIER_nondet_int() & 1;")
        return name

    def some(self, candidates, most):
        """A few of the candidates, in their order."""
        candidates = list(candidates)
        chosen = self.rng.sample(range(len(candidates)), self.rng.randint(1, min(most, len(candidates)))) if candidates else []
        return [candidates[i] for i in sorted(chosen)]

    def text(self):
        """The program as changed, or None: it has no main to begin in."""
        edits = list(self.edits)
        if self.start:
            main = self.source.main()
            if not main:
                return None
            edits.append((main[1].start + 1, main[1].start + 1, " " + " ".join(self.start)))
        head = "\n".join(self.head) + "\n" if self.head else ""
        tail = "\n" + "\n".join(self.tail) + "\n" if self.tail else ""
        return head + self.source.edited(edits) + tail
