"""library_text -- a small object (library_toys) as C: the library, its specification, a client, a program, a description.

How it is written down varies with the seed, where that makes no difference to what is true: atomic or plain cells, in an
array or not, an object that is static or allocated, results that are returned or stored through a pointer, arguments that
are chosen or symbolic.
"""

import random

INTRINSICS = """\
void __mt_begin(void);
int __mt_op(unsigned long long mask);
int __mt_choose(int n);
void __mt_call(int op, ...);
void __mt_return(int op, ...);
void __mt_result(int op, ...);
"""


class Style:
    def __init__(self, seed, toy, symbolic=True):
        g = random.Random(f"style {seed}")
        indexed = any(isinstance(x, tuple) and x[0] == "ix" for code in toy.ops.values() for i in code for x in i)
        self.atomic = g.random() < 0.7
        self.array = indexed or g.random() < 0.3
        self.allocated = g.random() < 0.4
        self.out = {o: g.random() < 0.25 for o in toy.ops}
        self.builtin = g.random() < 0.5  # atomic_fetch_add is right modulo 256 only, so this is for exchanges
        self.boolean = {o: set(toy.args[o]) == {0, 1} and not toy.program for o in toy.ops}
        self.symbolic = {o: symbolic and set(toy.args[o]) in ({0, 1}, set(range(toy.mod))) and g.random() < 0.7 for o in toy.ops}


def is_none(toy, op):
    """Has the operation no argument?"""
    return tuple(toy.args[op]) == (0,) and not toy.program


class Text:
    def __init__(self, toy, style):
        self.toy, self.style = toy, style

    # --- The library. ---

    def cell(self, c):
        if isinstance(c, tuple):
            base = f"{c[1]} + " if c[1] else ""
            return f"o->c[{base}{self.value(c[2])} % {c[3]}]"
        if c in self.toy.links:
            return f"o->p{c}"
        return f"o->c[{c}]" if self.style.array else f"o->c{c}"

    def value(self, e):
        if isinstance(e, int):
            return str(e % self.toy.mod)
        if e[0] == "r":
            return self.register(e[1])
        a, b = self.value(e[1]), self.value(e[2])
        return f"(({a} {e[0]} {b}) & {self.toy.mod - 1})" if e[0] in "+-" else f"({a} {e[0]} {b})"

    def register(self, n):
        return f"r{n}" if n < 4 else f"p{n}"

    def field(self, p, field):
        return f"{self.register(p)}->{('v', 'next')[field]}"

    def together(self, text):
        return f"__VERIFIER_atomic_begin(); {text} __VERIFIER_atomic_end();"

    def instruction(self, kind, x, out):
        v, c = self.value, self.cell
        if kind == "new":
            return f"p{x[0]} = malloc(sizeof(struct node)); p{x[0]}->v = 0; p{x[0]}->next = 0;"
        if kind == "ldf":
            return f"{self.register(x[0])} = {self.field(x[1], x[2])};"
        if kind == "stf":
            return f"{self.field(x[0], x[1])} = {v(x[2])};"
        if kind == "ld":
            return f"{self.register(x[0])} = {c(x[1])};"
        if kind == "st":
            return f"{c(x[0])} = {v(x[1])};"
        if kind == "cas" and self.style.atomic and self.style.builtin:
            old = "struct node *" if x[1] in self.toy.links else "unsigned char "
            return f"{{ {old}old = {v(x[2])}; r{x[0]} = atomic_compare_exchange_strong(&{c(x[1])}, &old, {v(x[3])}); }}"
        if kind == "cas":
            new = f"if (same) {c(x[1])} = {v(x[3])};"
            return f"{{ _Bool same; {self.together(f'same = {c(x[1])} == {v(x[2])}; {new}')} r{x[0]} = same; }}"
        if kind == "faa":
            plus = f"{c(x[1])} = (old + {v(x[2])}) & {self.toy.mod - 1};"
            return f"{{ unsigned char old; {self.together(f'old = {c(x[1])}; {plus}')} r{x[0]} = old; }}"
        if kind in ("lock", "unlock"):
            return f"pthread_mutex_{kind}(&o->l{x[0]});"
        if kind == "try":
            return f"r{x[0]} = pthread_mutex_trylock(&o->l{x[1]}) == 0;"
        if kind in ("down", "up"):
            return f"sem_{'wait' if kind == 'down' else 'post'}(&o->s{x[0]});"
        if kind == "trydown":
            return f"r{x[0]} = sem_trywait(&o->s{x[1]}) == 0;"
        if kind == "mov":
            return f"r{x[0]} = {v(x[1])};"
        if kind == "jz":
            return f"if (!{v(x[0])}) goto L{x[1]};"
        if kind == "jmp":
            return f"goto L{x[0]};"
        if out:
            return f"{{ unsigned char r = {v(x[0])}; if (r) *out = r; return r != 0; }}"
        return f"return {v(x[0])};"

    def header(self, op, prefix=""):
        params = ["struct thing *o"]
        if not is_none(self.toy, op):
            params.append(f"{'_Bool' if self.style.boolean[op] else 'unsigned char'} x")
        if self.style.out[op]:
            params.append("unsigned char *out")
        return f"{'_Bool' if self.style.out[op] else 'unsigned char'} {prefix}{op}({', '.join(params)})"

    def operation(self, op):
        code = self.toy.ops[op]
        targets = {i[-1] for i in code if i[0] in ("jz", "jmp")}
        lines = [self.header(op) + " {", f"\tunsigned char r0 = {'0' if is_none(self.toy, op) else 'x'}, r1 = 0, r2 = 0, r3 = 0;"]
        for at, (kind, *x) in enumerate(code):
            label = f"L{at}:;" if at in targets else ""
            lines.append(f"{label}\t{self.instruction(kind, x, self.style.out[op])}")
        if self.toy.nodes:
            lines.insert(2, "\tstruct node *p4 = 0, *p5 = 0;")
            lines.append("\t(void)p4, (void)p5;")
        lines += ["\t(void)o, (void)r0, (void)r1, (void)r2, (void)r3;", "}"]
        return lines

    def header_file(self):
        toy, style = self.toy, self.style
        kind = ("_Atomic " if style.atomic else "") + "unsigned char"
        fields = [f"\t{kind} c[{len(toy.cells)}];"] if style.array else [f"\t{kind} c{i};" for i in range(len(toy.cells))]
        fields += [f"\tpthread_mutex_t l{i};" for i in range(toy.locks)] + [f"\tsem_t s{i};" for i in range(len(toy.semaphores))]
        lines = ["#pragma once", "#include <pthread.h>", "#include <semaphore.h>", "#include <stdatomic.h>", "#include <stdlib.h>", ""]
        if toy.nodes:
            atomic = "_Atomic " if style.atomic else ""
            lines += ["struct node {", f"\t{atomic}unsigned char v;", f"\tstruct node *{atomic}next;", "};", ""]
            fields = [f"\tstruct node *{atomic}p{i};" for i in toy.links] + fields
        lines += ["struct thing {", *fields, "};", ""]
        create = "struct thing *thing_create(void);" if style.allocated else "void thing_init(struct thing *o);"
        lines += [create, "void thing_destroy(struct thing *o);", *(self.header(op) + ";" for op in toy.ops)]
        return "\n".join(lines) + "\n"

    def library(self, header="lib.h"):
        toy, style = self.toy, self.style
        body = [f"\t{self.cell(i)} = {v};" for i, v in enumerate(toy.cells)]
        body += [f"\tpthread_mutex_init(&o->l{i}, 0);" for i in range(toy.locks)]
        body += [f"\tsem_init(&o->s{i}, 0, {v});" for i, v in enumerate(toy.semaphores)]
        if style.allocated:
            body = ["struct thing *thing_create(void) {", "\tstruct thing *o = malloc(sizeof *o);", *body, "\treturn o;", "}"]
        else:
            body = ["void thing_init(struct thing *o) {", *body, "}"]
        body += ["void thing_destroy(struct thing *o) {", "\tfree(o);" if style.allocated else "\t(void)o;", "}"]
        lines = [f'#include "{header}"', "void __VERIFIER_atomic_begin(void);", "void __VERIFIER_atomic_end(void);", *body]
        for op in toy.ops:
            lines += ["", *self.operation(op)]
        return "\n".join(lines) + "\n"

    def description(self):
        """The .api file."""
        toy, lines = self.toy, ["api lib.h"]
        lines += ["object struct thing *", "create thing_create()"] if self.style.allocated else ["object struct thing", "create thing_init(_)"]
        role_of, most = toy.described
        for op in toy.ops:
            args = ["_"]
            if not is_none(toy, op):
                values = toy.args[op]
                few = "{" + ", ".join(map(str, values)) + "}"
                args.append("fresh" if values == ("fresh",) else "any" if self.style.boolean[op] else few)
            args += ["out v"] if self.style.out[op] else []
            role = f" role {role_of[op]}" if role_of[op] else ""
            fail = f" may-fail {'false' if self.style.out[op] else 0}" if op in toy.may_fail else ""
            lines.append(f"op {op}({', '.join(args)}){role}{fail}")
        lines += [f"role {role} {n}" for role, n in most.items()]
        lines += [f"never {a} || {b}" for a, b in toy.never] + [f"require {a} after {b}" for a, b in toy.require]
        lines += ["destroy thing_destroy(_)", "spec " + ("self" if toy.is_self else "spec.c")]
        return "\n".join(lines) + "\n"

    # --- The specification. ---

    def spec_functions(self):
        """The functions of the specification with the names of the operations, as --spec FILE.c wants them."""
        state, of = self.toy.spec_text
        lines = ['#include "lib.h"', "int __mt_choose(int n);", "void __CPROVER_assume(_Bool);", state]
        for op in self.toy.ops:
            x = "0" if is_none(self.toy, op) else "x"
            may_fail = "if (__mt_choose(2)) { return 0; } " if op in self.toy.may_fail and not self.toy.described else ""
            lines += ["#undef RESULT", "#define RESULT(v) return (unsigned char)(v)"]
            lines += [f"static unsigned char spec_of_{op}(unsigned char x) {{", f"\t{may_fail}{of[op]}", "}"]
            lines += [self.header(op) + " {", f"\tunsigned char r = spec_of_{op}({x});", "\t(void)o;"]
            lines += ["\tif (r) *out = r;", "\treturn r != 0;"] if self.style.out[op] else ["\treturn r;"]
            lines += ["}"]
        return "\n".join(lines) + "\n"

    # --- Clients. ---

    def argument(self, op, ops):
        args = self.toy.args[op]
        if self.style.symbolic[op]:
            return f"__VERIFIER_nondet_uchar(); __VERIFIER_assume(x < {len(args)})"
        if args == ("fresh",):
            return f"(t * {ops} + k + 1) & {self.toy.mod - 1}"
        if len(args) == 1:
            return str(args[0])
        table = ", ".join(map(str, args))
        return f"((const unsigned char[]){{{table}}})[__mt_choose({len(args)})]"

    def call(self, number, op, ops):
        """A case of the client: call, operation, return."""
        has, out = not is_none(self.toy, op), self.style.out[op]
        text = f"\t\tcase {number}: {{"
        text += f" unsigned char x = {self.argument(op, ops)};" if has else ""
        text += " unsigned char out = 0;" if out else ""
        text += f" __mt_call({number}{', x' if has else ''}); unsigned char r = {op}(object{', x' if has else ''}{', &out' if out else ''});"
        return text + f" __mt_return({number}, r{', r ? out : 0' if out else ''}); break; }}"

    def spec_call(self, number, op):
        has, out = not is_none(self.toy, op), self.style.out[op]
        may_fail = f" if (__mt_choose(2)) {{ __mt_result({number}, 0{', 0' if out else ''}); return; }}" if op in self.toy.may_fail else ""
        text = f"void __mt_spec_{number}({'unsigned char x' if has else 'void'}) {{{may_fail if self.toy.is_self else ''}"
        text += " unsigned char out = 0;" if out else ""
        name = op if self.toy.is_self else f"__spec_{op}"
        text += f" unsigned char r = {name}(object{', x' if has else ''}{', &out' if out else ''});"
        return text + f" __mt_result({number}, r{', r ? out : 0' if out else ''}); }}"

    def client(self, threads, ops):
        """The library with a client written by hand and its specification, in one file; ops None: calls without end."""
        toy = self.toy
        lines = [self.header_file().split("\n", 1)[1], INTRINSICS, "unsigned char __VERIFIER_nondet_uchar(void);", "void __VERIFIER_assume(int);"]
        lines += [self.library().split("\n", 1)[1]]
        if not toy.is_self and ops is not None:
            lines += [f"#define {op} __spec_{op}" for op in toy.ops]
            lines += [self.header(op) + ";" for op in toy.ops]
            lines += [self.spec_functions().split("\n", 1)[1]] + [f"#undef {op}" for op in toy.ops]
        lines += ["static struct thing *object;"] + ([] if self.style.allocated else ["static struct thing the_object;"])
        lines += [self.spec_call(n, op) for n, op in enumerate(toy.ops)] if ops is not None else []
        lines += ["static void *client(void *arg) {", "\tint t = (long)arg & 15;", "\t(void)t;"]
        loop = "while (1)" if ops is None else f"for (int k = 0; k < {ops}; k++)"
        lines += [f"\t{loop}", "\t\tswitch (__mt_op((unsigned long)arg >> 4)) {"]
        lines += [self.call(n, op, ops) for n, op in enumerate(toy.ops)] + ["\t\tdefault: return 0;", "\t\t}", "\treturn 0;", "}"]
        fresh = any("fresh" in a for a in toy.args.values())
        lines += ["int main(void) {", f"\tpthread_t id[{threads}];"]
        lines += ["\tobject = thing_create();" if self.style.allocated else "\tthing_init(object = &the_object);", "\t__mt_begin();"]
        for t in range(threads):
            mask = sum(1 << n for n, op in enumerate(toy.ops) if not toy.roles or op in toy.roles[t])
            lines.append(f"\tpthread_create(&id[{t}], 0, client, (void *){mask << 4 | (t if fresh else 0)}L);")
        lines += [f"\tpthread_join(id[{t}], 0);" for t in range(threads)] + ["\tthing_destroy(object);", "\treturn 0;", "}"]
        return "\n".join(lines) + "\n"

    def whole_program(self, threads):
        """A program whose threads make their calls; server_N repeats them for ever."""
        toy = self.toy
        lines = [self.header_file().split("\n", 1)[1], self.library().split("\n", 1)[1]]
        lines += ["static struct thing *object;"] + ([] if self.style.allocated else ["static struct thing the_object;"])
        names = []
        for t in range(threads):
            server = t in toy.servers
            names.append(f"{'server' if server else 'thread'}_{t}")
            calls = []
            for op, a in toy.program[t]:
                a = 1 if a == "fresh" else a
                out = self.style.out[op]
                calls.append(f"\t{{ unsigned char out = 0; (void)out; {op}(object, {a}{', &out' if out else ''}); }}")
            lines += [f"static void *{names[-1]}(void *arg) {{", *(["\twhile (1) {", *calls, "\t}"] if server else calls), "\treturn arg;", "}"]
        lines += ["int main(void) {", f"\tpthread_t id[{threads}];"]
        lines += ["\tobject = thing_create();" if self.style.allocated else "\tthing_init(object = &the_object);"]
        lines += [f"\tpthread_create(&id[{t}], 0, {name}, 0);" for t, name in enumerate(names)]
        lines += [f"\tpthread_join(id[{t}], 0);" for t in range(threads) if t not in toy.servers] + ["\treturn 0;", "}"]
        return "\n".join(lines) + "\n"
