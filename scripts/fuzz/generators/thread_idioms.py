"""thread_idioms -- what threads of random programs do: critical sections, counters, hand-over, initialisation.

Each idiom declares its variables in a program of thread_templates, and use() puts its lines into the template that
the program writes at the moment.  Its assertions hold for any number of threads, unless there is a slip: one
change after which some of them fail, for one thread, for two, or only for three.
"""

import thread_locks


class Idiom:
    def __init__(self, p):
        self.slip = p.slips()
        self.start(p)

    def start(self, p):
        """Declares variables and chooses once what all templates have in common."""

    def use(self, p):
        """Puts lines."""


class Atomic(Idiom):
    """Something that is done in an atomic function, or piece by piece, which is the slip."""

    def start(self, p):
        self.x = p.name("x")
        self.cell = p.pick("int", "unsigned", "unsigned char")
        self.low, self.high = p.pick((0, 1), (0, 2), (0, 3), (0, 100), (1, 2), (5, 7))
        p.declare(f"{p.word(self.cell)} {self.x} = {self.low};")
        name = f"{'' if self.slip else '__VERIFIER_atomic_'}step_{self.x}"
        self.call = f"{name}();"
        body = p.pick(
            [f"if ({self.x} < {self.high})", f"\t{self.x}++;"],
            [f"if ({self.x} != {self.high})", f"\t{self.x} = {self.x} + 1;"],
            [f"{self.x} = {self.x} == {self.high} ? {self.low} : {self.x} + 1;"],
            [f"{self.x}++;", f"if ({self.x} > {self.high})", f"\t{self.x} = {self.low};"],
            [f"{self.x} += {self.x} < {self.high} ? 1 : 0;"],
        )
        p.helper([f"static void {name}(void) {{", *("\t" + line for line in body), "}"])

    def use(self, p):
        p.line(self.call)
        p.check(p.pick(f"{self.x} <= {self.high}", f"{self.x} <= {self.high}", f"{self.x} >= {self.low}", f"{self.x} != {self.high + 1}"))


class Exclusion(Idiom):
    """At most one thread is inside."""

    def start(self, p):
        self.lock = thread_locks.Lock(p)
        self.x = p.name("inside")
        p.declare(f"{p.cell()} {self.x};")
        self.way = p.pick("count", "count", "mark", "set", "owner")

    def use(self, p):
        x = self.x
        self.lock.take(p)
        if self.way == "count":
            p.line(f"{x}++;")
            p.noise(0.2)
            p.check(p.pick(f"{x} == 1", f"{x} == 1", f"{x} < 2", f"{x} <= 2", f"{x} <= 3"))
            p.line(f"{x}--;")
        elif self.way == "mark":
            p.check(f"{x} == 0")
            p.line(f"{x} = 1;")
            p.noise(0.2)
            p.line(f"{x} = 0;")
        elif self.way == "set":
            value = p.number()
            p.line(f"{x} = {value};")
            p.noise(0.3)
            p.check(f"{x} == {value}")
        else:
            who = p.me() or p.number()
            p.line(f"{x} = {who};")
            p.check(f"{x} == (unsigned char)({who})")
        self.lock.release(p)


class Invariant(Idiom):
    """Two variables that agree whenever the lock is free."""

    def start(self, p):
        self.lock = thread_locks.Lock(p)
        self.x, self.y = p.name("a"), p.name("b")
        cell = p.pick("unsigned", "unsigned", "int", "unsigned char")
        p.declare(f"{cell} {self.x}{p.pick('', ' = 0')}, {self.y};")
        self.way = p.pick("equal", "equal", "input", "order", "sum", "implied")

    def use(self, p):
        x, y = self.x, self.y
        self.lock.take(p)
        if self.way == "equal":
            p.line(p.pick(f"{x}++;", f"{x} += 2;", f"{x} = {x} + 1;"))
            p.noise(0.2)
            if not self.slip or p.chance(0.7):
                p.line(f"{y} = {x};")
            p.check(f"{x} == {y}")
        elif self.way == "input":
            value = p.input("unsigned char")
            p.line(f"{x} = {value};")
            p.line(f"{y} = {value};")
            p.check(p.pick(f"{x} == {y}", f"{y} == {value}", f"{x} - {y} == 0"))
        elif self.way == "order":
            bound = p.pick(1, 2, 3, 50)
            p.open(f"if ({x} < {bound}) {{")
            p.line(f"{x}++;")
            p.close("}")
            p.open(f"if ({y} < {x}) {{")
            p.line(f"{y}++;")
            p.close("}")
            p.check(f"{y} {'<' if self.slip and p.chance(0.5) else '<='} {x}")
        elif self.way == "sum":
            p.line(f"{x} += 1;")
            p.line(f"{y} -= {p.pick(1, 2) if self.slip else 1};")
            p.check(f"{x} + {y} == 0")
        else:
            p.line(f"{x} = {p.input('unsigned char')} & 1;")
            p.line(f"{y} = {x} ? 2 : 3;")
            p.check(p.pick(f"!{x} || {y} == 2", f"{y} == 3 - {x}", f"{x} == 1 || {y} == 3"))
        if self.slip and p.chance(0.2):
            p.line(f"{x} = {p.number()};")
        self.lock.release(p)
        if p.chance(0.1):
            p.check(f"{x} == {y}")


class Remembered(Idiom):
    """What a thread read from a shared variable, compared with it later."""

    def start(self, p):
        self.lock = thread_locks.Lock(p)
        self.x = p.name("x")
        cell, start = p.pick(("unsigned", 0), ("unsigned", 0), ("int", 1), ("unsigned char", 0), ("unsigned char", 253))
        p.declare(f"{p.word(cell)} {self.x} = {start};")
        self.high = 255 if cell == "unsigned char" else p.pick(2, 3, 1000)
        self.grows = p.chance(0.5)  # and does not fall

    def use(self, p):
        x, old = self.x, p.name("old")
        if self.grows:
            p.line(f"unsigned {old} = {x};")
            self.lock.take(p)
            guard = "" if self.slip and p.chance(0.6) else f"if ({x} < {self.high}) "
            p.line(f"{guard}{x}{p.pick('++', '++', ' += 1')};")
            self.lock.release(p)
            p.check(f"{old} <= {x}")
            return
        self.lock.take(p)
        p.line(f"unsigned {old} = {x};")
        p.noise(0.2)
        if p.chance(0.5):
            p.line(f"{x} = {old} + 1;")
            p.check(p.pick(f"{x} != {old}", f"{x} == {old} + 1", f"{x} - {old} == 1"))
        else:
            p.check(f"{x} == {old}")
            p.line(f"{x} = {p.input('unsigned char')};")
        self.lock.release(p)


class CompareAndSwap(Idiom):
    """A loop around a compare-and-swap; the slip: a plain store, or a step too far."""

    def start(self, p):
        self.x = p.name("c")
        self.high = p.pick(1, 2, 3, 200)
        self.cell = p.pick("unsigned", "int", "unsigned char")
        p.declare(f"_Atomic {self.cell} {self.x};")

    def use(self, p):
        x, old, high = self.x, p.name("old"), self.high
        p.line(f"{self.cell} {old} = {x};")
        p.open("do {")
        p.line(f"if ({old} >= {high})")
        p.line("\tbreak;")
        if self.slip and p.chance(0.5):
            p.line(f"{x} = {old} + 1;")
            p.close("} while (0);")
        else:
            swap = p.pick("strong", "strong", "strong", "weak")
            p.close(f"}} while (!atomic_compare_exchange_{swap}(&{x}, &{old}, {old} + {2 if self.slip else 1}));")
        p.check(p.pick(f"{x} <= {high}", f"{x} <= {high}", f"{old} <= {high}", f"{x} >= {old}", f"{x} > 0"))


class Published(Idiom):
    """Data first, then the flag that announces it."""

    def start(self, p):
        self.x, self.flag = p.name("data"), p.name("flag")
        self.value = p.number() + 1
        p.declare(f"{p.word('int')} {self.x};")
        p.declare(f"{p.word(p.pick('int', '_Bool', 'unsigned char'))} {self.flag};")

    def use(self, p):
        lines = [f"{self.x} = {self.value};", f"{self.flag} = 1;"]
        if self.slip and p.chance(0.7):
            lines.reverse()
        if p.chance(0.6):
            p.put(*lines)
        if self.slip and p.chance(0.2):
            p.line(f"{self.x} = 0;")
        p.open(f"if ({self.flag}) {{")
        p.check(f"{self.x} == {self.value}")
        p.close("}")


class Winner(Idiom):
    """One thread is the first; it alone initialises."""

    def start(self, p):
        self.x, self.done = p.name("winners"), p.name("taken")
        p.declare(f"atomic_int {self.done};")
        p.declare(f"{p.word('int')} {self.x};")
        self.bound = p.pick(1, 1, 1, 2)

    def use(self, p):
        test = f"atomic_exchange(&{self.done}, 1) == 0"
        if self.bound > 1:
            test = f"atomic_fetch_add(&{self.done}, 1) < {self.bound}"
        if self.slip:
            test = f"{self.done} < {self.bound}"
        p.open(f"if ({test}) {{")
        if self.slip:
            p.line(f"{self.done}{p.pick('++', ' = 1')};")
        p.atomically(f"{self.x}++;")
        p.check(f"{self.x} <= {self.bound}")
        p.close("}")


class Arrivals(Idiom):
    """The so-and-so-many-th thread finds out that it is; for fewer threads nothing happens."""

    def start(self, p):
        self.x = p.name("n")
        self.most = p.pick(1, 2, 2, 3)
        p.declare(f"atomic_uint {self.x};")
        self.guarded = not self.slip

    def use(self, p):
        ticket = p.name("k")
        if self.guarded:
            p.line(f"if ({self.x} < {self.most})")
            p.line(f"\t{self.x} = {self.most};")
            p.check(p.pick(f"{self.x} <= {self.most}", f"{self.x} == {self.most}"))
        else:
            p.line(f"unsigned {ticket} = atomic_fetch_add(&{self.x}, 1);")
            p.check(f"{ticket} {p.pick('<', '!=')} {self.most}")


class Readers(Idiom):
    """Readers and writers, counted in ints."""

    def start(self, p):
        self.r, self.w, self.x = p.name("readers"), p.name("writing"), p.name("data")
        r, w = self.r, self.w
        p.declare(f"{p.word('int')} {r}, {w};")
        p.declare(f"int {self.x};")
        tests = {"read": f"{w} == 0", "write": f"{w} == 0 && {r} == 0"}
        if self.slip:
            tests[p.pick("read", "write")] = p.pick("1", f"{w} == 0", f"{r} == 0")
        p.helper([f"static void __VERIFIER_atomic_read_{r}(void) {{", f"\t__VERIFIER_assume({tests['read']});", f"\t{r}++;", "}"])
        p.helper([f"static void __VERIFIER_atomic_write_{r}(void) {{", f"\t__VERIFIER_assume({tests['write']});", f"\t{w} = 1;", "}"])
        p.helper([f"static void __VERIFIER_atomic_done_{r}(void) {{", f"\t{r}--;", "}"])

    def use(self, p):
        if p.chance(0.5):
            p.line(f"__VERIFIER_atomic_write_{self.r}();")
            value = p.number()
            p.line(f"{self.x} = {value};")
            p.check(p.pick(f"{self.x} == {value}", f"{self.r} == 0", f"{self.w} == 1"))
            p.line(f"{self.w} = 0;")
        else:
            old = p.name("old")
            p.line(f"__VERIFIER_atomic_read_{self.r}();")
            p.line(f"int {old} = {self.x};")
            p.check(p.pick(f"{self.x} == {old}", f"{self.w} == 0", f"{self.r} >= 1"))
            p.line(f"__VERIFIER_atomic_done_{self.r}();")


class Cells(Idiom):
    """An array indexed by the number of the thread, or by an input; the slip: threads share cells, or leave the array."""

    def start(self, p):
        self.x = p.name("cells")
        self.size = p.pick(2, 3, 4)
        p.declare(f"{p.word(p.cell())} {self.x}[{self.size}];")
        self.way = p.pick("bound", "bound", "own")

    def use(self, p):
        x, index, value = self.x, p.name("at"), p.number()
        start = p.me() or p.input("unsigned char")
        p.line(f"unsigned {index} = {start};")
        guard = self.size + (1 if self.slip and p.chance(0.4) else 0)
        p.open(f"if ({index} < {guard}) {{")
        p.line(f"{x}[{index}] = {value};")
        if self.slip and p.chance(0.5):
            p.line(f"{x}[({index} + 1) % {self.size}] = {value + 1};")
        p.check(f"{x}[{index}] {p.pick('==', '<=')} {value}" if self.way == "own" else f"{index} < {self.size}")
        p.close("}")


class Heap(Idiom):
    """A block that a thread makes and frees; the slip: others see it."""

    def start(self, p):
        self.x, self.lock = p.name("shared"), thread_locks.Lock(p)
        self.published = self.slip or p.chance(0.3)
        p.declare(f"int *{self.x};")

    def use(self, p):
        block, value = p.name("block"), p.number()
        if self.published and not self.slip:
            self.lock.take(p)
        p.line(f"int *{block} = malloc(sizeof *{block});")
        p.line(f"*{block} = {value};")
        if self.published:
            p.line(f"{self.x} = {block};")
            p.noise(0.2)
            if p.chance(0.5):
                p.line(f"if ({self.x})")
                p.line(f"\t*{self.x} {p.pick('+= 1', f'= {value}')};")
        p.check(f"*{block} {p.pick('==', '>=')} {value}")
        if self.published:
            p.line(f"{self.x} = NULL;")
        p.line(f"free({block});")
        if self.published and not self.slip:
            self.lock.release(p)


class References(Idiom):
    """Who uses a thing counts; the last one destroys it."""

    def start(self, p):
        self.n, self.dead = p.name("refs"), p.name("dead")
        n = self.n
        p.declare(f"{p.word('int')} {n} = {p.pick(0, 1)};")
        p.declare(f"{p.word('int')} {self.dead};")
        enter = [f"if ({self.dead})", "\treturn 0;", f"{n}++;", "return 1;"]
        leave = [f"{n}--;", f"if ({n} == 0)", f"\t{self.dead} = 1;"]
        slip = p.pick("enter", "leave", "leave twice") if self.slip else ""
        self.twice = slip == "leave twice"
        for name, result, body in ("enter", "int", enter), ("leave", "void", leave):
            atomic = "" if slip == name else "__VERIFIER_atomic_"
            p.helper([f"static {result} {atomic}{name}_{n}(void) {{", *("\t" + line for line in body), "}"])
            setattr(self, name, f"{atomic}{name}_{n}()")

    def use(self, p):
        p.open(f"if ({self.enter}) {{")
        p.noise(0.3)
        p.check(p.pick(f"!{self.dead}", f"!{self.dead}", f"{self.n} >= 1", f"{self.n} != 0"))
        p.line(f"{self.leave};")
        if self.twice and p.chance(0.5):
            p.line(f"{self.leave};")
        p.close("}")


class Waiting(Idiom):
    """A condition variable and what it announces; the slip: a test instead of a loop."""

    def start(self, p):
        self.m, self.c, self.x = p.name("m"), p.name("cond"), p.name("items")
        p.declare(f"pthread_mutex_t {self.m} = PTHREAD_MUTEX_INITIALIZER;")
        p.declare(f"pthread_cond_t {self.c} = PTHREAD_COND_INITIALIZER;")
        self.most = p.pick(1, 2, 3)
        p.declare(f"int {self.x} = {p.pick(0, 1)};")

    def use(self, p):
        wait = "if" if self.slip and p.chance(0.8) else "while"
        wake = p.pick("signal", "broadcast")
        p.line(f"pthread_mutex_lock(&{self.m});")
        if p.chance(0.5):
            p.line(f"{wait} ({self.x} >= {self.most})")
            p.line(f"\tpthread_cond_wait(&{self.c}, &{self.m});")
            p.line(f"{self.x}++;")
            p.check(p.pick(f"{self.x} <= {self.most}", f"{self.x} >= 1"))
        else:
            p.line(f"{wait} ({self.x} <= 0)")
            p.line(f"\tpthread_cond_wait(&{self.c}, &{self.m});")
            p.line(f"{self.x}--;")
            p.check(p.pick(f"{self.x} >= 0", f"{self.x} < {self.most}"))
        p.line(f"pthread_cond_{wake}(&{self.c});")
        p.line(f"pthread_mutex_unlock(&{self.m});")


class Places(Idiom):
    """A semaphore for a few; how many are inside is counted."""

    def start(self, p):
        self.s, self.x = p.name("s"), p.name("inside")
        self.most = p.pick(1, 1, 2, 3)
        p.declare(f"sem_t {self.s};")
        p.declare(f"atomic_int {self.x};")
        p.first(f"sem_init(&{self.s}, 0, {self.most + (1 if self.slip else 0)});")

    def use(self, p):
        p.line(f"sem_wait(&{self.s});")
        p.line(f"{self.x}++;")
        p.check(f"{self.x} <= {self.most}")
        p.line(f"{self.x}--;")
        p.line(f"sem_post(&{self.s});")


class Before(Idiom):
    """main writes before it creates threads; the slip: also afterwards, or a thread does."""

    def start(self, p):
        self.x, self.value = p.name("set"), p.number() + 1
        p.declare(f"{p.cell()} {self.x};")
        p.first(f"{self.x} = {self.value};")
        if self.slip:
            p.last(f"{self.x} = {p.pick(0, self.value, self.value + 1)};")

    def use(self, p):
        if self.slip and p.chance(0.2):
            p.line(f"{self.x}--;")
            p.line(f"{self.x}++;")
        p.check(p.pick(f"{self.x} == {self.value}", f"{self.x} != 0"))


class Steps(Idiom):
    """A state machine that all threads drive; the slip: a step that is not atomic."""

    def start(self, p):
        self.x = p.name("state")
        self.n = p.pick(2, 3, 4)
        p.declare(f"atomic_int {self.x};")

    def use(self, p):
        x, want = self.x, p.name("want")
        at = p.rng.randrange(self.n)
        to = p.pick((at + 1) % self.n, 0, self.n if self.slip else 0)
        if self.slip and p.chance(0.5):
            p.line(f"if ({x} == {at})")
            p.line(f"\t{x} += {to - at};")
        else:
            p.line(f"int {want} = {at};")
            p.line(f"if (atomic_compare_exchange_strong(&{x}, &{want}, {to}))")
            p.line(f"\tassert({want} == {at});")
        p.check(p.pick(f"{x} < {self.n}", f"{x} >= 0", f"{x} != {self.n}"))


class Private(Idiom):
    """Only what belongs to the thread: locals, inputs, thread-local storage; the slip is about one thread or a static."""

    def start(self, p):
        self.x = p.name("own")
        self.way = p.pick("input", "sum", "storage", "static", "called")
        if self.way == "storage":
            p.declare(f"{'' if self.slip else '_Thread_local '}int {self.x};")

    def use(self, p):
        x, value = p.name("v"), p.number()
        if self.way == "input":
            p.line(f"unsigned {x} = {p.input('unsigned')};")
            p.line(f"__VERIFIER_assume({x} < {value + 5});")
            p.line(f"{x} += {p.pick(1, 3)};")
            p.check(f"{x} < {value + (7 if self.slip else 8)}")
        elif self.way == "sum":
            p.line(f"int {x} = 0;")
            p.line(f"for (int i = 0; i < 3; i++) {x} += i;")
            p.check(f"{x} == {p.pick(3, 3, 4) if self.slip else 3}")
        elif self.way == "storage":
            p.line(f"{self.x} = {value};")
            p.noise(0.3)
            p.line(f"{self.x}++;")
            p.check(f"{self.x} == {value + 1}")
        elif self.way == "static":
            p.line(f"{'static ' if self.slip else ''}unsigned {x} = 0;")
            p.line(f"{x} += 1;")
            p.check(f"{x} == 1")
        else:
            p.once(f"max_{self.x}", [f"static int max_{self.x}(int a, int b) {{", f"\treturn a {'<' if self.slip else '>'} b ? a : b;", "}"])
            p.line(f"int {x} = max_{self.x}({p.me() or p.input('unsigned char')}, {value});")
            p.check(f"{x} >= {value}")


class Pointers(Idiom):
    """One of two variables through a pointer."""

    def start(self, p):
        self.x, self.y, self.lock = p.name("x"), p.name("y"), thread_locks.Lock(p)
        p.declare(f"unsigned {self.x}, {self.y};")

    def use(self, p):
        at, value = p.name("p"), p.number()
        self.lock.take(p)
        p.line(f"unsigned *{at} = {p.input_test()} ? &{self.x} : &{self.y};")
        way = p.pick("set", "bound", "other")
        if way == "set":
            p.line(f"*{at} = {value % 3};")
            p.check(f"*{at} == {value % 3}")
        elif way == "bound":
            p.line(f"if (*{at} < 3)")
            p.line(f"\t(*{at})++;")
            p.check(f"{self.x} <= 3")
        else:
            p.line(f"*{at} = {self.y} = {value % 3};")
            p.check(f"{self.y} == {value % 3 + (1 if self.slip else 0)}")
        self.lock.release(p)
        if self.slip and p.chance(0.5):
            p.line(f"{self.x}++;")


class Record(Idiom):
    """A struct that is copied as a whole under a lock."""

    def start(self, p):
        self.x, self.lock = p.name("r"), thread_locks.Lock(p)
        p.once("struct pair", ["struct pair {", "\tunsigned short a;", "\tunsigned b;", "};"])
        p.declare(f"struct pair {self.x};")

    def use(self, p):
        x, own = self.x, p.name("copy")
        self.lock.take(p)
        p.line(f"struct pair {own} = {x};")
        p.check(f"{own}.a == {own}.b")
        p.line(f"{own}.a = {p.pick(p.number(), f'({own}.a + 1) & 7')};")
        p.line(f"{own}.b = {own}.a{p.pick(' + 1', ' & 3') if self.slip else ''};")
        p.line(f"{x} = {own};")
        self.lock.release(p)


class Bounded(Idiom):
    """Arithmetic that stops before its type ends; the slip: one step later."""

    def start(self, p):
        self.x, self.lock = p.name("x"), thread_locks.Lock(p)
        self.cell, self.end = p.pick(("unsigned char", 255), ("int", 2147483647), ("unsigned", 4294967295), ("signed char", 127))
        self.step = p.pick(1, 2, 3)
        p.declare(f"{self.cell} {self.x} = {p.pick(0, self.end - 2 * self.step, self.end - self.step)};")

    def use(self, p):
        x, old = self.x, p.name("old")
        suffix = "u" if self.cell == "unsigned" else ""
        self.lock.take(p)
        p.line(f"{self.cell} {old} = {x};")
        p.line(f"if ({x} <= {self.end - self.step + (1 if self.slip else 0)}{suffix})")
        p.line(f"\t{x} += {self.step};")
        p.check(p.pick(f"{x} >= {old}", f"{x} >= {old}", f"{x} - {old} <= {self.step}"))
        self.lock.release(p)


class Chance(Idiom):
    """Anything about two variables that all may change: whether it holds is anybody's guess."""

    def start(self, p):
        self.names = [p.name("g"), p.name("h")]
        p.declare(f"{p.word(p.cell())} {self.names[0]}, {self.names[1]} = {p.number()};")

    def use(self, p):
        for _ in range(p.pick(1, 2, 3)):
            x, y = p.pick(self.names, self.names[::-1])
            p.line(p.pick(
                f"{x} = {p.number()};", f"{x} = {y};", f"if ({x} < {p.number()}) {x}++;", f"if ({x} == {y}) {x} = {p.number()};",
                f"__VERIFIER_assume({x} <= {p.number()});", f"if ({x} > {y}) {y} = {x};", f"{x} = !{x};", f"{x} = {x} & 3;",
            ))
        x, y = p.pick(self.names, self.names[::-1])
        p.check(p.pick(f"{x} <= {p.pick(3, 4, 5)}", f"{x} != {p.pick(2, 4, 7)}", f"{x} <= {y}", f"{x} + {y} <= {p.pick(3, 5, 9)}"))


OFTEN = (Atomic, Exclusion, Exclusion, Invariant, Remembered, CompareAndSwap, Chance)
KINDS = (*OFTEN, *OFTEN, Published, Winner, Arrivals, Readers, Cells, Heap, References, Waiting, Places, Before, Steps,
         Private, Pointers, Record, Bounded)
