"""typed_programs -- small random programs with threads, made of types and paths, one statement a line.

A program is made around a cell of scripts/fuzz/generators/typed_matrix.py: a table whose elements, storage, initialiser, and indices of reads and
writes are given; perhaps a second one, and something of a random type of depth three.  Threads then do what real
programs do (typed_statements) at places that paths lead to (typed_paths).  features() says what came of it.

No program has undefined behaviour other than data races and null dereferences; inputs are 0 or 1.  So an explicit-state search can say
what is violated, unless a table of the heap or of main has no initialiser: then what is read may be arbitrary.
"""

import random
import re

import typed_matrix
import typed_types as types
from typed_paths import Paths, Place, Root
from typed_statements import Statements

HEADER = """\
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
"""

# What statements name; a program has those that it uses.
COMMON = (
    ("x", "static int x;"),
    ("y", "static int y;"),
    ("at", "static int at;"),
    ("cursor", "static unsigned cursor;"),
    ("order", "static int order[2] = {1};"),
    ("control", "static struct control { int at, v; } control;"),
    ("guide", "static struct control *guide = &control;"),
    ("m", "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"),
    ("f1", "static int f1(int k) { return k + 1; }"),
    ("f2", "static int f2(int k) { y = k; return 0; }"),
    ("handler", "static int (*handler)(int) = f1;"),
    ("name", "static char name[4] = \"ab\";"),
    ("apply", "static int apply(int (*f)(int), int k) { return f(k); }"),
    ("pick", "static int pick(int k) { return k & 1; }"),
    ("where", "static int where(void) { return at; }"),
    ("bump", "static int bump(int *p) { return (*p)++ & 1; }"),
    ("put", "static void put(int *p, int v) { *p = v; }"),
)
LOCKED, FREE, MIXED = "locked", "free", "mixed"


class Scope:
    """What a function can name."""

    def __init__(self, in_thread, has_argument):
        self.in_thread, self.has_argument = in_thread, has_argument
        self.indices, self.inputs, self.numbers = [], [], []
        self.depth = self.locks = 0

    def inner(self):
        other = Scope(self.in_thread, self.has_argument)
        other.indices, other.inputs, other.numbers = list(self.indices), list(self.inputs), list(self.numbers)
        other.depth, other.locks = self.depth + 1, self.locks
        return other


class Program(Paths, Statements):
    """One program from one seed."""

    kinds = typed_matrix.INDICES

    def __init__(self, seed, cell=None, orderly=False):
        """cell: what it is made around, instead of that of the seed; orderly: there are no races"""
        self.rng = random.Random(f"types {seed}")
        self.lines, self.indent, self.fresh_number, self.budget = [], 1, 0, 0
        self.records, self.objects, self.accessors, self.users = [], {}, {}, {}
        self.tables, self.roots = [], []
        self.nthreads = self.rng.choices((1, 2, 3), (3, 6, 1))[0]
        self.regime = self.rng.choices((LOCKED, FREE, MIXED), (5, 3, 2))[0]
        self.orderly = orderly or self.chance(0.25)
        self.regime = LOCKED if self.orderly else self.regime
        self.setup = []  # lines of main before threads start
        self.fillers = []  # threads that fill a table
        self.add_table("table", cell or typed_matrix.cell_of(seed))
        if self.chance(0.35):
            other = typed_matrix.cell_of(self.rng.randrange(1 << 20))
            self.add_table("second", {**other, "read": self.rng.choice(self.kinds), "write": self.rng.choice(self.kinds)})
        if self.chance(0.4):
            self.add_other()
        self.code = self.functions()

    # Small things.

    def chance(self, p):
        return self.rng.random() < p

    def pick(self, *items):
        return self.rng.choice(items)

    def line(self, text):
        self.lines.append("\t" * self.indent + text)

    def name(self, prefix):
        self.fresh_number += 1
        return f"{prefix}{self.fresh_number}"

    def spend(self, n):
        self.budget -= n

    def local_place(self, name, t):
        return Place(name, t, Root(name, t))

    # Types and objects.

    def element(self, kind, width):
        """(type of an element, path to what is accessed)"""
        of = types.any_scalar(self.rng) if self.chance(0.3) else types.integer(self.rng, 4)
        if kind == "integer":
            return types.integer(self.rng, width), ()
        if kind == "enum":
            return types.colour(), ()
        if kind == "float":
            return types.real(width), ()
        if kind == "pointer":
            return types.Pointer(self.record() if self.chance(0.3) else of), ()
        if kind == "pointer-pointer":
            return types.Pointer(types.Pointer(of)), ()
        if kind == "function":
            return types.Function(), ()
        if kind == "row":
            return types.Array(types.Pointer(of), 2), ("[]",)
        if kind == "atomic":
            name = self.rng.choice(types.INTEGERS[width])
            return types.Scalar(name, width, atomic=True), ()
        if kind == "atomic-pointer":
            return types.Pointer(of, atomic=True), ()
        if kind == "mutex":
            return types.Lock(), ()
        return self.record_element(kind, width, of)

    def record_element(self, kind, width, of):
        if kind == "record":
            fields = [("a", types.integer(self.rng, width)), ("b", types.any_scalar(self.rng))]
            if self.chance(0.3):
                fields.append(("c", types.Array(types.integer(self.rng, 2), 2)))
            self.rng.shuffle(fields)
            return self.new_record(fields), ("a",)
        if kind == "record-pointer":
            if self.chance(0.4):
                node = self.new_record([("v", types.integer(self.rng, 4))])
                node.fields.append(("next", types.Pointer(node)))
                return node, ("next",)
            return self.new_record(self.rng.sample([("p", types.Pointer(of)), ("v", types.any_scalar(self.rng))], 2)), ("p",)
        if kind == "nested":
            inner = self.new_record(self.rng.sample([("p", types.Pointer(of)), ("v", types.any_scalar(self.rng))], 2))
            return self.new_record([("k", types.integer(self.rng, 4)), ("in", inner)]), ("in", "p")
        if kind == "union-pointer":
            word = types.Scalar("uintptr_t", 8)
            return self.new_record([("p", types.Pointer(of)), ("w", word), ("b", types.Array(types.Scalar("unsigned char", 1), 8))], union=True), ("p",)
        parts = [("i", types.Scalar("int", 4)), ("h", types.Array(types.Scalar("short", 2), 2)), ("b", types.Array(types.Scalar("unsigned char", 1), 4))]
        return self.new_record(parts, union=True), {4: ("i",), 2: ("h", "[]"), 1: ("b", "[]")}[width]

    def record(self):
        return self.rng.choice(self.records) if self.records and self.chance(0.5) else self.new_record([("v", types.integer(self.rng, 4)), ("p", types.Pointer(types.integer(self.rng, 4)))])

    def new_record(self, fields, union=False):
        record = types.Record(self.name("u" if union else "s"), fields, union, packed=not union and self.rng.random() < 0.1)
        self.records.append(record)
        return record

    def targets_of(self, t):
        """Names of two objects of that type, which pointers lead to."""
        if t.key not in self.objects:
            names = [self.name("o"), self.name("o")]
            self.objects[t.key] = (t, names)
            self.roots += [Root(name, t) for name in names]
            for inner in self.parts(t):
                self.targets_of(inner)
        return self.objects[t.key][1]

    def parts(self, t):
        """The types that pointers inside it lead to."""
        if t.is_pointer:
            return [t.to]
        if t.is_array:
            return self.parts(t.of)
        if t.is_record or t.is_union:
            return [part for _, field in t.fields for part in self.parts(field)]
        return []

    def constant(self, t):
        """A value that is known before the program starts."""
        if t.is_function:
            return self.pick("f1", "f2", "f1", "0")
        if t.is_pointer:
            return self.pick("0", *(f"&{name}" for name in self.targets_of(t.to) * 2))
        return self.rng.choice(t.values)

    def add_other(self):
        """Something of a random type beside the tables."""
        t = types.random_type(self.rng, 3, self.name, self.records)
        for part in self.parts(t):
            self.targets_of(part)
        self.targets_of(t)

    def add_table(self, name, cell):
        t, leaf = self.element(cell["element"], cell["width"])
        array = types.Array(t, self.rng.choices((2, 3, 4, 20), (10, 3, 4, 1))[0])
        storage, start = cell["storage"], cell["initialiser"]
        root = Root(f"{name}()" if storage == "static-local" else name, array, storage, (cell["element"], storage, start), leaf)
        root.kinds = {False: cell["read"], True: cell["write"]}
        root.declaration = self.table_text(name, root, storage, start)
        self.tables.append(root)
        self.roots.append(root)
        for part in self.parts(array):
            self.targets_of(part)
        if t.is_record or t.is_union:
            self.targets_of(t)

    def table_text(self, name, root, storage, start):
        """Lines at file level; what main has to do goes to setup."""
        array = root.type
        text = types.initial(self.rng, array, start if start in ("partial", "designated", "full") else "none", self.constant)
        given = f" = {text}" if text and storage != "heap" else ""
        if start in ("memset", "thread") or (storage == "heap" and start == "full"):
            self.fill_later(name, root, start)
        if storage == "static-local":
            return [f"static {types.Pointer(array.of).declare(f'{name}(void)')} {{ static {array.declare('here')}{given}; return here; }}"]
        if storage in ("automatic", "heap"):
            declared = [f"static {types.Pointer(array.of).declare(name)};"]
            if storage == "automatic":
                self.setup[:0] = [f"{array.declare(f'{name}_of_main')}{given};", f"{name} = {name}_of_main;"]
            else:
                size = f"calloc({array.n}, sizeof *{name})" if start == "calloc" else f"malloc({array.n} * sizeof *{name})"
                self.setup[:0] = [f"{name} = {size};"]
            return declared
        words = {"static": "static ", "global": "", "thread-local": self.pick("static _Thread_local ", "static __thread "), "const": "static "}[storage]
        return [f"{words}{array.declare(('const ' if storage == 'const' else '') + name)}{given};"]

    def fill_later(self, name, root, start):
        if start == "memset":
            self.setup.append(f"memset({root.text}, 0, {root.type.n} * sizeof {root.text}[0]);")
            return
        lines = []
        every = min(root.type.n, 20)
        for k in range(every if every <= 4 else 0):
            lines += self.fill_lines(f"{root.text}[{k}]", root.type.of)
        if every > 4:
            lines += [f"for (int i = 0; i < {root.type.n}; i++) {{", *("\t" + line for line in self.fill_lines(f"{root.text}[i]", root.type.of)), "}"]
        if start == "thread":
            self.fillers.append((name, lines, root.storage))
        else:
            self.setup += lines

    def fill_lines(self, text, t):
        """Assignments to all of it."""
        if t.width:
            return [f"{text} = {self.constant(t)};"]
        if t.is_array:
            return [line for k in range(t.n) for line in self.fill_lines(f"{text}[{k}]", t.of)]
        fields = t.fields[:1] if t.is_union else t.fields
        return [line for name, field in fields for line in self.fill_lines(f"{text}.{name}", field)]

    def accessor(self, t):
        """The number of two functions that get a T **."""
        if t.key not in self.accessors:
            self.accessors[t.key] = (len(self.accessors) + 1, t)
        return self.accessors[t.key][0]

    def accessor_lines(self):
        for number, t in self.accessors.values():
            to = types.Pointer(t).declare("to")
            yield f"static void set_{number}({to}, {t.declare('p')}) {{ *to = p; }}"
            yield f"static {t.declare(f'get_{number}({to})')} {{ return *to; }}"

    def user_lines(self):
        """Functions that get a pointer to a record; what they return is 0 or 1."""
        for record in self.users.values():
            numbers = [name for name, t in record.fields if t.is_scalar and not t.is_atomic and t.name != types.COLOUR]
            pointers = [(name, t.to) for name, t in record.fields if t.is_pointer]
            looks = [f"p->{name} == v" for name in numbers] + [f"p->{name} != NULL" for name, _ in pointers] + ["v > 1"]
            looks += [f"p->{name} && *p->{name} == v" for name, to in pointers if to.is_scalar]
            looks += [f"p->{name} && p->{name}->{inner} == v" for name, to in pointers if to.is_record for inner, t in to.fields if t.is_scalar]
            writes = [f"p->{name} = ({t.name})v; " for name, t in record.fields if name in numbers] + [f"p->{name} = NULL; " for name, _ in pointers] + [""]
            yield f"static int use_{record.tag}({record.declare('*p')}, int v) {{ {self.rng.choice(writes)}return {self.rng.choice(looks)}; }}"

    # Functions.

    def thread_body(self, scope, most, must=()):
        """Statements, perhaps in a critical section; must: accesses of the table, is it a write?"""
        outer, self.lines = self.lines, []
        self.budget = self.rng.choice((5, 8, 11)) if self.nthreads < 3 else 4
        locked = self.regime == LOCKED or (self.regime == MIXED and self.chance(0.5))
        if locked:
            self.line("pthread_mutex_lock(&m);")
        for write in must:
            self.table_access(scope, write)
        for _ in range(self.rng.randint(0 if must else 1, most)):
            if self.budget <= 0:
                break
            self.statement(scope)
        if locked:
            self.line("pthread_mutex_unlock(&m);")
        lines, self.lines = self.lines, outer
        return lines

    def functions(self):
        lines = []
        concurrent = []
        for name, body, storage in self.fillers:
            lines += [f"static void *fill_{name}(void *argument) {{", *("\t" + line for line in body), "\treturn argument;", "}"]
            if storage in ("static", "global", "static-local") and not self.orderly and self.chance(0.4):
                concurrent.append(f"fill_{name}")
            else:
                self.setup += [f"pthread_t first_{name};", f"pthread_create(&first_{name}, NULL, fill_{name}, NULL);", f"pthread_join(first_{name}, NULL);"]
        must = [[True], [False]]
        self.rng.shuffle(must)
        self.main_must = must[1] if self.nthreads == 1 else []
        for k in range(self.nthreads):
            lines += [f"static void *t{k}(void *argument) {{", *self.thread_body(Scope(True, True), 3, must[k] if k < 2 else []), "\treturn argument;", "}"]
        return lines + self.main_lines(concurrent)

    def main_lines(self, concurrent):
        started = [f"t{k}" for k in range(self.nthreads)] + concurrent
        lines = ["int main(void) {", *("\t" + line for line in self.setup), f"\tpthread_t t[{len(started)}];"]
        lines += [f"\tpthread_create(&t[{k}], NULL, {name}, {self.pick('NULL', '(void *)1')});" for k, name in enumerate(started)]
        if self.nthreads == 1 or self.chance(0.25):
            lines += ["\t{", *self.thread_body(Scope(False, False), 2, self.main_must), "\t}"]
        lines += [f"\tpthread_join(t[{k}], NULL);" for k in range(len(started))]
        if self.chance(0.4):
            outer, self.lines = self.lines, []
            self.read(Scope(False, False))
            lines += ["\t{", *self.lines, "\t}"]
            self.lines = outer
        return [*lines, "\treturn 0;", "}"]

    def text(self):
        declared = [types.COLOUR_DEFINITION, *(f"{record.declare('')};" for record in self.records), *(record.definition() for record in self.sorted_records())]
        code = "\n".join([*self.code, *self.setup])
        objects = []
        known = set()
        while len(known) < len(self.objects):  # an initialiser may need further targets
            for key in [key for key in self.objects if key not in known]:
                known.add(key)
                t, names = self.objects[key]
                objects += [(t, name, types.initial(self.rng, t, self.pick("none", "partial", "full", "full"), self.constant)) for name in names]
        body = [f"static {t.declare(name)};" for t, name, _ in objects]
        body += [f"static {t.declare(name)} = {given};" for t, name, given in objects if given]
        body += [line for table in self.tables for line in table.declaration]
        body += [*self.accessor_lines(), *self.user_lines()]
        everything = "\n".join([*body, code])
        common = []
        for name, line in reversed(COMMON):  # those behind use those before
            if uses(everything, name):
                common.insert(0, line)
                everything += "\n" + line
        return HEADER + "\n".join([*declared, *common, *body, *self.code]) + "\n"

    def sorted_records(self):
        """Those that others hold by value first."""
        done, order = set(), []

        def visit(record):
            if record.tag in done:
                return
            done.add(record.tag)
            for _, field in record.fields:
                while field.is_array:
                    field = field.of
                if field.is_record or field.is_union:
                    visit(field)
            order.append(record)

        for record in self.records:
            visit(record)
        return order

    def features(self):
        return [feature for table in self.tables for feature in table.features()]


def uses(text, name):
    """Does the text name it, not as a member?"""
    return re.search(rf"(?<![\w.]){name}\b(?!\w)", text) is not None
