"""option_programs -- small random programs for options that change what is checked and what may happen (fuzz-options).

Pieces that these options are about: memory that is freed or not, locks in an order, locks taken by functions of the program, sections
that are meant to be atomic, signal handlers, loops that wait, floats that threads share, addresses in numbers, an index that nobody
else writes, what the system and functions without a body write into memory, words of which bytes are written.  Each piece has its globals, a body for a thread and a claim at the end, which holds or not.
"""

import random

HEADER = """\
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
"""
PIECES = []


def piece(make):
    """make(rng, n): globals, statements of a thread, claim; n makes names differ."""
    PIECES.append(make)
    return make


@piece
def heap(rng, n):
    size = rng.choice((4, 8, 12))
    free = rng.choice((f"free(h{n});", f"if (k) free(h{n});", "", f"h{n} = realloc(h{n}, {size + 4}); free(h{n});"))
    use = rng.choice(("if (h{0}) h{0}[k & 1] = k;", "if (!h{0}) return 0; h{0}[0] = 2;", "if (h{0}) memset(h{0}, k, 4);", "h{0}[0] = 1;")).format(n)
    kept = rng.choice((f"int *h{n}", f"kept{n}"))
    start = f"{kept} = malloc({size}); int *g{n} = kept{n}; (void)g{n};" if kept[0] == "i" else f"kept{n} = calloc(1, {size}); int *h{n} = kept{n};"
    return f"int *kept{n};", [start, use, free], f"kept{n} == 0 || k{n} >= 0"


@piece
def locks(rng, n):
    taken = rng.choice(((0, 1), (1, 0), (0, 1, 2), (2, 0), (0, 2, 1)))
    first = [f"pthread_mutex_lock(&l{n}[{i}]);" for i in taken]
    last = [f"pthread_mutex_unlock(&l{n}[{i}]);" for i in (taken if rng.random() < 0.5 else reversed(taken))]
    other = rng.choice((f"if (k) {{ pthread_mutex_lock(&l{n}[1]); pthread_mutex_lock(&l{n}[0]); k{n}++; pthread_mutex_unlock(&l{n}[0]); pthread_mutex_unlock(&l{n}[1]); }}",
                        f"if (!pthread_mutex_trylock(&l{n}[k & 1])) pthread_mutex_unlock(&l{n}[k & 1]);", ""))
    return f"pthread_mutex_t l{n}[3] = {{PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER}};", \
        [*first, f"k{n}++;", *last, other], f"k{n} {rng.choice(('<= 4', '!= 2', '>= 1'))}"


@piece
def wrappers(rng, n):
    box = f"struct box{n} {{ pthread_mutex_t lock; int v; }} box{n} = {{PTHREAD_MUTEX_INITIALIZER, 0}};\n"
    box += f"static void enter{n}(struct box{n} *b) {{ pthread_mutex_lock(&b->lock); }}\n"
    box += f"static {rng.choice(('void', 'int'))} leave{n}(struct box{n} *b) {{ pthread_mutex_unlock(&b->lock); "
    box += "return 0; }" if f"int leave{n}" in box else "}"
    way = rng.choice((f"if (k) {{ leave{n}(&box{n}); return 0; }} leave{n}(&box{n});", f"leave{n}(&box{n});", f"leave{n}(&box{n});",
                      f"while (box{n}.v > 2) box{n}.v--; leave{n}(&box{n});", f"if (k) {{ box{n}.v ^= 4; box{n}.v ^= 4; }} leave{n}(&box{n});"))
    return box, [f"enter{n}(&box{n});", f"box{n}.v++;", way], f"box{n}.v {rng.choice(('<= 3', '!= 2', '>= 0'))}"


@piece
def sections(rng, n):
    text = rng.choice((f"k{n} += other{n};", f"k{n} = k{n} + 1;", f"table{n}[k & 1] += k{n};", f"int q{n} = k{n}; k{n} = q{n} + 1;",
                       f"if (k{n} < 2) k{n}++;", f"pair{n}.a = pair{n}.b + 1;", f"other{n} = k{n} ? table{n}[0] : pair{n}.a;", f"k{n} = pair{n}.f + 1;", f"pair{n}.f++;"))
    guard = rng.choice((("", ""), ("", ""), ("pthread_mutex_lock(&big);", "pthread_mutex_unlock(&big);")))
    return f"int other{n}, table{n}[2]; struct {{ int a, b; unsigned f : 3, g : 5; }} pair{n};", [guard[0], text, guard[1]], f"k{n} + pair{n}.a {rng.choice(('<= 5', '!= 2'))}"


@piece
def signals(rng, n):
    number = rng.choice(("SIGUSR1", "SIGUSR2", "SIGTERM"))
    act = rng.choice((f"got{n} = got{n} + 1;", f"k{n}++;", f"if (got{n} < 2) got{n}++;", f"free(malloc(4)); got{n} = 1;", f"got{n} = s == {number};"))
    text = f"volatile sig_atomic_t got{n};\nstatic void on{n}(int s) {{ (void)s; {act} }}"
    begin = rng.choice((f"signal({number}, on{n});", f"struct sigaction sa{n}; memset(&sa{n}, 0, sizeof sa{n}); sa{n}.sa_handler = on{n}; sigaction({number}, &sa{n}, 0);"))
    mask = f"sigset_t set{n}; sigemptyset(&set{n}); sigaddset(&set{n}, {number}); pthread_sigmask(SIG_BLOCK, &set{n}, 0);"
    use = rng.choice((f"raise({number});", f"{mask} k{n}++; pthread_sigmask(SIG_UNBLOCK, &set{n}, 0);", f"k{n}++;", f"pthread_kill(pthread_self(), {number});"))
    return text, [begin, use], f"got{n} {rng.choice(('<= 1', '<= 3', '>= 0'))}"


@piece
def waits(rng, n):
    wait = rng.choice((f"while (!atomic_load(&flag{n})) sched_yield();", f"while (!atomic_load(&flag{n}));", f"if (!k) while (atomic_load(&flag{n}) == 0);",
                       f"int spins{n} = 0; while (!atomic_load(&flag{n}) && spins{n} < 2) spins{n}++;"))
    give = rng.choice((f"atomic_store(&flag{n}, 1);", f"atomic_fetch_xor(&flag{n}, 1);", f"if (k) atomic_store(&flag{n}, 1);"))
    return f"atomic_int flag{n};", rng.choice(([give, wait], [wait, give], [give], [f"if (k) {{ {wait} }} else {{ {give} }}"])), f"flag{n} <= {rng.choice((0, 1))}"


@piece
def floats(rng, n):
    kind, f = rng.choice((("float", "f"), ("double", ""), ("double", ""), ("long double", "L")))
    value = rng.choice(("k", "k / 2" + (".0" + f), "0.5" + f, "1e30" + f, f"f{n}", f"f{n} * 2", f"-f{n}", f"({kind})k / (f{n} + 1)", f"(int)f{n}", f"f{n} > 1 ? 1 : k"))
    op = rng.choice(("=", "+=", "-=", "*="))
    test = rng.choice((f"f{n} >= 0", f"f{n} == f{n}", f"f{n} != 1.5{f}", f"(int)f{n} != 2 || k{n} == 0", f"!(f{n} < -1)"))
    return f"{kind} f{n};", [f"f{n} {op} {value};", f"k{n} = f{n} < 2;"], test


@piece
def addresses(rng, n):
    """Bits of an address, copied one by one, by conditions or by shifts."""
    chosen = rng.choice((f"a{n} = k ? (uintptr_t)&x{n} : (uintptr_t)&z{n};", f"a{n} = (uintptr_t)(k ? &x{n} : &z{n});"))
    bits = rng.choice((f"uintptr_t b = 0; for (int i = 0; i < {rng.choice((4, 64))}; i += {rng.choice((1, 16))}) if (a{n} >> i & 1) b |= (uintptr_t)1 << i;",
                       f"uintptr_t b = (a{n} & 0xffff) | (a{n} & ~(uintptr_t)0xffff);", f"uintptr_t b = a{n} ^ {rng.randrange(8)}; b ^= {rng.randrange(2)};",
                       f"uintptr_t b; memcpy(&b, &a{n}, sizeof b);"))
    use = rng.choice((f"if (b == (uintptr_t)&x{n}) x{n} = 1; else z{n} = 2;", f"if (b == a{n}) *(int *)b += 1;", f"k{n} = b == (uintptr_t)&x{n};", f"x{n} = b & 1;"))
    return f"static int x{n}, z{n};", ["uintptr_t " + chosen, f"{{ {bits} {use} }}"], f"x{n} + z{n} {rng.choice(('<= 3', '!= 1', '<= 2'))}"


@piece
def index(rng, n):
    """An atomic index that nobody else writes, or that another thread does."""
    size = rng.choice((2, 3, 4))
    move = rng.choice((f"atomic_fetch_add(&at{n}, 1);", f"atomic_store(&at{n}, k & 1);", "", "", f"at{n} = 1;"))
    read = rng.choice((f"table{n}[at{n} % {size}]", f"table{n}[atomic_load(&at{n}) % {size}]", f"*(&table{n}[0] + at{n} % {size})"))
    value = rng.choice(("k", f"&cell{n}[k & 1]"))
    if value == "k":
        return f"atomic_uint at{n}; int table{n}[{size}];", [move, f"{read} = k & 3;", f"k{n} = {read};"], f"table{n}[1] {rng.choice(('<= 3', '!= 1', '== 0'))}"
    return f"atomic_uint at{n}; int cell{n}[2], *table{n}[{size}];", [move, f"{read} = {value};", f"if ({read}) *{read} = 1;"], rng.choice((f"table{n}[1] == 0", f"cell{n}[1] <= 1"))


@piece
def waiting(rng, n):
    loop = rng.choice(("while", "while", "if"))
    take = [f"pthread_mutex_lock(&w{n});", f"{loop} (!k{n}) pthread_cond_wait(&c{n}, &w{n});", f"k{n}--;", f"pthread_mutex_unlock(&w{n});"]
    give = [f"pthread_mutex_lock(&w{n});", f"k{n}++;", rng.choice((f"pthread_cond_signal(&c{n});", f"pthread_cond_broadcast(&c{n});")), f"pthread_mutex_unlock(&w{n});"]
    return f"pthread_mutex_t w{n} = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c{n} = PTHREAD_COND_INITIALIZER;", \
        rng.choice((give, [*give, *take], [f"if (argument) {{ {' '.join(take)} }} else {{ {' '.join(give)} }}"])), f"k{n} >= 0"


@piece
def orders(rng, n):
    """A message: a flag after data, in some order of memory."""
    stores, loads = rng.choice(("relaxed", "release", "seq_cst")), rng.choice(("relaxed", "acquire", "seq_cst"))
    fence = rng.choice(("", "", f"atomic_thread_fence(memory_order_{rng.choice(('release', 'acquire', 'seq_cst'))});"))
    data = rng.choice((f"atomic_store_explicit(&d{n}, 1, memory_order_relaxed);", f"atomic_fetch_add_explicit(&d{n}, 1, memory_order_relaxed);"))
    send = f"{data} {fence} atomic_store_explicit(&s{n}, 1, memory_order_{stores});"
    get = f"if (atomic_load_explicit(&s{n}, memory_order_{loads})) {{ {fence} assert(atomic_load_explicit(&d{n}, memory_order_relaxed)); }}"
    return f"atomic_int d{n}, s{n};", [f"if (argument) {{ {send} }} else {{ {get} }}"], f"d{n} <= 2"


@piece
def copies(rng, n):
    """Memory of a length that the program computes."""
    length = rng.choice(("k & 3", "4", "1 + (k & 3)", f"k{n} & 3"))
    what = rng.choice(("memcpy(to{0}, from{0}, {1});", "memset(to{0}, {2}, {1});", "memmove(to{0} + 1, to{0}, {1});", "strncpy(to{0}, from{0}, {1});",
                       "if (memcmp(to{0}, from{0}, {1}) > 0) k{0} = 1;", "k{0} = (int)strnlen(from{0}, {1});", "*(short *)(to{0} + ({1})) = 1;",
                       "*(int *)(to{0} + 4 * ({1} & 1)) += 2;")).format(n, length, rng.randrange(3))
    return f"char from{n}[8] = \"abc\"; char to{n}[12];", [what, f"to{n}[k & 7] = from{n}[k & 3];"], f"to{n}[{rng.randrange(4)}] {rng.choice(('!= 99', '>= 0', '<= 98'))}"


@piece
def counted(rng, n):
    post, wait = f"sem_post(&s{n});", rng.choice((f"sem_wait(&s{n});", f"if (sem_trywait(&s{n})) return 0;"))
    return f"sem_t s{n};", rng.choice(([post, wait], [wait, post], [post], [wait, f"k{n}++;", post])), f"k{n} <= 2"


@piece
def calls(rng, n):
    """Functions by pointer, recursion, tables."""
    text = f"static int up{n}(int v) {{ return v + 1; }} static int same{n}(int v) {{ return v < 1 ? v : same{n}(v - 1) + 1; }} int (*way{n}[2])(int) = {{up{n}, same{n}}};"
    return text, [f"k{n} = way{n}[k & 1](k{n} & 3);", rng.choice((f"way{n}[0] = way{n}[1];", f"if (k > 1) way{n}[1] = 0;", ""))], f"k{n} {rng.choice(('<= 2', '!= 1', '>= 0'))}"


@piece
def system(rng, n):
    """What calls of the system and functions without a body give the program: numbers, bytes, memory."""
    text = f"char line{n}[6]; int word{n}; struct pair{n} {{ int a; struct pair{n} *next; }} pair{n};\n" \
           f"int outside{n}(int *, const char *); void fill{n}(struct pair{n} *); struct pair{n} *find{n}(int);"
    use = rng.choice((f"if (fgets(line{n}, sizeof line{n}, stdin)) k{n} = line{n}[0] == 'a';", f"k{n} = read(0, line{n}, 4) == 2 && line{n}[1] == 7;",
                      f"k{n} = rand() % 3;", f"time_t now = time(0); k{n} = now > 5;", f"char *home = getenv(\"HOME\"); k{n} = home && home[0] == 'x';",
                      f"if (scanf(\"%d\", &word{n}) == 1 && word{n} > 3) k{n} = 1;", f"k{n} = outside{n}(&word{n}, line{n}) & 1;", f"fill{n}(&pair{n}); k{n} = pair{n}.a == 3;",
                      f"struct pair{n} *p = find{n}(k); if (p) k{n} = p->a;", f"int fd = open(\"f\", O_RDONLY); if (fd >= 0) {{ k{n} = (int)read(fd, line{n}, 3); close(fd); }}",
                      f"struct timespec ts; clock_gettime(CLOCK_REALTIME, &ts); k{n} = ts.tv_nsec & 1;", f"FILE *f = fopen(\"g\", \"r\"); if (f) {{ k{n} = fgetc(f); fclose(f); }}",
                      f"char *copy = strdup(line{n}); if (copy) copy[0] = 1; free(copy);"))
    return text, [f"{{ {use} }}"], f"k{n} {rng.choice(('!= 1', '<= 2', '!= 3'))}"


@piece
def outside(rng, n):
    """Functions without a body that take and give records, pointers to pointers and objects nobody can look into."""
    text = f"struct node{n} {{ struct node{n} *next; int v; }}; struct pair{n} {{ int *at; int v; }}; struct many{n} {{ int v[6]; int *at; }}; struct hidden{n};\n" \
           f"int take{n}(struct pair{n}); struct pair{n} give{n}(int); struct many{n} lots{n}(void); int *where{n}(const int *); int open{n}(struct node{n} **); double real{n}(float, int);\n" \
           f"int chain{n}(struct node{n} *); struct hidden{n} *handle{n}(const char *); int use{n}(struct hidden{n} *); void name{n}(char *, unsigned); struct node{n} top{n}; int word{n};"
    use = rng.choice((f"struct pair{n} p = {{&word{n}, k}}; k{n} = take{n}(p) & 1; if (word{n} > 5) k{n} = 2;", f"struct pair{n} p = give{n}(k); k{n} = p.v == 3;",
                      f"struct many{n} m = lots{n}(); k{n} = m.v[k & 3] == 4;", f"int *p = where{n}(&word{n}); if (p == &word{n}) k{n} = 1;", f"struct node{n} *p = 0; if (open{n}(&p) && p) k{n} = p->v;",
                      f"k{n} = real{n}(k, 2) > 1.5;", f"struct node{n} last = {{0, k}}; top{n}.next = &last; k{n} = chain{n}(&top{n}) & 1; if (last.v == 9) k{n} = 3; top{n}.next = 0;",
                      f"struct hidden{n} *h = handle{n}(\"a\"); k{n} = h && use{n}(h) == 2;", f"char b[6] = \"\"; name{n}(b, sizeof b); k{n} = b[1] == 'x';",
                      f"struct node{n} *h = malloc(sizeof *h); if (!h) return 0; h->next = &top{n}; h->v = 0; chain{n}(h); k{n} = h->v; free(h);"))
    return text, [f"{{ {use} }}"], f"k{n} {rng.choice(('!= 1', '<= 2', '!= 3', '== 0'))}"


@piece
def blocks_of_the_system(rng, n):
    """Calls that fill records, or give blocks of the library's own."""
    include = "#include <dirent.h>\n#include <errno.h>\n#include <poll.h>\n#include <sys/epoll.h>\n#include <sys/random.h>\n#include <sys/resource.h>\n#include <sys/socket.h>\n" \
              "#include <sys/stat.h>\n#include <sys/time.h>\n#include <sys/utsname.h>\n#include <sys/wait.h>\n"
    use = rng.choice((f"char *line = 0; size_t size = 0; if (getline(&line, &size, stdin) > 1) k{n} = line[1] == 'a'; free(line);", f"struct stat s; k{n} = !stat(\"f\", &s) && s.st_size == 3;",
                      f"time_t now = 5; struct tm *tm = localtime(&now); if (tm) k{n} = tm->tm_hour > 3;", f"char *e = strerror(k); k{n} = e && e[0] == 'S';", f"struct utsname u; if (!uname(&u)) k{n} = u.machine[0] == 'x';",
                      f"char b[8]; k{n} = getcwd(b, sizeof b) && b[1] == 'h';", f"struct pollfd p = {{0, POLLIN, 0}}; k{n} = poll(&p, 1, 0) == 1 && p.revents & POLLHUP;",
                      f"DIR *d = opendir(\".\"); if (d) {{ struct dirent *e = readdir(d); k{n} = e && e->d_name[0] == 'q'; closedir(d); }}", f"struct timeval tv; gettimeofday(&tv, 0); k{n} = tv.tv_usec & 1;",
                      f"int s = socket(AF_INET, SOCK_STREAM, 0); char b[4]; if (s >= 0) {{ k{n} = recv(s, b, 4, 0) == 3 && b[2] == 1; close(s); }}", f"char b[4]; k{n} = getrandom(b, k & 3, 0) == 2 && b[1] == 9;",
                      f"struct rlimit l; if (!getrlimit(RLIMIT_NOFILE, &l)) k{n} = l.rlim_cur == 7;", f"FILE *f = fopen(\"g\", \"r\"); char b[5]; if (f) {{ k{n} = fread(b, 2, 2, f) == 2 && b[3] == 5; fclose(f); }}",
                      f"char w[4]; int v; if (scanf(\"%d %3s\", &v, w) == 2) k{n} = v == 6 && w[0] == 'z';", f"char *p = realpath(\"f\", 0); if (p) k{n} = p[0] == '/'; free(p);",
                      f"int e = epoll_create1(0); struct epoll_event ev = {{.events = EPOLLIN}}; if (e >= 0) {{ epoll_ctl(e, EPOLL_CTL_ADD, 0, &ev); k{n} = epoll_wait(e, &ev, 1, 0) > 0; close(e); }}"))
    return include, [f"{{ {use} }}"], f"k{n} {rng.choice(('!= 1', '<= 2', '== 0'))}"


@piece
def functions_of_floats(rng, n):
    call = rng.choice(("pow(k & 3, 2)", "pow(2, k)", "exp(k & 1)", "sin(k)", "atan2(k, 1)", "sqrt(k)", "fmod(k, 2)", "log(k + 1)", "cbrt(8)", f"pow(d{n}, 2)", f"floor(d{n} / 2)",
                       f"strtod(k ? \"1.5\" : \"2e3\", 0)", f"fma(d{n}, 2, k)", f"hypot(3, k)", f"ldexp(d{n}, k & 3)", f"(double)powf(k & 1, 3)", f"rint(d{n})"))
    return f"double d{n};", [f"d{n} {rng.choice(('=', '=', '+='))} {call};"], rng.choice((f"d{n} < 9", f"d{n} != 4", f"d{n} >= 0 || d{n} < 0", f"(int)d{n} != 1"))


@piece
def masks(rng, n):
    """A bit that is a lock, beside others."""
    bit, other = rng.choice(((1, 2), (4, 1), (2, 8)))
    take = rng.choice((f"while (atomic_fetch_or(&m{n}, {bit}) & {bit});", f"if (atomic_fetch_or(&m{n}, {bit}) & {bit}) return 0;",
                       f"int e = 0; while (!atomic_compare_exchange_strong(&m{n}, &e, {bit})) e = 0;", f"if (atomic_exchange(&m{n}, {bit})) return 0;"))
    give = rng.choice((f"atomic_fetch_and(&m{n}, ~{bit});", f"atomic_fetch_xor(&m{n}, {bit});", f"atomic_store(&m{n}, 0);", f"atomic_fetch_sub(&m{n}, {bit});"))
    beside = rng.choice(("", "", f"atomic_fetch_or(&m{n}, {other});"))
    return f"atomic_int m{n};", [beside, f"{{ {take} k{n}++; assert(k{n} == 1); k{n}--; {give} }}"], f"m{n} >= 0"


@piece
def buffering(rng, n):
    """Two stores and two loads the other way round."""
    order, fence = rng.choice(("relaxed", "seq_cst", "seq_cst")), rng.choice(("", "atomic_thread_fence(memory_order_seq_cst);"))
    way = "int r{1}{0} = 0; atomic_store_explicit(&{1}{0}, 1, memory_order_{3}); {4} if (!atomic_load_explicit(&{2}{0}, memory_order_{3})) got{0}[{5}] = 1;"
    one, two = (way.format(n, a, b, order, fence, i) for i, (a, b) in enumerate(("xz", "zx")))
    return f"atomic_int x{n}, z{n}; int got{n}[2];", [f"if (argument) {{ {one} }} else {{ {two} }}"], f"!got{n}[0] || !got{n}[1]"


@piece
def bytes_of_words(rng, n):
    """A word and its bytes, at a place that is computed; in store buffers, too."""
    index = rng.choice(("k & 3", "1", f"k{n} & 3"))
    write = rng.choice((f"u{n}.byte[{index}] = 1;", f"u{n}.half[k & 1] = 258;", f"u{n}.word = k;", f"memcpy(u{n}.byte + 1, &k, 2);"))
    read = rng.choice((f"k{n} = u{n}.word;", f"k{n} = u{n}.byte[{index}];", f"k{n} = u{n}.half[1];", f"u{n}.word++;"))
    return f"union {{ unsigned word; unsigned short half[2]; unsigned char byte[4]; }} u{n};", [write, read], f"k{n} {rng.choice(('!= 1', '<= 258', '>= 0'))}"


@piece
def turns(rng, n):
    """Loops that wait and use memory meanwhile."""
    meanwhile = rng.choice((f"int *p = malloc(4); if (p) *p = k; free(p);", f"struct node{n} *p = malloc(sizeof *p); if (p) {{ p->next = 0; free(p); }}", "int z = k; (void)z; sched_yield();",
                            f"k{n} ^= 1;", f"pthread_mutex_lock(&big); k{n} = 0; pthread_mutex_unlock(&big);"))
    leave = rng.choice((f"atomic_load(&go{n})", f"atomic_load(&go{n}) > 1", f"k{n} == 1"))
    return f"atomic_int go{n}; struct node{n} {{ struct node{n} *next; }};", rng.choice(([f"if (argument) while (!({leave})) {{ {meanwhile} }} else atomic_store(&go{n}, 1);"],
        [f"atomic_fetch_add(&go{n}, 1);", f"while (!({leave})) {{ {meanwhile} }}"])), f"go{n} <= 2"


@piece
def large(rng, n):
    """Arrays that are written and copied at places and lengths that are computed."""
    write = rng.choice((f"memset(a{n} + (k & 7), {rng.choice((0, 1, 255))}, 32 + (k & 3));", f"memcpy(a{n} + (k & 3), b{n}, 24 + (k & 7));", f"memmove(a{n} + 1, a{n}, 40 + (k & 1));",
                        f"*(int *)(a{n} + 4 * (k & 7)) = 7;", f"strcpy(a{n} + (k & 3), \"text\");"))
    read = rng.choice((f"k{n} = a{n}[16 + (k & 3)];", f"k{n} = *(int *)(a{n} + 8);", f"k{n} = memcmp(a{n}, b{n}, 20 + (k & 3)) != 0;", f"k{n} = (int)strlen(a{n} + (k & 1));", f"b{n}[k & 7] = a{n}[k & 15];"))
    return f"_Alignas(8) char a{n}[64], b{n}[40] = {{1, 2, 3}};", [write, read], f"k{n} {rng.choice(('!= 7', '<= 7', '== 0', '>= -1'))}"


@piece
def lists(rng, n):
    """Blocks that lead to blocks, freed or not."""
    text = f"struct item{n} {{ struct item{n} *next[2]; int v; }} *head{n};"
    make = f"struct item{n} *i = malloc(sizeof *i); if (!i) return 0; i->next[0] = 0; i->next[1] = 0; i->v = k;"
    link = rng.choice((f"pthread_mutex_lock(&big); i->next[k & 1] = head{n}; head{n} = i; pthread_mutex_unlock(&big);", f"i->next[0] = i; free(i);", f"head{n} = i;", "free(i);",
                       f"i->next[1] = malloc(sizeof *i); free(i->next[1]); free(i);"))
    return text, [f"{{ {make} {link} }}"], f"!head{n} || head{n}->v {rng.choice(('<= 3', '!= 1'))}"


@piece
def aliases(rng, n):
    """A lock that an input selects."""
    return f"pthread_mutex_t l{n}[2] = {{PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER}};", \
        [f"pthread_mutex_t *p{n} = {rng.choice((f'&l{n}[k & 1]', f'k ? l{n} : l{n} + 1', f'k > 9 ? 0 : l{n}'))};", f"pthread_mutex_lock(p{n});", f"k{n}++;",
         rng.choice(("", f"pthread_mutex_lock(&big); k{n}++; pthread_mutex_unlock(&big);")), f"pthread_mutex_unlock({rng.choice((f'p{n}', f'p{n}', f'&l{n}[k & 1]'))});"], f"k{n} {rng.choice(('<= 4', '!= 2'))}"


@piece
def elements(rng, n):
    """Synchronisation that --why-safe takes away: each kind."""
    body = rng.choice((["pthread_rwlock_wrlock(&rw{0});", "k{0}++;", "pthread_rwlock_unlock(&rw{0});"], ["pthread_rwlock_rdlock(&rw{0});", "assert(k{0} <= 3);", "pthread_rwlock_unlock(&rw{0});", "k{0} = 1;"],
                       ["__VERIFIER_atomic_begin();", "k{0}++;", "__VERIFIER_atomic_end();"], ["pthread_once(&once{0}, first{0});"], ["atomic_fetch_add(&at{0}, 1);", "k{0} = 1;"],
                       ["atomic_store(&at{0}, 1);", "if (atomic_load(&at{0})) k{0} = 1;"], ["pthread_mutex_lock(&big);", "if (k) {{ k{0} = 2; pthread_mutex_unlock(&big); return 0; }}", "k{0} = 1;", "pthread_mutex_unlock(&big);"],
                       ["while (pthread_mutex_trylock(&big)) if (k) return 0;", "k{0}++;", "pthread_mutex_unlock(&big);"], ["if (!pthread_mutex_lock(&big)) {{ k{0}++; pthread_mutex_unlock(&big); }}"],
                       ["static int own{0}; own{0} = 1;", "pair{0} = 2; at{0} = 1;", "if (at{0}) k{0} = 1;"]))
    text = f"pthread_rwlock_t rw{n} = PTHREAD_RWLOCK_INITIALIZER; pthread_once_t once{n} = PTHREAD_ONCE_INIT; atomic_int at{n}; int pair{n}; static void first{n}(void) {{ k{n}++; }}"
    return text, [line.format(n) for line in body], f"k{n} {rng.choice(('<= 3', '<= 2', '<= 1'))}"


def program(seed):
    """The text; seed chooses pieces, threads and whether they run the same function."""
    rng = random.Random(f"options {seed}")
    made = [rng.choice(PIECES)(rng, n) for n in range(rng.choice((1, 2, 2, 3)))]
    nthreads = rng.choice((0, 1, 2, 2))
    lines = ["pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;"]
    for n, (text, _, _) in enumerate(made):
        lines += [f"static int k{n};", text]
    apart, bodies = rng.random() < 0.4, []
    for n, (_, body, _) in enumerate(made):
        bodies.append([f"\t{line}" for line in body if line])
    names = [f"t{n}" for n in range(len(made))] if apart else ["t0"]
    for n, name in enumerate(names):
        own = bodies[n] if apart else sum(bodies, [])
        lines += [f"static void *{name}(void *argument) {{", f"\tint k = {rng.choice(('__VERIFIER_nondet_int() & 3', '1', 'argument ? 1 : 0'))};", *own, "\t(void)k;", "\treturn argument;", "}"]
    lines += ["int main(void) {", f"\tpthread_t t[{max(nthreads, 1)}];", "\t(void)t;"]
    lines += [f"\tsem_init(&s{n}, 0, 1);" for n, (text, _, _) in enumerate(made) if "sem_t" in text]
    lines += [f"\tif (pthread_create(&t[{i}], 0, {names[i % len(names)]}, {'(void *)1' if i else 0})) return 0;" for i in range(nthreads)]
    lines += [f"\t{name}(0);" for name in names if not nthreads or rng.random() < 0.3]
    lines += [f"\tpthread_join(t[{i}], 0);" for i in range(nthreads)]
    lines += [f"\tassert({claim});" for _, _, claim in made if rng.random() < 0.8]
    return HEADER + "\n".join([*lines, "\treturn 0;", "}"]) + "\n"
