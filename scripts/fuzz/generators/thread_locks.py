"""thread_locks -- locks for random programs: each kind once right, and with slips that let two threads, or three, in.

A lock declares its variables and functions in a program of thread_templates, and then puts the lines that take and
release it wherever it is used.  A slip is one change of a right lock.
"""


class Lock:
    """take(p) and release(p) put lines into the function that the program p writes at the moment."""

    def __init__(self, p):
        self.name = p.name("lock")
        self.slip = p.slips()
        self.before, self.after = [], []
        self.start(p)

    def start(self, p):
        """Chooses the kind."""
        p.pick(*KINDS)(self, p)

    def take(self, p):
        p.open("{")
        if any("MINE" in line for line in self.before):
            p.line(f"unsigned {self.name}_mine;")
        self.put(p, self.before)

    def release(self, p):
        self.put(p, self.after)
        p.close("}")

    def put(self, p, lines):
        """MINE is what the thread remembers of this lock, WHO its number, LEAVE ends it."""
        for line in lines:
            p.line(line.replace("MINE", f"{self.name}_mine").replace("WHO", p.me() or "7").replace("LEAVE", p.leave()))

    def function(self, p, name, lines, result="void", parameters="void"):
        p.helper([f"static {result} {name}({parameters}) {{", *("\t" + line for line in lines), "}"])

    # Locks built from ints.

    def assumed(self, p):
        """Waits by an assumption, atomically or, the slip, not."""
        n = self.name
        p.declare(f"{p.word(p.cell())} {n};")
        atomic = "" if self.slip else "__VERIFIER_atomic_"
        free, taken = p.pick((0, 1), (0, 1), (0, 2))
        self.function(p, f"{atomic}take_{n}", [f"__VERIFIER_assume({n} == {free});", f"{n} = {taken};"])
        self.before = [f"{atomic}take_{n}();"]
        if p.chance(0.5):
            self.function(p, f"__VERIFIER_atomic_release_{n}", [f"{n} = {free};"])
            self.after = [f"__VERIFIER_atomic_release_{n}();"]
        else:
            self.after = [f"{n} = {free};"]

    def section(self, p):
        """The same inside begin and end."""
        n = self.name
        p.declare(f"{p.word('int')} {n};")
        lines = ["__VERIFIER_atomic_begin();", f"__VERIFIER_assume({n} == 0);", f"{n} = 1;", "__VERIFIER_atomic_end();"]
        if self.slip:
            lines = [lines[1], lines[0], *lines[2:]]
        self.before = lines
        self.after = [f"{n} = 0;"]

    def test_and_set(self, p):
        n = self.name
        p.declare(f"{p.word(p.cell())} {n};")
        body = [f"int old = {n};", f"{n} = 1;", "return old;"]
        atomic = "" if self.slip else "__VERIFIER_atomic_"
        self.function(p, f"{atomic}set_{n}", body, "int")
        self.before = [f"while ({atomic}set_{n}())", "\t;"]
        if p.chance(0.3):  # looks first
            self.before = ["do {", f"\twhile ({n})", "\t\t;", f"}} while ({atomic}set_{n}());"]
        self.after = [f"{n} = 0;"]

    def exchange(self, p):
        n = self.name
        p.declare(f"atomic_int {n};")
        self.before = [f"while (atomic_exchange(&{n}, 1))", "\t;"]
        self.after = [p.pick(f"atomic_store(&{n}, 0);", f"{n} = 0;")]
        if self.slip:
            self.before = [f"while (atomic_load(&{n}))", "\t;", f"atomic_store(&{n}, 1);"]

    def compare(self, p):
        """The slip: a comparison that failed leaves what it saw where the next one looks."""
        n = self.name
        p.declare(f"atomic_uint {n};")
        again = "" if self.slip else "\tMINE = 0;"
        self.before = ["MINE = 0;", f"while (!atomic_compare_exchange_strong(&{n}, &MINE, 1))", again or "\t;"]
        self.after = [f"{n} = 0;"]

    def flag(self, p):
        n = self.name
        p.declare(f"atomic_flag {n} = ATOMIC_FLAG_INIT;")
        self.before = [f"while (atomic_flag_test_and_set(&{n}))", "\t;"]
        if self.slip:
            self.before.insert(0, f"if ({p.input_test()})")
        self.after = [f"atomic_flag_clear(&{n});"]

    def ticket(self, p):
        """The slip: two, three or four numbers are not enough, or two threads draw the same."""
        n = self.name
        number = p.pick("unsigned", "unsigned", "unsigned char", "unsigned short")
        start = p.pick(0, 0, 1) if number == "unsigned" else p.pick(0, 253, 255)
        if self.slip and p.chance(0.3):
            p.declare(f"_Atomic {number} next_{n} = {start}, serving_{n} = {start};")
            self.before = [f"MINE = next_{n};", f"next_{n} = MINE + 1;", f"__VERIFIER_assume(serving_{n} == MINE);"]
            self.after = [f"serving_{n}++;"]
        elif self.slip:
            size = p.pick(2, 2, 3)
            p.declare(f"{p.word('unsigned')} next_{n}, serving_{n};")
            body = [f"unsigned old = next_{n};", f"next_{n} = (next_{n} + 1) % {size};", "return old;"]
            self.function(p, f"__VERIFIER_atomic_draw_{n}", body, "unsigned")
            self.before = [f"MINE = __VERIFIER_atomic_draw_{n}();", f"__VERIFIER_assume(serving_{n} == MINE);"]
            self.after = [f"serving_{n} = (serving_{n} + 1) % {size};"]
        else:
            p.declare(f"_Atomic {number} next_{n} = {start}, serving_{n} = {start};")
            self.before = [f"MINE = atomic_fetch_add(&next_{n}, 1);"]
            self.before += p.pick([f"while (serving_{n} != MINE)", "\t;"], [f"__VERIFIER_assume(serving_{n} == MINE);"])
            self.after = [f"serving_{n}++;"]

    def owned(self, p):
        """Stores who holds it; threads with equal numbers take each other for themselves."""
        n = self.name
        p.declare(f"{p.word('int')} {n} = -1;")
        test = f"{n} == -1 || {n} == who" if self.slip else f"{n} == -1"
        self.function(p, f"__VERIFIER_atomic_own_{n}", [f"__VERIFIER_assume({test});", f"{n} = who;"], parameters="int who")
        self.before = [f"__VERIFIER_atomic_own_{n}(WHO);"]
        self.after = [f"{n} = -1;"]

    def two_flags(self, p):
        """A flag and a second one: both are needed, in one order."""
        n = self.name
        p.declare(f"{p.word('unsigned char')} {n}_a, {n}_b;")
        for part in "ab":
            lines = [f"__VERIFIER_assume(!{n}_{part});", f"{n}_{part} = 1;"]
            self.function(p, f"__VERIFIER_atomic_take_{n}_{part}", lines)
        self.before = [f"__VERIFIER_atomic_take_{n}_a();", f"__VERIFIER_atomic_take_{n}_b();"]
        if self.slip:
            self.before = ["if (" + p.input_test() + ")", f"\t__VERIFIER_atomic_take_{n}_a();", "else", f"\t__VERIFIER_atomic_take_{n}_b();"]
        self.after = [f"{n}_b = 0;", f"{n}_a = 0;"]

    # Locks of the library.

    def mutex(self, p):
        n = self.name
        kind = p.pick("", "", "", "_RECURSIVE", "_ERRORCHECK")
        p.declare(f"pthread_mutex_t {n} = PTHREAD{kind}_MUTEX_INITIALIZER{'_NP' if kind else ''};")
        self.before, self.after = [f"pthread_mutex_lock(&{n});"], [f"pthread_mutex_unlock(&{n});"]
        if self.slip:
            self.before, self.after = p.pick(
                (["pthread_mutex_t " + n + "_own = PTHREAD_MUTEX_INITIALIZER;", f"pthread_mutex_lock(&{n}_own);"], []),
                ([f"if ({p.input_test()})", "\t" + self.before[0]], [f"if (pthread_mutex_trylock(&{n}) != 0)", "\t" + self.after[0]]),
                ([f"MINE = pthread_mutex_trylock(&{n});"], ["if (!MINE)", "\t" + self.after[0]]),
                ([*self.before, *self.after, *self.before], self.after),
                ([*self.before, *self.after], []),
            )

    def tried(self, p):
        n = self.name
        p.declare(f"pthread_mutex_t {n} = PTHREAD_MUTEX_INITIALIZER;")
        call = f"pthread_mutex_trylock(&{n})"
        test = f"{call} == 1" if self.slip else f"{call} != 0"
        self.before = p.pick([f"while ({test})", "\t;"], [f"if ({test})", "\tLEAVE"])
        self.after = [f"pthread_mutex_unlock(&{n});"]

    def pointed(self, p):
        """Mutexes in an array, through a pointer: the same for all, or not."""
        n = self.name
        p.declare(f"pthread_mutex_t {n}[2] = {{PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER}};")
        index = "WHO & 1" if self.slip else "1"
        self.before = [f"pthread_mutex_t *{n}_at = &{n}[{index}];", f"pthread_mutex_lock({n}_at);"]
        self.after = [f"pthread_mutex_unlock({n}_at);"]

    def semaphore(self, p):
        n = self.name
        p.declare(f"sem_t {n};")
        p.first(f"sem_init(&{n}, 0, {2 if self.slip else 1});")
        self.before, self.after = [f"sem_wait(&{n});"], [f"sem_post(&{n});"]

    def spin(self, p):
        n = self.name
        p.declare(f"pthread_spinlock_t {n};")
        p.first(f"pthread_spin_init(&{n}, PTHREAD_PROCESS_PRIVATE);")
        self.before, self.after = [f"pthread_spin_lock(&{n});"], [f"pthread_spin_unlock(&{n});"]
        if self.slip:
            self.before, self.after = ["MINE = pthread_spin_trylock(&" + n + ");"], ["if (!MINE)", "\t" + self.after[0]]

    def readers(self, p):
        n = self.name
        p.declare(f"pthread_rwlock_t {n} = PTHREAD_RWLOCK_INITIALIZER;")
        self.before, self.after = [f"pthread_rwlock_wrlock(&{n});"], [f"pthread_rwlock_unlock(&{n});"]
        if self.slip:
            self.before = [f"if ({p.input_test()})", f"\tpthread_rwlock_rdlock(&{n});", "else", f"\tpthread_rwlock_wrlock(&{n});"]

    def c11(self, p):
        n = self.name
        p.declare(f"mtx_t {n};")
        p.first(f"mtx_init(&{n}, mtx_plain);")
        self.before, self.after = [f"mtx_lock(&{n});"], [f"mtx_unlock(&{n});"]
        if self.slip:
            self.before, self.after = [f"MINE = mtx_trylock(&{n}) == thrd_success;"], ["if (MINE)", "\t" + self.after[0]]


OFTEN = (Lock.assumed, Lock.section, Lock.test_and_set, Lock.mutex, Lock.exchange, Lock.ticket)
KINDS = (*OFTEN, *OFTEN, *OFTEN, Lock.compare, Lock.flag, Lock.owned, Lock.two_flags, Lock.tried, Lock.pointed,
         Lock.semaphore, Lock.spin, Lock.readers, Lock.c11)
