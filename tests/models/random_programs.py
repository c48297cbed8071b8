"""random_programs.py -- random programs of the small language (programs.py) for scripts/fuzz/fuzz-models.

Relaxed accesses are the most frequent, because that is where models differ.  A program is of one of a few kinds:

    mixed      anything
    weak       relaxed and plain accesses, rarely anything else: many executions
    seq_cst    all orders are seq_cst and nothing is plain: every model has the executions of sc
    fences     relaxed accesses, fences
    rmw        RMWs of any order
    publish    plain data beside an atomic flag, guarded by what was read
    sequence   many stores to one flag: release sequences that go on, and that another thread ends
    locks      plain data, sometimes under a mutex
    waits      loops that wait for a value, additions whose results nobody looks at

With shapes, two of the locations may be the elements of a table, accessed at an index that was read before, and main may be one of the
threads.
"""

from programs import Program

LOADS = ("relaxed", "acquire", "seq_cst")
STORES = ("relaxed", "release", "seq_cst")
RMWS = ("relaxed", "acquire", "release", "acq_rel", "seq_cst")
FENCES = ("acquire", "release", "acq_rel", "seq_cst")
KINDS = {"mixed": 4, "weak": 4, "seq_cst": 1, "fences": 4, "rmw": 3, "publish": 3, "sequence": 2, "locks": 2, "waits": 3}

ROLES = ("head", "between", "reader")  # of a release sequence


class Writer:
    """One program."""

    def __init__(self, rng, kind, threads, most, table=False):
        self.rng, self.kind, self.n, self.most = rng, kind, threads, most
        self.registers = self.locals = 0
        self.atomic = ["x", "y", "z"][:rng.choice((1, 2, 2, 2, 2, 2, 3))]
        if kind == "sequence":
            self.atomic = ["x", "y"]
        self.data = ("y", "relaxed") if rng.random() < 0.6 else ("d", "plain")  # that a release sequence publishes
        self.last = None  # location of the access before
        self.plain = []
        if kind in ("publish", "locks") or kind in ("mixed", "weak") and rng.random() < 0.3:
            self.plain = ["d", "e"][:rng.choice((1, 1, 2))]
        elif kind == "sequence" and self.data[0] == "d":
            self.plain = ["d"]
        self.mutexes = ["m"] if kind == "locks" or kind == "mixed" and rng.random() < 0.1 else []
        if kind == "locks" and rng.random() < 0.15:
            self.mutexes.append("n")
        self.table = ()
        if table:
            self.table = tuple(self.plain if len(self.plain) == 2 and (rng.random() < 0.5 or len(self.atomic) < 2) else self.atomic[:2])
            self.table = self.table if len(self.table) == 2 else ()

    def order(self, orders):
        if self.kind == "seq_cst":
            return "seq_cst"
        if self.rng.random() < (0.85 if self.kind in ("weak", "fences") else 0.35):
            return "relaxed"
        return self.rng.choice(orders)

    def register(self):
        """A local: a store to a register in between would be an event of its own, which psc sees"""
        self.registers += 1
        return f"v{self.registers - 1}"

    def value(self, mine):
        if mine and self.rng.random() < 0.2:
            return f"{self.rng.choice(mine)} + 1"
        return str(self.rng.randint(1, 2))

    def access(self, mine):
        """One access or fence, perhaps at an index; mine: registers that have been read."""
        made = self.plain_access(mine)
        if made[-1][-1] == "plain" or made[-1][0] in ("store", "load", "add", "exchange"):
            where = 1 if made[-1][0] == "store" else 2
            if self.table and mine and made[-1][where] in self.table and self.rng.random() < 0.6:
                one, other = (tuple(x if k == where else part for k, part in enumerate(made[-1])) for x in self.table)
                index = f"{self.rng.choice(mine)} {self.rng.choice(('==', '!=', '>='))} {self.rng.randint(0, 2)}"
                return [*made[:-1], ("at", index, [other], [one])]
        return made

    def plain_access(self, mine):
        rng, kind = self.rng, self.kind
        if self.plain and rng.random() < {"publish": 0.4, "locks": 0.6}.get(kind, 0.2):
            x = rng.choice(self.plain)
            if rng.random() < 0.5:
                return [("store", x, self.value(mine), "plain")]
            return [("load", self.register(), x, "plain")]
        x = rng.choice(self.atomic)
        if x == self.last:  # models differ about different locations
            x = rng.choice(self.atomic)
        self.last = x
        if kind == "waits" and rng.random() < 0.2:
            return [("wait", x, str(rng.choice((1, 1, 2))), self.order(LOADS))]
        if kind == "waits" and rng.random() < 0.35:
            return [("count", x, "1", self.order(RMWS))]
        fence, rmw = {"fences": (0.3, 0.05), "rmw": (0.1, 0.5), "weak": (0.03, 0.05), "seq_cst": (0.1, 0.15)}.get(kind, (0.12, 0.15))
        what = rng.random()
        if what < fence:
            return [("fence", "seq_cst" if kind == "seq_cst" else rng.choice(FENCES))]
        if what < fence + rmw:
            return self.rmw(x, mine)
        if what < fence + rmw + (1 - fence - rmw) / 2:
            return [("store", x, self.value(mine), self.order(STORES))]
        return [("load", self.register(), x, self.order(LOADS))]

    def rmw(self, x, mine):
        what = self.rng.random()
        if what < 0.1:
            return [("count", x, str(self.rng.randint(1, 2)), self.order(RMWS))]
        if what < 0.45:
            return [("add", self.register(), x, str(self.rng.randint(1, 2)), self.order(RMWS))]
        if what < 0.6:
            return [("exchange", self.register(), x, self.value(mine), self.order(RMWS))]
        order = self.order(RMWS)
        failure = "seq_cst" if self.kind == "seq_cst" else self.order(LOADS)
        self.locals += 1
        old = f"o{self.locals - 1}"
        return [("local", old, str(self.rng.randint(0, 2))), ("cas", self.register(), x, old, self.value(mine), order, failure)]

    def thread(self):
        rng = self.rng
        out, mine, first = [], [], self.registers
        blocks = [out]
        held = None
        for _ in range(rng.randint(2, self.most)):
            roll = rng.random()
            if self.mutexes and held is None and len(blocks) == 1 and roll < 0.35:
                held = rng.choice(self.mutexes)
                if rng.random() < 0.12:
                    r = self.register()
                    inner = self.access(mine)
                    out += [("trylock", r, held), ("if", f"{r} == 0", [*inner, ("unlock", held)], [])]
                    held = None
                    continue
                out.append(("lock", held))
            elif held and roll < 0.3:
                out.append(("unlock", held))
                held = None
            new = self.access(mine)
            if mine and len(blocks) == 1 and held is None and rng.random() < (0.35 if self.kind == "publish" else 0.12):
                guard = f"{rng.choice(mine)} {rng.choice(('==', '==', '!='))} {rng.randint(0, 2)}"
                other = self.access(mine) if rng.random() < 0.25 else []
                out.append(("if", guard, new, other))
            elif rng.random() < 0.04:
                self.locals += 1
                out.append(("loop", f"i{self.locals}", 2, new))
                mine += [s[1] for s in new if s[0] in ("load", "add", "exchange", "cas")]
            else:
                out += new
                new = [inner for s in new for inner in (s[2] if s[0] == "at" else [s])]
                mine += [s[1] for s in new if s[0] in ("load", "add", "exchange", "cas")]
        if held:
            out.append(("unlock", held))
        mine = range(first, self.registers)
        return [*(("local", f"v{i}", "-1") for i in mine), *out, *(("set", f"r{i}", f"v{i}") for i in mine)]

    def part_of_sequence(self, role):
        """A thread that begins a release sequence and goes on, one that stores in between, one that reads"""
        rng, kept = self.rng, lambda accesses: [a for a in accesses if self.rng.random() < 0.9]
        first, then, seen = self.register(), self.register(), rng.choice((">= 2", "== 2", "== 4"))
        load = ("load", first, "x", rng.choice(("acquire", "acquire", "relaxed")))
        old = ("load", then, *self.data)
        parts = {
            "head": [("store", self.data[0], "1", self.data[1]), ("store", "x", "1", "release"), *kept([("store", "x", "2", "relaxed"), ("store", "x", "4", "relaxed")])],
            "between": [rng.choice((("store", "x", "3", self.order(STORES)), ("add", first, "x", "2", self.order(RMWS)), ("exchange", first, "x", "3", self.order(RMWS))))],
            "reader": [load, *kept([("if", f"{first} {seen}", [old], [])] if rng.random() < 0.3 or self.data[0] == "d" else [old])],
        }[role]
        if rng.random() < 0.3:
            parts.insert(rng.randrange(len(parts) + 1), ("fence", rng.choice(FENCES)))
        if rng.random() < 0.4:
            at = rng.randrange(len(parts) + 1)
            parts[at:at] = self.plain_access([])
        mine = range(int(first[1:]), self.registers)
        return [*(("local", f"v{i}", "-1") for i in mine), *parts, *(("set", f"r{i}", f"v{i}") for i in mine)]

    def program(self):
        threads = [self.part_of_sequence(role) for role in self.rng.sample(ROLES, self.n)] if self.kind == "sequence" else [self.thread() for _ in range(self.n)]
        return Program({x: 0 for x in (*self.atomic, *self.plain)}, set(self.plain), self.mutexes, threads, "1", self.table)


def random_program(rng, kind=None, shapes=False):
    """(kind, program), with the condition 1"""
    if kind is None:
        kind = rng.choices(list(KINDS), list(KINDS.values()))[0]
    threads = 3 if kind == "sequence" else rng.choice((2, 2, 2, 3))
    most = {2: rng.choice((4, 5, 6)), 3: rng.choice((3, 3, 4))}[threads]
    table, main = (rng.random() < 0.5, rng.random() < 0.4) if shapes else (False, False)
    return kind, Writer(rng, kind, threads, most, table).program()._replace(main=main)
