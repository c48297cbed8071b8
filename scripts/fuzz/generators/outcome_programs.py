"""outcome_programs -- small random programs with threads that end with an observation, one statement a line.

A program is made of two or three features: kinds of objects and calls that few programs have together.  Its threads
change what they share; main then computes one number from all of it and gives it to observe().  That function has no
body, so that an explicit-state search can list the values; compiled with -D'observe(v)=assert(...)', the program asks
whether a value is possible.  All values are small, no operation overflows, and what is observed has been written.
Of what is arbitrary (results of functions without a body, of files) only the lowest bit matters, since the search tries few values.
"""

import random

import outcome_tables

HEADER = """\
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef observe
void observe(long long);
#endif
int outside_value(void);
void outside_call(int);
"""


class Feature:
    """What a program may be made of: lines of each place, statements of threads, terms of the observation."""

    declare = ()  # at file level
    begin = ()  # in main, before threads are started
    end = ()  # in main, when they are joined
    observed = "0"  # a small number
    factor = 8  # more than that is

    def __init__(self, rng):
        self.rng = rng

    def pick(self, *items):
        return self.rng.choice(items)

    def statements(self):
        """One statement of a thread: lines."""
        raise NotImplementedError


class BitFields(Feature):
    declare = ("static struct { unsigned a : 3, b : 5; int c : 4; unsigned : 0; unsigned d : 2; } bits;",)
    observed = "(bits.a + bits.b + 8 + bits.c + 2 * bits.d)"
    factor = 64

    def statements(self):
        return [self.pick("bits.a++;", "bits.b = bits.a + 1;", "bits.c = -1;", "bits.d ^= 1;", "bits.b = x & 7;", "x = bits.c & 3;", "if (bits.a) bits.b = 3;")]


class LongLong(Feature):
    declare = ("static long long far;",)
    observed = "((far >> 33) * 4 + (far & 3))"
    factor = 32

    def statements(self):
        return [self.pick("far += 1LL << 33;", "far++;", "far = far ? 1LL << 34 : 1;", "x = (int)(far >> 33) & 3;", "far = (1LL << 33) | (x & 3);")]


class Volatile(Feature):
    declare = ("static volatile int port;",)
    observed = "(port & 7)"

    def statements(self):
        return [self.pick("port++;", "port = port + x;", "x = port + port;", "if (port == port) y++;", "port = 2;")]


class Wide(Feature):
    declare = ("static unsigned __int128 wide;",)
    observed = "(int)((wide >> 70) * 4 + (wide & 3))"
    factor = 32

    def statements(self):
        return [self.pick("wide += (unsigned __int128)1 << 70;", "wide++;", "wide = ((unsigned __int128)1 << 70) | 1;", "wide = 2;", "x = (int)(wide >> 70) & 1;")]


class Cleanup(Feature):
    declare = ("static int cleaned;", "static void clean(void *p) { cleaned += *(int *)p; }", "static int one = 1, two = 2;")
    observed = "cleaned"
    factor = 16

    def statements(self):
        leave = self.pick("x++;", "if (x == 1) pthread_exit(NULL);", "if (y > 1) pthread_exit(NULL);", "y = cleaned;")
        return [f"pthread_cleanup_push(clean, &{self.pick('one', 'two')});", leave, f"pthread_cleanup_pop({self.pick(0, 1)});"]


class Keys(Feature):
    declare = ("static pthread_key_t key;", "static int ended;", "static void destroy(void *p) { ended += *(int *)p; }", "static int three = 3, four = 4;")
    begin = ("pthread_key_create(&key, destroy);",)
    observed = "ended"
    factor = 16

    def statements(self):
        return self.pick(["pthread_setspecific(key, &three);"], ["pthread_setspecific(key, x ? &four : NULL);"],
                         ["if (pthread_getspecific(key) == &three) x++;"], ["y = ended;"])


class Varargs(Feature):
    declare = ("static int sum(int n, ...) {", "\tva_list list;", "\tva_start(list, n);", "\tint all = va_arg(list, int);", "\tif (n > 1)",
               "\t\tall += va_arg(list, int);", "\tva_end(list);", "\treturn all;", "}",
               "static long long second(int n, ...) {", "\tva_list list;", "\tva_start(list, n);", "\tint first = va_arg(list, int);", "\tlong long next = va_arg(list, long long);",
               "\tva_end(list);", "\treturn first ? next : 0;", "}")

    def statements(self):
        return [self.pick("x = sum(2, x, y) & 3;", "y += sum(1, 1);", "x = (int)second(2, y, 2LL);", "y = sum(2, x & 1, 1);")]


class AtExit(Feature):
    """Handlers run when main returns: the last that was registered first."""

    declare = ("static void late(void) { x += 2; }", "static void later(void) { long long seen = observation(); observe(seen); }")
    begin = ("atexit(later);",)

    def statements(self):
        return self.pick(["atexit(late);"], ["if (x == 1) atexit(late);"], ["x++;"])


class LongJump(Feature):
    declare = ("static _Thread_local jmp_buf back;", "static _Thread_local volatile int tries;", "static void leave(int k) { if (k) longjmp(back, k); }")

    def statements(self):
        self.fresh = getattr(self, "fresh", 0) + 1
        name = f"from{self.rng.randrange(10000)}"
        return [f"int {name} = setjmp(back);", f"if ({name} == 0) {{", f"\tleave({self.pick('x', 'y', '1', 'x & 1')});", "\ty = 1;", "} else {",
                f"\t{self.pick('x', 'y')} += {name} & 3;", "}"]


class TryJoin(Feature):
    begin = ()
    declare = ("static int joined;",)
    end = ("joined = pthread_tryjoin_np(t[0], NULL) == 0;", "if (joined) x++;", "else pthread_join(t[0], NULL);")
    observed = "joined"
    factor = 2

    def statements(self):
        return [self.pick("x++;", "y = x;")]


class Aliases(Feature):
    declare = ("int named = 1;", 'extern int other __attribute__((alias("named")));', "static int *left = &x, *right = &x;")
    observed = "(named & 7)"

    def statements(self):
        return [self.pick("other++;", "named = other + 1;", "*left = *right + 1;", "right = left == right ? &y : &x;", "*right += 1;", "x = other & 3;")]


class Outside(Feature):
    def statements(self):
        return [self.pick("x += outside_value() & 1;", "outside_call(x);", "if (outside_value() & 1) y++;")]


class Files(Feature):
    declare = ("static int read_bits;",)
    observed = "(read_bits & 3)"
    factor = 4

    def statements(self):
        return self.pick(
            ["{", "\tFILE *f = fopen(\"a\", \"r\");", "\tif (f) {", "\t\tread_bits += fgetc(f) & 1;", "\t\tfclose(f);", "\t}", "}"],
            ["{", "\tFILE *f = fopen(\"b\", \"w\");", "\tif (f) {", "\t\tfprintf(f, \"%d\\n\", x);", "\t\tx++;", "\t\tfclose(f);", "\t}", "}"],
            ["puts(\"here\");"], ["if (fputs(\"now\", stdout) & 1) y++;"], ["printf(\"%d %d\\n\", x, y);"])


class Unions(Feature):
    declare = ("static union mixed { int word; struct { short low, high; } half; unsigned char byte[4]; } mix, spare = {0x20001};",)
    observed = "(mix.half.low + 8 * mix.half.high)"
    factor = 128

    def statements(self):
        return [self.pick("mix = spare;", "spare = mix;", "mix.half.low++;", "mix.byte[2] = 1;", "mix.word = 0x10002;", "spare.half.high = 3;", "x = mix.half.high & 3;")]


class Structures(Feature):
    declare = ("struct pair { int a, b; long long c; };", "static struct pair here = {1, 2, 3}, there;",
               "static struct pair turned(struct pair p) { struct pair q = {p.b, p.a, p.c}; return q; }")
    observed = "(here.a + 4 * here.b + 16 * (int)here.c)"
    factor = 256

    def statements(self):
        return [self.pick("here = there;", "there = here;", "here = turned(here);", "there = turned(here);", "here.a = x & 3;", "there.b++;", "here.c = there.c;")]


class Library(Feature):
    """Calls that read and write what their arguments point to."""

    declare = ("static char text[4] = \"12\", copy[4];", "static int from[2] = {1, 2}, to[2];", "static char *stop = text;")
    observed = "(to[0] + 4 * to[1] + 16 * (copy[0] & 3) + 64 * (text[1] & 3) + 256 * (stop - text))"
    factor = 2048

    def statements(self):
        return [self.pick("memcpy(to, from, sizeof to);", "strcpy(copy, text);", "text[0] = '3';", "x = (int)strlen(text);", "from[1] = 3;",
                          "y = (int)strtol(text, &stop, 10) & 3;", "memset(to, 0, sizeof to);", "x = memcmp(to, from, 4) == 0;", "y = atoi(text) & 3;",
                          "text[1] = 0;", "to[0] = abs(x) & 3;", "memmove(text, text + 1, 2);", "snprintf(copy, sizeof copy, \"%d\", x & 3);")]


class Atomics(Feature):
    declare = ("static _Atomic int count;", "static atomic_flag taken = ATOMIC_FLAG_INIT;")
    observed = "(count & 7)"

    def statements(self):
        return [self.pick("count++;", "x = atomic_fetch_add(&count, 2) & 3;", "if (!atomic_flag_test_and_set(&taken)) x++;", "count = x & 3;",
                          "y = atomic_exchange(&count, 1) & 3;")]


class Locks(Feature):
    declare = ("static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;", "static sem_t gate;")
    begin = ("sem_init(&gate, 0, 1);",)

    def statements(self):
        inside = self.pick("x++;", "y = x + 1;", "x = y;", "x += 2;")
        return self.pick(["pthread_mutex_lock(&lock);", inside, "pthread_mutex_unlock(&lock);"], ["sem_wait(&gate);", inside, "sem_post(&gate);"],
                         ["if (pthread_mutex_trylock(&lock) == 0) {", f"\t{inside}", "\tpthread_mutex_unlock(&lock);", "}"])


FEATURES = (BitFields, LongLong, Volatile, Wide, Cleanup, Keys, Varargs, AtExit, LongJump, TryJoin, Aliases, Outside, Files, Unions, Structures, Library, Atomics, Locks)
TABLES = outcome_tables.tables(Feature)
WITH_TABLE = 0.4  # programs that have one of these, too; drawn apart, so that the others stay what they were
PLAIN = ("x++;", "y++;", "x = y + 1;", "y = x;", "x += 2;", "if (x == 1) y = 3;", "if (y > 1) x = 0;", "y = x ^ 1;")


class Program:
    """One program from one seed."""

    def __init__(self, seed):
        self.rng = random.Random(f"outcomes {seed}")
        kinds = self.rng.sample(FEATURES, self.rng.choice((1, 2, 2, 2, 3)))
        apart = random.Random(f"tables {seed}")
        if apart.random() < WITH_TABLE:
            kinds[apart.randrange(len(kinds))] = apart.choice(TABLES)
        self.features = [kind(self.rng) for kind in kinds]
        self.nthreads = self.rng.choice((1, 2, 2))
        self.own = self.rng.random() < 0.5  # main does something meanwhile

    def body(self, most):
        lines = []
        for _ in range(self.rng.randint(1, self.rng.randint(1, most))):
            feature = self.rng.choice([*self.features, *self.features, None])
            lines += feature.statements() if feature else [self.rng.choice(PLAIN)]
        return lines

    def observation(self):
        """Every feature has its digits in the number."""
        terms, factor = ["(x & 7)", "8 * (y & 7)"], 64
        for feature in self.features:
            terms.append(f"{factor}LL * {feature.observed}")
            factor *= feature.factor
        return " + ".join(terms)

    def text(self):
        lines = ["static int x, y;", "static long long observation(void);"]
        for feature in self.features:
            lines += feature.declare
        lines += ["static long long observation(void) {", f"\treturn {self.observation()};", "}"]
        for k in range(self.nthreads):
            lines += [f"static void *t{k}(void *argument) {{", *("\t" + line for line in self.body(3)), "\treturn argument;", "}"]
        lines += ["int main(void) {", f"\tpthread_t t[{self.nthreads}];"]
        lines += ["\t" + line for feature in self.features for line in feature.begin]
        lines += [f"\tpthread_create(&t[{k}], NULL, t{k}, NULL);" for k in range(self.nthreads)]
        if self.own:
            lines += ["\t" + line for line in self.body(2)]
        ends = [line for feature in self.features for line in feature.end]
        lines += ["\t" + line for line in ends]
        lines += [f"\tpthread_join(t[{k}], NULL);" for k in range(1 if ends else 0, self.nthreads)]
        if not any(isinstance(feature, AtExit) for feature in self.features):
            lines += ["\tlong long seen = observation();", "\tobserve(seen);"]
        return HEADER + "\n".join([*lines, "\treturn 0;", "}"]) + "\n"

    def names(self):
        return [type(feature).__name__ for feature in self.features]
