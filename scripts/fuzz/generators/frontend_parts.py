"""frontend_parts -- parts of random programs of scripts/fuzz/diff-frontend: what the language has besides integers and expressions.

Each part is a function of the program (class Program there) and adds types, functions and statements; what it computes
goes into the checksum.  None has undefined behaviour, and none has behaviour that compilers differ in.
"""

import frontend_floats

SMALL = ["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long"]


def lines(p, text, **names):
    """Adds statements to main; each name in braces is replaced."""
    for name, value in names.items():
        text = text.replace("{%s}" % name, str(value))
    p.body += ["\t" + line.strip() for line in text.strip().split("\n")]


def function(p, text, **names):
    for name, value in names.items():
        text = text.replace("{%s}" % name, str(value))
    p.functions.append(text.strip())


def jumps(p):
    """setjmp and longjmp out of several calls; what changes in between is volatile."""
    r, f = p.r, p.fresh("jump")
    p.types.insert(0, "#include <setjmp.h>")
    function(p, """
static jmp_buf {f}_at;
static int {f}_deep;
static void {f}_go(int n, int value) {
	{f}_deep++;
	if (n == 0)
		longjmp({f}_at, value);
	{f}_go(n - 1, value + {step});
	{f}_deep += 1000;
}
static int {f}(int first) {
	volatile int seen = first;
	int got = setjmp({f}_at);
	seen += got * 3;
	if (got < {limit})
		{f}_go({depth}, got + {more});
	switch (setjmp({f}_at)) {
	case 0: seen ^= 1; {f}_go(1, 0); break;
	case 1: seen += 7; break;
	default: seen -= 9;
	}
	if (!setjmp({f}_at))
		{f}_go(0, 5);
	else
		seen *= 2;
	return seen;
}""", f=f, step=r.randint(0, 2), limit=r.randint(1, 9), depth=r.randint(0, 3), more=r.randint(1, 3))
    lines(p, "add((u64){f}({x}));\nadd((u64){f}_deep);", f=f, x=r.randint(-9, 9))


def varargs(p):
    r, f = p.r, p.fresh("va")
    p.types.insert(0, "#include <stdarg.h>")
    p.types.append("struct %s_s { char c; short h[%d]; };" % (f, r.randint(1, 9)))
    kinds = {"i": ("int", "%d" % r.randint(-99, 99)), "c": ("int", "(char)%d" % r.randint(-128, 127)), "l": ("long", "%dl" % r.randint(-2**40, 2**40)),
             "u": ("unsigned", "%du" % r.getrandbits(32)), "d": ("double", "%d / 8.0" % r.randint(-99, 99)),
             "f": ("double", "%d / 4.0f" % r.randint(-99, 99)), "L": ("long double", "%d / 2.0L" % r.randint(-99, 99)),
             "s": ("struct %s_s" % f, "(struct %s_s){%d, {%d}}" % (f, r.randint(0, 99), r.randint(-9, 9))),
             "p": ("const char *", '"a%sz"' % ("b" * r.randint(0, 5))), "q": ("unsigned long long", "%dull" % r.getrandbits(64)),
             "w": ("__int128", "(__int128)%d << 70" % r.randint(-9, 9)), "b": ("int", "(_Bool)%d" % r.randint(0, 3))}
    read = {"s": "{ struct %s_s s = va_arg(list, struct %s_s); sum += (u64)s.c + (u64)s.h[0]; }" % (f, f),
            "p": "{ const char *t = va_arg(list, const char *); while (*t) sum = sum * 3 + (u64)*t++; }",
            "w": "sum += (u64)(va_arg(list, __int128) >> 64);"}
    number = "sum = sum * 5 + (u64)(long)(%sva_arg(list, %s));"
    cases = "".join("\t\tcase '%s': %s break;\n" % (k, read.get(k) or number % ("8 * " if "double" in t else "", t)) for k, (t, _) in kinds.items())
    function(p, """
static u64 {f}_list(const char *form, va_list list) {
	u64 sum = 1;
	for (; *form; form++)
		switch (*form) {
{cases}		}
	return sum;
}
static u64 {f}(const char *form, ...) {
	va_list list, again;
	va_start(list, form);
	va_copy(again, list);
	u64 one = {f}_list(form, list), two = {f}_list(form, again);
	va_end(list);
	va_end(again);
	return one * 7 + two;
}""", f=f, cases=cases)
    for _ in range(r.randint(1, 3)):
        form = [r.choice(list(kinds)) for _ in range(r.randint(0, 12))]
        lines(p, "add({f}({form}));", f=f, form=", ".join(['"%s"' % "".join(form)] + [kinds[k][1] for k in form]))


def variable_arrays(p):
    r, f, t = p.r, p.fresh("vla"), p.r.choice(SMALL)
    function(p, """
static long {f}_sum(int n, int m, {t} a[n][m], {t} (*b)[m]) {
	long sum = sizeof *a;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			sum = sum * 3 + a[i][j] - b[n - 1 - i][m - 1 - j];
	return sum;
}
static long {f}(int n) {
	int m = n + {k};
	{t} a[n][m], *p = &a[0][0], (*row)[m] = a + n - 1;
	typedef {t} line[m];
	line last;
	n += 5;
	for (unsigned i = 0; i < sizeof a / sizeof **a; i++)
		p[i] = ({t})(i * {c});
	for (int i = 0; i < m; i++)
		last[i] = (*row)[i];
	n -= 5;
	long sum = (long)sizeof(line) + (long)sizeof a + (row - a);
	{
		{t} inner[sizeof a / sizeof *a + 1];
		inner[n] = last[m - 1];
		sum += inner[n] + (long)sizeof inner;
	}
	return sum * 31 + {f}_sum(n, m, a, a);
}""", f=f, t=t, k=r.randint(0, 3), c=r.randint(1, 99))
    for n in {r.randint(1, 4), r.randint(1, 4)}:
        lines(p, "add((u64){f}({n}));", f=f, n=n)


def duff(p):
    """A switch into the middle of a loop, and other jumps into blocks."""
    r, f = p.r, p.fresh("duff")
    n = r.randint(2, 5)
    cases = "\n".join("\tcase %d: sum = sum * 3 + *from++;%s" % (i, r.choice(["", "", " if (sum & 64) break;", " sum ^= %d;" % i])) for i in range(n - 1, 0, -1))
    function(p, """
static unsigned {f}(const unsigned char *from, unsigned count) {
	unsigned sum = count, rounds = (count + {n} - 1) / {n};
	switch (count % {n}) {
	case 0: do { sum = sum * 3 + *from++;
{cases}
		} while (--rounds > 0);
	}
	goto in;
	while (sum > 100) {
		sum /= 2;
		if (sum & 1) {
	in:		sum++;
			continue;
		}
		sum -= {k};
	}
	return sum;
}""", f=f, n=n, cases=cases, k=r.randint(0, 9))
    a = p.fresh("bytes")
    p.globals.append("static const unsigned char %s[40] = { %s };" % (a, ", ".join(str(r.randrange(256)) for _ in range(r.randint(1, 40)))))
    for _ in range(2):
        lines(p, "add({f}({a}, {c}));", f=f, a=a, c=r.randint(1, 20))


def flexible(p):
    r, s, t, x = p.r, p.fresh("flex"), p.r.choice(SMALL), p.fresh("x")
    p.types.insert(0, "#include <stdlib.h>\n#include <string.h>\n#include <stddef.h>")
    p.types.append("struct %s { %s n; char c; %s at[]; };" % (s, p.r.choice(SMALL), t))
    p.globals.append("static struct %s %s_g = { 3, %d, { %d, %d, %d } };" % (s, s, r.randint(0, 99), r.randint(0, 9), r.randint(0, 99), r.randint(0, 99)))
    lines(p, """
struct {s} *{x} = malloc(sizeof *{x} + {n} * sizeof {x}->at[0]);
if (!{x}) exit(0);
{x}->n = {n}; {x}->c = 5;
for (int i = 0; i < {x}->n; i++) {x}->at[i] = ({t})(i * {k});
{x} = realloc({x}, sizeof *{x} + {m} * sizeof {x}->at[0]);
if (!{x}) exit(0);
{x}->at[{m} - 1] = {x}->at[{n} - 1];
add((u64){x}->at[{m} - 1]); add((u64){x}->at[0]); add(sizeof *{x} + offsetof(struct {s}, at));
memcpy({x}->at, {s}_g.at, 2 * sizeof {x}->at[0]);
add((u64){x}->at[1]); add((u64){s}_g.at[{s}_g.n - 1]);
free({x});""", s=s, x=x, t=t, n=r.randint(2, 5), m=r.randint(5, 8), k=r.randint(1, 99))


def literals(p):
    """Compound literals and statement expressions."""
    r, s, f = p.r, p.fresh("lit"), p.fresh("lf")
    p.types.append("struct %s { int a[3]; struct { short x, y; } in; const char *t; };" % s)
    p.globals.append("static int *%s_p = (int[]){ %d, %d, [4] = %d };" % (s, r.randint(0, 9), r.randint(0, 9), r.randint(0, 9)))
    p.globals.append("static struct %s *%s_g = &(struct %s){ .in.y = %d, .a[1] = 7, .t = \"xyz\" };" % (s, s, s, r.randint(-99, 99)))
    function(p, "static long {f}(const struct {s} *a, struct {s} b) { return a->a[0] + 10 * b.a[2] + 100 * a->in.x - b.in.y; }", f=f, s=s)
    a, x = p.fresh("a"), p.fresh("x")
    lines(p, """
add((u64)({s}_p[1] + {s}_p[4] + {s}_g->in.y + {s}_g->a[1] + {s}_g->t[2]));
add((u64){f}(&(struct {s}){ { {k}, 2, 3 }, .in = {4, 5}}, (struct {s}){ .a = { [2] = {k} }, .in.y = 1 }));
int *{a}[3];
for (int i = 0; i < 3; i++) { {a}[i] = &(int){ i * {k} }; add((u64)*{a}[i]); }
int {x} = ({ int t = {k}; for (int i = 0; i < 3; i++) { if (i == 2) break; t = t * 2 + i; } t; }) + ({ {s}_p[0]++; });
add((u64){x});
add((u64)((char[]){ "abc" "def" })[{i}]); add(sizeof (char[]){ "ab\\0c" }); add(sizeof((int[]){ [{i}] = 1 }));
({ goto {x}_out; }); {x} = 0; {x}_out: add((u64){x});""", s=s, f=f, a=a, x=x, k=r.randint(1, 99), i=r.randint(0, 5))


def generic(p):
    r = p.r
    names = ["_Bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "long long",
             "unsigned long long", "float", "double", "long double", "char *", "const char *", "int *", "void *"]
    chosen = r.sample(names, r.randint(3, len(names)))
    table = ", ".join("%s: %d" % (n, i) for i, n in enumerate(chosen))
    for _ in range(r.randint(2, 6)):
        e = r.choice(["(short)1", "'a'", "(char)1 + (char)2", "1u + 1l", "1.0f * 1", "1.0f + 1.0", "2.0L - 1", '"abc"', "&(int){1}", "(const char *)0",
                      "1 ? 1 : 2ul", "1 ? (void *)0 : (int *)0", "(_Bool)1", "-(unsigned char)1", "!1.0", "sizeof 1", "1 << 2ll", "(unsigned short)1 >> 1",
                      "0x80000000", "2147483648", "0xffffffffffffffff", "(char)1 ? (char)1 : (signed char)1", "(const int)3", "1 == 1.0", "~(_Bool)1", "L'a'"])
        p.add("(_Generic((%s), %s, default: %d) * 100 + (int)sizeof(%s))" % (e, table, r.randint(50, 99), e))


def bytes_of(p):
    """Objects through pointers to characters: arithmetic, copies, containers."""
    r, s, x, b = p.r, p.fresh("obj"), p.fresh("x"), p.fresh("b")
    p.types.insert(0, "#include <stddef.h>\n#include <string.h>")
    members = [(p.fresh("m"), r.choice(SMALL)) for _ in range(r.randint(2, 5))]
    packed = r.choice(["", " __attribute__((packed))", "", " __attribute__((aligned(16)))"])
    p.types.append("struct %s { %s }%s;" % (s, " ".join("%s %s;" % (t, m) for m, t in members), packed))
    n = r.randint(1, 3)
    lines(p, "struct {s} {x}[{n}]; memset({x}, {k}, sizeof {x});\nunsigned char *{b} = (unsigned char *){x};", s=s, x=x, n=n, b=b, k=r.randrange(256))
    p.input(x)
    for _ in range(r.randint(3, 8)):
        m, t = r.choice(members)
        i = r.randrange(n)
        y = p.fresh("y")
        lines(p, r.choice([
            "{x}[{i}].{m} = ({t}){k};",
            "{b}[offsetof(struct {s}, {m}) + {i} * sizeof(struct {s})] ^= {k};",
            "*({t} *)((char *){x} + {i} * sizeof *{x} + offsetof(struct {s}, {m})) += {k};" if "packed" not in packed else "{x}[{i}].{m} += {k};",
            "{t} {y} = ({t}){k}; memcpy(&{x}[{i}].{m}, &{y}, sizeof {y});",
            "{t} {y}; memcpy(&{y}, {b} + offsetof(struct {s}, {m}), sizeof {y}); add((u64){y});",
            "memmove({b} + 1, {b}, sizeof *{x} - 1);",
            "memmove({b}, {b} + {d}, sizeof *{x} - {d});",
            "{t} *{y} = ({t} *)&{x}[{i}].{m}; add((u64)((struct {s} *)((char *){y} - offsetof(struct {s}, {m})) - {x}));" if "packed" not in packed else ";",
            "add((u64)((char *)&{x}[{i}].{m} - (char *){x})); add(sizeof *{x} + _Alignof(struct {s}) * 1000);",
            "for (unsigned char *{y} = {b} + sizeof {x}; {y} > {b}; ) add(*--{y});",
            "struct {s} {y} = {x}[{i}]; {x}[0] = {y};" if "packed" in packed else ";",
        ]), s=s, x=x, b=b, m=m, t=t, i=i, k=r.randint(0, 255), y=y, d=r.randint(1, 2))
        p.add("%s[%d].%s" % (x, i, m))
    lines(p, "for (unsigned i = 0; i < sizeof {x}; i++) add({b}[i]);", x=x, b=b)


def unions(p):
    """One member written, another one read."""
    r, u, x = p.r, p.fresh("U"), p.fresh("x")
    p.types.append("union %s { unsigned char c[16]; int i; unsigned long l[2]; float f; double d; struct { unsigned a : 3; int b : %d; unsigned long c : %d; } s;"
                   " struct { short x; union { char y; int z; }; }; _Bool t[2]; };" % (u, r.randint(2, 29), r.randint(1, 40)))
    p.globals.append("static union %s %s_g = %s;" % (u, u, r.choice(["{ .l[1] = 5 }", "{ .f = -1.5f }", "{ { 1, 2, [15] = 3 } }", "{ .s.c = 77, .s.a = 9 }", "{ .z = -3 }"])))
    lines(p, "union {u} {x} = { .l = { {a}ul, {b}ul } }, *{x}_p = &{x};", u=u, x=x, a=r.getrandbits(63), b=r.getrandbits(63))
    p.input(x)
    for _ in range(r.randint(3, 9)):
        lines(p, r.choice(["{x}.c[{k}] = {v};", "{x}_p->s.b = {v};", "{x}_p->s.b++;", "{x}.s.c -= {v};", "{x}.s.a += {v};", "{x}.z = -{v};", "{x}.x = {v};", "{x}.f = {v} / 8.0f;",
                           "{x}.d = -{v};", "{x} = {u}_g;", "{u}_g = *{x}_p;", "{x}.l[1] ^= {x}.l[0];", "{x}.i *= 3;", "add((u64)({x}.s.b = {v} * 1000));",
                           "add((u64)({x}.s.a++));"]),
              x=x, u=u, k=r.randrange(16), v=r.randint(0, 255))
        lines(p, r.choice(["add((u64){x}.i);", "add({x}.l[{k}]);", "add((u64){x}_p->s.b);", "add({x}.s.a);", "add((u64){x}.s.c);", "add((u64){x}.z);", "add((u64){x}.y);"]), x=x, k=r.randrange(2))
    lines(p, "for (int i = 0; i < 16; i++) add({x}.c[i]);", x=x)


def pointers(p):
    """Tables of functions, pointers to pointers, pointers to arrays, computed gotos."""
    r, f = p.r, p.fresh("fp")
    t = r.choice(SMALL)
    function(p, """
typedef {t} (*{f}_type)({t}, int);
static {t} {f}_a({t} x, int n) { return ({t})(x + n); }
static {t} {f}_b({t} x, int n) { return ({t})(x * 3 - n); }
static {f}_type {f}_get(int i) { return i ? {f}_a : {f}_b; }
static {f}_type {f}_table[4] = { [1] = {f}_a, [3] = {f}_b };
static {t} {f}_all({t} x, {f}_type *from, {f}_type const *to) {
	for (; from != to; from++)
		x = *from ? (*from)(x, (int)(to - from)) : ({t})(x + 1);
	return x;
}
static int {f}_goto(const unsigned char *code) {
	static void *const label[] = { &&stop, &&more, &&less, &&twice };
	int x = {k};
	goto *label[*code];
more:	x += 3; goto *label[*++code];
less:	x -= 5; goto *label[*++code];
twice:	x *= 2; goto *label[*++code];
stop:	return x;
}""", f=f, t=t, k=r.randint(-9, 9))
    code = [str(r.randint(1, 3)) for _ in range(r.randint(0, 6))] + ["0"]
    x, q = p.fresh("x"), p.fresh("q")
    lines(p, """
add((u64){f}_all({k}, {f}_table, {f}_table + {n}));
add((u64){f}_get({b})({k}, 2)); add((u64)(*{f}_get(!{b}))({k}, 3)); add((u64)({f}_table[1] == {f}_get(1)) + 2 * !{f}_table[{b}]);
add((u64){f}_goto((const unsigned char[]){ {code} }));
{t} {x}[3][2] = { { 1, 2 }, { {k} }, }, (*{q})[2] = {x} + 1, *{q}_p = *{q}, **{q}_pp = &{q}_p;
(*{q}_pp)++; **{q}_pp = ({t}){k}; {q}_p[-1] = 4; (*++{q})[1] = (*{q}_pp)[0]; 1[*{q}]++;
for (int i = 0; i < 6; i++) add((u64){x}[i / 2][i % 2]);
add((u64)({q}_p - &{x}[0][0]) + (u64)({q} - {x}) * 100 + ({q}_p > *{x}) * 1000);""", f=f, t=t, x=x, q=q, k=r.randint(0, 99), n=r.randint(0, 4), b=r.randint(0, 1),
          code=", ".join(code))


def builtins(p):
    r = p.r
    t, width = r.choice([("int", 32), ("unsigned", 32), ("long", 64), ("unsigned long", 64), ("short", 16), ("signed char", 8)])
    for _ in range(r.randint(2, 6)):
        a, b, x = "(%s)%s" % (t, p.literal()), "(%s)%s" % (r.choice(SMALL), p.literal()), p.fresh("x")
        kind = r.random()
        if kind < 0.4:
            lines(p, "{r} {x}; add((u64)__builtin_{op}_overflow({a}, {b}, &{x})); add((u64){x});", r=r.choice(SMALL), x=x, op=r.choice(["add", "sub", "mul"]), a=a, b=b)
        elif kind < 0.8:
            suffix, wide = r.choice([("", "unsigned"), ("ll", "unsigned long long"), ("l", "unsigned long")])
            name = r.choice(["popcount", "parity", "clz", "ctz", "ffs", "clrsb"])
            p.add("__builtin_%s%s((%s)(%s)%s)" % (name, suffix, wide, a, " | 1" if name in ("clz", "ctz") else ""))
        else:
            n = r.choice([16, 32, 64])
            p.add("__builtin_bswap%d((unsigned long)%s)" % (n, a))
            p.add("((unsigned)%s << %d | (unsigned)%s >> %d)" % (a, 5, a, 27))


def texts(p):
    """Functions of string.h on constant and changed strings; escapes and concatenation."""
    r, a, b = p.r, p.fresh("s"), p.fresh("s")
    p.types.insert(0, "#include <string.h>\n#include <stdlib.h>")
    word = lambda: '"%s"' % "".join(r.choice(["a", "b", "\\101", "\\0" if r.random() < 0.1 else "c", "\\n", "z", "\\377"]) + ('" "' if r.random() < 0.2 else "") for _ in range(r.randint(0, 6)))
    lines(p, "char {a}[24] = {w}, {b}[] = {v};", a=a, b=b, w=word(), v=word())
    p.input(a)
    p.input(b)
    for _ in range(r.randint(2, 6)):
        lines(p, r.choice(["add(strlen({a})); add(sizeof {b});", "add((u64)(strcmp({a}, {b}) < 0));", "strcpy({a}, {b});", "strncpy({a}, {b}, 5);", "if (strlen({a}) + strlen({b}) < 23) strcat({a}, {b});",
                           "{ char *q = strchr({a}, 'b'); add(q ? (u64)(q - {a}) : 99); }", "{ char *q = strrchr({a}, 'a'); add(q ? (u64)(q - {a}) : 99); }",
                           "add((u64)(memcmp({a}, {b}, sizeof {b} < 24 ? sizeof {b} : 24) > 0));", "{ char *q = strstr({a}, \"a\"); add(q ? (u64)(q - {a}) : 99); }", "add(strspn({a}, \"abA\")); add(strcspn({a}, \"z\"));",
                           "{a}[{k}] = {b}[0];", "add((u64)strtol(\"{n}x\", 0, {base}));", "add((u64)atoi(\" {n}\"));", "add((u64)strncmp({a}, {b}, 2) >> 31);"]),
              a=a, b=b, k=r.randrange(6), n=r.randint(-9999, 9999), base=r.choice([0, 8, 10, 16, 36]))
    lines(p, "for (int i = 0; i < 24; i++) add((u64){a}[i]);", a=a)


def values(p):
    """Records by value, as results and arguments; static locals; recursion."""
    r, s, f = p.r, p.fresh("V"), p.fresh("rec")
    t = r.choice(SMALL + ["float", "double", "long double"])
    p.types.append("struct %s { %s a; %s b[%d]; };" % (s, t, r.choice(SMALL), r.randint(1, 6)))
    function(p, """
static struct {s} {f}(struct {s} x, int n, const struct {s} *y) {
	static int calls;
	static struct {s} last = { {k}, { 1 } };
	calls++;
	if (n > 0) {
		x.a += y->a;
		x.b[0] ^= 1;
		last = n & 1 ? {f}(last, n - 1, &x) : {f}(x, n - 2, &last);
	}
	x.a += calls;
	return n == {m} ? last : x;
}""", s=s, f=f, k=r.randint(0, 9), m=r.randint(0, 4))
    x = p.fresh("x")
    lines(p, """
struct {s} {x} = { {k}, { 2 } };
INPUT({x});
add((u64)(long){f}({x}, {n}, &{x}).a); add((u64){f}({x}, 1, &{x}).b[0]);
{x} = {f}({f}({x}, 2, &{x}), 1, &(struct {s}){ 3 });
add((u64)(long){x}.a); add((u64){x}.b[0]);""", s=s, f=f, x=x, k=r.randint(0, 99), n=r.randint(0, 5))


def bit_fields(p):
    """Values of assignments to bit-fields, and what they promote to."""
    r, s, x = p.r, p.fresh("B"), p.fresh("x")
    fields = []
    for _ in range(r.randint(2, 6)):
        t, most = r.choice([("int", 31), ("unsigned", 31), ("signed char", 8), ("unsigned char", 8), ("short", 16), ("unsigned short", 16), ("_Bool", 1), ("long", 31), ("unsigned long", 31), ("signed", 32)])
        fields.append((p.fresh("b"), t, r.randint(1, most)))
    pad = lambda: r.choice(["", "", "", " int : 0;", " char : 3;", " char c%d;" % r.randrange(10**6)])
    p.types.append("struct %s { %s }%s;" % (s, "".join("%s %s : %d;%s" % (t, n, w, pad()) for n, t, w in fields), r.choice(["", "", " __attribute__((packed))"])))
    lines(p, "struct {s} {x} = { {v} }, *{x}_p = &{x};\nadd(sizeof {x});", s=s, x=x, v=r.randint(-9, 99))
    p.input(x)
    for _ in range(r.randint(3, 9)):
        n, t, w = r.choice(fields)
        m = r.choice(fields)[0]
        e = r.choice(["{x}.{n} = {v}", "{x}_p->{n} += {v}", "{x}.{n}++", "--{x}.{n}" if t != "_Bool" else "{x}.{n} = 1", "{x}.{n} = {x}.{m}", "{x}.{n} <<= 1", "{x}.{n} ^= {x}.{m}", "{x}.{n} - {v} < 0",
                      "{x}.{n} > -1", "-{x}.{n}", "~{x}.{n}", "{x}.{n} ? {x}.{m} : -1", "!{x}.{n}", "({x}.{n} = {v}) == {v}", "{x}.{n} * {x}.{m}", "{x}.{n} >> 1"])
        p.add("(%s)" % e.replace("{x}", x).replace("{n}", n).replace("{m}", m).replace("{v}", str(r.choice([0, 1, -1, 5, 127, 255, 65535, 2**31 - 1, -77]))))
    for n, _, _ in fields:
        p.add("%s.%s" % (x, n))


PARTS = [jumps, varargs, variable_arrays, duff, flexible, literals, generic, bytes_of, unions, pointers, builtins, texts, values, bit_fields, *frontend_floats.PARTS]
