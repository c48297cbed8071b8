"""frontend_floats -- parts of random programs of scripts/fuzz/diff-frontend: floating point."""

FLOATS = [("float", "f"), ("double", ""), ("long double", "L")]
INTS = ["_Bool", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "__int128", "unsigned __int128"]

# NaN has many representations and a sign that is not fixed; of a long double, the bits that are no padding.
HEAD = """\
#include <math.h>
#include <float.h>
#include <fenv.h>
#include <string.h>
static u64 of_float(float x) { unsigned n; memcpy(&n, &x, sizeof n); return x != x ? 1 : n; }
static u64 of_double(double x) { u64 n; memcpy(&n, &x, sizeof n); return x != x ? 1 : n; }
static u64 of_long(long double x) {
	int e = 0;
	if (x != x)
		return 1;
	if (x == INFINITY || x == -INFINITY || x == 0)
		return 2 + (x > 0) + 8 * !!__builtin_signbit(x);
	while (x > 2 || x < -2) { x /= 2; e++; }
	while (x < 1 && x > -1) { x *= 2; e--; }
	return (u64)(long long)(x * 0x1p61L) * 3 + (u64)e;
}
static double of_int(double x, double most) { return x > -most && x < most ? x : 1; }
"""


def start(p):
    if HEAD not in p.functions:
        p.functions.insert(0, HEAD)


def add(p, t, e):
    p.body.append("\tadd(%s(%s));" % ({"float": "of_float", "double": "of_double", "long double": "of_long"}[t], e))


def constant(r, t=None):
    t, suffix = next((f for f in FLOATS if f[0] == t), None) or r.choice(FLOATS)
    kind = r.random()
    if kind < 0.3:
        value = "%d.%d" % (r.randint(0, 99), r.randint(0, 999))
    elif kind < 0.5:
        value = r.choice(["0.0", "1.0", "0.5", "3.0", "0.1", "16777216.0", "16777217.0", "9007199254740993.0", "4294967295.0", "2147483648.0", "9223372036854775807.0", "1e10", "255.5", "65535.75"])
    elif kind < 0.7:
        low, high = {"float": (-149, 120), "double": (-1074, 1000), "long double": (-1070, 1000)}[t]
        value = "0x1.%xp%d" % (r.getrandbits(r.choice([4, 20, 44])), r.randint(low, high))
    elif kind < 0.8:
        prefix = {"float": "FLT", "double": "DBL", "long double": "LDBL"}[t]
        return "%s_%s" % (prefix, r.choice(["MAX", "MIN", "EPSILON", "TRUE_MIN"]))
    elif kind < 0.9:
        return "((%s)%s)" % (t, r.choice(["INFINITY", "-INFINITY", "NAN", "-0.0"]))
    else:
        value = "%de%d" % (r.randint(1, 99999), r.randint(-35, 30))
    return "%s%s%s" % (r.choice(["", "", "-"]), value, suffix)


class Numbers:
    """Variables of all types, and expressions of them whose types are known."""

    def __init__(self, p):
        self.p, self.r, self.vars = p, p.r, {t: [] for t, _ in FLOATS}
        for t, _ in FLOATS:
            for _ in range(2):
                name = p.fresh("d")
                p.body.append("\t%s%s %s = %s;" % (self.r.choice(["", "volatile "]), t, name, constant(self.r)))
                self.vars[t].append(name)
                p.input(name)

    def expr(self, t, depth):
        """An expression of that type."""
        r = self.r
        if depth == 0:
            return r.choice(self.vars[t]) if r.random() < 0.7 else "((%s)%s)" % (t, constant(r, t))
        e = lambda: self.expr(t, depth - 1)
        other = r.choice(FLOATS)[0]
        kind = r.random()
        if kind < 0.5:
            return "(%s %s %s)" % (e(), r.choice("+-*/"), e())
        if kind < 0.6:
            return "(-%s)" % e()
        if kind < 0.75:
            return "((%s)%s)" % (t, self.expr(other, depth - 1))
        if kind < 0.85:
            return "((%s)(%s)%s)" % (t, r.choice(INTS), self.p.literal())
        if kind < 0.93:
            return "(%s ? %s : %s)" % (self.test(depth - 1), e(), e())
        return "((%s)(%s %s %s))" % (t, e(), r.choice("+-*/"), self.p.literal())

    def test(self, depth):
        r = self.r
        a, b = (self.expr(r.choice(FLOATS)[0], depth) for _ in range(2))
        return "(%s %s %s)" % (a, r.choice(["<", "<=", ">", ">=", "==", "!="]), r.choice([b, a]) if r.random() < 0.3 else b)

    def some(self):
        return self.r.choice(FLOATS)[0]


def arithmetic(p):
    start(p)
    n, r = Numbers(p), p.r
    for _ in range(r.randint(4, 10)):
        t = n.some()
        kind = r.random()
        if kind < 0.5:
            add(p, t, n.expr(t, r.randint(1, 3)))
        elif kind < 0.6:
            p.add(n.test(2))
        elif kind < 0.7:
            p.body.append("\t%s %s= %s;" % (r.choice(n.vars[t]), r.choice(["", "+", "-", "*", "/"]), n.expr(n.some(), 1)))
        elif kind < 0.75:
            p.body.append("\t%s%s;" % (r.choice(n.vars[t]), r.choice(["++", "--"])))
        elif kind < 0.9:
            to, most = r.choice([("signed char", 127), ("short", 32767), ("int", 2147483647), ("long", "0x1p63"), ("__int128", "0x1p127"), ("_Bool", 1000)])
            p.add("((%s)of_int((double)%s, %s))" % (to, n.expr(t, 2), most))
        elif kind < 0.95:
            to, most = r.choice([("unsigned char", 255), ("unsigned short", 65535), ("unsigned", 4294967295), ("unsigned long", "0x1p64"), ("unsigned __int128", "0x1p127")])
            p.add("((%s)fabs(of_int((double)%s, %s)))" % (to, n.expr(t, 2), most))
        else:
            p.add("((_Bool)%s + !%s * 2 + (%s && %s) * 4)" % tuple(n.expr(n.some(), 1) for _ in range(4)))


def functions(p):
    """What math.h defines exactly."""
    start(p)
    n, r = Numbers(p), p.r
    for _ in range(r.randint(3, 8)):
        t = n.some()
        s = {"float": "f", "double": "", "long double": "l"}[t]
        a, b = n.expr(t, 1), n.expr(t, 1)
        kind = r.random()
        if kind < 0.4:
            add(p, t, "%s%s(%s)" % (r.choice(["floor", "ceil", "trunc", "round", "rint", "nearbyint", "fabs", "sqrt"]), s, a))
        elif kind < 0.65:
            add(p, t, "%s%s(%s, %s)" % (r.choice(["fmin", "fmax", "fdim", "copysign", "fmod", "remainder", "nextafter"]) if t != "long double" else r.choice(["fmin", "fmax", "fdim", "copysign"]), s, a, b))
        elif kind < 0.75:
            p.add("(!!%s(%s))" % (r.choice(["signbit", "isnan", "isinf", "isfinite", "isnormal"]), a))
        elif kind < 0.85:
            p.add("(!!%s(%s, %s))" % (r.choice(["isgreater", "isless", "islessgreater", "isunordered", "isgreaterequal", "islessequal"]), a, b))
        elif kind < 0.9:
            p.add("%s%s(of_int((double)%s, 1e9))" % (r.choice(["lrint", "lround", "llround", "llrint"]), "", a))
        elif t != "long double":
            e = p.fresh("e")
            p.body.append("\tint %s = 0;" % e)
            add(p, t, r.choice(["ldexp%s(%s, %d)" % (s, a, r.randint(-200, 200)), "frexp%s(isfinite(%s) ? %s : 1, &%s)" % (s, a, a, e),
                                "scalbn%s(%s, %d)" % (s, a, r.randint(-200, 200)), "fma%s(%s, %s, %s)" % (s, a, b, n.expr(t, 0))]))
            p.add(e)


def rounding(p):
    """All rounding modes; what is computed in them is volatile, since compilers assume the usual one."""
    start(p)
    r = p.r
    t = r.choice(["float", "double"])
    a, b, c = p.fresh("d"), p.fresh("d"), p.fresh("d")
    p.body.append("\tvolatile %s %s = %s, %s = %s, %s;" % (t, a, constant(r, t), b, constant(r, t), c))
    p.input(a)
    p.input(b)
    for _ in range(r.randint(2, 5)):
        p.body.append("\tfesetround(%s);" % r.choice(["FE_UPWARD", "FE_DOWNWARD", "FE_TOWARDZERO", "FE_TONEAREST"]))
        op = r.choice(["%s = %s %s %s;" % (c, a, r.choice("+-*/"), b), "%s = (%s)(volatile long){ %d };" % (c, t, r.getrandbits(62)),
                       "%s = rint%s(%s);" % (c, "f" if t == "float" else "", a), "%s = (float)%s;" % (c, b), "%s = sqrt%s(fabs(%s));" % (c, "f" if t == "float" else "", a)])
        p.body.append("\t%s\n\tfesetround(FE_TONEAREST);" % op)
        add(p, t, c)
    p.body.append("\tadd((u64)fegetround());")


COPIES = """\
static float same_float(float x) { return x; }
static double same_double(double x) { return x; }
static double widened(float x) { return x; }
static float narrowed(double x) { return x; }
static long double longest(double x) { return x; }
struct held { char c; double d; float f; };
static struct held held(double d, float f) { struct held h = {1, d, f}; return h; }
"""


def copies(p):
    """The bits of a NaN, and of other numbers, behind calls, in records, and converted: they are fixed where nothing computes."""
    start(p)
    if COPIES not in p.functions:
        p.functions.append(COPIES)
    r = p.r
    b, d = p.fresh("b"), p.fresh("d")
    exponent = r.choice([0x7ff8, 0x7ff8, 0xfff8, 0xfff8, 0xc000, 0x3ff0])
    p.body.append("\tu64 %s = 0x%xul; double %s;" % (b, exponent << 48 | r.getrandbits(r.choice([20, 51])) << r.choice([0, 0, 29]) & (1 << 51) - 1, d))
    p.input(b)
    p.body.append("\tmemcpy(&%s, &%s, sizeof %s);" % (d, b, d))
    ways = ["same_double(%s)", "-%s", "held(%s, 0).d", "widened(narrowed(%s))", "(double)longest(%s)", "held(0, (float)%s).f", "fabs(%s)", "copysign(%s, -1.0)",
            "(double)same_float((float)%s)"]
    for _ in range(r.randint(1, 4)):
        p.body.append("\t%s = %s;" % (d, r.choice(ways) % d))
    p.body.append("\tmemcpy(&%s, &%s, sizeof %s);" % (b, d, b))
    p.add("%s + !!signbit(%s)" % (b, d))


PARTS = [arithmetic, functions, rounding, copies]
