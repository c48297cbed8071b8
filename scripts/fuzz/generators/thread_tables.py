"""thread_tables -- idioms of programs with any number of threads: tables of pointers, records, functions, numbers with a fraction."""

import thread_locks
from thread_idioms import Idiom


class Slots(Idiom):
    """A table of pointers, empty at first, that threads fill and read at an index; the slip: nobody asks whether one is empty."""

    def start(self, p):
        self.lock = thread_locks.Lock(p)
        self.x, self.slot, self.at, self.n = p.name("x"), p.name("slot"), p.name("at"), p.pick(2, 2, 3)
        p.declare(f"int {self.x} = {p.pick(0, 1, 2)};")
        first = p.pick("", "", f" = {{&{self.x}}}", f" = {{[1] = &{self.x}}}")
        p.declare(f"int *{self.slot}[{self.n}]{first};")
        p.declare(f"unsigned {self.at};")

    def index(self, p):
        return p.pick(self.at, self.at, "0", "1", f"{p.input('unsigned')} % {self.n}u", f"{self.at} ^ 1u")

    def use(self, p):
        x, slot, at = self.x, self.slot, self.at
        self.lock.take(p)
        way = p.pick("fill", "read", "read", "move", "empty")
        if way == "fill":
            p.put(f"{slot}[{p.pick('0', '1', at)}] = &{x};", f"{at} = {p.pick('1', f'!{at}')};")
        elif way == "move":
            p.put(f"{slot}[{p.pick('0', '1')}] = {slot}[{self.index(p)}];", f"{at} = {p.pick('0', '1')};")
        elif way == "empty":
            p.put(f"{slot}[{self.index(p)}] = NULL;")
        q = p.name("q")
        p.line(f"int *{q} = {slot}[{self.index(p)}];")
        if self.slip:
            p.check(p.pick(f"{q} != NULL", f"{q} == NULL", f"{q} == &{x}"))
        else:
            p.check(p.pick(f"{q} == NULL || {q} == &{x}", f"!{q} || *{q} <= 2", f"{at} <= 1"))
        self.lock.release(p)


class Jobs(Idiom):
    """A ring of records with a function and its argument, both or none; the slip: only one of them is set."""

    def start(self, p):
        self.lock = thread_locks.Lock(p)
        self.x, self.job, self.head, self.f = p.name("x"), p.name("job"), p.name("head"), p.name("f")
        p.once("struct job", ["struct job {", "\tint (*run)(int *);", "\tint *on;", "};"])
        p.declare(f"int {self.x};")
        p.declare(f"struct job {self.job}[2];")
        p.declare(f"unsigned {self.head};")
        p.helper([f"static int {self.f}(int *k) {{", "\treturn *k;", "}"])

    def use(self, p):
        job, head = self.job, self.head
        self.lock.take(p)
        if p.chance(0.6):
            p.line(f"{job}[{head} & 1u].run = {self.f};")
            if not self.slip:
                p.line(f"{job}[{head} & 1u].on = &{self.x};")
            p.line(f"{head}{p.pick('++', ' ^= 1u', ' = 1')};")
        if p.chance(0.7):
            q = p.name("j")
            p.line(p.pick(f"struct job *{q} = &{job}[{head} & 1u];", f"struct job *{q} = {job} + ({head} & 1u);"))
            p.line(f"if ({q}->run) {{")
            p.check(p.pick(f"{q}->on != NULL", f"{q}->on == &{self.x}"))
            p.put("}")
        self.lock.release(p)


class Fractions(Idiom):
    """A number with a fraction that has two values; the slip: a third."""

    def start(self, p):
        self.lock, self.x, self.type = thread_locks.Lock(p), p.name("x"), p.pick("float", "double")
        p.declare(f"{self.type} {self.x}[2] = {{0.5}};")

    def use(self, p):
        x = self.x
        self.lock.take(p)
        p.line(f"{x}[0] = {x}[0] < 1 ? {p.pick('1.5', f'{x}[0] + 1')} : {0.25 if self.slip else 0.5};")
        p.check(p.pick(f"{x}[0] == 0.5 || {x}[0] == 1.5", f"{x}[0] + {x}[0] >= 1", f"{x}[1] == 0"))
        self.lock.release(p)


KINDS = (Slots, Slots, Jobs, Jobs, Fractions)
