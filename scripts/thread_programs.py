"""thread_programs -- small random multi-threaded C programs, one statement a line.

They are free of undefined behaviour other than data races, start from defined values, and every
input is followed by an assumption of a small range, so that an explicit-state search can enumerate
them.  Asserts are about shared values: true in some schedules, false in others.
"""

import random

import thread_memory

HEADER = """\
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
"""


class Scope:
    """What a function can name: registers, and whether it may block, loop, end."""

    def __init__(self, tid, locals_=(), depth=0, held=()):
        self.tid = tid
        self.locals = list(locals_)
        self.depth = depth
        self.held = tuple(held)  # mutexes
        self.section = False  # inside an atomic section
        self.places = []  # of its own

    def inner(self, **changes):
        other = Scope(self.tid, self.locals, self.depth + 1, self.held)
        other.section = self.section
        other.places = self.places
        for name, value in changes.items():
            setattr(other, name, value)
        return other


class Program(thread_memory.Memory):
    """One program from one seed."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.lines = []
        self.indent = 0
        self.fresh = 0
        self.nthreads = self.rng.choices((1, 2, 3), (4, 5, 1))[0]
        # what this program is made of: few things each, so that they meet
        self.shared = self.rng.sample(["x", "y", "z"], self.rng.choice((1, 1, 2, 2, 3)))
        self.has_array = self.chance(0.2)
        self.atomics = ["c", "d"][: self.rng.choice((0, 0, 1, 1, 2))]
        self.mutexes = ["m", "n"][: self.rng.choice((0, 0, 1, 2, 2))]
        self.has_condition = bool(self.mutexes) and self.chance(0.35)
        self.semaphores = ["s"] if self.chance(0.25) else []
        self.has_sections = self.chance(0.2)
        self.has_heap = self.chance(0.15)
        self.has_local_storage = self.chance(0.1)
        self.has_inputs = self.chance(0.3)
        self.has_pointers = self.chance(0.15)
        self.has_early_end = self.chance(0.1)
        self.has_rwlock = self.chance(0.08)
        self.has_struct = self.chance(0.1)
        self.has_list = self.chance(0.08)
        self.has_helpers = self.chance(0.15)
        self.has_barrier = self.chance(0.06)
        self.has_once = self.chance(0.06)
        self.has_spinlock = self.chance(0.06)
        self.has_time_limits = bool(self.mutexes) and self.chance(0.15)
        self.has_lock_pointers = len(self.mutexes) > 1 and self.chance(0.3)
        self.has_lock_array = self.chance(0.08)
        self.has_heap_lock = self.chance(0.08)
        self.has_recursion = self.chance(0.06)
        self.has_threads_of_threads = self.chance(0.08)
        self.has_c11 = self.chance(0.06)
        self.has_child = self.has_threads_of_threads
        self.spins = self.chance(0.06)  # ends only with a state cache
        # drawn apart, so that seeds without these stay what they were
        later = random.Random(f"later {seed}")
        self.has_lock_record = later.random() < 0.1
        self.remakes_locks = bool(self.mutexes) and later.random() < 0.08
        self.has_records = later.random() < 0.12
        self.blocks = later.choices((None, "kept", "owned", "locked"), (22, 1, 1, 1))[0]
        self.has_table = later.random() < 0.12
        self.has_shelf = self.has_table and later.random() < 0.5  # the table is a member, with others behind it
        self.has_handoff = later.random() < 0.06
        self.has_mailbox = later.random() < 0.06
        self.phase = later.choices((0, self.nthreads, self.nthreads + 1), (22, 1, 1))[0]  # threads that meet at a barrier
        last = random.Random(f"last {seed}")  # and these
        self.has_published = last.random() < 0.1
        self.has_flags = last.random() < 0.06  # two flags, of threads that wait actively for each other
        more = random.Random(f"more {seed}")  # and these
        self.has_union = more.random() < 0.1
        self.joins_somewhere = more.random() < 0.1  # in one branch only
        self.equal_threads = more.random() < 0.1 and self.nthreads > 1
        self.has_marks = more.random() < 0.08
        self.more = more
        self.gate = random.Random(f"gate {seed}").choices((None, "rwlock", "semaphore"), (16, 1, 1))[0]
        # threads detach themselves, or cancel main: joins end before the threads do
        self.ends_joins = random.Random(f"joins {seed}").choices((None, "detach", "cancel"), (16, 1, 1))[0]
        self.has_scratch = random.Random(f"scratch {seed}").random() < 0.12
        self.has_noise = random.Random(f"noise {seed}").random() < 0.4  # what assertions rarely depend on
        # threads of one function with one argument: their identifiers are kept, joined in a loop (perhaps with a
        # mutex held), or overwritten by the next
        self.twins = later.choices((None, "kept", "joined", "overwritten"), (14, 1, 2, 2))[0]
        self.holds_at_join = self.mutexes and later.random() < 0.1
        if self.twins:
            self.nthreads = max(2, self.nthreads)
        self.cell = self.rng.choices(("int", "unsigned char", "short", "long", "unsigned"), (10, 1, 1, 1, 1))[0]
        self.kind = {m: self.rng.choices(("", "_RECURSIVE", "_ERRORCHECK"), (8, 1, 1))[0] for m in self.mutexes}
        self.budget = 0

    def chance(self, p):
        return self.rng.random() < p

    def pick(self, *items):
        return self.rng.choice(items)

    def line(self, text):
        self.lines.append("\t" * self.indent + text)

    def name(self, prefix):
        self.fresh += 1
        return f"{prefix}{self.fresh}"

    def spend(self, n):
        self.budget -= n

    # Expressions.

    def place(self, scope):
        places = self.shared + scope.places
        if self.has_struct:
            places += ["g.v", "(*g.p)"]
        if self.has_heap_lock:
            places.append("box->v")
        if self.has_lock_record:
            places += ["sets[0].v", f"sets[({self.rng.choice(scope.locals or ['1'])}) & 1].v"]
        if self.has_list:
            places += ["head->v", "head->next->v"]
        if self.has_helpers:
            places.append(f"(*pick({self.pick('0', '1', self.rng.choice(scope.locals or ['1']))}))")
        if self.has_array:
            places += ["a[0]", "a[1]"]
        if self.has_heap:
            places.append("(*hp)")
        if self.has_pointers:
            places.append("(*gp)")
        if self.has_records:
            places += ["at->v", "at->w", "at->link->v", "ra.w"]
        if self.blocks == "kept":
            places += ["top->v", "top->next->v"]
        if self.has_table:
            places += [f"table[{self.index(scope)}]"] * 2 + ["beside"] * self.has_shelf
        if self.has_union:
            places += ["u.whole", "u.half.low", "u.half.high", "u.byte[0]", f"u.byte[({self.rng.choice(scope.locals or ['2'])}) & 3]"]
        return self.rng.choice(places)

    def address(self, scope):
        choices = ["&" + name for name in self.shared] + [place[2:-1] for place in scope.places if place[0] == "("]
        if self.has_struct:
            choices.append("&g.v")
        if self.has_list:
            choices.append("&head->next->v")
        if self.has_records:
            choices += ["&at->v", "&rb.w"]
        if self.has_table:
            choices.append(f"&table[{self.index(scope)}]")
        return self.rng.choice(choices)

    def small(self):
        return str(self.rng.randrange(3))

    def operand(self, scope):
        r = self.rng.random()
        if scope.locals and r < 0.4:
            return self.rng.choice(scope.locals)
        if r < 0.75:
            self.spend(1)
            return self.rng.choice([self.place(scope)] + self.atomics)
        if self.has_local_storage and r < 0.85:
            return "tl"
        return self.small()

    def expression(self, scope):
        r = self.rng.random()
        if r < 0.5:
            return self.operand(scope)
        if r < 0.9:
            return f"{self.operand(scope)} {self.pick('+', '-', '+', '*', '^')} {self.operand(scope)}"
        return f"{self.condition(scope)} ? {self.operand(scope)} : {self.operand(scope)}"

    def comparison(self, scope):
        op = self.pick("==", "!=", "<", "<=", ">", ">=", "==")
        return f"{self.operand(scope)} {op} {self.pick(self.small(), self.small(), self.operand(scope))}"

    def condition(self, scope):
        if self.chance(0.15):
            return f"{self.comparison(scope)} {self.pick('&&', '||')} {self.comparison(scope)}"
        return self.comparison(scope)

    # Statements.

    def block(self, head, scope, most=2, tail="}"):
        self.line(head)
        self.indent += 1
        for _ in range(self.rng.randint(1, most)):
            self.statement(scope)
        self.indent -= 1
        if tail:
            self.line(tail)

    def store(self, scope):
        self.spend(1)
        place = self.place(scope)
        r = self.rng.random()
        if r < 0.35:
            self.line(f"{place} = {self.expression(scope)};")
        elif r < 0.6:
            self.line(f"{place}{self.pick('++', '++', '--')};")
        else:
            self.line(f"{place} {self.pick('+=', '-=', '|=')} {self.operand(scope)};")

    def load(self, scope):
        name = self.name("r")
        self.line(f"int {name} = {self.expression(scope)};")
        scope.locals.append(name)

    def mutate_local(self, scope):
        if not scope.locals:
            return self.load(scope)
        self.line(f"{self.rng.choice(scope.locals)} {self.pick('=', '+=', '-=')} {self.expression(scope)};")

    def check(self, scope):
        self.line(f"assert({self.condition(scope)});")

    def assume(self, scope):
        self.line(f"__VERIFIER_assume({self.condition(scope)});")

    def input(self, scope):
        name = self.name("n")
        kind = self.pick("int", "int", "unsigned")
        self.line(f"{kind} {name} = __VERIFIER_nondet_int();")
        low, high = self.pick((0, 1), (0, 1), (0, 2), (0, 3), (1, 2))
        if kind == "int":
            self.line(f"__VERIFIER_assume({name} >= {low} && {name} <= {high});")
        else:
            self.line(f"__VERIFIER_assume({name} - {low}u <= {high - low}u);")
        scope.locals.append(name)

    def branch(self, scope):
        self.block(f"if ({self.condition(scope)}) {{", scope.inner(), 2, None)
        if self.chance(0.3):
            self.block("} else {", scope.inner(), 1, None)
        self.line("}")

    def loop(self, scope):
        if self.chance(0.2):
            return self.loops_with_one_head(scope)
        name = self.name("i")
        bound = self.pick("2", "2", "3")
        if self.has_inputs and scope.locals and self.chance(0.3):
            bound = f"({self.rng.choice(scope.locals)} & 1) + 1"
        before = self.budget
        self.block(f"for (int {name} = 0; {name} < {bound}; {name}++) {{", scope.inner(), 1)
        self.budget -= before - self.budget
        return None

    def loops_with_one_head(self, scope):
        """The inner loop begins where the outer one does."""
        inner, outer, before = self.name("i"), self.name("i"), self.budget
        self.line(f"int {inner} = 0, {outer} = 0;")
        self.line("do {")
        self.indent += 1
        self.block(f"while ({inner} < 2 && {self.condition(scope)}) {{", scope.inner(), 1, f"\t{inner}++;")
        self.line("}")
        self.line(f"{outer}++;")
        self.statement(scope.inner())
        self.indent -= 1
        self.line(f"}} while ({outer} < {self.pick('2', '2', '3')});")
        self.budget -= before - self.budget

    def lock(self, scope):
        free = [m for m in self.mutexes if m not in scope.held or self.kind[m]]
        if not free or scope.section:
            return self.store(scope)
        m = self.rng.choice(free)
        self.spend(2)
        inner = scope.inner(held=scope.held + (m,))
        inner.locals = scope.locals  # no block of its own
        if self.chance(0.2):
            call = f"pthread_mutex_trylock(&{m})"
            if self.has_time_limits and self.chance(0.5):
                call = f"pthread_mutex_timedlock(&{m}, &(struct timespec){{0, 0}})"
            self.block(f"if ({call} == 0) {{", scope.inner(held=inner.held), 2, None)
            self.line(f"\tpthread_mutex_unlock(&{m});")
            self.line("}")
            return None
        self.line(f"pthread_mutex_lock(&{m});")
        if self.chance(0.35):
            self.lock(inner)
        for _ in range(self.rng.randint(0, 2)):
            self.statement(inner)
        if self.chance(0.93):
            self.line(f"pthread_mutex_unlock(&{m});")
        return None

    def some_lock(self, scope):
        """A lock that is chosen when the program runs; whatever it is, the thread does not hold it."""
        choices = []
        if self.has_lock_pointers:
            choices.append(f"{self.comparison(scope)} ? &m : &n")
        if self.has_lock_array:
            choices.append(f"&locks[({self.rng.choice(scope.locals or ['1'])}) & 1]")
        if self.has_heap_lock:
            choices.append("&box->lock")
        if self.has_lock_record:
            choices.append(f"&({self.comparison(scope)} ? &sets[0] : &sets[1])->{self.pick('a', 'b')}")
            choices.append(f"&sets[({self.rng.choice(scope.locals or ['1'])}) & 1].{self.pick('a', 'b')}")
        return self.rng.choice(choices)

    def lock_pointer(self, scope):
        """Takes and releases through a pointer; sometimes by name, which is misuse in some executions."""
        if scope.held or scope.section:
            return self.store(scope)
        self.spend(3)
        name = self.name("l")
        self.line(f"pthread_mutex_t *{name} = {self.some_lock(scope)};")
        inner = scope.inner(held=("m", "n", "locks", "box", "sets", "rw"))
        inner.locals = scope.locals
        r = self.rng.random()
        if self.has_lock_pointers and r < 0.25:  # both are held, one of them is released early
            self.line("pthread_mutex_lock(&m);")
            self.line("pthread_mutex_lock(&n);")
            self.line(f"pthread_mutex_t *{name}e = {self.comparison(scope)} ? &m : &n;")
            self.line(f"pthread_mutex_unlock({name}e);")
            self.statement(inner)
            self.line(f"pthread_mutex_unlock({name}e == &m ? &n : &m);")
            return None
        self.line(f"pthread_mutex_lock({name});")
        for _ in range(self.rng.randint(1, 2)):
            self.statement(inner)
        if self.has_lock_pointers and r < 0.5:
            self.line(f"if ({name} == &m) pthread_mutex_unlock(&m);")
            self.line(f"else pthread_mutex_unlock({name});")
        elif self.chance(0.9):
            self.line(f"pthread_mutex_unlock({name});")
        return None

    def remake_lock(self, scope):
        """A lock is made anew; if somebody holds it, it keeps nobody out from then on.  Atomically: cbmc-mt reports
        no race between a plain write and what a lock function does."""
        self.spend(2)
        m = self.rng.choice(self.mutexes)
        r = self.rng.random()
        text = f"{m} = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;"
        if r < 0.3 and not scope.section:
            self.line(f"pthread_mutex_init(&{m}, NULL);")
            return
        if self.has_lock_record and r < 0.6:
            text = f"sets[{self.pick('0', '1')}] = (struct set){{.v = {self.small()}}};"
        self.line(text if scope.section else f"__VERIFIER_atomic_begin(); {text} __VERIFIER_atomic_end();")

    def recurse(self, scope):
        if scope.section:
            return self.store(scope)
        self.spend(4)
        self.line(f"down({self.pick('1', '2', '3')});")
        return None

    def wait(self, scope):
        if "m" in scope.held or scope.section:
            return self.store(scope)
        self.spend(5)
        test = self.pick("while (!flag)", "while (!flag)", "while (flag < 1)", "if (!flag)", "")
        self.line("pthread_mutex_lock(&m);")
        if self.has_time_limits and self.chance(0.4):
            self.line("if (!flag) pthread_cond_timedwait(&cv, &m, &(struct timespec){0, 0});")
        else:
            self.line(f"{test + ' ' if test else ''}pthread_cond_wait(&cv, &m);")
        if self.chance(0.5):
            self.statement(scope.inner(held=scope.held + ("m",), locals=scope.locals))
        self.line("pthread_mutex_unlock(&m);")
        return None

    def signal(self, scope):
        self.spend(3)
        call = self.pick("pthread_cond_signal(&cv);", "pthread_cond_broadcast(&cv);")
        if "m" in scope.held or scope.section or self.chance(0.25):
            self.line("flag = 1;")
            self.line(call)
            return
        self.line("pthread_mutex_lock(&m);")
        self.line("flag = 1;")
        if self.chance(0.5):
            self.line(call)
            self.line("pthread_mutex_unlock(&m);")
        else:
            self.line("pthread_mutex_unlock(&m);")
            self.line(call)

    def semaphore(self, scope):
        self.spend(1)
        s = self.rng.choice(self.semaphores)
        r = self.rng.random()
        if r < 0.5 or scope.section:
            self.line(f"sem_post(&{s});")
        elif r < 0.85:
            self.line(f"sem_wait(&{s});")
        else:
            self.block(f"if (sem_trywait(&{s}) == 0) {{", scope.inner(), 1)

    def atomic(self, scope):
        self.spend(1)
        c = self.rng.choice(self.atomics)
        r = self.rng.random()
        if r < 0.2:
            self.line(f"{c}{self.pick('++', '--', ' += 2', ' |= 1')};")
        elif r < 0.35:
            self.line(f"atomic_{self.pick('fetch_add', 'fetch_sub', 'exchange', 'fetch_or')}(&{c}, {self.small()});")
        elif r < 0.5:
            name = self.name("r")
            self.line(f"int {name} = atomic_{self.pick('fetch_add', 'exchange', 'fetch_xor')}(&{c}, {self.pick('1', '2')});")
            scope.locals.append(name)
        elif r < 0.55:
            self.line(f"atomic_store(&{c}, {self.operand(scope)});")
        elif r < 0.6:
            order = self.pick("relaxed", "release", "seq_cst")
            self.line(f"atomic_store_explicit(&{c}, {self.operand(scope)}, memory_order_{order});")
        elif r < 0.7:
            name = self.name("r")
            order = self.pick("relaxed", "acquire", "seq_cst")
            self.line(f"int {name} = atomic_load_explicit(&{c}, memory_order_{order});")
            scope.locals.append(name)
        elif r < 0.75:
            self.line(self.pick("atomic_thread_fence(memory_order_acq_rel);", "atomic_thread_fence(memory_order_relaxed);",
                                "__sync_synchronize();"))
        else:
            name = self.name("e")
            self.line(f"int {name} = {self.small()};")
            kind = self.pick("strong", "strong", "weak")
            if self.chance(0.5):
                self.block(f"if (atomic_compare_exchange_{kind}(&{c}, &{name}, {self.operand(scope)})) {{", scope.inner(), 1)
            else:
                self.line(f"atomic_compare_exchange_{kind}(&{c}, &{name}, {self.operand(scope)});")

    def builtin(self, scope):
        """GNU builtins on plain variables."""
        self.spend(1)
        x = self.rng.choice(self.shared)
        r = self.rng.random()
        if r < 0.3:
            self.line(f"__atomic_fetch_{self.pick('add', 'sub', 'or')}(&{x}, {self.pick('1', '2')}, __ATOMIC_SEQ_CST);")
        elif r < 0.5:
            self.line(f"__sync_{self.pick('fetch_and_add', 'add_and_fetch', 'fetch_and_sub')}(&{x}, 1);")
        elif r < 0.65:
            self.line(f"__atomic_store_n(&{x}, {self.operand(scope)}, __ATOMIC_RELEASE);")
        elif r < 0.8:
            name = self.name("r")
            self.line(f"int {name} = __atomic_load_n(&{x}, __ATOMIC_ACQUIRE);")
            scope.locals.append(name)
        else:
            self.block(f"if (__sync_bool_compare_and_swap(&{x}, {self.small()}, {self.small()})) {{", scope.inner(), 1)

    def section(self, scope):
        if scope.section:
            return self.store(scope)
        self.spend(1)
        if self.chance(0.3):
            self.line(f"__VERIFIER_atomic_f({self.operand(scope)});")
            return None
        before = self.budget
        inner = scope.inner(section=True)
        inner.locals = scope.locals
        self.line("__VERIFIER_atomic_begin();")
        for _ in range(self.rng.randint(1, 2)):
            self.statement(inner)
        self.line("__VERIFIER_atomic_end();")
        self.budget = before - 2
        return None

    def heap(self, scope):
        name = self.name("p")
        self.spend(2)
        self.line(f"cell *{name} = malloc(sizeof *{name});")
        self.line(f"*{name} = {self.expression(scope)};")
        self.line(f"{self.place(scope)} = *{name};")
        self.line(f"free({name});")

    def local_storage(self, scope):
        self.line(f"tl {self.pick('+=', '=')} {self.operand(scope)};")
        if self.chance(0.3):
            self.line(f"assert(tl {self.pick('<', '!=', '<=')} {self.pick('2', '3', '4')});")

    def pointer(self, scope):
        name = self.name("q")
        self.spend(1)
        if self.has_pointers and self.chance(0.4):
            self.line(f"gp = {self.address(scope)};")
            return
        target = self.rng.choice(self.shared)
        other = self.rng.choice(self.shared)
        self.line(f"cell *{name} = {self.comparison(scope)} ? &{target} : &{other};")
        self.line(f"*{name} {self.pick('=', '+=')} {self.operand(scope)};")

    def reader_writer(self, scope):
        if scope.held or scope.section:
            return self.store(scope)
        self.spend(2)
        self.line(f"pthread_rwlock_{self.pick('rdlock', 'wrlock')}(&rw);")
        inner = scope.inner(held=("rw", "m", "n"))
        inner.locals = scope.locals
        self.statement(inner)
        self.line("pthread_rwlock_unlock(&rw);")
        return None

    def gated(self, scope):
        """A section of a read-write lock, or of a semaphore that is a mutex; now and then not quite."""
        if scope.held or scope.section:
            return self.store(scope)
        self.spend(3)
        tries = self.chance(0.2)
        if self.gate == "semaphore":
            take, drop = ("sem_trywait" if tries else "sem_wait"), "sem_post(&gate);"
        else:
            take, drop = f"pthread_rwlock_{'try' if tries else ''}{self.pick('rdlock', 'wrlock')}", "pthread_rwlock_unlock(&gate);"
        inner = scope.inner(held=("gate", "m", "n"))
        if not tries:
            inner.locals = scope.locals
        self.line(f"if ({take}(&gate) == 0) {{" if tries else f"{take}(&gate);")
        self.statement(inner)
        r = self.rng.random()
        if r < 0.2:  # in one of two branches each
            self.line(f"if ({self.comparison(scope)}) {{")
            self.line(drop)
            self.line("} else {")
            self.statement(inner.inner())
            self.line(drop)
            self.line("}")
        elif r < 0.3:  # perhaps never
            self.line(f"if ({self.comparison(scope)})")
            self.line("\t" + drop)
        elif r < 0.35 and self.gate == "rwlock":  # who has it wants it again
            self.line(f"if (pthread_rwlock_try{self.pick('rdlock', 'wrlock')}(&gate) == 0)")
            self.line("\t" + drop)
            self.line(drop)
        else:
            self.line(drop)
        if tries:
            self.line("}")
        if self.gate == "semaphore" and self.chance(0.05):
            self.line(drop)
        return None

    def structure(self, scope):
        self.spend(2)
        if self.chance(0.4):
            self.line(f"g.p = {self.address(scope)};")
        elif self.chance(0.5):
            name = self.name("g")
            self.line(f"struct pair {name} = g;")
            self.line(f"{name}.v{self.pick('++', '--', ' += 2')};")
            self.line(f"g = {name};")
        else:
            self.line(f"g.v {self.pick('=', '+=')} {self.operand(scope)};")

    def helper(self, scope):
        self.spend(2)
        call = self.pick("put", "put", "(*action)")
        self.line(f"{call}({self.address(scope)}, {self.operand(scope)});")

    def barrier(self, scope):
        if scope.held or scope.section:
            return self.store(scope)
        self.spend(2)
        self.line("pthread_barrier_wait(&bar);")
        return None

    def once(self, scope):
        if scope.section:
            return self.store(scope)
        self.spend(2)
        self.line("pthread_once(&once, initialise);")
        return None

    def spinlock(self, scope):
        if scope.held or scope.section:
            return self.store(scope)
        self.spend(2)
        self.line("pthread_spin_lock(&spin);")
        inner = scope.inner(held=("m", "n"))
        inner.locals = scope.locals
        self.statement(inner)
        self.line("pthread_spin_unlock(&spin);")
        return None

    def c11(self, scope):
        if scope.held or scope.section:
            return self.store(scope)
        self.spend(2)
        self.line("mtx_lock(&mx);")
        inner = scope.inner(held=("m", "n"))
        inner.locals = scope.locals
        self.statement(inner)
        self.line("mtx_unlock(&mx);")
        return None

    def child(self, scope):
        if scope.depth or scope.section or scope.tid == "child" or not self.has_threads_of_threads:
            return self.store(scope)
        self.has_threads_of_threads = self.chance(0.2)  # rarely two of them
        name = self.name("h")
        self.spend(4)
        self.line(f"pthread_t {name};")
        self.line(f"pthread_create(&{name}, NULL, child, NULL);")
        if self.chance(0.5):
            self.statement(scope)
        if self.chance(0.7):
            self.line(f"pthread_join({name}, NULL);")
        elif self.chance(0.5):
            self.line(f"pthread_detach({name});")
        return None

    def spin(self, scope):
        if scope.held or scope.section:
            return self.store(scope)
        self.spend(2)
        r = self.rng.random()
        if r < 0.4:
            self.line("turn = 1;")
        elif r < 0.7:
            self.line("while (!turn);")
        else:
            name = self.name("e")
            self.line(f"int {name} = 0;")
            self.line(f"while (!atomic_compare_exchange_weak(&turn, &{name}, {name} + 1)) {name} = {name} & 1;")
        return None

    def published(self, scope):
        """A block that is filled before or after others can reach it, withdrawn, changed; or the other side."""
        if scope.section:
            return self.store(scope)
        self.spend(3)
        name = self.name("b")
        if self.chance(0.5):
            source = self.pick("crate", "crate", "(struct crate *)(crated & ~(uintptr_t)1)")
            use = self.pick(f"{self.place(scope)} = {name}->w;", f"assert({name}->w == {name}->v + 1);", f"{name}->w++;", f"assert({name}->w < 3);")
            self.line(f"struct crate *{name} = {source};")
            self.line(f"if ({name}) {{ {use} }}")
            return None
        fill = [f"{name}->v = {self.pick('1', self.operand(scope))};", f"{name}->w = {self.pick('2', self.operand(scope))};"]
        show = self.pick(f"crate = {name};", f"crate = {name};", f"crated = (uintptr_t){name} | 1;")
        late = [self.pick(f"{name}->w = 3;", f"{name}->w++;", "crate = NULL;", "crated = 0;", f"assert({name}->w == 2);") for _ in range(self.rng.choice((0, 0, 1, 2)))]
        fill.insert(self.rng.choice((0, 1, 2, 2, 2, 2)), show)
        self.line(f"struct crate *{name} = malloc(sizeof *{name});")
        for line in [f"{name}->v = {name}->w = 0;", *fill, *late]:
            self.line(line)
        return None

    def raise_flag(self, scope):
        """Flags as in algorithms of mutual exclusion."""
        if scope.section or scope.held:
            return self.store(scope)
        self.spend(2)
        mine, other = self.pick(("here", "there"), ("there", "here"))
        self.line(self.pick(f"{mine} = 1;", f"{mine} = 1;", f"{mine} = 0;", f"{mine}++;", f"while ({other} == 1);", f"while ({other} == 1 && turned);", f"while ({other} == 0);", "turned = 1;", "turned = 0;", f"{mine} = 2; while ({other} > 2);"))
        return None

    def noise(self, scope):
        """What slicing drops, unless the program depends on it after all."""
        self.spend(1)
        r = self.rng.random()
        value = self.rng.choice([*scope.locals, self.small(), "noise"])
        if r < 0.25:
            self.line(f"noise {self.pick('+=', '=', '^=')} {self.operand(scope)};")
        elif r < 0.4:
            self.line(f"if (noise {self.pick('>', '==')} {self.small()}) noise = {value};")
        elif r < 0.55:
            name = self.name("w")
            self.line(f"for (int {name} = 0; {name} < {self.pick('2', '3', '(noise & 1) + 1')}; {name}++) noise{self.pick('++', ' += 2', ' ^= 1')};")
        elif r < 0.75:
            self.line(f"{self.pick('', 'noise = ')}record({value});")
        elif r < 0.9 and not scope.section:
            self.line(f"pthread_mutex_lock(&quiet); noise {self.pick('+=', '=')} {value}; pthread_mutex_unlock(&quiet);")
        elif r < 0.95:
            self.line(f"*(noise ? &noise : &heard) = {value};")
        else:
            self.store_noise(scope)

    def store_noise(self, scope):
        """Now something depends on it."""
        self.line(self.pick(f"{self.place(scope)} = noise;", f"if (heard) {self.place(scope)}++;", "assert(noise < 3);"))

    def early_end(self, scope):
        self.block(f"if ({self.comparison(scope)}) {{", scope.inner(), 1, None)
        if scope.section or scope.held:
            self.line("}")
            return
        end = self.pick("pthread_exit(NULL);" if scope.tid else "exit(1);", "exit(0);", "abort();", "return NULL;" if scope.tid else "return 0;")
        self.line(f"\t{end}")
        self.line("}")

    def statement(self, scope):
        kinds = [(self.store, 6), (self.load, 3), (self.mutate_local, 1), (self.check, 2), (self.assume, 0.4)]
        if scope.depth < 3:
            kinds += [(self.branch, 2), (self.loop, 0.8)]
        optional = [
            (self.mutexes, self.lock, 7),
            (self.has_lock_pointers or self.has_lock_array or self.has_heap_lock or self.has_lock_record, self.lock_pointer, 6),
            (self.remakes_locks, self.remake_lock, 2),
            (self.has_recursion, self.recurse, 2),
            (self.has_condition, self.wait, 4 if scope.tid else 2),
            (self.has_condition, self.signal, 4),
            (self.semaphores, self.semaphore, 5),
            (self.atomics, self.atomic, 4),
            (self.has_sections, self.section, 4),
            (self.has_sections, self.builtin, 2),
            (self.has_heap, self.heap, 2),
            (self.has_local_storage, self.local_storage, 3),
            (self.has_inputs and scope.depth == 0 and not scope.section, self.input, 2),
            (self.has_pointers, self.pointer, 3),
            (self.has_early_end, self.early_end, 1),
            (self.has_rwlock, self.reader_writer, 3),
            (self.has_struct, self.structure, 3),
            (self.has_helpers, self.helper, 3),
            (self.has_barrier, self.barrier, 2),
            (self.has_once, self.once, 3),
            (self.has_spinlock, self.spinlock, 3),
            (self.has_c11, self.c11, 3),
            (self.has_child, self.child, 2),
            (self.spins, self.spin, 3),
            (self.has_noise, self.noise, 9),
            (self.has_records, self.record, 5),
            (self.blocks, self.block_of_heap, 6),
            (self.has_table, self.element, 5),
            (self.has_handoff, self.handoff, 5),
            (self.has_mailbox, self.letter, 5),
            (self.has_union, self.overlap, 5),
            (self.has_marks, self.mark, 6),
            (self.has_scratch, self.scratch, 7),
            (self.gate, self.gated, 8),
            (self.has_published, self.published, 7),
            (self.has_flags, self.raise_flag, 7),
        ]
        kinds += [(make, weight) for wanted, make, weight in optional if wanted]
        makers, weights = zip(*kinds)
        self.rng.choices(makers, weights)[0](scope)

    # The whole.

    def globals(self):
        self.lines.append(HEADER.rstrip())
        self.line(f"typedef {self.cell} cell;")
        if self.ends_joins == "cancel":
            self.line("pthread_t first;")
        for name in self.shared:
            self.line(f"cell {name}{self.pick('', '', ' = 1')};")
        if self.has_array:
            self.line("cell a[2];")
        for name in self.atomics:
            self.line(f"_Atomic int {name};")
        for name in self.mutexes:
            kind = self.kind[name]
            self.line(f"pthread_mutex_t {name} = PTHREAD{kind}_MUTEX_INITIALIZER{'_NP' if kind else ''};")
        if self.has_condition:
            self.line("pthread_cond_t cv = PTHREAD_COND_INITIALIZER;")
            self.line("int flag;")
        for name in self.semaphores:
            self.line(f"sem_t {name};")
        if self.has_rwlock:
            self.line("pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;")
        if self.gate:
            self.line("sem_t gate;" if self.gate == "semaphore" else "pthread_rwlock_t gate = PTHREAD_RWLOCK_INITIALIZER;")
        if self.has_published:
            self.line("struct crate { cell v, w; } *crate;")
            self.line("uintptr_t crated;")
        if self.has_flags:
            self.line("int here, there, turned;")
        if self.has_heap:
            self.line("cell *hp;")
        if self.has_pointers:
            self.line(f"cell *gp = &{self.rng.choice(self.shared)};")
        if self.has_struct:
            self.line(f"struct pair {{ cell v; cell *p; }} g = {{0, &{self.rng.choice(self.shared)}}};")
        if self.has_list:
            self.line("struct node { cell v; struct node *next; } *head;")
        if self.has_helpers:
            self.line(f"static cell *pick(int k) {{ return k ? &{self.shared[0]} : &{self.shared[-1]}; }}")
            self.line("static void put(cell *p, int k) { *p = k; }")
            self.line("static void (*action)(cell *, int) = put;")
        if self.has_barrier:
            self.line("pthread_barrier_t bar;")
        if self.has_once:
            self.line("pthread_once_t once = PTHREAD_ONCE_INIT;")
            self.line(f"static void initialise(void) {{ {self.rng.choice(self.shared)}++; }}")
        if self.has_lock_array:
            self.line("pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};")
        if self.has_lock_record:
            self.line("struct set { pthread_mutex_t a, b; cell v; } sets[2];")
        if self.has_heap_lock:
            self.line("struct box { cell v; pthread_mutex_t lock; } *box;")
        if self.has_recursion:
            self.line(f"static void down(int k) {{ if (k > 0) {{ {self.rng.choice(self.shared)}++; down(k - 1); }} }}")
        if self.has_spinlock:
            self.line("pthread_spinlock_t spin;")
        if self.has_c11:
            self.line("mtx_t mx;")
        if self.spins:
            self.line("_Atomic int turn;")
        if self.has_records:
            self.line("struct record { cell v, w; struct record *link; } ra, rb;")
            self.line(f"struct record ra = {{0, 1, &{self.pick('ra', 'rb')}}}, rb = {{1, 0, &{self.pick('ra', 'rb')}}}, *at = &ra;")
        if self.blocks:
            self.line(f"struct block {{ cell v; struct block *next; }} *{'top' if self.blocks == 'kept' else 'slot'};")
        if self.blocks == "locked":
            self.line("pthread_mutex_t keeper = PTHREAD_MUTEX_INITIALIZER;")
        if self.has_marks:
            self.line("struct place { cell v; long w; } place1, place2;")
            self.line("uintptr_t link = 0;")
        if self.has_union:
            self.line("union word { int whole; struct { short low, high; } half; unsigned char byte[4]; } u;")
        if self.has_shelf:
            self.line("struct { cell table[3]; unsigned at_index; cell beside; } shelf;")
            for name in ("table", "at_index", "beside"):
                self.line(f"#define {name} shelf.{name}")
        elif self.has_table:
            self.line("cell table[3];")
            self.line("unsigned at_index;")
        if self.has_handoff:
            self.line("sem_t room, item;")
            self.line("int parcel;")
        if self.has_mailbox:
            self.line("pthread_mutex_t post = PTHREAD_MUTEX_INITIALIZER;")
            self.line("pthread_cond_t came = PTHREAD_COND_INITIALIZER, taken = PTHREAD_COND_INITIALIZER;")
            self.line("int letter, letters;")
        if self.phase:
            self.line("pthread_barrier_t phase;")
        if self.has_local_storage:
            self.line("_Thread_local int tl = 1;")
        if self.has_noise:
            self.line("int noise, heard;")
            self.line("pthread_mutex_t quiet = PTHREAD_MUTEX_INITIALIZER;")
            self.line("static int record(int k) { if (k > 1) { heard = k; return 1; } noise += k; return 0; }")
        if self.has_sections:
            self.line("static void __VERIFIER_atomic_f(int k) {")
            self.line(f"\t{self.rng.choice(self.shared)} += k;")
            self.line(f"\t{self.rng.choice(self.shared)}--;")
            self.line("}")

    def thread(self, tid, passes):
        self.line(f"static void *{'child' if tid == 'child' else f't{tid}'}(void *argument) {{")
        self.indent = 1
        scope = Scope(tid)
        if passes[tid] == "value":
            self.line("int k = (int)(long)argument;")
            scope.locals.append("k")
        elif passes[tid] == "pointer":
            self.line("int k = *(int *)argument;")
            scope.locals.append("k")
        elif passes[tid] == "local":
            self.line("cell *pl = argument;")
            scope.places = ["(*pl)", "(*pl)"]
        self.budget = {1: 9, 2: 6, 3: 4}[self.nthreads]
        count = self.rng.randint(1, 4)
        for i in range(count):
            if self.phase and i == count // 2 and tid != "child":
                self.meet(scope)
            if self.ends_joins and i == count // 2:
                self.line("pthread_detach(pthread_self());" if self.ends_joins == "detach" else "pthread_cancel(first);")
            if self.budget > 0:
                self.statement(scope)
        result = self.pick("NULL", "NULL", "NULL" if passes[tid] in ("pointer", "local") else "argument")
        if self.chance(0.25) and scope.locals:
            result = f"(void *)(long){self.rng.choice(scope.locals)}"
        self.line(f"return {result};")
        self.indent = 0
        self.line("}")

    def create(self, functions, passes):
        for i, f in enumerate(functions):
            if self.twins == "overwritten":
                self.line(f"pthread_create(&id, NULL, t{f}, NULL);")
                continue
            argument = {"none": "NULL", "value": f"(void *)(long){i}", "pointer": "&k0", "local": "&loc"}[passes[f]]
            self.line(f"pthread_create(&t[{i}], NULL, t{f}, {argument});")

    def join_all(self, n):
        if self.holds_at_join:
            self.line("pthread_mutex_lock(&m);")
        self.line(f"for (int j = 0; j < {n}; j++)")
        self.line("\tpthread_join(t[j], NULL);")
        if self.holds_at_join:
            self.line("pthread_mutex_unlock(&m);")

    def main(self, functions, passes, in_loop):
        n = len(functions)
        self.line("int main(void) {")
        self.indent = 1
        scope = Scope(0)
        self.line("pthread_t id;" if self.twins == "overwritten" else f"pthread_t t[{n}];")
        if self.ends_joins == "cancel":
            self.line("first = pthread_self();")
        if "pointer" in passes.values():
            self.line(f"static int k0 = {self.small()};")
        if "local" in passes.values():
            self.line(f"cell loc = {self.small()};")
            scope.places = ["loc"]
        if self.has_barrier:
            self.line(f"pthread_barrier_init(&bar, NULL, {self.pick('2', '2', '3')});")
        if self.has_spinlock:
            self.line("pthread_spin_init(&spin, 0);")
        if self.has_c11:
            self.line("mtx_init(&mx, mtx_plain);")
        if self.has_heap_lock:
            self.line("box = malloc(sizeof *box);")
            self.line("box->v = 0;")
            self.line("pthread_mutex_init(&box->lock, NULL);")
        if self.has_list:
            self.line("head = malloc(sizeof *head);")
            self.line("head->next = malloc(sizeof *head);")
            self.line("head->v = head->next->v = 0;")
            self.line("head->next->next = head;")
        for name in self.semaphores:
            self.line(f"sem_init(&{name}, 0, {self.pick('0', '1', '1')});")
        if self.gate == "semaphore":
            self.line("sem_init(&gate, 0, 1);")
        if self.has_heap:
            self.line("hp = malloc(sizeof *hp);")
            self.line("*hp = 0;")
        if self.blocks == "kept":
            self.line("top = malloc(sizeof *top);")
            self.line("top->v = 0;")
            self.line("top->next = top;")
        if self.has_handoff:
            self.line(f"sem_init(&room, 0, {self.pick('1', '1', '1', '2')});")
            self.line("sem_init(&item, 0, 0);")
        if self.phase:
            self.line(f"pthread_barrier_init(&phase, NULL, {self.phase});")
        if self.has_marks:
            self.line("link = (uintptr_t)&place1;")
        self.budget = 4
        if self.has_inputs and self.chance(0.5):
            self.input(scope)
        if self.chance(0.2):
            self.statement(scope)
        if in_loop:
            f = functions[0]
            argument = {"none": "NULL", "value": "(void *)(long)i", "pointer": "&k0", "local": "&loc"}[passes[f]]
            self.line(f"for (int i = 0; i < {n}; i++)")
            self.line(f"\tpthread_create(&t[i], NULL, t{f}, {argument});")
        else:
            self.create(functions, passes)
        if self.phase > n:
            self.meet(scope)
        for _ in range(self.rng.choice((0, 1, 1, 2))):
            if self.budget > 0:
                self.statement(scope)
        order = list(range(n))
        self.rng.shuffle(order)
        joined = self.rng.choice((0, 1, 1, 1, 1)) and self.twins != "overwritten"
        if self.twins == "joined":
            joined = False
            self.join_all(n)
        for i in order:
            if not joined or self.chance(0.08):
                continue
            if self.chance(0.2):
                name = self.name("v")
                self.line(f"void *{name};")
                self.line(f"pthread_join(t[{i}], &{name});")
                self.line(f"assert((long){name} {self.pick('!=', '<=')} {self.pick('1', '2')});")
            else:
                test = f"if ({self.comparison(scope)}) " if self.joins_somewhere and self.more.random() < 0.6 else ""
                self.line(f"{test}pthread_join(t[{i}], NULL);")
        if self.chance(0.8):
            self.check(scope)
        if self.chance(0.07) and "local" not in passes.values():
            self.line("pthread_exit(NULL);")
        self.line("return 0;")
        self.indent = 0
        self.line("}")

    def text(self):
        in_loop = self.nthreads > 1 and self.chance(0.25)
        functions = [1] * self.nthreads if in_loop else [self.rng.randint(1, i + 1) for i in range(self.nthreads)]
        if self.equal_threads:
            functions = [1] * self.nthreads
        passes = {f: self.pick("none", "none", "none", "value", "pointer", "local") for f in set(functions)}
        if self.equal_threads and passes[1] == "value":
            passes[1] = "none"
        if self.twins:
            in_loop, functions, passes = False, [1] * self.nthreads, {1: "none"}
        self.globals()
        if self.has_child:
            self.thread("child", {"child": "none"})
        for f in sorted(set(functions)):
            self.thread(f, passes)
        self.main(functions, passes, in_loop)
        return "\n".join(self.lines) + "\n"
