"""thread_programs -- small random multi-threaded C programs, one statement a line.

They are free of undefined behaviour other than data races, start from defined values, and every
input is followed by an assumption of a small range, so that an explicit-state search can enumerate
them.  Asserts are about shared values: true in some schedules, false in others.
"""

import random

import thread_memory
import thread_sync

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
void __VERIFIER_assert(int);
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


class Program(thread_memory.Memory, thread_sync.Synchronisation):
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
        # locks of an array, of which an input chooses; drawn apart, so that other programs stay what they were
        self.has_buckets = self.has_inputs and random.Random(seed * 7919 + 31).random() < 0.3
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
        self.blocks = later.choices((None, "kept", "owned", "locked", "careless"), (22, 1, 1, 1, 2))[0]
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
        self.endless = random.Random(f"endless {seed}")  # the loop of a thread that only pthread_exit leaves
        self.lives = random.Random(f"lives {seed}")  # how long the variable of main lives that threads have a pointer to
        self.lends = self.has_child and self.lives.random() < 0.4  # a thread gives its child a pointer to a variable of its own
        self.has_scratch = random.Random(f"scratch {seed}").random() < 0.12
        self.borrows = self.has_local_storage and random.Random(f"borrows {seed}").random() < 0.4  # from other threads
        self.looks = random.Random(f"looks {seed}").random() < 0.1  # asserts what always holds
        self.has_units = random.Random(f"units {seed}").random() < 0.08
        self.has_noise = random.Random(f"noise {seed}").random() < 0.4  # what assertions rarely depend on
        # threads of one function with one argument: their identifiers are kept, joined in a loop (perhaps with a
        # mutex held), or overwritten by the next
        self.twins = later.choices((None, "kept", "joined", "overwritten"), (14, 1, 2, 2))[0]
        self.holds_at_join = self.mutexes and later.random() < 0.1
        # where main keeps the identifiers of threads, and whether a function of its own joins them
        places = random.Random(f"places {seed}")
        pooled = places.random() < (0.6 if self.twins == "joined" else 0.1)
        self.ids = places.choice(("pool.t", "p->t")) if pooled and self.twins != "overwritten" else "t"
        self.joins_by_call = places.random() < 0.7
        self.creates_in_loop = places.random() < 0.5
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
            places += ["u.whole", "u.half.low", "u.half.high", "u.byte[0]", f"u.pair[({self.rng.choice(scope.locals or ['1'])}) & 1]", f"u.byte[({self.rng.choice(scope.locals or ['2'])}) & 3]"]
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
        if self.looks and self.chance(0.5):
            self.line(f"__VERIFIER_assert(({self.operand(scope)} | 1) != 0);")
            return
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

    def bucket(self, scope):
        """A critical section of one of four buckets; which, is an input."""
        name = self.name("k")
        self.line(f"unsigned {name} = (unsigned)__VERIFIER_nondet_int();")
        self.line(f"__VERIFIER_assume({name} <= {self.pick(1, 3, 3)}u);")
        at = self.pick(name, f"{name} % 3u", f"{name} & 1u", f"{name} ^ 1u")
        self.line(f"pthread_mutex_lock(&bucket_lock[{at}]);")
        self.line(self.pick(f"bucket[{at}]++;", f"bucket[{at}] = bucket[{at}] + 1;", f"bucket[{at}] = {name};"))
        if self.chance(0.3):
            self.line(f"assert(bucket[{at}] <= {self.pick(1, 2, 3)});")
        self.line(f"pthread_mutex_unlock(&bucket_lock[{at}]);")

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

    def recurse(self, scope):
        if scope.section:
            return self.store(scope)
        self.spend(4)
        self.line(f"down({self.pick('1', '2', '3')});")
        return None

    def heap(self, scope):
        name = self.name("p")
        self.spend(2)
        self.line(f"cell *{name} = malloc(sizeof *{name});")
        self.line(f"*{name} = {self.expression(scope)};")
        self.line(f"{self.place(scope)} = *{name};")
        self.line(f"free({name});")

    def local_storage(self, scope):
        if self.borrows and self.chance(0.5):
            self.spend(1)
            self.line(self.pick("borrowed = &tl;", "borrowed = &tl;", f"*borrowed = {self.small()};", f"{self.place(scope)} = *borrowed;"))
            return
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
            (self.has_buckets and scope.depth == 0 and not scope.section, self.bucket, 14),
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
            (self.has_units, self.storage_unit, 8),
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
        if self.has_buckets:
            self.line("pthread_mutex_t bucket_lock[4];")
            self.line("unsigned bucket[4];")
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
        if self.blocks in ("locked", "careless"):
            self.line("pthread_mutex_t keeper = PTHREAD_MUTEX_INITIALIZER;")
        if self.has_marks:
            self.line("struct place { cell v; long w; } place1, place2;")
            self.line("uintptr_t link = 0;")
        if self.has_union:
            self.line("union word { int whole; struct { short low, high; } half; short pair[2]; unsigned char byte[4]; } u;")
        if self.has_units:
            self.line("struct { unsigned low : 3, middle : 5; unsigned : 0; unsigned high : 2; } bits;")
            self.line("union words { long half[2]; unsigned char byte[9]; } words, others;")
            self.line("unsigned __int128 huge;")
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
        if self.borrows:
            self.line("int spare;")
            self.line("int *borrowed = &spare;")
        if self.has_noise:
            self.line("int noise, heard;")
            self.line("pthread_mutex_t quiet = PTHREAD_MUTEX_INITIALIZER;")
            self.line("static int record(int k) { if (k > 1) { heard = k; return 1; } noise += k; return 0; }")
        if self.has_sections:
            self.line("static void __VERIFIER_atomic_f(int k) {")
            self.line(f"\t{self.rng.choice(self.shared)} += k;")
            self.line(f"\t{self.rng.choice(self.shared)}--;")
            self.line("}")

    def begin_endless(self):
        self.line("int idle = 0;")
        self.line("for (int turns = 0;; turns++) {")
        self.indent += 1
        self.line(f"if (turns == {self.endless.choice((1, 1, 2))}) pthread_exit(NULL);")

    def end_endless(self):
        """What comes last is often nothing that an assertion depends on."""
        self.line(self.endless.choice(("for (int w = 0; w < 2; w++) idle += w;", "if (turns) idle = 1;", "record(idle);" if self.has_noise else "idle++;",
                                       "while (turns < idle) idle--;")))
        self.indent -= 1
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
        endless = not self.phase and self.endless.random() < 0.08
        if endless:
            count = min(count, 2)
            self.begin_endless()
        for i in range(count):
            if self.phase and i == count // 2 and tid != "child":
                self.meet(scope)
            if self.ends_joins and i == count // 2:
                self.line("pthread_detach(pthread_self());" if self.ends_joins == "detach" else "pthread_cancel(first);")
            if self.budget > 0:
                self.statement(scope)
        if endless:
            self.end_endless()
            scope = Scope(tid)
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
            self.line(f"pthread_create(&{self.ids}[{i}], NULL, t{f}, {argument});")

    def join_all(self, n):
        if self.holds_at_join:
            self.line("pthread_mutex_lock(&m);")
        self.line(f"for (int j = 0; j < {n}; j++)")
        self.line(f"\tpthread_join({self.ids}[j], NULL);")
        if self.holds_at_join:
            self.line("pthread_mutex_unlock(&m);")

    def pool(self, n):
        """The identifiers as a member of a structure, beside what threads wait on."""
        self.line(f"static struct pool {{ pthread_mutex_t lock; pthread_t t[{n}]; pthread_cond_t idle; }} pool;")
        self.line("static void join_pool(struct pool *p) {")
        self.line(f"\tfor (int j = 0; j < {n}; j++)")
        self.line("\t\tpthread_join(p->t[j], NULL);")
        self.line("}")

    def main(self, functions, passes, in_loop):
        n = len(functions)
        if self.ids != "t":
            self.pool(n)
        self.line("int main(void) {")
        self.indent = 1
        scope = Scope(0)
        if self.ids == "p->t":
            self.line("struct pool *p = &pool;")
        elif self.ids == "t":
            self.line("pthread_t id;" if self.twins == "overwritten" else f"pthread_t t[{n}];")
        if self.ends_joins == "cancel":
            self.line("first = pthread_self();")
        if "pointer" in passes.values():
            self.line(f"static int k0 = {self.small()};")
        until = None  # if main's variable is in a block: the last thing that main does there
        if "local" in passes.values():
            until = self.lives.choice((None, None, None, "created", "joined"))
            if until:
                self.line("{")
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
            self.line(f"\tpthread_create(&{self.ids}[i], NULL, t{f}, {argument});")
        else:
            self.create(functions, passes)
        if self.phase > n:
            self.meet(scope)
        if until == "created":
            self.line("}")
            scope = Scope(0)
        endless = "local" in passes.values() and self.lives.random() < 0.2
        if endless:
            self.begin_endless()
        for _ in range(self.rng.choice((0, 1, 1, 2))):
            if self.budget > 0:
                self.statement(scope)
        if endless:
            self.end_endless()
            scope = Scope(0)
        order = list(range(n))
        self.rng.shuffle(order)
        joined = self.rng.choice((0, 1, 1, 1, 1)) and self.twins != "overwritten"
        if self.twins == "joined":
            joined = False
            if self.ids != "t" and self.joins_by_call:
                self.line("join_pool(&pool);")
            else:
                self.join_all(n)
        for i in order:
            if not joined or self.chance(0.08):
                continue
            if self.chance(0.2):
                name = self.name("v")
                self.line(f"void *{name};")
                self.line(f"pthread_join({self.ids}[{i}], &{name});")
                self.line(f"assert((long){name} {self.pick('!=', '<=')} {self.pick('1', '2')});")
            else:
                test = f"if ({self.comparison(scope)}) " if self.joins_somewhere and self.more.random() < 0.6 else ""
                self.line(f"{test}pthread_join({self.ids}[{i}], NULL);")
        if until == "joined":
            self.line("}")
            scope = Scope(0)
        if self.chance(0.8):
            self.check(scope)
        if self.chance(0.07) or ("local" in passes.values() and self.lives.random() < 0.3):
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
            in_loop, functions, passes = self.ids != "t" and self.creates_in_loop, [1] * self.nthreads, {1: "none"}
        self.globals()
        if self.has_child:
            self.thread("child", {"child": "local" if self.lends else "none"})
        for f in sorted(set(functions)):
            self.thread(f, passes)
        self.main(functions, passes, in_loop)
        return "\n".join(self.lines) + "\n"
