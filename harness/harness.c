/* harness.c -- runs a real, compiled program with the inputs and the schedule of a test of cbmc-mt.
 *
 * The program is compiled with -fsanitize=thread and linked with this file instead of libtsan, so
 * that the compiler's calls before each access to memory come here; calls of pthreads come here,
 * too (script cbmc-mt-harness).  One thread runs at a time: a thread that arrives at an access or a
 * call waits until the schedule of the test says that it is its turn.
 *
 *   element   of the schedule: an access, a call of a function below, or what happens inside it
 *   turn      of the thread of the next element, once the thread that ran last has arrived
 * elsewhere
 *
 * An access is the next element if kind and variable are the same; where the variable has no name
 * (memory of malloc), the source line decides.  Accesses that are no element, as those to memory
 * that only one thread uses, are made whenever their thread runs.  A program that does not follow
 * the schedule is not held up: a warning says so, and from there on its threads run freely.
 *
 * Files: PROGRAM.json, the test; PROGRAM.points, lines of the program's calls and its variables,
 * written by the script.  CBMC_MT_TEST names another test.  CBMC_MT_HARNESS=v tells each element.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MAX_THREADS = 1024, NAME = 64, PLACE = 512, NOBODY = -1, SLICES = 20, AHEAD = 16 };

enum kind { READ, WRITE, CALL, LOCK, UNLOCK, WAIT, CREATE, JOIN, END, STEP, KIND_N };

static const char *const kind_names[KIND_N] = {"read", "write",  "call", "lock", "unlock",
                                               "wait", "create", "join", "end",  "step"};

/* Calls that are elements: all others are left to the library. */
static const char calls[] =
    " pthread_create pthread_join pthread_exit pthread_mutex_lock pthread_mutex_trylock "
    "pthread_mutex_timedlock pthread_mutex_unlock pthread_spin_lock pthread_spin_trylock "
    "pthread_spin_unlock "
    "pthread_rwlock_rdlock pthread_rwlock_tryrdlock pthread_rwlock_wrlock "
    "pthread_rwlock_trywrlock pthread_rwlock_unlock pthread_cond_wait pthread_cond_signal "
    "pthread_cond_broadcast pthread_barrier_wait pthread_once sem_wait sem_trywait sem_post "
    "sched_yield usleep sleep ";

struct element {
	enum kind kind;
	int thread;
	bool in_library;    /* happens inside a call; is no point of the program */
	char what[NAME];    /* variable or function */
	uintptr_t from, to; /* the variable's memory; 0: not known */
	char file[NAME];
	unsigned line;
	bool done;
};

struct input {
	int thread;
	char call[NAME];
	uint64_t value;
	bool done;
};

struct place { /* a return address in the program */
	uintptr_t at;
	unsigned line;
	char file[NAME];
};

struct variable {
	uintptr_t from, to;
	char name[NAME];
};

static struct {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool ready, is_free, is_watched, tells, tells_end, tells_missing;
	struct element *element;
	size_t n, next;
	struct input *input;
	size_t ninputs;
	struct place *place;
	size_t nplaces;
	struct variable *variable;
	size_t nvariables;
	int threads;           /* created so far */
	int live, blocked;     /* threads that have not ended; that wait in a function of the library */
	unsigned long changes; /* of these */
	int running;           /* the thread that has the turn; or NOBODY */
	char end[PLACE];       /* how the test ends; "": not known */
	bool fails;
} h = {.lock = PTHREAD_MUTEX_INITIALIZER,
       .changed = PTHREAD_COND_INITIALIZER,
       .threads = 1,
       .live = 1};

static _Thread_local int self; /* main is 0 */

static void say(const char *format, ...) {
	char text[1024];
	va_list list;
	va_start(list, format);
	int n = snprintf(text, sizeof text, "cbmc-mt-harness: ");
	n += vsnprintf(text + n, sizeof text - (size_t)n - 1, format, list);
	va_end(list);
	n = n > (int)sizeof text - 2 ? (int)sizeof text - 2 : n;
	text[n++] = '\n';
	if (write(STDERR_FILENO, text, (size_t)n) < 0)
		return;
}

/* The functions of the library: those of the same name below come first. */
static void *real(const char *name) {
	void *f = dlsym(RTLD_NEXT, name);
	if (!f) {
		say("there is no function %s", name);
		abort();
	}
	return f;
}

#define REAL(name) ((__typeof__(&name))real(#name))

static struct {
	int (*lock)(pthread_mutex_t *), (*unlock)(pthread_mutex_t *);
	int (*wake_all)(pthread_cond_t *);
} library;

static void lock(void) {
	library.lock(&h.lock);
}

static void unlock(void) {
	library.unlock(&h.lock);
}

static void wake_all(void) {
	library.wake_all(&h.changed);
}

/* --- Reading the test: its objects are on one line each, as --cover writes them. --- */

static void *grown(void *at, size_t n, size_t size) {
	if (n & (n - 1)) /* room for the next power of two */
		return at;
	at = realloc(at, (n ? 2 * n : 1) * size);
	if (!at)
		abort();
	return at;
}

/* The text of a member, as far as it has room; false: there is none. */
static bool member(const char *line, const char *key, char *to, size_t room) {
	char name[NAME];
	snprintf(name, sizeof name, "\"%s\": ", key);
	const char *s = strstr(line, name);
	if (!s)
		return false;
	s += strlen(name);
	bool is_text = *s == '"';
	s += is_text;
	for (size_t n = 0; n + 1 < room && *s && (is_text ? *s != '"' : !strchr(",}]", *s)); n++) {
		s += is_text && *s == '\\' && s[1];
		*to++ = *s++;
	}
	*to = '\0';
	return true;
}

static unsigned long number(const char *line, const char *key) {
	char text[NAME];
	return member(line, key, text, sizeof text) ? strtoul(text, NULL, 10) : 0;
}

static void base_name(char *file) {
	char *slash = strrchr(file, '/');
	if (slash)
		memmove(file, slash + 1, strlen(slash));
}

static void find_variable(struct element *e) {
	char root[NAME];
	snprintf(root, sizeof root, "%.*s", (int)strcspn(e->what, ".[+"), e->what);
	for (size_t i = 0; i < h.nvariables; i++)
		if (!strcmp(h.variable[i].name, root)) {
			bool is_other = e->from; /* several of this name: any memory between them */
			e->from = is_other && e->from < h.variable[i].from ? e->from : h.variable[i].from;
			e->to = is_other && e->to > h.variable[i].to ? e->to : h.variable[i].to;
		}
}

static void add_element(const char *line, bool *in_call) {
	struct element e = {.thread = (int)number(line, "thread"),
	                    .line = (unsigned)number(line, "line")};
	char event[NAME] = "", library[NAME] = "";
	member(line, "event", event, sizeof event);
	member(line, "what", e.what, sizeof e.what);
	member(line, "file", e.file, sizeof e.file);
	base_name(e.file);
	e.in_library = member(line, "library", library, sizeof library);
	while (e.kind < KIND_N && strcmp(event, kind_names[e.kind]) != 0)
		e.kind++;
	if (e.kind == KIND_N || e.thread >= MAX_THREADS)
		return;
	if (e.kind == CALL) {
		char name[NAME + 2];
		snprintf(name, sizeof name, " %s ", e.what);
		in_call[e.thread] = strstr(calls, name);
		if (!in_call[e.thread])
			return;
	} else if (!e.in_library && e.kind != STEP)
		in_call[e.thread] = true; /* what follows is the program's */
	if ((e.in_library && !in_call[e.thread]) || (e.kind == STEP && !e.in_library))
		return;
	if (e.kind == READ || e.kind == WRITE)
		find_variable(&e);
	h.element = grown(h.element, h.n, sizeof e);
	h.element[h.n++] = e;
}

static void add_input(const char *line) {
	struct input in = {.thread = (int)number(line, "thread")};
	char value[NAME] = "0";
	if (!member(line, "call", in.call, sizeof in.call))
		return;
	member(line, "value", value, sizeof value);
	in.value = *value == '-' ? (uint64_t)strtoll(value, NULL, 10) : strtoull(value, NULL, 10);
	h.input = grown(h.input, h.ninputs, sizeof in);
	h.input[h.ninputs++] = in;
}

static void read_end(const char *line) {
	char why[256] = "", file[NAME] = "", fails[NAME] = "";
	member(line, "violation", fails, sizeof fails);
	h.fails = !strcmp(fails, "true");
	if (!member(line, "why", why, sizeof why))
		member(line, "what", why, sizeof why);
	member(line, "file", file, sizeof file);
	snprintf(h.end, sizeof h.end, "%s (%s:%lu)", why, file, number(line, "line"));
}

static bool read_test(const char *path) {
	FILE *in = fopen(path, "re");
	if (!in)
		return false;
	bool in_call[MAX_THREADS];
	memset(in_call, true, sizeof in_call);
	bool is_test = false, in_inputs = false, in_schedule = false;
	char *line = NULL;
	size_t room = 0;
	while (getline(&line, &room, in) > 0) {
		is_test |= strstr(line, "\"cbmc-mt test\"") != NULL;
		if (strstr(line, "\"end\": {"))
			read_end(line);
		if (strchr(line, ']') && !strchr(line, '['))
			in_inputs = in_schedule = false;
		if (in_schedule && strstr(line, "{\"event\": "))
			add_element(line, in_call);
		else if (in_inputs && strstr(line, "{\"thread\": "))
			add_input(line);
		in_inputs |= strstr(line, "\"inputs\": [") != NULL;
		in_schedule |= strstr(line, "\"schedule\": [") != NULL;
	}
	free(line);
	fclose(in);
	return is_test;
}

/* "L ADDRESS FILE:LINE" and "V ADDRESS SIZE NAME", numbers in hexadecimal. */
static void read_points(const char *path) {
	FILE *in = fopen(path, "re");
	char line[PLACE];
	while (in && fgets(line, sizeof line, in)) {
		struct place p = {0};
		struct variable v = {0};
		unsigned long at, size;
		if (sscanf(line, "L %lx %63[^:]:%u", &at, p.file, &p.line) == 3) {
			p.at = at;
			h.place = grown(h.place, h.nplaces, sizeof p);
			h.place[h.nplaces++] = p;
		} else if (sscanf(line, "V %lx %lx %63s", &at, &size, v.name) == 3) {
			v.from = at;
			v.to = at + size;
			h.variable = grown(h.variable, h.nvariables, sizeof v);
			h.variable[h.nvariables++] = v;
		}
	}
	if (in)
		fclose(in);
}

static void begin(void) {
	char path[PLACE - 16] = "", name[PLACE];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
	path[n < 0 ? 0 : n] = '\0';
	const char *tells = getenv("CBMC_MT_HARNESS"), *test = getenv("CBMC_MT_TEST");
	h.tells = tells && *tells == 'v';
	h.running = 0;
	library.lock = REAL(pthread_mutex_lock);
	library.unlock = REAL(pthread_mutex_unlock);
	library.wake_all = REAL(pthread_cond_broadcast);
	snprintf(name, sizeof name, "%s.points", path);
	read_points(name);
	snprintf(name, sizeof name, "%s.json", path);
	h.ready = true;
	h.is_free = !read_test(test ? test : name);
	if (h.is_free)
		say("%s is no test: threads run freely, and inputs are 0", test ? test : name);
}

__attribute__((constructor(101))) static void start(void) {
	if (!h.ready)
		begin();
}

static const struct place *place_of(const void *caller) {
	size_t low = 0, high = h.nplaces;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (h.place[middle].at < (uintptr_t)caller)
			low = middle + 1;
		else
			high = middle;
	}
	return low < h.nplaces && h.place[low].at == (uintptr_t)caller ? &h.place[low] : NULL;
}

/* --- Turns.  With h.lock held. --- */

/* Ends the program if every thread waits for another one, and nothing has changed for a while. */
static void *watch(void *unused) {
	unsigned long seen = 0;
	for (unsigned ticks = 0;;) {
		nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
		lock();
		bool stuck = h.live && h.blocked == h.live && h.changes == seen;
		seen = h.changes;
		unlock();
		ticks = stuck ? ticks + 1 : 0;
		if (ticks == 3) {
			say("deadlock: every thread waits");
			abort();
		}
	}
	return unused;
}

static void run_freely(void) {
	pthread_t watcher;
	h.is_free = true;
	wake_all();
	if (!h.is_watched && !REAL(pthread_create)(&watcher, NULL, watch, NULL))
		REAL(pthread_detach)(watcher);
	h.is_watched = true;
}

static void diverge(const char *what, const char *file, unsigned line) {
	if (h.is_free)
		return;
	const struct element *e = h.next < h.n ? &h.element[h.next] : NULL;
	say("the program does not follow the schedule: %s at %s:%u", what, file, line);
	if (e)
		say("the schedule says: thread %d, %s %s at %s:%u; threads run freely from here on",
		    e->thread, kind_names[e->kind], e->what, e->file, e->line);
	run_freely();
}

static void skip_done(void) {
	while (h.next < h.n && h.element[h.next].done)
		h.next++;
	if (h.next == h.n && !h.is_free && !h.tells_end) {
		h.tells_end = true;
		say("end of the schedule; the test ends with: %s", h.end);
	}
}

/* The next element of the thread; NULL: it has none. */
static struct element *own_next(void) {
	for (size_t i = h.next; i < h.n; i++)
		if (h.element[i].thread == self && !h.element[i].done)
			return &h.element[i];
	return NULL;
}

static void take(struct element *e) {
	if (h.tells)
		say("thread %d: %s %s %s:%u", e->thread, kind_names[e->kind], e->what, e->file, e->line);
	e->done = true;
	skip_done();
}

/* The schedule has an access that the program does not make: compilers may leave out some. */
static void miss(struct element *e) {
	if (!h.tells_missing)
		say("the program does not make all accesses of the schedule: %s %s at %s:%u is missing",
		    kind_names[e->kind], e->what, e->file, e->line);
	h.tells_missing = true;
	take(e);
}

/* Another thread has the turn, and does not come: how long is that normal? */
static bool is_late(unsigned *slices, size_t *seen) {
	if (h.running != NOBODY || h.next != *seen) {
		*slices = 0;
		*seen = h.next;
	}
	return ++*slices > SLICES;
}

/* The thread has arrived somewhere: waits until the next element is one of its own. */
static void wait_for_turn(void) {
	unsigned slices = 0;
	size_t seen = h.next;
	if (h.running == self) {
		h.running = NOBODY;
		wake_all();
	}
	while (!h.is_free && h.next < h.n &&
	       (h.running != NOBODY || h.element[h.next].thread != self)) {
		struct timespec until;
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += 100000000;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		if (pthread_cond_timedwait(&h.changed, &h.lock, &until) == ETIMEDOUT &&
		    is_late(&slices, &seen))
			diverge("a thread does not come", h.element[h.next].file, h.element[h.next].line);
	}
	if (h.next == h.n)
		run_freely();
	h.running = self;
}

/* What the thread still does inside a call, up to an element of a kind; true: there was one. */
static bool drain(enum kind until) {
	for (;;) {
		struct element *e = own_next();
		if (!h.is_free && !e && until != KIND_N)
			wait_for_turn(); /* it never comes out of the call: up to the end of the schedule */
		if (h.is_free || !e || !e->in_library || e->kind == END)
			return false;
		wait_for_turn();
		if (h.is_free)
			return false;
		enum kind kind = e->kind;
		take(e);
		if (kind == until)
			return true;
	}
}

/* --- Accesses. --- */

static bool is_variable(uintptr_t at) {
	for (size_t i = 0; i < h.nvariables; i++)
		if (at >= h.variable[i].from && at < h.variable[i].to)
			return true;
	return false;
}

static bool is_access(const struct element *e, enum kind kind, uintptr_t at, size_t size,
                      const struct place *p) {
	if (e->kind != kind)
		return false;
	if (e->from)
		return at < e->to && at + size > e->from;
	return p && p->line == e->line && !strcmp(p->file, e->file) && !is_variable(at);
}

/* Takes the next element of the thread if the access is it; or a later one, if the program left
 * some out. */
static bool take_access(enum kind kind, uintptr_t at, size_t size, const struct place *p) {
	unsigned ahead = 0;
	for (size_t i = h.next; i < h.n && ahead < AHEAD; i++) {
		struct element *e = &h.element[i];
		if (e->thread != self || e->done)
			continue;
		if (e->in_library || e->kind == CALL)
			return false; /* the program is not there yet */
		if (!is_access(e, kind, at, size, p)) {
			ahead++;
			continue;
		}
		if (ahead && (!p || p->line != e->line))
			return false;
		for (size_t k = h.next; k < i; k++)
			if (h.element[k].thread == self && !h.element[k].done)
				miss(&h.element[k]);
		wait_for_turn();
		if (!h.is_free)
			take(e);
		return true;
	}
	return false;
}

enum access { LOAD = 1, STORE = 2 };

static void access_memory(unsigned how, const void *memory, size_t size, const void *caller) {
	uintptr_t at = (uintptr_t)memory;
	if (!h.ready || h.is_free)
		return;
	const struct place *p = place_of(caller);
	lock();
	drain(KIND_N);
	if (!h.is_free)
		wait_for_turn();
	/* What the compiler copies at once, the schedule has part by part. */
	if (how & LOAD)
		while (!h.is_free && take_access(READ, at, size, p) && size > 16)
			;
	if (how & STORE)
		while (!h.is_free && take_access(WRITE, at, size, p) && size > 16)
			;
	unlock();
}

#define CALLER __builtin_return_address(0)

#define ACCESS(name, how, size)                                                                    \
	void name(void *);                                                                             \
	void name(void *at) {                                                                          \
		access_memory(how, at, size, CALLER);                                                      \
	}
#define ACCESSES(size)                                                                             \
	ACCESS(__tsan_read##size, LOAD, size)                                                          \
	ACCESS(__tsan_write##size, STORE, size)                                                        \
	ACCESS(__tsan_volatile_read##size, LOAD, size)                                                 \
	ACCESS(__tsan_volatile_write##size, STORE, size)                                               \
	ACCESS(__tsan_unaligned_read##size, LOAD, size)                                                \
	ACCESS(__tsan_unaligned_write##size, STORE, size)
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

#define RANGE(name, how)                                                                           \
	void name(void *, size_t);                                                                     \
	void name(void *at, size_t size) {                                                             \
		access_memory(how, at, size, CALLER);                                                      \
	}
RANGE(__tsan_read_range, LOAD)
RANGE(__tsan_write_range, STORE)

#define NOTHING(name, ...)                                                                         \
	void name(__VA_ARGS__);                                                                        \
	void name(__VA_ARGS__) {                                                                       \
	}
NOTHING(__tsan_init, void)
NOTHING(__tsan_func_entry, void *at __attribute__((unused)))
NOTHING(__tsan_func_exit, void)
NOTHING(__tsan_vptr_update, void **at __attribute__((unused)), void *to __attribute__((unused)))
NOTHING(__tsan_atomic_thread_fence, int order __attribute__((unused)))
NOTHING(__tsan_atomic_signal_fence, int order __attribute__((unused)))

#define UNUSED __attribute__((unused))
#define FETCH(bits, T, op)                                                                         \
	T __tsan_atomic##bits##_fetch_##op(volatile T *, T, int);                                      \
	T __tsan_atomic##bits##_fetch_##op(volatile T *at, T value, int order UNUSED) {                \
		access_memory(LOAD | STORE, (void *)at, sizeof *at, CALLER);                               \
		return __atomic_fetch_##op(at, value, __ATOMIC_SEQ_CST);                                   \
	}
/* Whether it succeeds is decided here, as one thread runs at a time. */
#define EXCHANGE(bits, T, strength)                                                                \
	int __tsan_atomic##bits##_compare_exchange_##strength(volatile T *, T *, T, int, int);         \
	int __tsan_atomic##bits##_compare_exchange_##strength(volatile T *at, T *expected, T value,    \
	                                                      int order UNUSED, int failed UNUSED) {   \
		access_memory(LOAD, (void *)at, sizeof *at, CALLER);                                       \
		if (*at == *expected)                                                                      \
			access_memory(STORE, (void *)at, sizeof *at, CALLER);                                  \
		return __atomic_compare_exchange_n(at, expected, value, 0, __ATOMIC_SEQ_CST,               \
		                                   __ATOMIC_SEQ_CST);                                      \
	}
#define ATOMICS(bits, T)                                                                           \
	T __tsan_atomic##bits##_load(const volatile T *, int);                                         \
	T __tsan_atomic##bits##_load(const volatile T *at, int order UNUSED) {                         \
		access_memory(LOAD, (const void *)at, sizeof *at, CALLER);                                 \
		return __atomic_load_n(at, __ATOMIC_SEQ_CST);                                              \
	}                                                                                              \
	void __tsan_atomic##bits##_store(volatile T *, T, int);                                        \
	void __tsan_atomic##bits##_store(volatile T *at, T value, int order UNUSED) {                  \
		access_memory(STORE, (void *)at, sizeof *at, CALLER);                                      \
		__atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                             \
	}                                                                                              \
	T __tsan_atomic##bits##_exchange(volatile T *, T, int);                                        \
	T __tsan_atomic##bits##_exchange(volatile T *at, T value, int order UNUSED) {                  \
		access_memory(LOAD | STORE, (void *)at, sizeof *at, CALLER);                               \
		return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                                   \
	}                                                                                              \
	FETCH(bits, T, add)                                                                            \
	FETCH(bits, T, sub)                                                                            \
	FETCH(bits, T, and)                                                                            \
	FETCH(bits, T, or)                                                                             \
	FETCH(bits, T, xor)                                                                            \
	FETCH(bits, T, nand)                                                                           \
	EXCHANGE(bits, T, strong)                                                                      \
	EXCHANGE(bits, T, weak)
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

/* --- Calls. --- */

/* Calls of the program are elements; those of libraries are none. */
static bool is_own(const void *caller) {
	start();
	return place_of(caller);
}

/* The thread calls a function that is an element.  h.lock is held from here to leave(). */
static void enter(const char *name, const void *caller) {
	lock();
	drain(KIND_N);
	if (h.is_free)
		return;
	wait_for_turn();
	struct element *e = own_next();
	if (h.is_free)
		return;
	while (e && (e->kind == READ || e->kind == WRITE)) {
		miss(e);
		wait_for_turn();
		e = h.is_free ? NULL : own_next();
	}
	if (e && e->kind == CALL && !strcmp(e->what, name)) {
		take(e);
		return;
	}
	const struct place *p = place_of(caller);
	if (e)
		diverge(name, p ? p->file : "?", p ? p->line : 0);
}

static void leave(void) {
	drain(KIND_N);
	unlock();
}

/* The thread may have to wait in a function of the library. */
static void begin_blocking(void) {
	h.blocked++;
	unlock();
}

static void end_blocking(void) {
	lock();
	h.blocked--;
	h.changes++;
}

/* Locks with 'take' at its turn, which succeeds then; where the program runs freely, waits. */
#define LOCKING(name, T, try_name)                                                                 \
	int name(T *l) {                                                                               \
		if (!is_own(CALLER))                                                                       \
			return REAL(name)(l);                                                                  \
		enter(#name, CALLER);                                                                      \
		drain(LOCK);                                                                               \
		int error = REAL(try_name)(l);                                                             \
		if (error == EBUSY) {                                                                      \
			if (!h.is_free)                                                                        \
				diverge(#name " has to wait", "?", 0);                                             \
			begin_blocking();                                                                      \
			error = REAL(name)(l);                                                                 \
			end_blocking();                                                                        \
		}                                                                                          \
		leave();                                                                                   \
		return error;                                                                              \
	}
/* Its effect is in the first step inside the call, or where 'kind' is. */
#define ATONCE(name, T, kind)                                                                      \
	int name(T *l) {                                                                               \
		if (!is_own(CALLER))                                                                       \
			return REAL(name)(l);                                                                  \
		enter(#name, CALLER);                                                                      \
		drain(kind);                                                                               \
		int result = REAL(name)(l);                                                                \
		leave();                                                                                   \
		return result;                                                                             \
	}

LOCKING(pthread_mutex_lock, pthread_mutex_t, pthread_mutex_trylock)
ATONCE(pthread_mutex_trylock, pthread_mutex_t, STEP)

/* Whether the time is over is what the schedule says. */
int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *time) {
	if (!is_own(CALLER))
		return REAL(pthread_mutex_timedlock)(m, time);
	enter("pthread_mutex_timedlock", CALLER);
	bool is_free = h.is_free, locks = drain(LOCK);
	if (is_free)
		unlock();
	int error = is_free ? REAL(pthread_mutex_timedlock)(m, time)
	            : locks ? REAL(pthread_mutex_trylock)(m)
	                    : ETIMEDOUT;
	if (is_free)
		lock();
	leave();
	return error;
}

ATONCE(pthread_mutex_unlock, pthread_mutex_t, UNLOCK)
LOCKING(pthread_rwlock_rdlock, pthread_rwlock_t, pthread_rwlock_tryrdlock)
LOCKING(pthread_rwlock_wrlock, pthread_rwlock_t, pthread_rwlock_trywrlock)
ATONCE(pthread_rwlock_tryrdlock, pthread_rwlock_t, STEP)
ATONCE(pthread_rwlock_trywrlock, pthread_rwlock_t, STEP)
ATONCE(pthread_rwlock_unlock, pthread_rwlock_t, UNLOCK)
LOCKING(pthread_spin_lock, pthread_spinlock_t, pthread_spin_trylock)
ATONCE(pthread_spin_trylock, pthread_spinlock_t, STEP)
ATONCE(pthread_spin_unlock, pthread_spinlock_t, UNLOCK)
ATONCE(pthread_cond_signal, pthread_cond_t, STEP)
ATONCE(pthread_cond_broadcast, pthread_cond_t, STEP)
ATONCE(sem_post, sem_t, STEP)
ATONCE(sem_trywait, sem_t, STEP)

int sem_wait(sem_t *s) {
	if (!is_own(CALLER))
		return REAL(sem_wait)(s);
	enter("sem_wait", CALLER);
	drain(WAIT);
	int result = REAL(sem_trywait)(s);
	if (result) {
		if (!h.is_free)
			diverge("sem_wait has to wait", "?", 0);
		begin_blocking();
		result = REAL(sem_wait)(s);
		end_blocking();
	}
	leave();
	return result;
}

/* The schedule says when the wait ends; what the library would wait for does not matter. */
int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
	if (!is_own(CALLER))
		return REAL(pthread_cond_wait)(c, m);
	enter("pthread_cond_wait", CALLER);
	if (h.is_free) {
		begin_blocking();
		int error = REAL(pthread_cond_wait)(c, m);
		end_blocking();
		leave();
		return error;
	}
	drain(UNLOCK);
	REAL(pthread_mutex_unlock)(m);
	bool goes_on = drain(LOCK); /* otherwise it waits still when the schedule ends */
	begin_blocking();
	int error = REAL(pthread_mutex_lock)(m);
	if (!goes_on)
		error = REAL(pthread_cond_wait)(c, m);
	end_blocking();
	leave();
	return error;
}

/* The last thread that comes does not wait; nor does the library know the others. */
int pthread_barrier_wait(pthread_barrier_t *b) {
	if (!is_own(CALLER))
		return REAL(pthread_barrier_wait)(b);
	enter("pthread_barrier_wait", CALLER);
	int result = !h.is_free && drain(WAIT) ? 0 : PTHREAD_BARRIER_SERIAL_THREAD;
	if (result && h.is_free) {
		begin_blocking();
		result = REAL(pthread_barrier_wait)(b);
		end_blocking();
	}
	leave();
	return result;
}

int pthread_once(pthread_once_t *once, void (*f)(void)) {
	if (!is_own(CALLER))
		return REAL(pthread_once)(once, f);
	enter("pthread_once", CALLER);
	drain(KIND_N);
	unlock();
	int error = REAL(pthread_once)(once, f);
	lock();
	leave();
	return error;
}

int sched_yield(void) {
	if (!is_own(CALLER))
		return REAL(sched_yield)();
	enter("sched_yield", CALLER);
	leave();
	return 0;
}

int usleep(useconds_t time) {
	if (!is_own(CALLER))
		return REAL(usleep)(time);
	enter("usleep", CALLER);
	bool is_free = h.is_free;
	leave();
	return is_free ? REAL(usleep)(time) : 0;
}

unsigned sleep(unsigned seconds) {
	if (!is_own(CALLER))
		return REAL(sleep)(seconds);
	enter("sleep", CALLER);
	bool is_free = h.is_free;
	leave();
	return is_free ? REAL(sleep)(seconds) : 0;
}

/* --- Threads. --- */

struct start {
	void *(*run)(void *);
	void *argument;
	int number;
};

/* The last elements of the thread are what it does when it has ended. */
static void end_thread(void *unused) {
	(void)unused;
	lock();
	for (struct element *e; !h.is_free && (e = own_next());) {
		wait_for_turn();
		if (!h.is_free && !e->in_library && e->kind != END)
			diverge("the thread ends", e->file, e->line);
		else if (!h.is_free)
			take(e);
	}
	h.live--;
	h.changes++;
	if (h.running == self)
		h.running = NOBODY;
	wake_all();
	unlock();
}

static void *run_thread(void *data) {
	struct start s = *(struct start *)data;
	void *result;
	free(data);
	self = s.number;
	lock();
	drain(KIND_N);
	if (!h.is_free)
		wait_for_turn();
	unlock();
	pthread_cleanup_push(end_thread, NULL);
	result = s.run(s.argument);
	pthread_cleanup_pop(1);
	return result;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument) {
	if (!is_own(CALLER))
		return REAL(pthread_create)(thread, attributes, run, argument);
	enter("pthread_create", CALLER);
	drain(CREATE);
	struct start *s = malloc(sizeof *s);
	if (!s)
		abort();
	*s = (struct start){run, argument, h.threads++};
	h.live++;
	int error = REAL(pthread_create)(thread, attributes, run_thread, s);
	if (error) {
		h.live--;
		say("no thread can be created: %s", strerror(error));
	}
	leave();
	return error;
}

void pthread_exit(void *result) {
	void (*exit_thread)(void *) = (void (*)(void *))real("pthread_exit");
	if (is_own(CALLER)) {
		enter("pthread_exit", CALLER);
		leave();
		if (!self)
			end_thread(NULL);
	}
	exit_thread(result);
	abort();
}

int pthread_join(pthread_t thread, void **result) {
	if (!is_own(CALLER))
		return REAL(pthread_join)(thread, result);
	enter("pthread_join", CALLER);
	drain(JOIN);
	begin_blocking();
	int error = REAL(pthread_join)(thread, result);
	end_blocking();
	leave();
	return error;
}

/* --- Inputs. --- */

/* The next value that the function returns in this thread; 0: the test has none. */
uint64_t cbmc_mt_input(const char *call);
uint64_t cbmc_mt_input(const char *call) {
	start();
	lock();
	uint64_t value = 0;
	bool found = false;
	for (size_t i = 0; i < h.ninputs && !found; i++) {
		struct input *in = &h.input[i];
		if (in->done || in->thread != self || strcmp(in->call, call) != 0)
			continue;
		in->done = found = true;
		value = in->value;
	}
	if (!found && h.ninputs && !h.is_free)
		say("the test has no more values of %s in thread %d: 0", call, self);
	if (h.tells)
		say("thread %d: %s returns %lld", self, call, (long long)value);
	unlock();
	return value;
}

#define INPUT(name, T)                                                                             \
	__attribute__((weak)) T __VERIFIER_nondet_##name(void);                                        \
	T __VERIFIER_nondet_##name(void) {                                                             \
		uint64_t bits = cbmc_mt_input("__VERIFIER_nondet_" #name);                                 \
		T value;                                                                                   \
		memcpy(&value, &bits, sizeof value);                                                       \
		return value;                                                                              \
	}
INPUT(bool, _Bool)
INPUT(char, char)
INPUT(uchar, unsigned char)
INPUT(short, short)
INPUT(ushort, unsigned short)
INPUT(int, int)
INPUT(uint, unsigned)
INPUT(unsigned, unsigned)
INPUT(long, long)
INPUT(ulong, unsigned long)
INPUT(longlong, long long)
INPUT(ulonglong, unsigned long long)
INPUT(size_t, size_t)
INPUT(float, float)
INPUT(double, double)
INPUT(pointer, void *)

#define WEAK(T, name, ...)                                                                         \
	__attribute__((weak)) T name(__VA_ARGS__);                                                     \
	T name(__VA_ARGS__)

WEAK(void, __VERIFIER_assume, int condition) {
	if (condition)
		return;
	say("an assumption of the program is false: the run ends");
	_exit(0);
}
WEAK(void, __VERIFIER_error, void) {
	say("__VERIFIER_error is called");
	abort();
}
WEAK(void, __VERIFIER_atomic_begin, void) {
}
WEAK(void, __VERIFIER_atomic_end, void) {
}
