"""thread_corners -- idioms as in thread_idioms, about corners of the language and the library: assumptions after
writes, identities, pointers that move, recursion, function pointers, barriers, condition variables that end, memory seen as bytes."""

import thread_locks
from thread_idioms import Idiom


class AssumedLater(Idiom):
    """Others see a write before the assumption after it ends the execution."""

    def start(self, p):
        self.x, self.y = p.name("x"), p.name("y")
        p.declare(f"{p.word('int')} {self.x}, {self.y};")

    def use(self, p):
        x, y = self.x, self.y
        way = p.pick("both", "late", "read")
        if way == "both":
            p.put(f"{x} = 1;", f"__VERIFIER_assume({y} == 0);", f"{x} = 0;")
        elif way == "late":
            if self.slip:
                p.line(f"{y} = {p.pick(1, 2)};")
                p.line(f"__VERIFIER_assume({x} == 0);")
            p.line(f"{y} = 0;")
        p.check(p.pick(f"{y} == 0", f"{x} <= 1", f"{x} + {y} <= 2", f"{x} == 0" if self.slip else f"{x} >= 0"))


class Identity(Idiom):
    """Who wrote last is who holds the lock."""

    def start(self, p):
        self.x, self.lock = p.name("self"), thread_locks.Lock(p)
        p.declare(f"pthread_t {self.x};")

    def use(self, p):
        if not self.slip:
            self.lock.take(p)
        p.line(f"{self.x} = pthread_self();")
        p.noise(0.3)
        p.check(f"pthread_equal({self.x}, pthread_self())")
        if not self.slip:
            self.lock.release(p)


class Twice(Idiom):
    """A recursive mutex is taken twice; the slip: released once too often, or too seldom."""

    def start(self, p):
        self.m, self.x = p.name("m"), p.name("x")
        p.declare(f"pthread_mutex_t {self.m} = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;")
        p.declare(f"unsigned char {self.x};")

    def use(self, p):
        lock, unlock = f"pthread_mutex_lock(&{self.m});", f"pthread_mutex_unlock(&{self.m});"
        p.put(lock, f"{self.x} = 1;", lock, f"{self.x} = 2;", unlock)
        if self.slip:
            p.line(p.pick(unlock, lock))
        p.check(f"{self.x} == 2")
        p.put(f"{self.x} = 0;", unlock)


class Moving(Idiom):
    """A global pointer that moves between two variables."""

    def start(self, p):
        self.p, self.x, self.y, self.lock = p.name("gp"), p.name("x"), p.name("y"), thread_locks.Lock(p)
        p.declare(f"int {self.x}, {self.y};")
        p.declare(f"int *{self.p} = &{self.x};")

    def use(self, p):
        if not self.slip:
            self.lock.take(p)
        way = p.pick("move", "write", "write", "count")
        if way == "move":
            p.line(f"{self.p} = {self.p} == &{self.x} ? &{self.y} : &{self.x};")
            p.check(f"{self.p} != NULL")
        elif way == "write":
            value = p.number() % 3
            p.line(f"*{self.p} = {value};")
            p.check(p.pick(f"*{self.p} == {value}", f"{self.x} <= 2", f"{self.y} <= 2", f"{self.x} == {value} || {self.y} == {value}"))
        else:
            p.line(f"if (*{self.p} < 2)")
            p.line(f"\t++*{self.p};")
            p.check(f"*{self.p} <= 2")
        if not self.slip:
            self.lock.release(p)


class Recursion(Idiom):
    """A function that calls itself, and counts in a shared variable."""

    def start(self, p):
        self.x, self.f, self.lock = p.name("depth"), p.name("down"), thread_locks.Lock(p)
        p.declare(f"int {self.x};")
        n = p.pick(1, 2)
        p.helper([f"static void {self.f}(int n) {{", f"\t{self.x}++;", "\tif (n > 0)", f"\t\t{self.f}(n - 1);",
                  f"\tassert({self.x} {p.pick('>=', '==') if self.slip else '>='} 1);", f"\t{self.x}--;", "}"])
        self.call = f"{self.f}({n});"

    def use(self, p):
        if self.slip and p.chance(0.5):
            p.line(self.call)
            return
        self.lock.take(p)
        p.line(self.call)
        p.check(f"{self.x} == 0")
        self.lock.release(p)


class Called(Idiom):
    """One of two functions through a pointer, which is the thread's own or, the slip, shared."""

    def start(self, p):
        self.x, self.f = p.name("x"), p.name("f")
        p.declare(f"atomic_int {self.x};")
        self.high = p.pick(1, 3)
        p.helper([f"static void {self.f}_a(void) {{", f"\t{self.x} = {self.high};", "}"])
        p.helper([f"static void {self.f}_b(void) {{", f"\t{self.x} = {self.high + (1 if self.slip else -1)};", "}"])
        p.helper([f"static void (*{self.f})(void) = {self.f}_a;"])

    def use(self, p):
        way = p.pick("own", "shared", "change")
        if way == "own":
            f = p.name("call")
            p.put(f"void (*{f})(void) = {p.input_test()} ? {self.f}_a : {self.f}_a;", f"{f}();")
        elif way == "shared":
            p.line(f"{self.f}();")
        else:
            p.line(f"{self.f} = {self.f}_b;")
        p.check(f"{self.x} <= {self.high}")


class Once(Idiom):
    """pthread_once, or a flag that is tested before it is set."""

    def start(self, p):
        self.x, self.o = p.name("made"), p.name("once")
        p.declare(f"int {self.x};")
        p.helper([f"static void make_{self.x}(void) {{", f"\t{self.x} = {self.x} + 1;", "}"])
        p.declare(f"{'int' if self.slip else 'pthread_once_t'} {self.o} = {'0' if self.slip else 'PTHREAD_ONCE_INIT'};")

    def use(self, p):
        if self.slip:
            p.put(f"if (!{self.o}) {{", f"\t{self.o} = 1;", f"\tmake_{self.x}();", "}")
            p.check(f"{self.x} <= {p.pick(1, 1, 2)}")
        else:
            p.line(f"pthread_once(&{self.o}, make_{self.x});")
            p.check(f"{self.x} {p.pick('==', '<=')} 1")


class Bytes(Idiom):
    """A variable is written as a whole and read in parts, under a lock."""

    def start(self, p):
        self.x, self.lock = p.name("u"), thread_locks.Lock(p)
        p.once("union word", ["union word {", "\tunsigned whole;", "\tunsigned char byte[4];", "\tunsigned bits : 3;", "};"])
        p.declare(f"union word {self.x};")

    def use(self, p):
        x, n = self.x, p.number()
        self.lock.take(p)
        p.line(p.pick(f"{x}.whole = {n};", f"{x}.byte[0] = {n};", f"{x}.bits = {n};", f"{x}.byte[{p.input('unsigned char')} & 3] = {n};"))
        p.check(p.pick(f"{x}.byte[0] <= 5", f"{x}.bits <= 5", f"{x}.whole <= 0x05050505", f"{x}.byte[3] <= {0 if self.slip else 5}"))
        self.lock.release(p)


class Joined(Idiom):
    """main creates one more thread, and waits for what it did."""

    def start(self, p):
        self.x = p.name("result")
        self.value = p.number() + 1
        p.declare(f"int {self.x};")
        name = p.name("worker")
        p.helper([f"static void *{name}(void *at) {{", f"\t*(int *)at = {self.value};", "\treturn at;", "}"])
        lines = ["{", "\tpthread_t id;", "\tvoid *at;", f"\tpthread_create(&id, NULL, {name}, &{self.x});", "\tpthread_join(id, &at);",
                 f"\tassert({self.x} == {self.value});", "}"]
        if self.slip:
            lines.pop(4)
        (p.first if p.chance(0.5) else p.last)("\n\t".join(lines))

    def use(self, p):
        p.check(p.pick(f"{self.x} == 0 || {self.x} == {self.value}", f"{self.x} <= {self.value}", f"{self.x} == {self.value}"))
        if self.slip and p.chance(0.3):
            p.line(f"{self.x} = 0;")


class JoinedAll(Idiom):
    """main creates threads, keeps their identifiers in an array, and joins or detaches each once; the slip: another one, or twice, or not all were created."""

    def start(self, p):
        self.x, name, n = p.name("done"), p.name("worker"), p.pick(1, 2, 2, 3)
        p.declare(f"atomic_int {self.x};")
        p.helper([f"static void *{name}(void *at) {{", f"\t{self.x} = {self.x} | 1;", f"\tassert({self.x} == 1);", "\treturn at;", "}"])
        index, first, created = "i", "0", n
        call = p.pick("pthread_join(id[INDEX], NULL);", "pthread_join(id[INDEX], NULL);", "pthread_detach(id[INDEX]);")
        if self.slip:
            index = p.pick("i", "0", "i / 2", "i & 1", "(i + 1) % 3", "i + 1")
            created = p.pick(n, n, n - 1)
            call = p.pick(call, call, call + " pthread_join(id[INDEX], NULL);", call + " if (i) pthread_join(id[i - 1], NULL);")
        elif p.chance(0.3):
            index, first = f"{n - 1} - i", p.pick("0", "0", str(n - 1))
        kind = p.pick("int", "unsigned", "long")
        lines = ["{", f"\t{p.pick('', '', 'static ')}pthread_t id[{p.pick(4, 9, 12)}];", f"\tfor ({kind} i = 0; i < {created}; i++)",
                 f"\t\tpthread_create(&id[i], NULL, {name}, NULL);", f"\tfor ({kind} i = {first}; i < {n}; i++) {{", f"\t\t{call.replace('INDEX', index)}", "\t}", "}"]
        (p.first if p.chance(0.5) else p.last)("\n\t".join(lines))

    def use(self, p):
        p.check(p.pick(f"{self.x} <= 1", f"{self.x} == 0 || {self.x} == 1", f"{self.x} != 2"))


class Meeting(Idiom):
    """A barrier for two; more threads come in pairs."""

    def start(self, p):
        self.b, self.x = p.name("barrier"), p.name("x")
        p.declare(f"pthread_barrier_t {self.b};")
        p.declare(f"atomic_int {self.x};")
        p.first(f"pthread_barrier_init(&{self.b}, NULL, {p.pick(1, 2) if self.slip else 2});")

    def use(self, p):
        p.line(f"{self.x} = {self.x} + 1;" if self.slip else f"{self.x} = 1;")
        p.line(f"pthread_barrier_wait(&{self.b});")
        p.check(p.pick(f"{self.x} >= 1", f"{self.x} != 0", f"{self.x} <= {p.pick(1, 2)}"))


class Jumps(Idiom):
    """A loop made of jumps; tries again until nobody interferes."""

    def start(self, p):
        self.x = p.name("version")
        p.declare(f"atomic_uint {self.x};")

    def use(self, p):
        x, old, label = self.x, p.name("old"), p.name("again")
        p.put(f"unsigned {old};", f"{label}:", f"{old} = {x};", f"if ({old} & 1)", f"\tgoto {label};")
        if self.slip:
            p.line(f"{x} = {old} + {p.pick(1, 2)};")
        else:
            p.put(f"if (!atomic_compare_exchange_strong(&{x}, &{old}, {old} + 2))", f"\tgoto {label};")
        p.check(p.pick(f"!({x} & 1)", f"!({old} & 1)"))


class LocalMemory(Idiom):
    """An array and a struct of the thread's own, through pointers."""

    def start(self, p):
        self.leak = p.name("seen")
        p.declare(f"int *{self.leak};")

    def use(self, p):
        a, i, q = p.name("array"), p.name("i"), p.name("q")
        p.put(f"int {a}[3] = {{0, 1, 2}};", f"unsigned {i} = {p.input('unsigned char')} % 3;", f"int *{q} = &{a}[{i}];")
        if self.slip:
            p.put(f"if ({self.leak})", f"\t*{self.leak} = 7;", f"{self.leak} = {q};")
        p.line(f"*{q} += 1;")
        p.check(p.pick(f"{a}[{i}] == (int){i} + 1", f"{a}[0] <= 1", f"*{q} >= 1"))
        if self.slip:
            p.line(f"{self.leak} = NULL;")


class Cells(Idiom):
    """Cells that are filled with inputs together when all are empty, and emptied together; the slip: one stays full."""

    def start(self, p):
        self.cells = [p.name("cell") for _ in range(p.rng.randrange(1, 5))]
        self.full = p.name("full")
        p.declare(f"unsigned {', '.join(self.cells)};")
        p.declare(f"_Bool {self.full};")

    def section(self, p, *lines):
        p.put("__VERIFIER_atomic_begin();", *lines, "__VERIFIER_atomic_end();")

    def use(self, p):
        empty = " && ".join(f"{c} == 0" for c in self.cells)
        fill = [f"{c} = __VERIFIER_nondet_uint();" for c in self.cells]
        kept = self.cells[1:] if self.slip else self.cells
        self.section(p, f"__VERIFIER_assume({empty});", *fill, f"{self.full} = 1;")
        self.section(p, *(f"{c} = 0;" for c in kept), f"{self.full} = 0;")
        p.check(f"{self.full} || {p.pick(*self.cells)} == 0")


class Table(Idiom):
    """A large array that main fills at an arbitrary index: what an atomic section accesses depends on it."""

    def start(self, p):
        self.x, self.key = p.name("x"), p.name("key")
        self.n = p.pick(8, 500, 4000)
        p.declare(f"int {self.x}, {self.key}[{self.n}];")
        p.first(f"{self.key}[{p.input('unsigned')} % {self.n}] = {p.pick(1, 5)};")

    def use(self, p):
        x, key, i, y = self.x, self.key, p.name("i"), p.name("y")
        p.line(f"unsigned {i} = {p.pick('0', str(self.n - 1), p.input('unsigned') + f' % {self.n}')};")
        if p.chance(0.5):
            p.line("__VERIFIER_atomic_begin();")
            p.line(f"if ({key}[{i}] {p.pick('==', '!=', '>')} {p.pick(0, 1, 5)})")
            p.line(f"\t{x} = {p.pick('1', '2', f'{key}[{i}]')};")
            p.line("__VERIFIER_atomic_end();")
        elif self.slip:
            p.line(f"int {y} = {x};")
            p.check(p.pick(f"{y} >= 0", f"{y} < 6", f"{y} == 0"))
        else:
            p.put(f"int {y};", "__VERIFIER_atomic_begin();", f"{y} = {x};", "__VERIFIER_atomic_end();")
            p.check(p.pick(f"{y} >= 0", f"{y} < 6", f"{key}[{i}] < 6", f"{y} == 0"))


class Credits(Idiom):
    """A local flag remembers whether the thread has taken one of a few credits."""

    def start(self, p):
        self.left, self.held, self.n = p.name("left"), p.name("held"), p.pick(1, 2, 3)
        p.declare(f"_Atomic int {self.left} = {self.n}, {self.held};")

    def use(self, p):
        left, held, got, old = self.left, self.held, p.name("got"), p.name("old")
        p.line(f"_Bool {got} = 0;")
        if p.chance(0.5):
            p.atomically(f"if ({left} > 0) {{ {left}--; {got} = 1; }}")
        else:
            p.put(f"int {old} = {left};", f"if ({old} > 0)",
                  f"\t{got} = atomic_compare_exchange_strong(&{left}, &{old}, {old} - 1);")
        p.open(f"if ({got}) {{")
        p.line(f"int {p.name('before')} = atomic_fetch_add(&{held}, 1);")
        p.noise(0.3)
        p.check(p.pick(f"{held} > 0", f"{held} <= {self.n}", f"{left} < {self.n}", f"{left} + {held} <= {self.n}"))
        p.line(f"atomic_fetch_sub(&{held}, 1);")
        if not self.slip or p.chance(0.5):
            p.line(f"{left}++;")
        p.close("}")
        if self.slip and p.chance(0.5):
            p.line(f"{left}++;")
        p.check(p.pick(f"{left} >= 0", f"{left} <= {self.n}", f"{held} >= 0"))


class Elements(Idiom):
    """An array with too many elements for one variable each; the slip: somebody writes another value, or many."""

    def start(self, p):
        self.x, self.size, self.limit = p.name("elements"), p.pick(9, 12, 16), p.pick(0, 1, 2)
        p.declare(f"unsigned {self.x}[{self.size}];")

    def write(self, p, at):
        x, value = self.x, p.rng.randrange(self.limit + 1)
        if self.slip and p.chance(0.4):
            value += p.pick(1, 2)
        way = p.pick("plain", "plain", "constant", "atomic", "test", "bytes", "set")
        if way == "constant":
            p.line(f"{x}[{p.rng.randrange(self.size)}] = {value};")
        elif way == "atomic":
            p.atomically(f"{x}[{at}] = {value + 1}; {x}[{at}] = {value};")
        elif way == "test":
            p.line(f"if ({x}[{at}] < {self.limit})")
            p.line(f"\t{x}[{at}]++;")
        elif way == "bytes" and self.slip:
            p.line(f"((unsigned char *){x})[{at}] = {value};")
        elif way == "set" and self.slip:
            p.line(f"memset({x}, {value}, sizeof {x});")
        else:
            p.line(f"{x}[{at}] = {value};")

    def use(self, p):
        x, at, other, seen = self.x, p.name("at"), p.name("other"), p.name("seen")
        p.line(f"unsigned {at} = {p.input('unsigned char')} % {self.size}, {other} = {p.input('unsigned char')} % {self.size};")
        for _ in range(p.pick(1, 1, 2)):
            self.write(p, p.pick(at, other, f"({at} + 1) % {self.size}"))
            p.noise(0.1)
        p.line(f"unsigned {seen} = {x}[{p.pick(at, other)}];")
        p.check(p.pick(f"{seen} <= {self.limit}", f"{x}[{other}] <= {self.limit}", f"{x}[{p.rng.randrange(self.size)}] <= {self.limit}",
                       f"{seen} != {self.limit + 1}", f"{x}[{at}] == {seen}"))


class Gate(Idiom):
    """Threads wait until main opens the gate, which wakes all of them and destroys or frees the condition variable; the
    slip: not all are woken, or some wait with another mutex."""

    def start(self, p):
        self.m, self.other, self.c, self.x = p.name("m"), p.name("m"), p.name("cond"), p.name("open")
        p.declare(f"pthread_mutex_t {self.m} = PTHREAD_MUTEX_INITIALIZER, {self.other} = PTHREAD_MUTEX_INITIALIZER;")
        p.declare(f"{p.word('int')} {self.x};")
        on_heap = p.chance(0.3)
        if on_heap:
            p.declare(f"pthread_cond_t *{self.c};")
            p.first(f"{self.c} = calloc(1, sizeof *{self.c});")
        else:
            p.declare(f"pthread_cond_t {self.c} = PTHREAD_COND_INITIALIZER;")
        self.c = self.c if on_heap else f"&{self.c}"
        self.way = p.pick("none", "signal", "mutex") if self.slip else "all"
        p.last(f"pthread_mutex_lock(&{self.m});")
        p.last(f"{self.x} = 1;")
        if self.way != "none":
            p.last(f"pthread_cond_{'signal' if self.way == 'signal' else 'broadcast'}({self.c});")
        p.last(f"pthread_cond_destroy({self.c});")
        if on_heap and p.chance(0.5):
            p.last(f"free({self.c});")
        p.last(f"pthread_mutex_unlock(&{self.m});")

    def use(self, p):
        m = self.other if self.way == "mutex" and p.chance(0.5) else self.m
        p.line(f"pthread_mutex_lock(&{m});")
        p.line(f"while (!{self.x})")
        p.line(f"\tpthread_cond_wait({self.c}, &{m});")
        p.noise(0.2)
        p.line(f"pthread_mutex_unlock(&{m});")
        p.check(f"{self.x} == 1")


class Blocks(Idiom):
    """Blocks of the heap are published, and copied or set with a length that is an input; the slip: the second copy may
    be of another block."""

    def start(self, p):
        self.x, self.size = p.name("block"), p.pick(66, 80, 100)
        p.declare(f"unsigned char *_Atomic {self.x};")

    def publish(self, p):
        mine, at = p.name("mine"), p.rng.randrange(4)
        p.line(f"unsigned char *{mine} = {p.pick(f'calloc(1, {self.size})', f'malloc({self.size})')};")
        p.open(f"if ({mine}) {{")
        p.line(f"{mine}[{at}] = {p.pick(p.number(), p.input('unsigned char'))};")
        p.line(f"{self.x} = {mine};")
        p.close("}")

    def use(self, p):
        if p.chance(0.5):
            self.publish(p)
        found, n, at = p.name("found"), p.name("n"), p.rng.randrange(4)
        p.line(f"unsigned char *{found} = {self.x};")
        p.line(f"unsigned {n} = {p.pick(f'{self.size} - {p.input_test()}', f'{self.size} / 2 + {p.input_test()}')};")
        p.open(f"if ({found}) {{")
        if p.chance(0.3):
            p.line(f"memset({found}, {p.number()}, {n});")
        one, two = p.name("one"), p.name("two")
        p.line(f"unsigned char {one}[{self.size}] = {{0}}, {two}[{self.size}] = {{0}};")
        p.atomically(f"memcpy({one}, {found}, {n}); memcpy({two}, {self.x if self.slip else found}, {n});")
        p.check(f"{one}[{at}] == {two}[{at}]")
        p.close("}")


KINDS = (AssumedLater, Identity, Twice, Moving, Recursion, Called, Once, Bytes, Joined, JoinedAll, Meeting, Jumps, LocalMemory, Cells, Table, Credits, Elements,
         Gate, Blocks)
