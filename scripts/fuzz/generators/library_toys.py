"""library_toys -- small concurrent objects, random ones and known ones with mistakes, and what their instructions do.

An operation is a list of instructions over shared cells, locks and semaphores, and four registers; r0 is the argument.
A step is one instruction that others can notice and the local ones after it.

    ld R CELL, st CELL E, cas R CELL E E, faa R CELL E, lock L, unlock L, try R L, down S, up S, trydown R S
    new R, ldf R P FIELD, stf P FIELD E
    mov R E, jz E AT, jmp AT, ret E

Registers from 4 on have pointers to nodes, which are made by 'new', never freed, and have a value and the next one; so have
the cells of toy.links.  CELL is a number, or ('ix', base, E, n): one of n cells from base on.  E is a number, ('r', i) or (operator, E, E).  All
values are modulo the number that the object says.
"""

import itertools
import random

REGISTERS = 7
VALUE, NEXT = 0, 1  # fields of nodes
NOTICED = {"new", "ldf", "stf", "ld", "st", "cas", "faa", "lock", "unlock", "try", "down", "up", "trydown"}
RETURNS, SPINS = "returns", "spins"  # instead of the number of an instruction: the value is in place of the registers; for ever


def value(e, r, mod):
    if isinstance(e, int):
        return e % mod
    if e[0] == "r":
        return r[e[1]]
    a, b = value(e[1], r, mod), value(e[2], r, mod)
    return {"+": (a + b) % mod, "-": (a - b) % mod, "==": int(a == b), "<": int(a < b), "&": a & b}[e[0]]


def changed(t, i, v):
    return t[:i] + (v,) + t[i + 1 :]


class Toy:
    """An object.  specification(state, operation, argument): [(state, result)], None: the object itself, alone."""

    roles = None  # by thread: the operations that it may call; None: all
    program = None  # by thread: its calls, one after the other; None: any
    links = ()  # cells that have pointers to nodes
    nodes = 0  # that can be made: two cells for each behind the others, and one that counts them
    servers = ()  # threads that repeat their calls for ever, where there is a program
    may_fail = ()  # operations that may return 0 at any time without effect
    spec_text = None  # the specification as C: lines before the functions, and by operation the statements of one
    described = None  # by operation: its role or None, where clients are made from a description; and by role: how many threads
    never = ()  # pairs of operations that no client has open at the same time
    require = ()  # (a, b): a thread calls a at most as often as b has returned to it

    def __init__(self, name, cells, ops, specification=None, start=None, args=None, mod=4, locks=0, semaphores=(), spec_text=None):
        self.name, self.ops, self.mod, self.cells, self.locks, self.semaphores = name, ops, mod, tuple(cells), locks, tuple(semaphores)
        self.args = args or {o: (1,) for o in ops}  # values, or "fresh"
        self.shared = self.cells + (0,) * locks + self.semaphores
        self.specification, self.start = specification, self.shared if specification is None else start
        self.spec_text = spec_text
        self.is_self = specification is None
        self.memo = {}

    def spec(self, state, op, arg):
        key = (state, op, arg)
        if key not in self.memo:
            found = list(self.specification(state, op, arg)) if self.specification else self.alone(state, op, arg)
            self.memo[key] = found + ([(state, 0)] if op in self.may_fail else [])
        return self.memo[key]

    def alone(self, shared, op, arg):
        pc, r = self.begin(op, arg)
        seen = set()
        while pc != RETURNS:
            if pc == SPINS or (shared, pc, r) in seen:
                return []
            seen.add((shared, pc, r))
            after = self.step(op, pc, r, shared)
            if after is None:
                return []
            shared, pc, r = after
        return [(shared, r)]

    def calls(self, t, k, nops):
        """What thread t may call as its call number k of so many."""
        if self.program:
            return [self.program[t][k % len(self.program[t])]] if self.program[t] else []
        found = []
        for op in self.roles[t] if self.roles else self.ops:
            for a in self.args[op]:
                found.append((op, (t * nops + k + 1) % self.mod if a == "fresh" else a))
        return found

    def allows(self, history, t, op):
        """Does the description allow this call after this history?"""
        if not self.never and not self.require:
            return True
        inside, called, returned = {}, {}, {}
        for kind, u, *x in history:
            if kind == "call":
                inside[u] = x[0]
                called[u, x[0]] = called.get((u, x[0]), 0) + 1
            else:
                name = inside.pop(u)
                returned[u, name] = returned.get((u, name), 0) + 1
        for a, b in self.never:
            if op in (a, b) and (b if op == a else a) in inside.values():
                return False
        return all(op != a or called.get((t, a), 0) < returned.get((t, b), 0) for a, b in self.require)

    def clients(self, threads):
        """Every way to give the roles of the description to threads, as the operations of each thread."""
        role_of, most = self.described
        ways = [[]]
        for role in sorted(most):
            ways = [way + [some] for way in ways for n in range(most[role] + 1) for some in itertools.combinations(range(threads), n)]
        for way in ways:
            has = [{role for role, some in zip(sorted(most), way) if t in some} for t in range(threads)]
            yield [[op for op in self.ops if role_of[op] is None or role_of[op] in has[t]] for t in range(threads)]

    def begin(self, op, arg):
        return self.local(self.ops[op], 0, (arg % self.mod,) + (0,) * (REGISTERS - 1))

    def local(self, code, pc, r):
        seen = set()
        while True:
            i = code[pc]
            if i[0] in NOTICED:
                return pc, r
            if i[0] == "ret":
                return RETURNS, value(i[1], r, self.mod)
            if (pc, r) in seen:
                return SPINS, ()
            seen.add((pc, r))
            if i[0] == "mov":
                r, pc = changed(r, i[1], value(i[2], r, self.mod)), pc + 1
            elif i[0] == "jz":
                pc = pc + 1 if value(i[1], r, self.mod) else i[2]
            else:
                assert i[0] == "jmp"
                pc = i[1]

    def cell(self, c, r):
        return c[1] + value(c[2], r, self.mod) % c[3] if isinstance(c, tuple) else c

    def step(self, op, pc, r, shared):
        """(shared, pc, registers) after the instruction and the local ones behind it; None: it waits."""
        code = self.ops[op]
        kind, *x = code[pc]
        first = len(self.cells) - 2 * self.nodes  # of the nodes; number 0 is no node
        if kind == "new":
            r = changed(r, x[0], shared[first - 1] + 1)
            shared = changed(shared, first - 1, shared[first - 1] + 1)
        elif kind == "ldf":
            r = changed(r, x[0], shared[first + 2 * (r[x[1]] - 1) + x[2]])
        elif kind == "stf":
            shared = changed(shared, first + 2 * (r[x[0]] - 1) + x[1], value(x[2], r, self.mod))
        elif kind in ("lock", "unlock", "try", "down", "up", "trydown"):
            at = len(self.cells) + x[-1] + (0 if kind in ("lock", "unlock", "try") else self.locks)
            now = shared[at]
            if kind == "lock" and now or kind == "down" and not now:
                return None
            if kind in ("lock", "unlock"):
                shared = changed(shared, at, int(kind == "lock"))
            elif kind == "try":
                shared, r = changed(shared, at, 1), changed(r, x[0], int(not now))
            elif kind == "up":
                shared = changed(shared, at, now + 1)
            else:
                shared = changed(shared, at, max(now - 1, 0))
                r = changed(r, x[0], int(now > 0)) if kind == "trydown" else r
        elif kind == "st":
            shared = changed(shared, self.cell(x[0], r), value(x[1], r, self.mod))
        else:
            at = self.cell(x[1], r)
            now = shared[at]
            if kind == "cas":
                same = now == value(x[2], r, self.mod)
                shared = changed(shared, at, value(x[3], r, self.mod)) if same else shared
                now = int(same)
            elif kind == "faa":
                shared = changed(shared, at, (now + value(x[2], r, self.mod)) % self.mod)
            r = changed(r, x[0], now)
        pc, r = self.local(code, pc + 1, r)
        return shared, pc, r


# --- Random code; the specification is the object itself. ---


def some_value(g, deep=True):
    k = g.random()
    if k < 0.3:
        return g.randrange(3)
    if k < 0.75 or not deep:
        return ("r", g.randrange(3))
    return (g.choice("+-"), some_value(g, False), some_value(g, False))


def moved(code, by):
    """The same instructions further down."""
    return [(*i[:-1], i[-1] + by) if i[0] in ("jz", "jmp") else i for i in code]


def under(lock, body, result, held=True):
    """The body under a lock, and the return."""
    return ([("lock", lock), *moved(body, 1), ("unlock", lock)] if held else list(body)) + [("ret", result)]


def some_cell(g, n):
    return ("ix", 0, ("r", g.randrange(2)), n) if n > 1 and g.random() < 0.2 else g.randrange(n)


def some_operation(g, cells, lock, semaphores, loops):
    body = []
    for _ in range(g.randrange(1, 4)):
        k, c = g.random(), some_cell(g, cells)
        if k < 0.33:
            body.append(("ld", g.randrange(1, 3), c))
        elif k < 0.58:
            body.append(("st", c, some_value(g)))
        elif k < 0.72:
            body.append(("cas", g.choice((2, 3)), c, some_value(g), some_value(g)))
        elif k < 0.82:
            body.append(("faa", g.randrange(1, 3), c, some_value(g)))
        elif k < 0.86 and semaphores:
            body.append(g.choice((("up", 0), ("trydown", g.randrange(1, 3), 0), ("down", 0))))
        elif k < 0.89:  # some of the rest only if a register says so
            body.append(("jz", ("r", g.randrange(3)), len(body) + 2))
            body.append(("st", c, some_value(g)))
        elif loops and k < 0.95:
            body += [("ld", 1, c), ("cas", 3, c, ("r", 1), some_value(g)), ("jz", ("r", 3), len(body))]
        elif loops:
            body += [("ld", 2, c), ("jz", ("==", ("r", 2), g.randrange(2)), len(body))]
        else:
            body.append(("ld", 2, c))
    if lock and g.random() < 0.15:  # gives up, where the lock is taken
        return [("try", 3, 0), ("jz", ("r", 3), len(body) + 3), *moved(body, 2), ("unlock", 0), ("ret", some_value(g))]
    held = lock and g.random() < 0.8
    if held and len(body) > 1 and g.random() < 0.2:  # twice, with a gap; loops must not jump across it
        n = next((n for n in range(1, len(body)) if not any(i[0] == "jz" for i in body)), 0)
        if n:
            body[n:n] = [("unlock", 0), ("lock", 0)]
    return under(0, body, some_value(g), held)


def random_toy(g, loops=True):
    cells, lock = g.choice((1, 2, 2, 3)), g.random() < 0.4
    semaphores = (g.randrange(3),) if g.random() < 0.15 else ()
    ops = {o: some_operation(g, cells, lock, semaphores, loops) for o in "abc"[: g.choice((1, 2, 2, 3))]}
    args = {o: g.choice(((1,), (1,), (1, 2), (0, 1), (0, 1, 2, 3), ("fresh",))) for o in ops}
    return Toy("random", (0,) * cells, ops, args=args, locks=int(lock), semaphores=semaphores)


# --- Known objects; each has right ways and wrong ones. ---


def counter(g):
    way = g.choice(("faa", "cas", "plain", "lock", "half-locked", "two-steps"))
    read = ("ld", 1, 0)
    plus = ("+", ("r", 1), 1)
    add = {
        "faa": [("faa", 1, 0, 1), ("ret", ("r", 1))],
        "cas": [read, ("cas", 3, 0, ("r", 1), plus), ("jz", ("r", 3), 0), ("ret", ("r", 1))],
        "plain": [read, ("st", 0, plus), ("ret", ("r", 1))],
        "two-steps": [("faa", 2, 0, 1), read, ("ret", ("-", ("r", 1), 1))],
    }.get(way) or under(0, [read, ("st", 0, plus)], ("r", 1))
    get = under(0, [read], ("r", 1), way == "lock")

    def spec(s, op, _):
        return [((s + 1) % 4, s)] if op == "add" else [(s, s)]

    text = ("static unsigned char n;", {"add": "unsigned char old = n; n = (n + 1) & 3; RESULT(old);", "get": "RESULT(n);"})
    return Toy("counter/" + way, (0,), {"add": add, "get": get}, spec, 0, {"add": (0,), "get": (0,)}, locks=1, spec_text=text)


def pair(g):
    """Two cells that are written together; what is read is their sum."""
    way = g.choice(("lock", "writer-locked", "none", "twice"))
    put = under(0, [("st", 0, ("r", 0)), ("st", 1, ("r", 0))], 0, way in ("lock", "writer-locked"))
    result = ("+", ("r", 1), ("r", 2))
    get = under(0, [("ld", 1, 0), ("ld", 2, 1)], result, way == "lock")
    if way == "twice":
        same = [("ld", 3, 0), ("jz", ("==", ("r", 1), ("r", 3)), 0), ("ld", 3, 1), ("jz", ("==", ("r", 2), ("r", 3)), 0)]
        get = [("ld", 1, 0), ("ld", 2, 1), *same, ("ret", result)]

    def spec(s, op, a):
        return [(a, 0)] if op == "put" else [(s, 2 * s % 4)]

    text = ("static unsigned char n;", {"put": "n = x; RESULT(0);", "get": "RESULT(2 * n & 3);"})
    args = {"put": g.choice(((1,), (1, 2))), "get": (0,)}
    return Toy("pair/" + way, (0, 0), {"put": put, "get": get}, spec, 0, args, locks=1, spec_text=text)


def ring(g):
    """Head, tail, four places of which two are used; dequeue returns 0 if there is nothing."""
    way = g.choice(("lock", "none", "enqueue-locked", "peek", "early-tail"))
    used = ("-", ("r", 1), ("r", 2))
    place = ("ix", 2, ("r", 1), 4)
    store = [("st", place, ("r", 0)), ("st", 1, ("+", ("r", 1), 1))]
    if way == "early-tail":
        store.reverse()
    head = [("ld", 1, 1), ("ld", 2, 0), ("jz", ("<", used, 2), 5)]
    enqueue = under(0, [*head, *store, ("mov", 3, ("<", used, 2))], ("r", 3), way not in ("none", "early-tail"))
    test = [("mov", 3, 0), ("ld", 1, 0), ("ld", 2, 1), ("jz", ("-", ("r", 2), ("r", 1)), 6)]
    take = [("ld", 3, place), ("st", 0, ("+", ("r", 1), 1))]
    dequeue = under(0, test + take, ("r", 3), way == "lock")
    if way == "peek":  # tests before it locks, and not again
        dequeue = [*test[:3], ("jz", test[3][1], 9), ("lock", 0), ("ld", 1, 0), *take, ("unlock", 0), ("ret", ("r", 3))]

    def spec(s, op, a):
        if op == "enqueue":
            return [(s + (a,), 1)] if len(s) < 2 else [(s, 0)]
        return [(s[1:], s[0])] if s else [(s, 0)]

    text = (
        "static unsigned char q[2], n;",
        {
            "enqueue": "unsigned char room = n < 2; if (room) q[n++] = x; RESULT(room);",
            "dequeue": "unsigned char v = n ? q[0] : 0; if (n) { q[0] = q[1]; q[1] = 0; n--; } RESULT(v);",
        },
    )
    args = {"enqueue": g.choice(((1, 2), (1,), ("fresh",))), "dequeue": (0,)}
    fresh = args["enqueue"] == ("fresh",)
    return Toy("ring/" + way, (0,) * 6, {"enqueue": enqueue, "dequeue": dequeue}, spec, (), args, mod=8 if fresh else 4, locks=1, spec_text=text)


def semaphore(g):
    way = g.choice(("cas", "check", "lock", "real", "wait", "wait-check"))
    ops = {
        "cas": [("ld", 1, 0), ("jz", ("r", 1), 4), ("cas", 3, 0, ("r", 1), ("-", ("r", 1), 1)), ("jz", ("r", 3), 0)],
        "check": [("ld", 1, 0), ("jz", ("r", 1), 3), ("faa", 2, 0, 3)],
        "lock": [("lock", 0), ("ld", 1, 0), ("jz", ("r", 1), 4), ("st", 0, ("-", ("r", 1), 1)), ("unlock", 0)],
        "real": [("trydown", 1, 0)],
        "wait": [("down", 0), ("mov", 1, 1)],
        "wait-check": [("ld", 1, 0), ("jz", ("r", 1), 0), ("faa", 2, 0, 3)],  # waits for a token and takes one, not together
    }
    up = [("up", 0), ("ret", 0)] if way in ("real", "wait") else under(0, [("faa", 1, 0, 1)], 0, way == "lock")
    waits = way.startswith("wait")

    def spec(s, op, _):
        if op == "put":
            return [(s + 1, 0)] if s < 3 else []
        return [(s - 1, 1)] if s else [] if waits else [(s, 0)]

    none = "__CPROVER_assume(n);" if waits else "if (!n) { RESULT(0); }"
    text = ("static unsigned char n = 1;", {"put": "__CPROVER_assume(n < 3); n++; RESULT(0);", "take": none + " n--; RESULT(1);"})
    ops = {"take": [*ops[way], ("ret", ("<", 0, ("r", 1)))], "put": up}
    return Toy("semaphore/" + way, (1,), ops, spec, 1, {"take": (0,), "put": (0,)}, locks=1, semaphores=(1,), spec_text=text)


def bits(g):
    """A set of two; operations say whether they changed it."""
    way = g.choice(("cas", "check", "lock", "check-then-lock"))
    cell = ("ix", 0, ("r", 0), 2)

    def change(old, new):
        if way == "cas":
            return [("cas", 3, cell, old, new), ("ret", ("r", 3))]
        test = [("ld", 1, cell), ("mov", 3, ("==", ("r", 1), old))]
        if way == "check-then-lock":
            return [*test, ("jz", ("r", 3), 6), ("lock", 0), ("st", cell, new), ("unlock", 0), ("ret", ("r", 3))]
        return under(0, [*test, ("jz", ("r", 3), 4), ("st", cell, new)], ("r", 3), way == "lock")

    def spec(s, op, a):
        has = a in s
        if op == "has":
            return [(s, int(has))]
        return [(s | {a}, int(not has))] if op == "insert" else [(s - {a}, int(has))]

    text = (
        "static unsigned char is[2];",
        {
            "insert": "unsigned char old = is[x & 1]; is[x & 1] = 1; RESULT(!old);",
            "delete": "unsigned char old = is[x & 1]; is[x & 1] = 0; RESULT(old);",
            "has": "RESULT(is[x & 1]);",
        },
    )
    has = under(0, [("ld", 1, cell)], ("r", 1), way == "lock" and g.random() < 0.5)
    args = {"insert": (1, 2), "delete": g.choice(((1,), (1, 2))), "has": g.choice(((1,), (1, 2)))}
    ops = {"insert": change(0, 1), "delete": change(1, 0), "has": has}
    for o in g.sample(sorted(ops), g.choice((0, 1))):
        del ops[o]
    toy = Toy("bits/" + way, (0, 0), ops, spec, frozenset(), {o: args[o] for o in ops}, locks=1, spec_text=text)
    return toy


def stale(g):
    """'lost' writes one cell and reads another: no two steps conflict, and only real time tells."""
    way = g.choice(("right", "lost", "late"))
    put = {"right": [("st", 0, 1)], "lost": [("st", 1, 1)], "late": [("st", 1, 1), ("st", 0, 1)]}[way]
    get = ([("ld", 1, 1)] if way == "late" else []) + [("ld", 2, 0), ("ret", ("r", 2))]

    def spec(s, op, _):
        return [(1, 0)] if op == "put" else [(s, s)]

    text = ("static unsigned char n;", {"put": "n = 1; RESULT(0);", "get": "RESULT(n);"})
    return Toy("stale/" + way, (0, 0), {"get": get, "put": [*put, ("ret", 0)]}, spec, 0, {"put": (0,), "get": (0,)}, spec_text=text)


def tried(g):
    """An addition that gives up where the lock is taken; the specification knows that, or does not."""
    allowed = g.random() < 0.6
    wrong = g.random() < 0.3
    body = [("ld", 1, 0), ("st", 0, ("+", ("r", 1), 1))]
    add = [("try", 3, 0), ("jz", ("r", 3), 5), *body, ("unlock", 0), ("ret", ("r", 3))]
    if wrong:  # it says that it gave up, and has added
        add = [("try", 3, 0), *body, ("jz", ("r", 3), 5), ("unlock", 0), ("ret", ("r", 3))]
    get = under(0, [("ld", 1, 0)], ("r", 1), g.random() < 0.5)

    def spec(s, op, _):
        return [((s + 1) % 4, 1)] if op == "add" else [(s, s)]

    text = ("static unsigned char n;", {"add": "n = (n + 1) & 3; RESULT(1);", "get": "RESULT(n);"})
    toy = Toy("tried/" + "rw"[wrong] + "ny"[allowed], (0,), {"add": add, "get": get}, spec, 0, {"add": (0,), "get": (0,)}, locks=1, spec_text=text)
    toy.may_fail = ("add",) if allowed else ()
    return toy


def silent(g):
    """Operations without a step that others notice, beside one with: they take place, too."""
    right = g.random() < 0.5
    get = [("ld", 1, 0), ("ret", ("r", 1))]
    ops = {"put": [("st", 0, 1), ("ret", 0)], "get": get, "nothing": [("ret", ("r", 0))]}

    def spec(s, op, a):
        if op == "nothing":
            return [(s, a)] if right or not s else [(s, a + 1)]  # wrong: it would have to know
        return [(1, 0)] if op == "put" else [(s, s)]

    other = "x" if right else "n ? x + 1 : x"
    text = ("static unsigned char n;", {"put": "n = 1; RESULT(0);", "get": "RESULT(n);", "nothing": f"RESULT({other});"})
    return Toy("silent/" + "wr"[right], (0,), ops, spec, 0, {"put": (0,), "get": (0,), "nothing": (1,)}, spec_text=text)


def slots(g):
    """A place for each value that only moves: put fails where it is full; take empties any."""
    way = g.choice(("cas", "store", "scan-once"))
    put = [("cas", 3, 0, 0, ("r", 0)), ("jz", ("==", ("r", 3), 0), 3), ("cas", 3, 1, 0, ("r", 0)), ("ret", ("r", 3))]
    if way == "store":
        put = [("ld", 1, 0), ("jz", ("r", 1), 4), ("mov", 3, 0), ("jmp", 6), ("st", 0, ("r", 0)), ("mov", 3, 1), ("ret", ("r", 3))]
    take = []
    for c in 0, 1:
        at = len(take)
        take += [("ld", 1, c), ("jz", ("r", 1), at + 6), ("cas", 3, c, ("r", 1), 0), ("jz", ("r", 3), at + 5), ("ret", ("r", 1)), ("jmp", at)]
    take += [("ret", 0)]
    if way == "store":
        take = [("ld", 1, 0), ("st", 0, 0), ("ret", ("r", 1))]
    room = 1 if way == "store" else 2

    def spec(s, op, a):
        if op == "put":
            return [(tuple(sorted(s + (a,))), 1)] if len(s) < room else [(s, 0)]
        return [(s[:i] + s[i + 1 :], s[i]) for i in range(len(s))] if s else [(s, 0)]

    text = (
        f"static unsigned char v[{room}], n;",
        {
            "put": f"unsigned char old = n < {room}; if (old) {{ int i = n++; while (i && v[i - 1] > x) {{ v[i] = v[i - 1]; i--; }} v[i] = x; }} RESULT(old);",
            "take": "if (!n) { RESULT(0); } int i = __mt_choose(n); unsigned char y = v[i]; n--; for (; i < n; i++) v[i] = v[i + 1]; v[n] = 0; RESULT(y);",
        },
    )
    args = {"put": g.choice(((1,), (1, 2), ("fresh",))), "take": (0,)}
    return Toy("slots/" + way, (0, 0), {"put": put, "take": take}, spec, (), args, mod=8, spec_text=text)


def stack(g):
    """A linked list with a top; pop returns 0 if there is nothing."""
    way = g.choice(("cas", "plain", "push-stores", "pop-stores", "lock", "pop-gives-up", "self"))
    p, q, top = ("r", 4), ("r", 5), 0
    make = [("new", 4), ("stf", 4, VALUE, ("r", 0))]
    link = [("ld", 5, top), ("stf", 4, NEXT, q)]
    swap = [("cas", 3, top, q, p), ("jz", ("r", 3), 2)]
    push = [*make, *link, *(swap if way not in ("plain", "push-stores", "lock") else [("st", top, p)]), ("ret", 1)]
    if way == "lock":
        push = [*make, ("lock", 0), *link, ("st", top, p), ("unlock", 0), ("ret", 1)]
    read = [("ld", 4, top), ("jz", p, 7), ("ldf", 5, 4, NEXT)]
    again = [("cas", 3, top, p, q), ("jz", ("r", 3), 7 if way == "pop-gives-up" else 0)]
    if way in ("plain", "pop-stores"):
        again = [("st", top, q), ("mov", 3, 1)]
    pop = [*read, *again, ("ldf", 1, 4, VALUE), ("ret", ("r", 1)), ("ret", 0)]
    if way == "lock":
        pop = [("lock", 0), ("ld", 4, top), ("jz", p, 6), ("ldf", 5, 4, NEXT), ("st", top, q), ("ldf", 1, 4, VALUE), ("unlock", 0), ("ret", ("r", 1))]

    def spec(s, op, a):
        if op == "push":
            return [(s + (a,), 1)]
        return [(s[:-1], s[-1])] if s else [(s, 0)]

    lists = (
        "struct item { unsigned char v; struct item *next; };\nstatic struct item *all;",
        {
            "push": "struct item *i = malloc(sizeof *i); i->v = x; i->next = all; all = i; RESULT(1);",
            "pop": "if (!all) { RESULT(0); } struct item *i = all; unsigned char v = i->v; all = i->next; free(i); RESULT(v);",
        },
    )
    arrays = ("static unsigned char v[8], n;", {"push": "v[n++] = x; RESULT(1);", "pop": "if (!n) { RESULT(0); } unsigned char y = v[--n]; v[n] = 0; RESULT(y);"})
    args = {"push": g.choice(((1,), (1, 2), ("fresh",))), "pop": (0,)}
    is_self = way == "self"
    nodes = 4
    cells = (0,) * (2 + 2 * nodes)
    toy = Toy("stack/" + way, cells, {"push": push, "pop": pop}, None if is_self else spec, (), args, mod=8, locks=1, spec_text=g.choice((lists, arrays)))
    toy.links, toy.nodes = (0,), nodes
    return toy


KNOWN = (stack, counter, pair, ring, semaphore, bits, stale, tried, silent, slots)


# --- Objects for progress: locks made of cells, polite threads. ---


def locks(g):
    way = g.choice(("spin", "test-and-spin", "ticket", "polite", "kept", "two", "flag", "try-loop", "endless", "waits"))
    free = ("jz", ("r", 3), 0)
    code = {
        "spin": [("cas", 3, 0, 0, 1), free, ("faa", 1, 1, 1), ("st", 0, 0), ("ret", 0)],
        "test-and-spin": [("ld", 1, 0), ("jz", ("==", ("r", 1), 0), 0), ("cas", 3, 0, 0, 1), free, ("st", 0, 0), ("ret", 0)],
        "kept": [("cas", 3, 0, 0, 1), free, ("ld", 1, 1), ("jz", ("r", 1), 5), ("st", 0, 0), ("st", 1, 1), ("ret", 0)],
        "ticket": [("faa", 1, 0, 1), ("ld", 2, 1), ("jz", ("==", ("r", 1), ("r", 2)), 1), ("faa", 2, 1, 1), ("ret", 0)],
        "polite": [("faa", 1, 0, 1), ("jz", ("r", 1), 4), ("faa", 1, 0, 3), ("jmp", 0), ("faa", 1, 0, 3), ("ret", 0)],
        "two": [
            ("jz", ("r", 0), 6), ("lock", 0), ("lock", 1), ("unlock", 1), ("unlock", 0), ("ret", 0),
            ("lock", 1), ("lock", 0), ("unlock", 0), ("unlock", 1), ("ret", 0),
        ],
        "flag": [("st", 0, ("r", 0)), ("ld", 1, 0), ("jz", ("==", ("r", 1), ("r", 0)), 0), ("ret", 0)],
        "try-loop": [
            ("jz", ("r", 0), 8), ("lock", 0), ("try", 3, 1), ("jz", ("r", 3), 6), ("unlock", 1), ("jmp", 15), ("unlock", 0), ("jmp", 1),
            ("lock", 1), ("try", 3, 0), ("jz", ("r", 3), 13), ("unlock", 0), ("jmp", 17), ("unlock", 1), ("jmp", 8),
            ("unlock", 0), ("ret", 0), ("unlock", 1), ("ret", 0),
        ],
        "endless": [("ld", 1, 0), ("jz", ("r", 1), 3), ("jmp", 2), ("st", 0, ("r", 0)), ("ret", 0)],
        "waits": [("jz", ("r", 0), 3), ("down", 0), ("ret", 0), ("up", 0), ("ret", 0)],
    }[way]
    return Toy("locks/" + way, (0, 0), {"a": code}, args={"a": (0, 1)}, locks=2, semaphores=(0,))


def with_roles(g, toy, threads):
    """Threads that may call different operations: symmetric clients hide dependences that are missing."""
    if len(toy.ops) > 1 and g.random() < 0.6:
        names = sorted(toy.ops)
        toy.roles = [sorted(g.sample(names, 1)) if g.random() < 0.7 else names for _ in range(threads)]
    return toy


def with_description(g, toy, threads):
    """Roles, and calls that no client makes, as a description says it; values that only move are the only fresh ones."""
    if toy.name == "random":
        toy.args = {o: (1, 2) if a == ("fresh",) else a for o, a in toy.args.items()}
    names = sorted(toy.ops)
    most = {role: g.choice((1, 1, 2)) for role in ("one", "two")} if len(names) > 1 and g.random() < 0.5 else {}
    toy.described = {o: g.choice([None, *most]) for o in names}, most
    if g.random() < 0.15:
        toy.never = (tuple(g.choice(names) for _ in range(2)),)
    if len(names) > 1 and g.random() < 0.15:
        toy.require = (tuple(g.sample(names, 2)),)
    return toy


def with_program(g, toy, threads):
    """A whole program: each thread has its calls; some repeat them for ever."""
    toy.program = []
    for _ in range(threads):
        ops = [g.choice(sorted(toy.ops)) for _ in range(g.choice((1, 1, 2)))]
        toy.program.append([(o, g.choice([1 if a == "fresh" else a for a in toy.args[o]])) for o in ops])
    if g.random() < 0.2:
        toy.servers = (threads - 1,)
    return toy


def make(seed, purpose):
    """The object of a seed, how many threads, and how many calls each (None: without end)."""
    g = random.Random(f"{purpose} {seed}")
    if purpose in ("histories", "described"):
        toy = random_toy(g) if g.random() < 0.45 else g.choice(KNOWN)(g)
        threads, calls = g.choice(((2, 1), (2, 2), (2, 2), (3, 1)))
        return (with_roles if purpose == "histories" else with_description)(g, toy, threads), threads, calls
    k = g.random()
    toy = random_toy(g) if k < 0.5 else g.choice(KNOWN[1:])(g) if k < 0.7 else locks(g)  # the others make no nodes
    if purpose == "programs":
        threads = g.choice((2, 2, 3))
        return with_program(g, toy, threads), threads, None
    if "fresh" in {a for args in toy.args.values() for a in args}:
        toy.args = {o: (1, 2) for o in toy.ops}
    threads = g.choice((2, 2, 2, 3))
    if purpose == "described-progress":
        toy = with_description(g, toy, threads)
        toy.never = toy.require = ()
        return toy, threads, None
    return with_roles(g, toy, threads), threads, None
