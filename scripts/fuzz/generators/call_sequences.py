"""call_sequences -- random sequences of calls into the library over one state, for scripts/fuzz/fuzz-calls.

A sequence is a list of steps; each is a few lines of C, some of them observations (tests/environment/README.md has their
format).  Steps of a sequence share descriptors, streams, buffers, masks of signals and so on, but each step stands alone: a
sequence from which some were dropped is one, too.  So variables are declared at the start, with values that are right without
the step that sets them: a descriptor is -1, a stream NULL.

    '? EXPRESSION'    what the library leaves no choice about, in the usual environment
    '~ EXPRESSION'    what it may answer in several ways: what happened must be among them

Nothing waits for ever natively: descriptors that may be empty or full do not block.
"""

import collections

INCLUDES = """#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>""".splitlines()

# Of all sequences of a program: only one of them runs.
SHARED = """
static volatile int hits[65], last_signal, deepest, depth, jumped, nested, last_code;
static sigjmp_buf back;
static void count(int n) { hits[n]++; last_signal = n; depth++; if (depth > deepest) deepest = depth; depth--; }
static void explain(int n, siginfo_t *info, void *context) { hits[n]++; last_code = info->si_code * 2 + (info->si_pid == getpid()); }
static void jump(int n) { hits[n]++; last_signal = n; jumped++; siglongjmp(back, n); }
static void nest(int n) { hits[n]++; depth++; if (depth > deepest) deepest = depth; if (nested++ < 3) raise(SIGUSR2); depth--; }
static int compare_ints(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int mask_of(const sigset_t *s) { return sigismember(s, SIGUSR1) | sigismember(s, SIGUSR2) << 1 | sigismember(s, SIGTERM) << 2; }
""".strip().splitlines()

Sequence = collections.namedtuple("Sequence", "theme declarations steps")


class Writer:
    """What the steps of one sequence know of each other."""

    def __init__(self, rng):
        self.rng, self.declarations, self.n = rng, [], 0

    def new(self, kind, declaration):
        """The name of a new variable; '@' in its declaration is the name."""
        name = f"{kind}{self.n}"
        self.n += 1
        self.declarations.append(declaration.replace("@", name))
        return name

    def pick(self, *choices):
        return self.rng.choice(choices)


# -- descriptors

def flags(w, *names):
    some = [n for n in names if w.rng.random() < 0.5]
    return " | ".join(some) or "0"


class Descriptors(Writer):
    """All of them inside the program: what is read from a file is anything, and numbers of descriptors are used again."""

    def __init__(self, rng):
        super().__init__(rng)
        self.fds = []  # (name, kind)
        self.watched = []
        self.declarations += ["char b[64] = {0}; int v = 0; struct pollfd polled[2]; struct epoll_event got[4];",
                              "struct sockaddr_in here;",
                              "struct termios settings; struct iovec parts[2] = {{b, 3}, {b + 8, 4}}; fd_set set; struct timeval none = {0, 0};"]

    def start(self):
        return [["signal(SIGPIPE, SIG_IGN);"], self.make(), self.make()]

    def fd(self, *kinds):
        some = [f for f, kind in self.fds if kind in kinds] if kinds and self.rng.random() < 0.8 else [f for f, _ in self.fds]
        return self.rng.choice(some) if some else "77"

    def keep(self, kind):
        name = self.new("fd", "int @ = -1;")
        self.fds.append((name, kind))
        return name

    def make(self):
        kind = self.pick("pipe", "pipe", "stream", "datagram", "packet", "tcp", "tcp", "event", "event", "epoll", "timer", "signal")
        if kind == "tcp":
            return self.connect()
        if kind in ("pipe", "stream", "datagram", "packet"):
            pair = self.new("pair", "int @[2] = {-1, -1};")
            if kind == "pipe":
                call = f"pipe2({pair}, O_NONBLOCK | {flags(self, 'O_CLOEXEC')})"
            else:
                sort = {"stream": "SOCK_STREAM", "datagram": "SOCK_DGRAM", "packet": "SOCK_SEQPACKET"}[kind]
                call = f"socketpair(AF_UNIX, {sort} | SOCK_NONBLOCK | {flags(self, 'SOCK_CLOEXEC')}, 0, {pair})"
            one, other = self.keep(kind), self.keep(kind)
            return [f"? call {call}", f"{one} = {pair}[0]; {other} = {pair}[1];", f"? {one}", f"? {other}"]
        calls = {"event": f"eventfd({self.pick(0, 1, 7)}, EFD_NONBLOCK | {flags(self, 'EFD_CLOEXEC', 'EFD_SEMAPHORE')})",
                 "epoll": f"epoll_create1({flags(self, 'EPOLL_CLOEXEC')})",
                 "timer": f"timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | {flags(self, 'TFD_CLOEXEC')})",
                 "signal": f"signalfd(-1, &(sigset_t){{0}}, SFD_NONBLOCK | {flags(self, 'SFD_CLOEXEC')})"}
        name = self.keep(kind)
        return [f"{name} = {calls[kind]};", f"? {name}"]

    def connect(self):
        """Both ends of a connection over loopback.  The listener stays open, in a sequence of its own, or is closed."""
        listener, client, server = self.new("fd", "int @ = -1;"), self.keep("tcp"), self.keep("tcp")
        lines = [f"{listener} = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0); here = (struct sockaddr_in){{.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)}};",
                 f"? call bind({listener}, (void *)&here, sizeof here)", f"? call listen({listener}, {self.pick(0, 1, 5)})",
                 f"? call getsockname({listener}, (void *)&here, &(socklen_t){{sizeof here}})", f"{client} = socket(AF_INET, SOCK_STREAM, 0);",
                 f"? call connect({client}, (void *)&here, sizeof here)", f"{server} = accept4({listener}, NULL, NULL, SOCK_NONBLOCK | {flags(self, 'SOCK_CLOEXEC')});",
                 f"? call fcntl({client}, F_SETFL, O_NONBLOCK)", f"? {client}", f"? {server}"]
        return lines + ([f"close({listener});"] if self.rng.random() < 0.7 else [])

    def copy(self):
        old = self.fd()
        kind = next((k for f, k in self.fds if f == old), "none")
        new = self.keep(kind)
        call = self.pick(f"dup({old})", f"dup2({old}, {self.rng.randint(3, 12)})", f"dup3({old}, {self.rng.randint(3, 12)}, {self.pick(0, 'O_CLOEXEC', 1)})",
                         f"fcntl({old}, F_DUPFD, {self.rng.randint(0, 12)})", f"fcntl({old}, F_DUPFD_CLOEXEC, {self.rng.randint(0, 12)})",
                         f"dup2({old}, {self.fd()})")
        return [f"errno = 0; {new} = {call};", f"? {new}", f"? {new} == -1 ? errno : 0"]

    def close(self):
        return [f"? call close({self.fd()})"]

    def ask(self):
        fd = self.fd()
        return [f"? call {call}" for call in self.rng.sample(
            [f"fcntl({fd}, F_GETFD)", f"fcntl({fd}, F_GETFL)", f"fcntl({fd}, F_GETPIPE_SZ)", f"isatty({self.inside()})"], 2)]

    def change(self):
        fd = self.fd("pipe", "event", "stream", "timer")
        return [self.pick(f"? call fcntl({fd}, F_SETFD, {self.pick('0', 'FD_CLOEXEC', '3')})",
                          f"? call fcntl({fd}, F_SETFL, O_NONBLOCK | {flags(self, 'O_APPEND')})",
                          f"? call ioctl({fd}, {self.pick('FIOCLEX', 'FIONCLEX')})", f"? call ioctl({fd}, FIONBIO, &(int){{1}})",
                          f"? call ioctl({self.inside()}, TCGETS, &settings)"),
                self.pick(f"? call fcntl({fd}, F_GETFD)", f"? call fcntl({fd}, F_GETFL)")]

    INSIDE = ("pipe", "tcp", "stream", "datagram", "packet", "event", "timer", "signal", "epoll")

    def inside(self):
        some = [f for f, kind in self.fds if kind in self.INSIDE]
        return self.rng.choice(some) if some else "77"

    def read(self):
        fd, n = self.inside(), self.pick(0, 1, 2, 3, 5, 8, 8, 8, 16, 64)
        call = self.pick(f"read({fd}, b, {n})", f"read({fd}, b, {n})", f"readv({fd}, parts, {self.pick(0, 1, 2)})",
                         f"recv({fd}, b, {n}, {self.pick('0', 'MSG_DONTWAIT', 'MSG_PEEK', 'MSG_TRUNC', 'MSG_PEEK | MSG_TRUNC')})")
        return ["memset(b, 0, sizeof b);", f"? call {call}", "? bytes b, 16"]

    def write(self):
        # Whether a packet without a byte is one that its receiver did not read depends on the version of Linux.
        has_packets = any(kind == "packet" for _, kind in self.fds)
        fd, n = self.inside(), max(self.pick(0, 1, 2, 3, 5, 8, 8, 8, 16), int(has_packets))
        data = self.pick("\"abcdefghijklmnop\"", "(const char[16]){1}", "(const char[16]){1}", "(const char[16]){3, 0, 1}")
        call = self.pick(f"write({fd}, {data}, {n})", f"write({fd}, {data}, {n})", f"writev({fd}, parts, {self.pick(0, 1, 2)})",
                         f"send({fd}, {data}, {n}, {self.pick('MSG_NOSIGNAL', 'MSG_DONTWAIT', '0')})")
        # To an eventfd, which any descriptor may have become: an error since Linux 6.9.
        is_open = n == 16 and call.startswith("write(") and any(kind == "event" for _, kind in self.fds)
        return [f"{'~' if is_open else '?'} call {call}"]

    def position(self):
        fd = self.inside()
        return [self.pick(f"? call lseek({fd}, {self.pick(-1, 0, 1, 5)}, {self.pick('SEEK_SET', 'SEEK_CUR', 'SEEK_END', '7')})",
                          f"? call pread({fd}, b, {self.pick(0, 8)}, {self.pick(-1, 0, 4)})",
                          f"? call pwrite({fd}, b, {self.pick(0, 8)}, {self.pick(-1, 0, 4)})",
                          f"? call preadv({fd}, parts, 2, {self.pick(-1, 0, 4)})",
                          f"? call ftruncate({fd}, {self.pick(-1, 0, 4)})", f"? call fsync({fd})",
                          f"? posix_fadvise({fd}, 0, 0, {self.pick('POSIX_FADV_NORMAL', '99')})",
                          f"? posix_fallocate({fd}, {self.pick(-1, 0)}, {self.pick(0, 4)})")]

    def readable(self):
        fd = self.fd("pipe", "tcp", "stream", "datagram", "event", "packet") if self.rng.random() < 0.9 else "77"
        return ["v = -5;", f"? call ioctl({fd}, FIONREAD, &v)", "? v"]

    def poll(self):
        one, other = self.inside(), self.inside()
        events = [self.pick("POLLIN", "POLLOUT", "POLLIN | POLLOUT", "0", "POLLRDHUP | POLLIN") for _ in range(2)]
        lines = [f"polled[0] = (struct pollfd){{{one}, {events[0]}, 55}}; polled[1] = (struct pollfd){{{other}, {events[1]}, 55}};"]
        return lines + [f"? call poll(polled, {self.pick(1, 2, 2)}, 0)", "? polled[0].revents", "? polled[1].revents"]

    def select(self):
        fd = self.inside()
        read = self.rng.random() < 0.5
        sets = "&set, NULL, NULL" if read else "NULL, &set, NULL"
        return [f"FD_ZERO(&set); if ({fd} >= 0) FD_SET({fd}, &set); none = (struct timeval){{0, 0}};",
                f"? call select({fd} + 1, {sets}, &none)", f"? {fd} >= 0 && FD_ISSET({fd}, &set)"]

    def watch(self):
        epoll, fd = self.fd("epoll"), self.inside()
        what = self.pick("EPOLL_CTL_ADD", "EPOLL_CTL_ADD", "EPOLL_CTL_ADD", "EPOLL_CTL_MOD", "EPOLL_CTL_DEL")
        events = self.pick("EPOLLIN", "EPOLLIN", "EPOLLOUT", "EPOLLIN | EPOLLOUT", "EPOLLIN | EPOLLET", "EPOLLIN | EPOLLONESHOT", "0")
        return [f"? call epoll_ctl({epoll}, {what}, {fd}, &(struct epoll_event){{{events}, {{.fd = {self.rng.randint(1, 3)}}}}})"]

    def wait(self):
        return ["memset(got, 0, sizeof got);", f"~ call epoll_wait({self.fd('epoll')}, got, {self.pick(1, 2, 4, 4)}, 0)",
                "~ got[0].events", "~ got[0].data.fd", "~ got[1].events"]

    def shut(self):
        return [f"? call shutdown({self.fd('tcp', 'stream', 'datagram', 'packet')}, {self.pick('SHUT_RD', 'SHUT_WR', 'SHUT_RDWR')})"]

    def socket_option(self):
        fd = self.fd("tcp", "stream", "datagram", "packet")
        option, kind = self.pick(("SO_TYPE", "?"), ("SO_ERROR", "?"), ("SO_DOMAIN", "?"))
        return ["v = -5;", f"? call getsockopt({fd}, SOL_SOCKET, {option}, &v, &(socklen_t){{sizeof v}})", f"{kind} v"]

    STEPS = (make, copy, copy, close, ask, ask, change, read, read, read, write, write, write, position, position, readable, poll, poll, select, watch, watch, wait,
             shut, socket_option)


# -- signals

class Signals(Writer):
    USED = ("SIGUSR1", "SIGUSR2", "SIGTERM")

    def __init__(self, rng):
        super().__init__(rng)
        self.declarations += ["sigset_t s, t; struct sigaction a, o; int n = 0; siginfo_t info; struct timespec soon = {0, 0};", "struct signalfd_siginfo told = {0}; int fd = -1;",
                              "volatile int came = 0;",
                              "sigemptyset(&s); sigemptyset(&t);"]

    def start(self):
        return [[f"signal({s}, {self.pick('count', 'count', 'SIG_IGN')});"] for s in self.USED]

    def signal(self):
        return self.pick(*self.USED)

    ORDER = ("? last_signal", "? deepest")

    def set(self):
        call = self.pick(f"sigaddset(&s, {self.signal()})", f"sigaddset(&s, {self.signal()})", f"sigdelset(&s, {self.signal()})", "sigemptyset(&s)",
                         f"sigaddset(&s, {self.pick(0, 65, -1, 64, 32)})", "sigfillset(&s)", "sigorset(&s, &s, &t)", "sigandset(&s, &s, &t)")
        return [f"? call {call}", "? mask_of(&s)", f"? call sigismember(&s, {self.pick(0, 64, 65, 'SIGKILL', 'SIGINT')})"]

    def mask(self):
        call = self.pick("sigprocmask", "pthread_sigmask")
        how = self.pick("SIG_BLOCK", "SIG_BLOCK", "SIG_UNBLOCK", "SIG_SETMASK", "9")
        new = self.pick("&s", "&s", "&s", "NULL")
        lines = [f"? call {call}({how}, {new}, &t)", "? mask_of(&t)", "? hits[SIGUSR1] * 100 + hits[SIGUSR2] * 10 + hits[SIGTERM]"]
        return lines + [*self.ORDER, "sigprocmask(SIG_BLOCK, NULL, &t);", "? sigismember(&t, SIGKILL)"]

    def send(self):
        s = self.signal()
        call = self.pick(f"raise({s})", f"raise({s})", f"kill(getpid(), {s})", f"pthread_kill(pthread_self(), {s})", "raise(0)", "kill(getpid(), 0)", "raise(65)", "raise(-1)",
                         "pthread_kill(pthread_self(), 65)", "kill(getpid(), 99)")
        return [f"? call {call}", "? hits[SIGUSR1] * 100 + hits[SIGUSR2] * 10 + hits[SIGTERM]", "? last_signal", "? deepest"]

    def sender(self):
        s = self.signal()
        call = self.pick(f"raise({s})", f"kill(getpid(), {s})", f"pthread_kill(pthread_self(), {s})")
        return [f"a = (struct sigaction){{.sa_sigaction = explain, .sa_flags = SA_SIGINFO}}; sigaction({s}, &a, NULL);", call + ";", f"signal({s}, count);", "? last_code"]

    def pending(self):
        return ["? call sigpending(&t)", "? mask_of(&t)"]

    def action(self):
        s = self.signal()
        handler = self.pick("count", "count", "nest", "SIG_IGN")
        kind = flags(self, "SA_NODEFER", "SA_RESTART", "SA_RESETHAND") if handler == "count" and self.rng.random() < 0.3 else "0"
        mask = self.pick("s", "s", "(sigset_t){0}")
        old = ["? o.sa_handler == count", "? o.sa_handler == SIG_IGN", "? o.sa_flags & (SA_NODEFER | SA_RESETHAND | SA_RESTART)", "? mask_of(&o.sa_mask)"]
        return [f"a = (struct sigaction){{.sa_handler = {handler}, .sa_mask = {mask}, .sa_flags = {kind}}};",
                f"? call sigaction({s}, &a, &o)", *self.rng.sample(old, 2)]

    def look(self):
        return [f"? call sigaction({self.pick(*self.USED, '0', '65', 'SIGKILL', '32')}, NULL, &o)", f"? signal({self.pick('SIGKILL', '0', '65', 'SIGSTOP')}, SIG_IGN) == SIG_ERR",
                "? errno"]

    def interrupt(self):
        s = self.signal()
        return [f"? call siginterrupt({self.pick(s, s, '0', '65')}, {self.pick(0, 1)})", f"signal({s}, count); sigaction({s}, NULL, &o);", "? o.sa_flags & SA_RESTART"]

    def leap(self):
        """A handler that jumps back; whether the mask was saved shows afterwards."""
        s, saves = self.signal(), self.pick(0, 1, 1)
        return [f"came = 0; jumped = 0; signal({s}, jump); came = sigsetjmp(back, {saves});", f"if (jumped == 0) raise({s});", f"signal({s}, count);",
                "? came", "? jumped", "sigprocmask(SIG_BLOCK, NULL, &t);", "? mask_of(&t)"]

    def wait(self):
        s = self.signal()
        return [f"sigemptyset(&t); sigaddset(&t, {s}); sigaddset(&t, {self.signal()}); memset(&info, 0, sizeof info);",
                f"~ call sigtimedwait(&t, {self.pick('NULL', '&info')}, &soon)", "? call sigpending(&t)", "? mask_of(&t)"]

    def take(self):
        """sigwait of what is surely pending."""
        s = self.signal()
        return [f"sigemptyset(&t); sigaddset(&t, {s}); sigprocmask(SIG_BLOCK, &t, &o.sa_mask); signal({s}, count); raise({s}); n = 0;",
                "? sigwait(&t, &n)", "? n", "sigprocmask(SIG_SETMASK, &o.sa_mask, NULL);", f"? hits[{s}]"]

    def suspend(self):
        s = self.signal()
        return [f"sigemptyset(&t); sigaddset(&t, {s}); sigprocmask(SIG_BLOCK, &t, &o.sa_mask); signal({s}, count); raise({s}); sigemptyset(&t);",
                "? call sigsuspend(&t)", f"? hits[{s}]", *self.ORDER, "sigprocmask(SIG_SETMASK, &o.sa_mask, &t);", "? mask_of(&t)"]

    def descriptor(self):
        return [f"if (fd < 0) fd = signalfd(-1, &s, SFD_NONBLOCK); else signalfd(fd, &s, 0);", "? call read(fd, &told, sizeof told) > 0", "? told.ssi_code", "? call sigpending(&t)", "? mask_of(&t)"]

    STEPS = (set, set, set, mask, mask, mask, send, send, send, pending, action, action, look, interrupt, leap, leap, wait, take, suspend, sender, descriptor)


# -- streams in memory

class Streams(Writer):
    def __init__(self, rng):
        super().__init__(rng)
        self.declarations += ["FILE *f = NULL, *g = NULL; char memory[24] = \"ab 12 cd\"; char *grown = NULL; size_t size = 0; char b[32] = {0}; int n = 0, m = 0; fpos_t place; char *line = NULL; size_t room = 0; int wrote = 0, pushed = 0;"]

    def start(self):
        return [self.open()]

    def open(self):
        mode = self.pick("r", "r+", "w", "w+", "a", "a+")
        made = self.pick(f"fmemopen(memory, {self.pick(8, 16, 24)}, \"{mode}\")", f"fmemopen(memory, {self.pick(8, 24)}, \"{mode}\")", "open_memstream(&grown, &size)")
        return [f"if (f == NULL) f = {made};", "? f != NULL"]

    def on(self, *calls):
        lines = ["if (f == NULL) f = fmemopen(memory, 16, \"w+\");"]
        return lines + list(calls)

    # C allows no input after output, and no output after input, without a call for the position between them.
    # Where a stream is after ungetc at its start, and what fflush does to what is pushed back, is not promised.  ungetc behind fflush on a
    # stream of fmemopen makes what was written before readable again in the GNU library: a call for the position comes between.
    UNGET = "if (pushed) fgetc(f); fseek(f, 0, SEEK_CUR); pushed = ftell(f) > 0 ? 1 : 2;"
    TO_WRITE = "if (pushed > 1) fgetc(f); if (!wrote) fseek(f, 0, SEEK_CUR); wrote = 1; pushed = 0;"
    TO_READ = "if (wrote) fflush(f); wrote = 0;"
    TO_MOVE = "if (pushed) fgetc(f); pushed = 0;"

    def put(self):
        return self.on(self.TO_WRITE, "? " + self.pick("fputs(\"xyz\", f) >= 0", "fputc('q', f)", "putc('r', f)", "fprintf(f, \"%d-%s\", 42, \"s\")", "fwrite(\"abcdef\", 2, 3, f)", "fputs(\"\", f) >= 0"))

    def get(self):
        call = self.pick("fgetc(f)", "getc(f)", "fgets(b, 5, f) != NULL", "fread(b, 1, 4, f)", "fread(b, 3, 2, f)", "fscanf(f, \"%3s\", b)", "fscanf(f, \"%d\", &n)", "(__freadable(f) ? ungetc('u', f) : 0)")
        first = [self.UNGET] if "ungetc" in call else [self.TO_MOVE] if "fscanf" in call else []
        after = [] if "ungetc" in call else ["pushed = 0;"]
        return self.on(self.TO_READ, *first, "memset(b, 0, sizeof b);", "? " + call, *after, "? bytes b, 8", "? n", "~ feof(f) != 0")

    def where(self):
        # Where fseek leaves a stream that it cannot move is not promised.
        call = self.pick("ftell(f)", f"fseek(f, {self.pick(-3, 0, 1, 4, 99)}, {self.pick('SEEK_SET', 'SEEK_CUR', 'SEEK_END')})", "fflush(f)", "fgetpos(f, &place)")
        return self.on(self.TO_MOVE, f"? m = {call}", *(["if (m != 0) rewind(f);"] if "fseek" in call else []), "? call ftell(f)")

    def state(self):
        return self.on("? feof(f) != 0", "? ferror(f) != 0", self.pick("rewind(f); pushed = 0;", "clearerr(f);", ";", ";"), "? feof(f) != 0", "? ferror(f) != 0")

    def look(self):
        return [f"if (f != NULL) {{ {self.TO_MOVE} fflush(f); }}", "? bytes memory, sizeof memory", "? size", "? grown != NULL && size < 20 ? grown[size] : 0"]

    def close(self):
        return ["? f != NULL ? fclose(f) : 0", "f = NULL; pushed = 0;", "? bytes memory, sizeof memory", "? size"]

    def line(self):
        return self.on(self.TO_READ, self.TO_MOVE, "n = (int)getline(&line, &room, f);", "? n", "? n > 0 ? line[0] * 256 + line[n - 1] : -1")

    def file(self):
        """A file outside, opened for one way or both."""
        mode = self.pick("r", "w", "a", "r+", "w+")
        put = self.pick("fputc('a', g) >= 0", "fputs(\"ab\", g) >= 0", "fprintf(g, \"%d\", 42) >= 0", "fwrite(\"ab\", 1, 2, g)", "fputs(\"\", g) >= 0", "fwrite(\"ab\", 1, 0, g)")
        get = self.pick("fgetc(g)", "fgets(b, 5, g) != NULL", "fread(b, 1, 4, g)", "fscanf(g, \"%d\", &n)", "(int)getline(&line, &room, g)") if mode in "wa" else "0"
        mark = ["? errno", "? ferror(g) != 0"]
        return ["g = fopen(\"file\", \"a\"); if (g != NULL) fclose(g);", f"g = fopen(\"file\", \"{mode}\"); errno = 0;", f"? g != NULL ? {put} : -1", *mark,
                self.pick("clearerr(g);", ";"), f"errno = 0; if (g != NULL) fseek(g, 0, SEEK_SET);", f"? g != NULL ? {get} : -1", *mark, "if (g != NULL) fclose(g);"]

    STEPS = (open, put, put, put, get, get, get, where, where, state, look, close, line, file)


# -- text

WORDS = ["", "a", "ab", "abc", "b", "abcabc", "xyz", "a,b,,c", "  12 ", "-7z", "ABC", "aB", "0x1f", "hello world"]


class Text(Writer):
    def __init__(self, rng):
        super().__init__(rng)
        self.declarations += ["char x[40] = \"abc\", y[40] = \"b,c\"; char *p = NULL, *save = NULL; int list[6] = {3, 1, 2, 5, 4, 0}; wchar_t w[20] = L\"ab\"; size_t k = 0;"]

    def start(self):
        return []

    def word(self):
        return '"' + self.rng.choice(WORDS) + '"'

    def text(self):
        return self.pick("x", "y", "x", "y", self.word())

    def to(self):
        return self.pick("x", "y")

    def copy(self):
        to, n = self.to(), self.rng.randint(0, 12)
        call = self.pick(f"strcpy({to}, {self.word()})", f"strncpy({to}, {self.word()}, {n})", f"strlen({to}) < 20 ? strcat({to}, {self.word()}) : 0",
                         f"strlen({to}) < 20 ? strncat({to}, {self.word()}, {n}) : 0", f"stpcpy({to}, {self.word()})", f"memset({to} + {self.rng.randint(0, 5)}, '{self.pick(*'aZ0')}', {n})",
                         f"memmove({to} + {self.rng.randint(0, 4)}, {to} + {self.rng.randint(0, 4)}, {n})", f"memccpy({to}, {self.word()} \"\\0\", 'b', 2)")
        return [f"{call};", f"{to}[39] = 0;", f"? bytes {to}, 40"]

    def compare(self):
        a, b, n = self.text(), self.text(), self.rng.randint(0, 8)
        call = self.pick(f"strcmp({a}, {b})", f"strncmp({a}, {b}, {n})", f"strcasecmp({a}, {b})", f"strncasecmp({a}, {b}, {n})", f"memcmp(x, y, {n})", f"strcoll({a}, {b})")
        return [f"? ({call} > 0) - ({call} < 0)"]

    def find(self):
        a, c = self.to(), self.pick("'a'", "'b'", "','", "0", "'z'")
        call = self.pick(f"strchr({a}, {c})", f"strrchr({a}, {c})", f"strstr({a}, {self.word()})", f"memchr({a}, {c}, {self.rng.randint(0, 12)})", f"strpbrk({a}, {self.word()})",
                         f"strcasestr({a}, {self.word()})", f"strchrnul({a}, {c})", f"memmem({a}, 8, {self.word()}, 1)", f"memrchr({a}, {c}, 9)")
        return [f"p = (char *)({call});", f"? p == NULL ? -1 : p - {a}"]

    def measure(self):
        a = self.text()
        return ["? " + self.pick(f"strlen({a})", f"strnlen({a}, {self.rng.randint(0, 6)})", f"strspn({a}, \"abc \")", f"strcspn({a}, \",bc\")")]

    def split(self):
        a = self.to()
        return [self.pick(f"p = strtok_r({a}, \",b\", &save);", f"if (save != NULL) p = strtok_r(NULL, \",\", &save);", f"p = {a}; p = strsep(&p, \", \");", f"p = strtok({a}, \",c\");"), f"? string p", f"? bytes {a}, 12"]

    def character(self):
        c = self.pick("'a'", "'Z'", "'0'", "' '", "'\\n'", "200", "-1", f"x[{self.rng.randint(0, 3)}]")
        return [f"? {self.pick('isalpha', 'isdigit', 'isspace', 'isupper', 'isxdigit', 'ispunct', 'isprint', 'iscntrl')}((unsigned char)({c})) != 0", f"? {self.pick('toupper', 'tolower')}((unsigned char)({c}))"]

    def sort(self):
        return [self.pick("qsort(list, 6, sizeof *list, compare_ints);", f"list[{self.rng.randint(0, 5)}] = {self.rng.randint(-5, 9)};"), "? bytes list, sizeof list",
                f"qsort(list, 6, sizeof *list, compare_ints); p = bsearch(&(int){{{self.rng.randint(0, 6)}}}, list, 6, sizeof *list, compare_ints);", "? p == NULL ? -1 : (int *)p - list"]

    def wide(self):
        call = self.pick("wcslen(w)", "mbstowcs(w, x, 19)", "wcscmp(w, L\"ab\") == 0", "wcschr(w, L'b') ? wcschr(w, L'b') - w : -1")
        return [f"? {call}", "w[19] = 0;", "? w[0]"]

    def duplicate(self):
        return [f"p = {self.pick('strdup(x)', 'strndup(y, 2)', 'strdup(y)')};", "? string p", "free(p); p = NULL;"]

    STEPS = (copy, copy, copy, compare, find, find, measure, split, character, sort, wide, duplicate)


# -- numbers

class Numbers(Writer):
    def __init__(self, rng):
        super().__init__(rng)
        self.declarations += ["char b[80] = {0}, t[40] = \"0\"; char *end = t; int n = 0, m = 0; long l = 0; unsigned u = 0; double d = 0, e = 1; long double ld = 0; float g = 0; intmax_t j = 0;"]

    def start(self):
        return []

    def number_text(self):
        rng = self.rng
        sign = self.pick("", "", "-", "+", " ", "\\t-")
        digits = "".join(rng.choice("0123456789") for _ in range(rng.choice([1, 2, 3, 10, 19, 20, 25, 45])))
        return '"' + sign + self.pick(digits, digits + "x", "0x" + digits[:9], "0" + digits[:3], "x", "", "0x", "-", "7fZ", digits + "." + digits[:3], "." + digits[:5], digits[:6] + "e" + str(rng.randint(-330, 320)),
                                     "0x1." + digits[:6] + "p" + str(rng.randint(-1080, 1023)), "inf", "nan", "1e", "1e+", "9223372036854775807", "9223372036854775808", "4294967296", "zz") + '"'

    def integer(self):
        f = self.pick("strtol", "strtoul", "strtoll", "strtoull", "strtoimax", "strtoumax")
        return [f"errno = 0; end = NULL; {{ static const char s[] = {self.number_text()}; l = (long){f}(s, &end, {self.pick(0, 10, 16, 8, 36, 2, 1)}); m = end == NULL ? -1 : (int)(end - s); n = errno; }}",
                "? l", "? n", "? n == EINVAL ? 0 : m"]

    def real(self):
        text = self.number_text()
        f, v, what = self.pick(("strtod", "d", "real"), ("strtod", "d", "real"), ("strtof", "g", "real"), ("strtold", "ld", "long real"))
        return [f"errno = 0; {{ static const char s[] = {text}; {v} = {f}(s, &end); n = errno; m = (int)(end - s); }}", f"? {what} {v}", "? n", "? m"]

    def print(self):
        conversion = self.pick("%d", "%5d", "%-5d|", "%05d", "%+d", "%x", "%#x", "%o", "%u", "%.3d", "%hhd", "%hd", "%c")
        if self.rng.random() < 0.5:
            return [f"? snprintf(b, {self.pick(80, 80, 4, 1)}, \"{conversion}\", {self.pick('n', 'm', '-1', '65', '255', '-2147483647')})", "? string b"]
        conversion = self.pick("%f", "%.0f", "%.3f", "%e", "%g", "%.10g", "%a", "%10.2f", "%#.0f", "%G", "%-12e|", "%+.1f", "%.17g")
        return [f"? snprintf(b, 80, \"{conversion}\", {self.pick('d', 'e', '0.1', '-0.0', '2.5', '1e22', '123456789.125', '1e-5', '0.5', '1.5')})", "? string b"]

    def scan(self):
        text, form, to = self.pick(("\"12 34\"", "%d %d", "&n, &m"), ("\"0x1f z\"", "%i %c", "&n, b"), ("\"1.5e3x\"", "%lf%c", "&d, b"), ("\"abc123\"", "%3s%d", "b, &n"), ("\"-x\"", "%lf", "&d"),
                                   ("\"7,8\"", "%d,%n%d", "&n, &m, &n"), ("\"aab\"", "%[a]%d", "b, &n"), ("\"  9\"", "%2d", "&n"), ("b", "%d", "&n"), ("b", "%lf", "&d"), ("\"nan\"", "%lf", "&e"))
        return ["memset(b, 0, 4);" if text != "b" else ";", f"? sscanf({text}, \"{form}\", {to})", "? n", "? m", "? real d", "? string b"]

    # C does not say which sign a NaN has that arithmetic made, and machines differ.
    SIGN_OF_NAN = "if (isnan(d)) d = NAN; if (isnan(e)) e = NAN;"

    def real_arithmetic(self):
        f = self.pick("floor", "ceil", "trunc", "round", "rint", "nearbyint", "fabs", "sqrt", "roundeven", "logb")
        g = self.pick("fmod", "fmax", "fmin", "copysign", "remainder", "fdim", "nextafter")
        mark = "~" if g in ("fmax", "fmin") else "?"  # which of two zeros they choose is open
        return [self.pick(f"d = {f}({self.pick('d', 'e', '-2.5', '0.49', '1e300', '3.5')});", f"e = {g}({self.pick('d', 'e', '7.5')}, {self.pick('d', 'e', '2', '-0.0')});", f"d = ldexp(e, {self.rng.randint(-1080, 20)});",
                          "d = frexp(e, &n);", "e = modf(d, &d);", f"e = fma(d, e, {self.pick('1', '-0.5')});", f"d = scalbn(d, {self.rng.randint(-30, 30)});"), self.SIGN_OF_NAN, f"{mark} real d", f"{mark} real e", "? n"]

    def classify(self):
        v = self.pick("d", "e", "g")
        return [f"? {self.pick('isnan', 'isinf', 'isfinite', 'isnormal', 'signbit')}({v}) != 0", f"? fpclassify({v}) == {self.pick('FP_NAN', 'FP_ZERO', 'FP_SUBNORMAL', 'FP_NORMAL')}"]

    def whole(self):
        return ["? " + self.pick("abs(n)", "labs(l % 1000)", "div(n, 7).rem", "ldiv(l % 1000, -3).quot", "imaxabs(j)", "ffs(n)", "lround(2.5)", "lrint(-0.5)", "llround(1e10)", "ilogb(8.5)", "atoi(\"-12x\")", "atol(\" 7\")")]

    def mode(self):
        return [f"? fesetround({self.pick('FE_TONEAREST', 'FE_TONEAREST', 'FE_UPWARD', 'FE_DOWNWARD', 'FE_TOWARDZERO')})", "? fegetround()"]

    STEPS = (integer, integer, real, real, real, print, print, scan, scan, real_arithmetic, real_arithmetic, classify, whole, mode)


# -- time, the environment, memory

class System(Writer):
    def __init__(self, rng):
        super().__init__(rng)
        self.declarations += ["struct tm tm = {.tm_year = 100, .tm_mday = 1}; time_t t = 951782400; char b[64] = {0}; char *p = NULL, *q = NULL; struct timespec ts = {0, 0}, us = {0, 0}; int fd = -1;",
                              "struct itimerspec it = {{0, 0}, {0, 0}}, was = {{0, 0}, {0, 0}}; unsigned long long expired = 0;"]

    def start(self):
        return []

    def moment(self):
        return str(self.rng.choice([0, -1, 86399, 951782400, 2147483647, -2147483648, 4102444800, self.rng.randint(-10**10, 10**11)]))

    # Dates are open; behind these no field of one is.
    DATE = ("~ tm.tm_year", "~ tm.tm_mon * 100 + tm.tm_mday", "~ tm.tm_hour * 10000 + tm.tm_min * 100 + tm.tm_sec", "~ tm.tm_wday * 1000 + tm.tm_yday")

    def calendar(self):
        return [f"t = {self.moment()};", "~ gmtime_r(&t, &tm) != NULL", *self.DATE, "~ timegm(&tm)", *self.DATE]

    def normal(self):
        field = self.pick("tm_mday", "tm_mon", "tm_hour", "tm_min", "tm_sec", "tm_year")
        change = f"= {self.rng.randint(-300, 500)}" if field == "tm_year" else f"+= {self.rng.randint(-400, 400)}"
        return [f"tm.{field} {change}; tm.tm_isdst = 0;", f"~ timegm(&tm)", *self.DATE]

    def text(self):
        form = self.pick("%Y-%m-%d", "%H:%M:%S", "%j %U %w", "%a %b", "%A %B", "%y%%", "%I %p", "%e|%k", "%G-W%V-%u", "%D %T", "%F", "%c", "%s" if False else "%C", "%n%t", "%x %X", "%R %r", "%h")
        mark = "~" if any(letter in form for letter in "UGVW") else "?"  # weeks are open
        return [f"memset(b, 0, sizeof b);", f"{mark} strftime(b, {self.pick(64, 64, 5)}, \"{form}\", &tm) > 0", f"{mark} strftime(b, 64, \"{form}\", &tm)", f"{mark} string b"]

    def parse(self):
        text, form = self.pick(("2000-02-29", "%Y-%m-%d"), ("12:34:56", "%H:%M:%S"), ("Feb 3", "%b %d"), ("13:99", "%H:%M"), ("99", "%y"))
        return [f"p = strptime(\"{text}\", \"{form}\", &tm);", "~ p == NULL ? -1 : *p", *self.DATE]

    def clock(self):
        # Clocks show any time; a negative number may be one.
        return ["? call clock_gettime(CLOCK_MONOTONIC, &ts)", "? call clock_gettime(CLOCK_MONOTONIC, &us)",
                "? us.tv_sec > ts.tv_sec || (us.tv_sec == ts.tv_sec && us.tv_nsec >= ts.tv_nsec)", self.pick("? call clock_gettime(99, &ts)", "~ call clock_gettime(-99, &ts)"),
                "? ts.tv_nsec >= 0 && ts.tv_nsec < 1000000000"]

    def variable(self):
        name = '"' + self.pick("A_V", "B_V", "A_V", "", "A=B") + '"'
        value = '"' + self.pick("1", "", "two") + '"'
        return [self.pick(f"? call setenv({name}, {value}, {self.pick(0, 1)})", f"? call unsetenv({name})", "? call putenv(\"A_V=put\")", "? call clearenv()"), "? string getenv(\"A_V\")", "? string getenv(\"B_V\")"]

    def heap(self):
        return [self.pick("free(p = NULL);", f"q = realloc(q, {self.rng.randint(4, 20)}); if (q != NULL) memcpy(q, \"xyz\", 4);", f"free(q); q = calloc({self.rng.randint(1, 3)}, 8);", "free(q); q = NULL;", "free(q); q = strdup(\"heap\");",
                          "if (q == NULL) q = calloc(1, 8); q[0] = 'Q'; q = realloc(q, 30);"), "? q != NULL", "? q == NULL ? 0 : q[0] * 256 + q[1]"]

    def mapping(self):
        return ["p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);", "? p != MAP_FAILED", "? p == MAP_FAILED ? 0 : p[100]", "if (p != MAP_FAILED) p[100] = 3;",
                f"? call {self.pick('msync(p, 4096, MS_SYNC)', 'mprotect(p, 4096, PROT_READ)', 'madvise(p, 4096, MADV_NORMAL)', 'mprotect(p + 1, 4096, PROT_READ)')}", "? p[100]", "? call munmap(p, 4096)", "p = NULL;"]

    def timer(self):
        first = self.pick(0, 0, 1000)
        return ["if (fd < 0) fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);", f"it = (struct itimerspec){{{{{self.pick(0, 5)}, 0}}, {{{first}, 0}}}};",
                f"? call timerfd_settime(fd, {self.pick(0, 0, 8)}, {self.pick('&it', '&it', '&(struct itimerspec){{0, 0}, {0, 1000000000}}')}, &was)", "~ was.it_interval.tv_sec", "~ was.it_value.tv_sec > 0", "? call timerfd_gettime(fd, &was)", "~ was.it_interval.tv_sec",
                "~ call read(fd, &expired, 8)"]

    STEPS = (calendar, calendar, normal, normal, text, text, text, parse, clock, variable, variable, heap, heap, mapping, timer)


THEMES = {"descriptors": Descriptors, "signals": Signals, "streams": Streams, "text": Text, "numbers": Numbers, "system": System}
WEIGHTS = {"descriptors": 6, "signals": 4, "streams": 3, "text": 2, "numbers": 3, "system": 2}


def random_sequence(rng, themes=tuple(THEMES)):
    """5 to 30 steps of one theme."""
    theme = rng.choices(themes, [WEIGHTS[t] for t in themes])[0]
    writer = THEMES[theme](rng)
    steps = writer.start()
    for _ in range(rng.randint(5, 30)):
        steps.append(rng.choice(writer.STEPS)(writer))
    return Sequence(theme, writer.declarations, steps)
