"""programs.py -- small programs with threads: a language of tuples, its C, and the code that the searches execute.

A program has locations (atomic or plain integers), mutexes, threads that all start after the initialisation, and a
condition about registers and final values of locations, asserted after all threads have ended.  Statements:

    ("store", x, e, order)                  x = e                      order "plain": an ordinary assignment
    ("load", r, x, order)                   r = x
    ("add", r, x, e, order)                 r = fetch_add(x, e)
    ("count", x, e, order)                  fetch_add(x, e), whose result nobody looks at
    ("wait", x, n, order)                   while (x != n);            with n a number
    ("exchange", r, x, e, order)            r = exchange(x, e)
    ("local", r, e)                         int r = e, a variable of the thread
    ("cas", r, x, old, e, order, failure)   r = compare_exchange(x, &old, e); old is a local
    ("fence", order)
    ("lock", m) ("unlock", m) ("trylock", r, m)
    ("set", r, e)                           r = e
    ("if", c, [...], [...])
    ("at", c, [a], [b])                     one access of an element: a of the table's second if c, b of its first if not
    ("loop", i, n, [...])                   for (int i = 0; i < n; i++)
    ("assert", c)                           in a thread

e and c are C expressions over registers and locals without side effects.  A register is a global int that one thread
writes and that is called r and a number; it begins as -1.  A store to one is no event here, though it is one in C; that matters
where psc goes through what is between two accesses (regression/litmus/psc-same-loc.c), so there results are kept in locals.

The first two locations of a program may be the elements of a table, and its first thread may be main itself, which runs it between
creating the others and joining them.  read_c reads what to_c writes of the others, and the litmus tests of regression/litmus that have no loops but counted ones: one statement
a line, as clang-format leaves it.  So the C file is what both cbmc-mt and the searches look at.
"""

import collections
import re

ORDERS = ("plain", "relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst")
BUSY = 16  # what pthread_mutex_trylock returns if it fails: EBUSY

# locations: name -> initial value; plain: names of those that are no atomics; condition: C, or "1"; table: () or the two
# locations that are its elements; main: main is the first thread.
Program = collections.namedtuple("Program", "locations plain mutexes threads condition table main", defaults=((), False))


class Unsupported(Exception):
    """A C file that is not in the small language."""


# ---- expressions -----------------------------------------------------------------------------------------------------

NAME = re.compile(r"[A-Za-z_]\w*")
WORDS = {"and", "or", "not", "int", "if", "else"}


def function(text):
    """A C expression as a function of a dictionary of values; comparisons and logical operators give 0 or 1."""
    python = re.sub(r"!(?!=)", " not ", text).replace("&&", " and ").replace("||", " or ")
    python = NAME.sub(lambda m: m[0] if m[0] in WORDS else f"v[{m[0]!r}]", python)
    return eval(f"lambda v: int({python})")  # pylint: disable=eval-used


# ---- code ------------------------------------------------------------------------------------------------------------

# A thread is a list of instructions, of which only the first six are events.  RMW: 'change' makes of the old value and
# the variables what is written (None: nothing, it fails), and 'results' what they become.
Store = collections.namedtuple("Store", "location value order library")
Load = collections.namedtuple("Load", "register location order until", defaults=(None,))  # until: it waits for this value
Rmw = collections.namedtuple("Rmw", "location change results order failure library")
Lock = collections.namedtuple("Lock", "location")  # an RMW that waits for 0
Fence = collections.namedtuple("Fence", "order")
Set = collections.namedtuple("Set", "register value")
Branch = collections.namedtuple("Branch", "condition target")  # goes there if the condition is false
Jump = collections.namedtuple("Jump", "target")
Assert = collections.namedtuple("Assert", "condition")


def compile_rmw(kind, statement):
    if kind == "trylock":
        _, r, m = statement
        return Rmw(m, lambda old, v: None if old else 1, lambda old, v: {r: BUSY if old else 0}, "acquire", "relaxed", True)
    if kind == "cas":
        _, r, x, expected, new, order, failure = statement
        new = function(new)
        return Rmw(x, lambda old, v: new(v) if old == v[expected] else None,
                   lambda old, v: {r: 1} if old == v[expected] else {r: 0, expected: old}, order, failure, False)
    r, x, e, order = statement[-4:] if kind != "count" else (None, *statement[1:])
    e = function(e)
    change = (lambda old, v: e(v)) if kind == "exchange" else (lambda old, v: old + e(v))
    return Rmw(x, change, lambda old, v: {r: old} if r else {}, order, order, False)


def compile_block(statements, code):
    for s in statements:
        kind = s[0]
        if kind == "store":
            code.append(Store(s[1], function(s[2]), s[3], False))
        elif kind == "load":
            code.append(Load(*s[1:]))
        elif kind == "wait":
            code.append(Load("waited", s[1], s[3], int(s[2])))
        elif kind == "unlock":
            code.append(Store(s[1], lambda v: 0, "release", True))
        elif kind == "lock":
            code.append(Lock(s[1]))
        elif kind == "fence":
            code.append(Fence(s[1]))
        elif kind in ("set", "local"):
            code.append(Set(s[1], function(s[2])))
        elif kind == "assert":
            code.append(Assert(function(s[1])))
        elif kind == "loop":
            for i in range(s[2]):
                code.append(Set(s[1], function(str(i))))
                compile_block(s[3], code)
        elif kind in ("if", "at"):
            at = len(code)
            code.append(None)
            compile_block(s[2], code)
            if s[3]:
                over = len(code)
                code.append(None)
                code[at] = Branch(function(s[1]), len(code))
                compile_block(s[3], code)
                code[over] = Jump(len(code))
            else:
                code[at] = Branch(function(s[1]), len(code))
        else:
            code.append(compile_rmw(kind, s))


def compile_thread(statements):
    code = []
    compile_block(statements, code)
    return code


def walk(statements):
    """All statements of a thread, those inside others after them."""
    for s in statements:
        yield s
        if s[0] in ("if", "at"):
            yield from walk(s[2])
            yield from walk(s[3])
        elif s[0] == "loop":
            yield from walk(s[3])


WITH_RESULT = {"load", "add", "exchange", "cas", "trylock", "set"}


def registers(program):
    """In the order of their numbers."""
    found = {s[1] for t in program.threads for s in walk(t) if s[0] in WITH_RESULT and re.fullmatch(r"r\d+", s[1])}
    return sorted(found, key=lambda r: int(r[1:]))


# ---- C out -----------------------------------------------------------------------------------------------------------

def c_statement(s, depth):
    tab = "\t" * depth
    kind = s[0]
    order = lambda o: f"memory_order_{o}"
    if kind == "store":
        yield tab + (f"{s[1]} = {s[2]};" if s[3] == "plain" else f"atomic_store_explicit(&{s[1]}, {s[2]}, {order(s[3])});")
    elif kind == "load":
        yield tab + (f"{s[1]} = {s[2]};" if s[3] == "plain" else f"{s[1]} = atomic_load_explicit(&{s[2]}, {order(s[3])});")
    elif kind in ("add", "exchange"):
        name = {"add": "fetch_add", "exchange": "exchange"}[kind]
        yield f"{tab}{s[1]} = atomic_{name}_explicit(&{s[2]}, {s[3]}, {order(s[4])});"
    elif kind == "count":
        yield f"{tab}atomic_fetch_add_explicit(&{s[1]}, {s[2]}, {order(s[3])});"
    elif kind == "wait":
        yield f"{tab}while (atomic_load_explicit(&{s[1]}, {order(s[3])}) != {s[2]});"
    elif kind == "local":
        yield f"{tab}int {s[1]} = {s[2]};"
    elif kind == "cas":
        yield f"{tab}{s[1]} = atomic_compare_exchange_strong_explicit(&{s[2]}, &{s[3]}, {s[4]}, {order(s[5])}, {order(s[6])});"
    elif kind == "fence":
        yield f"{tab}atomic_thread_fence({order(s[1])});"
    elif kind in ("lock", "unlock"):
        yield f"{tab}pthread_mutex_{kind}(&{s[1]});"
    elif kind == "trylock":
        yield f"{tab}{s[1]} = pthread_mutex_trylock(&{s[2]});"
    elif kind == "set":
        yield f"{tab}{s[1]} = {s[2]};"
    elif kind == "assert":
        yield f"{tab}assert({s[1]});"
    elif kind == "loop":
        yield f"{tab}for (int {s[1]} = 0; {s[1]} < {s[2]}; {s[1]}++) {{"
        for inner in s[3]:
            yield from c_statement(inner, depth + 1)
        yield tab + "}"
    elif kind == "at":
        yield from (re.sub(r"\bcells\[1\]", f"cells[{s[1]}]", line) for line in c_statement(s[2][0], depth))
    else:
        yield f"{tab}if ({s[1]}) {{"
        for inner in s[2]:
            yield from c_statement(inner, depth + 1)
        if s[3]:
            yield tab + "} else {"
            for inner in s[3]:
                yield from c_statement(inner, depth + 1)
        yield tab + "}"


def declared(names, initial):
    return ", ".join(n if not initial(n) else f"{n} = {initial(n)}" for n in names)


def tabled(program):
    """The program with cells[0] and cells[1] for the locations that are elements of its table."""
    names = {x: f"cells[{k}]" for k, x in enumerate(program.table)}

    def renamed(s):
        return tuple([renamed(inner) for inner in part] if isinstance(part, list) else names.get(part, part) if k else part for k, part in enumerate(s))

    return [[renamed(s) for s in thread] for thread in program.threads], lambda x: names.get(x, x)


def to_c(program, comments=()):
    """The program as C; comments: lines for the top."""
    threads, place = tabled(program)
    lines = [f"// {c}" for c in comments]
    lines += [f"#include <{h}>" for h in ("assert.h", "pthread.h", "stdatomic.h", "stddef.h")] + [""]
    atomic = [x for x in program.locations if x not in program.plain]
    plain = [x for x in program.locations if x in program.plain]
    for kind, names in (("atomic_int", atomic), ("int", plain)):
        if set(program.table) & set(names):
            lines.append(f"{kind} cells[2];")
        names = [x for x in names if x not in program.table]
        if names:
            lines.append(f"{kind} {declared(names, program.locations.get)};")
    if registers(program):
        lines.append(f"int {declared(registers(program), lambda r: -1)};")
    lines += [f"pthread_mutex_t {m} = PTHREAD_MUTEX_INITIALIZER;" for m in program.mutexes] + [""]
    n = len(program.threads)
    created = range(program.main, n)
    for k in created:
        thread = threads[k]
        lines.append(f"static void *t{k}(void *p) {{")
        for s in thread:
            lines += c_statement(s, 1)
        lines += ["\treturn p;", "}", ""]
    lines += ["int main(void) {", f"\tpthread_t t[{n}];"]
    lines += [f"\tpthread_create(&t[{k}], NULL, t{k}, NULL);" for k in created]
    if program.main:
        lines += ["\t{", *(line for s in threads[0] for line in c_statement(s, 2)), "\t}"]
    lines += [f"\tpthread_join(t[{k}], NULL);" for k in created]
    lines += [f"\tint {x}_last = atomic_load_explicit(&{place(x)}, memory_order_relaxed);" for x in atomic if x in NAME.findall(program.condition)]
    final = NAME.sub(lambda m: f"{m[0]}_last" if m[0] in atomic else place(m[0]), program.condition)
    lines += [f"\tassert({final});", "\treturn 0;", "}", ""]
    return "\n".join(lines)


def to_c_in_turn(some, comments=()):
    """Several programs as one: each begins when the threads of the one before have ended."""
    heads, mains = [], []
    for i, program in enumerate(some):
        head, _, main = to_c(program).partition("int main(void) {\n")
        names = {"t", "cells", *program.locations, *program.mutexes, *registers(program), *(f"t{k}" for k in range(len(program.threads)))}
        names |= {f"{x}_last" for x in program.locations}
        renamed = lambda text, i=i, names=names: NAME.sub(lambda m: f"{m[0]}_{i}" if m[0] in names else m[0], text)
        heads.append(renamed("\n".join(line for line in head.splitlines() if not line.startswith("#"))))
        mains.append(renamed(main.partition("\treturn 0;")[0]))
    lines = [f"// {c}" for c in comments] + [f"#include <{h}>" for h in ("assert.h", "pthread.h", "stdatomic.h", "stddef.h")]
    return "\n".join([*lines, *heads, "int main(void) {", "".join(mains) + "\treturn 0;", "}", ""])


READ_MODIFY_WRITE = re.compile(r"fetch_add|exchange|cells|while")


def as_structures(text, part):
    """The C of to_c with structures of two equal parts of a type for atomic integers; None: it has what structures have not."""
    if READ_MODIFY_WRITE.search(text) or "atomic_int " not in text:
        return None
    text = re.sub(r"^atomic_int ([\w, ]+);$", rf"struct pair {{ {part} a, b; }};\n_Atomic struct pair \1;", text, flags=re.M)
    text = re.sub(r"int (\w+)_last = (atomic_load_explicit\(.*\));", r"int \1_last = (int)\2.a;", text)
    text = re.sub(r"atomic_store_explicit\(&(\w+), (.+), (\w+)\);", r"{ struct pair both = {\2, \2}; atomic_store_explicit(&\1, both, \3); }", text)
    return re.sub(r"(\w+) = (atomic_load_explicit\(&\w+, \w+\));", r"{ struct pair both = \2; \1 = both.a == both.b ? (int)both.a : 77; }", text)


PASSED = """
static inline void put(atomic_int *p, int v, memory_order o) { atomic_store_explicit(p, v, o); }
static inline int get(atomic_int *p, memory_order o) { return atomic_load_explicit(p, o); }
static inline int add(atomic_int *p, int v, memory_order o) { return atomic_fetch_add_explicit(p, v, o); }
static inline int swap(atomic_int *p, int v, memory_order o) { return atomic_exchange_explicit(p, v, o); }
static int cas(atomic_int *p, int *old, int v, memory_order o, memory_order f) { return atomic_compare_exchange_strong_explicit(p, old, v, o, f); }
static void fence(memory_order o) { atomic_thread_fence(o); }
"""
PASSING = {"store": "put", "load": "get", "fetch_add": "add", "exchange": "swap", "compare_exchange_strong": "cas"}


def as_passed(text):
    """The C of to_c with functions that have the order as a parameter."""
    head, threads, rest = text.partition("static void *t")
    rest = re.sub(r"\batomic_thread_fence\(", "fence(", rest)
    rest = re.sub(rf"\batomic_({'|'.join(PASSING)})_explicit\(", lambda m: PASSING[m[1]] + "(", rest)
    return head + PASSED + threads + rest


# ---- C in ------------------------------------------------------------------------------------------------------------

ORDER = r"memory_order_(\w+)"
ACCESS = {
    "store": re.compile(rf"atomic_store_explicit\(&(\w+), (.+), {ORDER}\);"),
    "load": re.compile(rf"(\w+) = atomic_load_explicit\(&(\w+), {ORDER}\);"),
    "add": re.compile(rf"(\w+) = atomic_fetch_add_explicit\(&(\w+), (.+), {ORDER}\);"),
    "count": re.compile(rf"atomic_fetch_add_explicit\(&(\w+), (.+), {ORDER}\);"),
    "wait": re.compile(rf"while \(atomic_load_explicit\(&(\w+), {ORDER}\) != (\d+)\);"),
    "exchange": re.compile(rf"(\w+) = atomic_exchange_explicit\(&(\w+), (.+), {ORDER}\);"),
    "cas": re.compile(rf"(\w+) = atomic_compare_exchange_strong_explicit\(&(\w+), &(\w+), (.+), {ORDER}, {ORDER}\);"),
    "local": re.compile(r"int (\w+) = (.+);"),
    "fence": re.compile(rf"atomic_thread_fence\({ORDER}\);"),
    "lock": re.compile(r"pthread_mutex_lock\(&(\w+)\);"),
    "unlock": re.compile(r"pthread_mutex_unlock\(&(\w+)\);"),
    "trylock": re.compile(r"(\w+) = pthread_mutex_trylock\(&(\w+)\);"),
    "assert": re.compile(r"assert\((.+)\);"),
}
ASSIGNMENT = re.compile(r"(\w+) = ([^()]+);")
IF = re.compile(r"if \((.+)\) \{")
LOOP = re.compile(r"for \(int (\w+) = 0; \1 < (\d+); \1\+\+\) \{")
GLOBAL = re.compile(r"(atomic_int|int) ([^()]+);")
MUTEX = re.compile(r"pthread_mutex_t (\w+) = PTHREAD_MUTEX_INITIALIZER;")
THREAD = re.compile(r"static void \*(\w+)\(void \*p\) \{")
CREATE = re.compile(r"pthread_create\(&[\w\[\]]+, NULL, (\w+), NULL\);")
JOIN = re.compile(r"pthread_join\([\w\[\]]+, NULL\);")
LAST = re.compile(rf"int (\w+)_last = atomic_load_explicit\(&\1, {ORDER}\);")
IGNORED = re.compile(r"#include .*|//.*|pthread_t .*;|return (p|0);|")


class Reader:
    def __init__(self, text):
        self.lines = [line.strip() for line in text.splitlines()]
        self.at = 0
        self.locations, self.plain, self.mutexes = {}, set(), []
        self.functions, self.threads, self.condition = {}, [], "1"

    def next(self):
        self.at += 1
        return self.lines[self.at - 1]

    def assignment(self, line):
        """x = e or r = x: which of them, by the names."""
        found = ASSIGNMENT.fullmatch(line)
        if not found:
            raise Unsupported(line)
        left, right = found.groups()
        shared = [n for n in NAME.findall(right) if n in self.locations]
        if left in self.locations and not shared:
            return ("store", left, right, "plain")
        if shared and right != shared[0]:
            raise Unsupported(line)
        return ("load", left, right, "plain") if shared else ("set", left, right)

    def block(self):
        """(statements, whether an else follows)"""
        out = []
        while True:
            line = self.next()
            if line in ("}", "} else {"):
                return out, line != "}"
            if IGNORED.fullmatch(line):
                continue
            if found := IF.fullmatch(line):
                then, other = self.block()
                out.append(("if", found[1], then, self.block()[0] if other else []))
            elif found := LOOP.fullmatch(line):
                out.append(("loop", found[1], int(found[2]), self.block()[0]))
            else:
                for kind, pattern in ACCESS.items():
                    if found := pattern.fullmatch(line):
                        out.append((kind, found[1], found[3], found[2]) if kind == "wait" else (kind, *found.groups()))
                        break
                else:
                    out.append(self.assignment(line))

    def main(self):
        joined = 0
        while (line := self.next()) != "}":
            if found := CREATE.fullmatch(line):
                if joined:
                    raise Unsupported(line)
                self.threads.append(self.functions[found[1]])
            elif JOIN.fullmatch(line):
                joined += 1
            elif (found := ACCESS["assert"].fullmatch(line)) and joined == len(self.threads):
                condition = re.sub(rf"atomic_load_explicit\(&(\w+), {ORDER}\)", r"\1", found[1])
                condition = re.sub(r"\b(\w+)_last\b", r"\1", condition)
                self.condition = condition if self.condition == "1" else f"({self.condition}) && ({condition})"
            elif not IGNORED.fullmatch(line) and not LAST.fullmatch(line):
                raise Unsupported(line)

    def program(self):
        while self.at < len(self.lines):
            line = self.next()
            if line == "int main(void) {":
                self.main()
            elif found := THREAD.fullmatch(line):
                self.functions[found[1]] = self.block()[0]
            elif found := MUTEX.fullmatch(line):
                self.mutexes.append(found[1])
            elif found := GLOBAL.fullmatch(line):
                for item in found[2].split(", "):
                    name, _, value = item.partition(" = ")
                    if not re.fullmatch(r"r\d+", name):
                        self.locations[name] = int(value or 0)
                        if found[1] == "int":
                            self.plain.add(name)
            elif not IGNORED.fullmatch(line):
                raise Unsupported(line)
        for thread in self.threads:
            for s in walk(thread):
                if s[0] == "assert" and any(n in self.locations for n in NAME.findall(s[1])):
                    raise Unsupported(s[1])
        return Program(self.locations, self.plain, self.mutexes, self.threads, self.condition)


def read_c(text):
    """The program of a C file; raises Unsupported."""
    try:
        return Reader(text).program()
    except (IndexError, KeyError) as e:
        raise Unsupported(str(e)) from e
