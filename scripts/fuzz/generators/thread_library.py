"""thread_library -- idioms as in thread_idioms, about locks of the library that count or say who holds them: read-write
locks, semaphores of several permits, mutexes that a thread may lock again, pthread_once by hand."""

from thread_idioms import Idiom


class ReadLock(Idiom):
    """Readers and writers of a read-write lock.  The slip: a lock for reading where one writes, a lock that is not
    taken, or one that is released by a thread that does not hold it."""

    def start(self, p):
        self.lock, self.x, self.inside = p.name("rw"), p.name("data"), p.name("inside")
        p.declare(f"pthread_rwlock_t {self.lock} = PTHREAD_RWLOCK_INITIALIZER;")
        p.declare(f"int {self.x};")
        p.declare(f"_Atomic int {self.inside};")
        self.slips = p.pick("weak", "none", "twice") if self.slip else None

    def slipping(self, p, kind):
        return self.slips == kind and p.chance(0.6)

    def read(self, p):
        old, again = p.name("old"), p.chance(0.3)
        if not self.slipping(p, "none"):
            p.line(f"pthread_rwlock_rdlock(&{self.lock});")
        if again:
            p.line(f"pthread_rwlock_rdlock(&{self.lock});")
        p.line(f"int {old} = {self.x};")
        p.noise(0.2)
        p.line(f"{self.inside}++;")
        p.check(p.pick(f"{self.x} == {old}", f"{self.x} == {old}", f"{self.inside} >= 1"))
        p.line(f"{self.inside}--;")
        for _ in range(1 + again):
            p.line(f"pthread_rwlock_unlock(&{self.lock});")

    def try_to_read(self, p):
        old = p.name("old")
        p.open(f"if (pthread_rwlock_tryrdlock(&{self.lock}) {'>=' if self.slipping(p, 'none') else '=='} 0) {{")
        p.line(f"int {old} = {self.x};")
        p.check(f"{self.x} == {old}")
        p.line(f"pthread_rwlock_unlock(&{self.lock});")
        p.close("}")

    def write(self, p):
        value = p.number()
        p.line(f"pthread_rwlock_{'rd' if self.slipping(p, 'weak') else 'wr'}lock(&{self.lock});")
        p.line(f"{self.x} = {value};")
        p.noise(0.2)
        p.check(p.pick(f"{self.x} == {value}", f"{self.x} == {value}", f"{self.inside} == 0"))
        if p.chance(0.3):
            p.line(f"{self.x} = {p.number()};")
        p.line(f"pthread_rwlock_unlock(&{self.lock});")
        if self.slipping(p, "twice"):
            p.put(f"if ({self.inside} > 0)", f"\tpthread_rwlock_unlock(&{self.lock});")

    def use(self, p):
        p.pick(self.read, self.read, self.try_to_read, self.write, self.write)(p)


class Permits(Idiom):
    """A semaphore lets some threads in; the slip: one more, or permits that are given back twice."""

    def start(self, p):
        self.s, self.inside, self.n = p.name("sem"), p.name("inside"), p.pick(1, 2, 2, 3)
        p.declare(f"sem_t {self.s};")
        p.declare(f"_Atomic int {self.inside};")
        self.more = p.chance(0.5)
        p.first(f"sem_init(&{self.s}, 0, {self.n + (self.slip and self.more)});")

    def use(self, p):
        old = p.name("old")
        tries = p.chance(0.2)
        p.open(f"if (sem_trywait(&{self.s}) == 0) {{" if tries else "{")
        if not tries:
            p.line(f"sem_wait(&{self.s});")
        p.line(f"int {old} = {self.inside}++;")
        p.noise(0.2)
        p.check(p.pick(f"{old} < {self.n}", f"{self.inside} <= {self.n}", f"{self.inside} >= 1"))
        p.line(f"{self.inside}--;")
        p.line(f"sem_post(&{self.s});")
        if self.slip and not self.more and p.chance(0.5):
            p.line(f"sem_post(&{self.s});")
        p.close("}")


class Again(Idiom):
    """A mutex that its owner may lock again, or is told that it has.  The slip: it is unlocked once too often, or a
    thread ends with it, or goes on without it."""

    def start(self, p):
        self.m, self.inside = p.name("again"), p.name("inside")
        self.kind = p.pick("RECURSIVE", "RECURSIVE", "ERRORCHECK")
        p.declare(f"pthread_mutex_t {self.m} = PTHREAD_{self.kind}_MUTEX_INITIALIZER_NP;")
        p.declare(f"int {self.inside};")

    def use(self, p):
        p.line(f"pthread_mutex_lock(&{self.m});")
        p.line(f"{self.inside}++;")
        p.line(f"pthread_mutex_lock(&{self.m});")
        p.noise(0.2)
        if self.kind == "RECURSIVE":
            p.line(f"pthread_mutex_unlock(&{self.m});")
            if self.slip and p.chance(0.4):
                p.line(f"pthread_mutex_unlock(&{self.m});")
        p.check(f"{self.inside} == 1")
        if p.chance(0.2):
            p.put(f"if ({p.input_test()})", "\t" + p.leave())
        p.line(f"{self.inside}--;")
        if self.slip and p.chance(0.4):
            p.line(f"if ({p.input_test()})")
        p.line(f"pthread_mutex_unlock(&{self.m});")


class Bits(Idiom):
    """Threads take bits of a word.  The slip: a thread does not look whether they are free, or gives back too many."""

    def start(self, p):
        self.word = p.name("bits")
        p.declare(f"_Atomic unsigned {self.word};")

    def use(self, p):
        word, bit, old = self.word, p.name("bit"), p.name("old")
        value = p.pick(f"1u << ({p.input('unsigned')} % {p.pick(2, 8, 32)})", f"1u << {p.number()}", f"{p.input('unsigned char')} | 1u", "6", f"{p.number()}u")
        p.put(f"unsigned {bit} = {value}, {old} = {word};")
        test = "0" if self.slip and p.chance(0.5) else f"{old} & {bit}"
        p.put(f"if (!({test}) && atomic_compare_exchange_strong(&{word}, &{old}, {old} | {bit})) {{")
        p.indent += 1
        p.noise(0.2)
        p.check(p.pick(f"{word} & {bit}", f"({word} & {bit}) == {bit}", f"{word} != 0", f"({word} & ~{bit}) < 8"))
        given = p.pick(f"~({bit} << 1)", "~1u", "0") if self.slip and p.chance(0.5) else f"~{bit}"
        p.line(f"atomic_fetch_and(&{word}, {given});")
        p.close("}")


KINDS = (ReadLock, ReadLock, Permits, Again, Bits)
