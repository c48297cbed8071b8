"""thread_sync -- statements of random programs about synchronisation.

A part of thread_programs: mutexes, also behind pointers and in arrays, condition variables, semaphores, atomic
operations and sections, read-write locks, barriers, spin locks, locks of C11, threads that threads create, loops that
wait actively.
"""


class Synchronisation:
    """What thread_programs.Program has of it."""

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
        if self.lends:
            self.line(f"cell {name}lent = {self.small()};")
        self.line(f"pthread_create(&{name}, NULL, child, {f'&{name}lent' if self.lends else 'NULL'});")
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

    def raise_flag(self, scope):
        """Flags as in algorithms of mutual exclusion."""
        if scope.section or scope.held:
            return self.store(scope)
        self.spend(2)
        mine, other = self.pick(("here", "there"), ("there", "here"))
        self.line(self.pick(f"{mine} = 1;", f"{mine} = 1;", f"{mine} = 0;", f"{mine}++;", f"while ({other} == 1);", f"while ({other} == 1 && turned);", f"while ({other} == 0);", "turned = 1;", "turned = 0;", f"{mine} = 2; while ({other} > 2);"))
        return None
