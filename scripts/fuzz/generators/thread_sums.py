"""thread_sums -- random programs whose threads compute with a few shared numbers.

Every order of their steps gives other values, and an assertion bounds these at the end: so different
states come to the same locations, and are safe, or not, for the same reasons.  As the programs of
thread_programs they have few inputs, no undefined behaviour, and one statement a line.
"""

import random

import thread_programs


class Program:
    """One program from one seed."""

    def __init__(self, seed):
        self.rng = random.Random(f"sums {seed}")
        self.lines = []
        self.shared = ["x", "y", "z"][: self.rng.choice((1, 2, 2, 3))]
        self.has_array = self.chance(0.3)
        self.has_lock = self.chance(0.3)
        self.has_pointer = self.chance(0.25)
        self.inputs = self.rng.choice((0, 0, 0, 1, 2))
        self.nthreads = self.rng.choice((2, 2, 2, 3))
        self.has_counter = self.chance(0.3)  # nothing but constants and steps of one are written to it
        self.has_level = self.chance(0.3)  # a number that branches keep within bounds, or not
        self.level_guard = self.rng.choice(("lock", "lock", "lock", "atomic", "late", None))

    def chance(self, p):
        return self.rng.random() < p

    def line(self, depth, text):
        self.lines.append("\t" * depth + text)

    def number(self):
        return self.rng.choice((0, 1, 1, 2, 3, 5, 10))

    def place(self):
        if self.has_array and self.chance(0.3):
            return f"t[{self.rng.choice(self.shared)} & 3]" if self.chance(0.6) else f"t[{self.rng.randrange(4)}]"
        if self.has_pointer and self.chance(0.3):
            return "*p"
        return self.rng.choice(self.shared)

    def value(self):
        kind = self.rng.randrange(5)
        if kind == 0:
            return str(self.number())
        if kind == 1:
            return f"{self.place()} + {self.number()}"
        if kind == 2:
            return f"a + {self.place()}"
        if kind == 3:
            return f"{self.place()} & {self.rng.choice((1, 3, 7))}"
        return "a"

    def condition(self):
        left = self.rng.choice((self.place(), "a"))
        return f"{left} {self.rng.choice(('<', '<=', '==', '!=', '>'))} {self.number()}"

    def simple(self, depth):
        kind = self.rng.randrange(6)
        if kind == 0:
            self.line(depth, f"a = {self.value()};")
        elif kind == 1:
            self.line(depth, f"{self.place()} += {self.place()};")
        elif kind == 2:
            self.line(depth, f"{self.place()} += {self.number()};")
        elif kind == 3 and self.has_pointer:
            self.line(depth, f"p = &{self.rng.choice(self.shared)};")
        else:
            self.line(depth, f"{self.place()} = {self.value()};")

    def count(self, depth):
        step = self.rng.choice(("n++;", "n++;", "n++;", "n--;", f"n = {self.number()};"))
        kind = self.rng.randrange(4)
        if kind == 0:  # the thread reads in the section in which it has counted
            self.line(depth, "__VERIFIER_atomic_begin();")
            self.line(depth, step)
            self.line(depth, f"assert(n {self.rng.choice(('<=', '!='))} {self.number()});")
            self.line(depth, "__VERIFIER_atomic_end();")
        elif kind == 1:
            self.line(depth, "a = n;")
        else:
            self.line(depth, step)

    def enter(self, depth, begins):
        if self.level_guard == "atomic":
            self.line(depth, f"__VERIFIER_atomic_{'begin' if begins else 'end'}();")
        elif self.level_guard:
            self.line(depth, f"pthread_mutex_{'lock' if begins else 'unlock'}(&m);")

    def level(self, depth):
        rounds = self.rng.choice((1, 1, 2, 3, 4, 5)) if self.nthreads == 2 else 1
        if rounds > 1:
            self.line(depth, f"for (int k = 0; k < {rounds}; k++) {{")
            depth += 1
        limit = self.rng.choice((0, 1, 2, 3, 3))
        test, change = self.rng.choice((
            (f"v < {limit}", "v++;"), (f"v != {limit}", "v++;"), (f"v <= {limit}", "v = v + 2;"),
            ("v > 0", "v--;"), ("v >= 0", "v--;"), ("0 < v", "v = v - 1;"), (f"v > {limit}", f"v = {limit};"),
            (f"v == {limit}", f"v = {self.number()};")))
        late = self.level_guard == "late"  # the number may have changed since the test
        if not late:
            self.enter(depth, True)
        self.line(depth, f"if ({test}) {{")
        if late:
            self.enter(depth + 1, True)
        if self.chance(0.3):
            self.line(depth + 1, f"assert(v {self.rng.choice(('>', '>=', '<', '!='))} {self.rng.choice((0, limit))});")
        if self.has_array and self.chance(0.3):
            self.line(depth + 1, "t[v & 3] = v;")
        self.line(depth + 1, change)
        if self.chance(0.3):
            self.line(depth + 1, f"assert(v {self.rng.choice(('>=', '<=', '!='))} {self.rng.choice((0, limit))});")
        if late:
            self.enter(depth + 1, False)
        self.line(depth, "}")
        if not late:
            self.enter(depth, False)
        if rounds > 1:
            self.line(depth - 1, "}")

    def statement(self, depth):
        if self.has_level and self.chance(0.5):
            self.level(depth)
            return
        if self.has_counter and self.chance(0.5):
            self.count(depth)
            return
        kind = self.rng.randrange(10)
        if kind == 0 and self.has_lock:
            self.line(depth, "pthread_mutex_lock(&m);")
            self.simple(depth)
            self.line(depth, "pthread_mutex_unlock(&m);")
        elif kind == 1 and self.inputs:
            self.inputs -= 1
            self.line(depth, "i = __VERIFIER_nondet_int();")
            self.line(depth, "__VERIFIER_assume(i >= 0 && i <= 2);")
            self.line(depth, f"{self.place()} += i;")
        elif kind == 2:
            self.line(depth, f"if ({self.condition()}) {{")
            self.simple(depth + 1)
            if self.chance(0.5):
                self.line(depth, "} else {")
                self.simple(depth + 1)
            self.line(depth, "}")
        elif kind == 3:
            self.line(depth, f"for (int k = 0; k < {self.rng.choice((2, 3))}; k++)")
            self.simple(depth + 1)
        elif kind == 4:
            self.line(depth, f"assert(a {self.rng.choice(('<=', '!='))} {self.rng.choice((5, 10, 20, 40))});")
        else:
            self.simple(depth)

    def text(self):
        for name in self.shared:
            self.line(0, f"unsigned {name} = {self.rng.choice((0, 1, 1, 2))};")
        self.line(0, f"unsigned n = {self.rng.choice((0, 0, 5))};")
        self.line(0, f"{self.rng.choice(('int', 'int', 'unsigned', 'short'))} v = {self.rng.choice((0, 0, 1, 3))};")
        self.line(0, "unsigned t[4];")
        self.line(0, f"unsigned *p = &{self.shared[0]};")
        self.line(0, "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;")
        for tid in range(self.nthreads):
            self.line(0, f"static void *t{tid}(void *argument) {{")
            self.line(1, "unsigned a = 0;")
            self.line(1, "int i = 0;")
            for _ in range(self.rng.choice((2, 3, 3, 4)) if self.nthreads == 2 else 2):
                self.statement(1)
            self.line(1, "(void)i;")
            self.line(1, "return argument;")
            self.line(0, "}")
        self.line(0, "int main(void) {")
        self.line(1, f"pthread_t id[{self.nthreads}];")
        for tid in range(self.nthreads):
            self.line(1, f"pthread_create(&id[{tid}], NULL, t{tid}, NULL);")
        for tid in range(self.nthreads):
            self.line(1, f"pthread_join(id[{tid}], NULL);")
        for _ in range(self.rng.choice((1, 1, 2))):
            sum_ = " + ".join(self.rng.sample(self.shared, self.rng.randint(1, len(self.shared))))
            self.line(1, f"assert({sum_} {self.rng.choice(('<=', '<=', '!=', '>='))} {self.rng.choice((0, 1, 4, 7, 10, 15, 25))});")
        if self.has_counter:
            self.line(1, f"assert(n {self.rng.choice(('<=', '!=', '>='))} {self.number()});")
        if self.has_level:
            self.line(1, f"assert(v {self.rng.choice(('<=', '<', '!=', '>='))} {self.rng.choice((-1, 0, 0, 1, 2, 3, 4))});")
        self.line(1, "return 0;")
        self.line(0, "}")
        return thread_programs.HEADER + "\n".join(self.lines) + "\n"
