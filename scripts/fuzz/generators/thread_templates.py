"""thread_templates -- small random C programs that create any number of threads, one statement a line.

A template is a function that threads run.  main creates threads of most templates in a loop that ends when an input
says so; of some it creates one or two, of some other threads do.  Compiled with -DN=2, main creates two threads of
each template in place of any number (-DN0=1 says how many for the first alone), so that every execution of the
program with N is one of the program without.

What the threads do comes from thread_idioms, thread_corners and thread_library, with a few other statements in between.
"""

import random

import thread_corners
import thread_idioms
import thread_library
import thread_tables

MOST = 4  # values of N

HEADER = """\
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned char __VERIFIER_nondet_uchar(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
"""

NUMBERS = ("constant", "number", "small", "input")  # arguments that threads take for their number
INPUTS = {"int": "int", "unsigned": "uint", "unsigned char": "uchar", "_Bool": "bool"}


class Program:
    """One program from one seed."""

    def __init__(self, seed):
        self.rng = random.Random(f"templates {seed}")
        self.fresh = 0
        self.globals, self.helpers = [], []
        self.at_first, self.at_last = [], []  # of main, before it creates threads and afterwards
        self.known = set()
        self.lines, self.indent = [], 1
        self.slippery = self.pick(0, 0, 0.4, 0.6)
        self.orderly = self.chance(0.5)  # what no lock protects is atomic
        self.noisy = [self.name("z") for _ in range(self.pick(0, 1, 1, 2))]
        for x in self.noisy:
            self.declare(f"{self.word(self.cell())} {x} = {self.number()};")
        self.ntemplates = self.rng.choices((1, 2, 3), (5, 4, 1))[0]
        kinds = {"none": 8, "constant": 2, "number": 1, "small": 1, "input": 1, "pointer": 2, "block": 1}
        self.arguments = self.rng.choices(list(kinds), list(kinds.values()), k=self.ntemplates)
        # who creates the threads of a template: main any number, one, two; each thread of the template before; both, one
        self.made = [self.rng.choices(("any", "one", "two", "nested", "both"), (8, 2, 1, k > 0, k > 0))[0] for k in range(self.ntemplates)]
        if self.chance(0.8):
            self.made[0] = "any"
        self.template = None  # that is being written
        self.in_main = False

    # What idioms and locks use.

    def chance(self, p):
        return self.rng.random() < p

    def pick(self, *items):
        return self.rng.choice(items)

    def number(self):
        return self.pick(0, 1, 1, 2, 2, 3, 5)

    def slips(self):
        return self.chance(self.slippery)

    def cell(self):
        return self.pick("int", "int", "unsigned", "unsigned char")

    def word(self, kind):
        """The type of a variable of that kind that threads access without a lock."""
        return f"_Atomic {kind}" if self.orderly else kind

    def name(self, prefix):
        self.fresh += 1
        return f"{prefix}{self.fresh}"

    def declare(self, text):
        self.globals.append(text)

    def helper(self, lines):
        self.helpers += lines

    def once(self, key, lines):
        """The first time only, before all variables."""
        if key not in self.known:
            self.known.add(key)
            self.globals[:0] = lines

    def first(self, text):
        self.at_first.append(text)

    def last(self, text):
        self.at_last.append(text)

    def line(self, text):
        self.lines.append("\t" * self.indent + text)

    def put(self, *lines):
        for text in lines:
            self.line(text)

    def open(self, text):
        self.line(text)
        self.indent += 1

    def close(self, text):
        self.indent -= 1
        self.line(text)

    def atomically(self, text):
        self.line(f"__VERIFIER_atomic_begin(); {text} __VERIFIER_atomic_end();")

    def check(self, condition):
        r = self.rng.random()
        if r < 0.03:
            return
        if r < 0.08:
            self.atomically(f"assert({condition});")
        elif r < 0.12:
            self.put(f"if (!({condition}))", "\tassert(0);")
        else:
            self.line(f"assert({condition});")

    def input(self, kind):
        return f"__VERIFIER_nondet_{INPUTS[kind]}()"

    def input_test(self):
        tests = [self.input("_Bool"), self.input("_Bool"), f"{self.input('unsigned char')} > 3"]
        if self.noisy:
            tests.append(f"{self.pick(*self.noisy)} > {self.number()}")
        return self.pick(*tests)

    def me(self):
        """The number of the thread, if it has one."""
        return "me" if self.template is not None and self.arguments[self.template] in NUMBERS else None

    def leave(self):
        return "return 0;" if self.in_main else self.pick("return NULL;", "return NULL;", "pthread_exit(NULL);")

    def noise(self, p):
        """Something that has nothing to do with the rest, as a rule."""
        if not self.noisy or not self.chance(p):
            return
        x, y = self.pick(*self.noisy), self.pick(*self.noisy)
        kind = self.rng.randrange(9)
        if kind == 0:
            self.line(f"{x} = {self.number()};")
        elif kind == 1:
            self.line(f"{x} += {self.number()};")
        elif kind == 2:
            self.line(f"if ({x} > {self.number()}) {y} = {self.number()};")
        elif kind == 3:
            self.line(f"{x} = {self.input('unsigned char')};")
        elif kind == 4:
            self.line(f"{x} = {y} {self.pick('+', '-', '^', '*')} {self.number()};")
        elif kind == 5:
            self.line(f"__VERIFIER_assume({x} != {self.number() + 4});")
        elif kind == 6:
            self.line(f"while ({x} > {self.number()}) {x}--;")
        elif kind == 7 and self.me():
            self.line(f"{x} = me;")
        else:
            self.line(f"{x}++;")

    # Templates and main.

    def body(self, idioms):
        """In a loop, as a rule, or once."""
        loop = self.pick(None, None, None, "while (1) {", f"while ({self.input('_Bool')}) {{", "for (int round = 0; round < 2; round++) {")
        if loop:
            self.open(loop)
        for idiom in idioms:
            self.noise(0.2)
            if self.chance(0.12):
                self.open(f"if ({self.input_test()}) {{")
                idiom.use(self)
                self.close("}")
            else:
                self.open("{")
                idiom.use(self)
                self.close("}")
        if loop:
            self.close("}")

    def argument(self, k):
        """What thread i of template k is given, and the lines that make it."""
        return {
            "none": ([], "NULL"),
            "constant": ([], f"(void *){self.number()}"),
            "number": ([], "(void *)(long)i"),
            "small": ([], f"(void *)(long)(i % {self.pick(2, 3)})"),
            "input": ([f"unsigned char number = {self.input('unsigned char')};", f"__VERIFIER_assume(number < {self.pick(2, 4, 9)});"], "(void *)(long)number"),
            "pointer": ([], f"&given_{k}"),
            "block": (["int *block = malloc(sizeof *block);", f"*block = {self.pick('i', 'i % 3', '5')};"], "block"),
        }[self.arguments[k]]

    def start_function(self, k):
        lines, argument = self.argument(k)
        self.lines += [f"static void start_{k}(unsigned i) {{", "\tpthread_t id;", *("\t" + line for line in lines)]
        self.line(f"pthread_create(&id, NULL, t{k}, {argument});")
        end = self.pick(*[None] * 8, "pthread_detach(id);", "pthread_join(id, NULL);")
        if end and (self.made[k] not in ("nested", "both") or "detach" in end):
            self.line(end)
        self.lines.append("}")

    def template_function(self, k, idioms):
        self.template = k
        self.lines.append(f"static void *t{k}(void *argument) {{")
        kind = self.arguments[k]
        if self.me():
            self.line(f"{self.pick('int', 'unsigned', 'unsigned char') if kind != 'number' else 'unsigned'} me = (long)argument;")
            if kind == "small":
                self.noise(0.2)
                if self.chance(0.5):
                    self.check("me < 3")
        elif kind == "pointer":
            self.line(f"{self.word('unsigned')} *given = argument;")
            self.put(f"if (*given < {self.number() + 1})", f"\t*given = {self.number()};")
            self.check(f"given_{k} <= {self.number() + 3}")
        elif kind == "block":
            self.line("int *given = argument;")
            self.line(self.pick("*given = 5;", "*given %= 6;", "if (*given > 5) *given = 5;"))
            self.check("*given <= 5")
            self.line("free(given);")
        nested = k + 1 < self.ntemplates and self.made[k + 1] in ("nested", "both")
        if nested and self.chance(0.5):
            self.create(k + 1)
            nested = False
        self.body(idioms)
        if nested:
            self.create(k + 1)
        self.line(self.leave() if self.chance(0.9) else "exit(0);")
        self.lines.append("}")
        self.template = None

    def create(self, k, at_end=False):
        """Lines that create the threads of template k; at_end: main does nothing else then."""
        if self.made[k] in ("one", "nested", "both"):
            self.line(f"start_{k}(0);")
        elif self.made[k] == "two":
            self.put(f"start_{k}(0);", f"start_{k}(1);")
        else:
            self.lines.append("#ifdef N")
            for n in range(MOST):
                self.lines.append(f"#if N{k} > {n}")
                self.line(f"start_{k}({n});")
                self.lines.append("#endif")
            self.lines.append("#else")
            tests = ["__VERIFIER_nondet_int()", "__VERIFIER_nondet_bool()"] + ["1"] * at_end
            self.put(f"for (unsigned i = 0; {self.pick(*tests)}; i++)", f"\tstart_{k}(i);")
            self.lines.append("#endif")

    def walk(self):
        """A pointer that only main uses, and a loop, before anything that threads could see."""
        self.declare("int *walk_end, walked[4];")
        self.line(f"walk_end = walked + {self.rng.randrange(4)};")
        if self.chance(0.3):
            self.put("if (__VERIFIER_nondet_bool())", "\twalk_end = walked;")
        self.put("for (int *p = walked; p <= walk_end; p++)", f"\t*p = {self.number()};")
        self.check(f"walked[0] <= {self.number() + 1}")

    def main_function(self, idioms):
        self.in_main = True
        self.lines.append("int main(void) {")
        if self.chance(0.15):
            self.walk()
        self.put(*self.at_first)
        if self.chance(0.1):
            self.body([self.pick(*idioms)])
        part = self.rng.choices(("none", "template", "idiom"), (6, 1, 2))[0]
        if part == "template" and self.arguments[0] in ("pointer", "block"):
            part = "idiom"
        own = [k for k in range(self.ntemplates) if self.made[k] != "nested"]
        for k in own:
            self.create(k, k == own[-1] and part == "none" and not self.at_last)
        self.put(*self.at_last)
        if part == "template":
            self.line(f"t0({'NULL' if self.arguments[0] == 'none' else '(void *)1'});")
        elif part == "idiom":
            self.body([self.pick(*idioms)])
        self.line("return 0;")
        self.lines.append("}")

    def text(self):
        kinds = thread_idioms.KINDS + thread_corners.KINDS + thread_library.KINDS + thread_tables.KINDS
        idioms = [self.pick(*kinds)(self) for _ in range(self.rng.choices((1, 2, 3), (6, 3, 1))[0])]
        for k in range(self.ntemplates):
            if self.arguments[k] == "pointer":
                self.declare(f"{self.word('unsigned')} given_{k} = {self.number()};")
        counts = ["#ifdef N"]
        for k in range(self.ntemplates):
            counts += [f"#ifndef N{k}", f"#define N{k} N", "#endif"]
        counts.append("#endif")
        names = [line for k in range(self.ntemplates) for line in (f"static void *t{k}(void *argument);", f"static void start_{k}(unsigned i);")]
        for k in range(self.ntemplates):
            self.template_function(k, [i for i in idioms if self.chance(0.8)] or idioms[:1])
            self.start_function(k)
        self.main_function(idioms)
        return HEADER + "\n".join([*counts, *self.globals, *self.helpers, *names, *self.lines]) + "\n"
