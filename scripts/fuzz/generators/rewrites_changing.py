"""rewrites_changing -- rewrites after which the verdict is known, whatever it was; and parts that run before main and change nothing.

A rewrite returns whether it found a place, and sets 'verdict' of the Change.
"""

import re

SAFE, UNSAFE = 0, 10
FAIL = "extern void __VERIFIER_error(void);"
ASSERTIONS = frozenset({"assertions"})  # not where only other properties are asked about
THREADS = frozenset({"assertions", "contexts", "creates"})

# What two threads of their own do before the program begins: names, whether it fails, globals, functions, what main does around them.
# {p} makes names unique.
PRELUDES = [
    ("lost_update", UNSAFE, "static int {p}n;", "int {p}v = {p}n; {p}n = {p}v + 1;", "{p}n++;", "if ({p}n != 2) __VERIFIER_error();"),
    ("no_lost_update", SAFE, "static int {p}n; static pthread_mutex_t {p}m = PTHREAD_MUTEX_INITIALIZER;",
     "pthread_mutex_lock(&{p}m); int {p}v = {p}n; {p}n = {p}v + 1; pthread_mutex_unlock(&{p}m);",
     "pthread_mutex_lock(&{p}m); {p}n++; pthread_mutex_unlock(&{p}m);", "if ({p}n != 2) __VERIFIER_error();"),
    ("null_in_table", UNSAFE, "static int {p}k, {p}v, *{p}q[3] = {{[1] = &{p}v}};", "{p}k = 2;", "{p}k = 1;",
     "if (!{p}q[{p}k]) __VERIFIER_error();"),
    ("no_null_in_table", SAFE, "static int {p}k, {p}v, *{p}q[3] = {{[1] = &{p}v, [2] = &{p}k}};", "{p}k = 2;", "{p}k = 1;",
     "if (!{p}q[{p}k]) __VERIFIER_error();"),
    ("null_function", UNSAFE, "static int {p}k; static void {p}f(void) {{}} static void (*{p}q[2])(void) = {{{p}f}};", "{p}k = 1;", "{p}k = 0;",
     "if ({p}q[{p}k]) {p}q[{p}k](); else __VERIFIER_error();"),
    ("rare_order", UNSAFE, "static int {p}a, {p}b;", "{p}a = 1; if ({p}b == 1) {p}a = 2;", "if ({p}a == 1) {p}b = 1;",
     "if ({p}a == 2) __VERIFIER_error();"),
    ("impossible_order", SAFE, "static int {p}a, {p}b; static pthread_mutex_t {p}m = PTHREAD_MUTEX_INITIALIZER;",
     "pthread_mutex_lock(&{p}m); {p}a = 1; if ({p}b == 1) {p}a = 2; pthread_mutex_unlock(&{p}m);",
     "pthread_mutex_lock(&{p}m); if ({p}a == 1) {p}b = 1; pthread_mutex_unlock(&{p}m);", "if ({p}a == 2) __VERIFIER_error();"),
    ("torn_record", UNSAFE, "static struct {{ int {p}x, {p}y; }} {p}r, *{p}p[2] = {{&{p}r, &{p}r}}; static int {p}i, {p}bad;",
     "{p}p[{p}i]->{p}x = 1; {p}p[{p}i]->{p}y = 1;", "{p}i = 1; {p}bad = {p}p[{p}i]->{p}x != {p}p[0]->{p}y;", "if ({p}bad) __VERIFIER_error();"),
]


def prelude(name, verdict, data, first, second, check):
    def make(change):
        source, main = change.source, change.source.main()
        if not main or any(not re.search(rf"\b{f}\b", source.text) for f in ("pthread_create", "pthread_join")):
            return False
        p = change.prefix
        change.insert(main[0].start, (
            f"{FAIL}\n{data}\nstatic void *{{p}}one(void *{{p}}arg) {{{{ {first} return {{p}}arg; }}}}\n"
            f"static void *{{p}}two(void *{{p}}arg) {{{{ {second} return {{p}}arg; }}}}\n"
            f"static void {{p}}before(void) {{{{ pthread_t {{p}}t, {{p}}u; pthread_create(&{{p}}t, 0, {{p}}one, 0); pthread_create(&{{p}}u, 0, {{p}}two, 0);"
            f" pthread_join({{p}}t, 0); pthread_join({{p}}u, 0); {check} }}}}\n").format(p=p))
        change.start.append(f"{p}before();")
        change.verdict = verdict if verdict == UNSAFE else None
        return True

    make.__name__, make.tags = name, THREADS
    if "pthread_mutex" not in data:
        make.tags |= {"racy"}
    return make


def fails_first(change):
    """main begins with an error for one value of an input."""
    if not change.source.main():
        return False
    change.head.append(f"{FAIL} extern unsigned __VERIFIER_nondet_uint(void);")
    change.start.append("if (__VERIFIER_nondet_uint() == 4000000001u) __VERIFIER_error();")
    change.verdict = UNSAFE
    return True


def deadlock_first(change):
    """main begins with a deadlock for some inputs."""
    if not change.source.main() or not re.search(r"\bpthread_mutex_lock\b", change.source.text):
        return False
    m = change.name("m")
    change.insert(change.source.main()[0].start, f"static pthread_mutex_t {m} = PTHREAD_MUTEX_INITIALIZER;\n")
    change.head.append("extern int __VERIFIER_nondet_int(void);")
    change.start.append(f"pthread_mutex_lock(&{m}); if (__VERIFIER_nondet_int() > 7) pthread_mutex_lock(&{m}); pthread_mutex_unlock(&{m});")
    change.verdict = UNSAFE
    return True


def race_first(change):
    """Two threads write a variable before the program begins."""
    source, main = change.source, change.source.main()
    if not main or any(not re.search(rf"\b{f}\b", source.text) for f in ("pthread_create", "pthread_join")):
        return False
    p = change.prefix
    change.insert(main[0].start, f"static int {p}n[2]; static void *{p}f(void *{p}arg) {{ {p}n[{p}arg != 0] = 1; return {p}arg; }}\n")
    change.start.append(f"{{ pthread_t {p}t; pthread_create(&{p}t, 0, {p}f, &{p}t); {p}n[1] = 2; pthread_join({p}t, 0); }}")
    change.verdict = UNSAFE
    return True


def never_begins(change):
    """The program is called only for an input that does not occur; a destructor would run without it."""
    source, main = change.source, change.source.main()
    if re.search(r"\bdestructor\b", source.text):
        return False
    if not main or not source.is_named_at(main[0]) or source.references.get(main[0].at) or not re.fullmatch(r"int \((?:void)?\)", main[0].type):
        return False
    old = change.name("main")
    change.replace(main[0].at, main[0].at + len("main"), old)
    change.head.append("extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);")
    n = change.name("n")
    change.tail.append(f"int main(void) {{ int {n} = __VERIFIER_nondet_int(); __VERIFIER_assume({n} >= 0 && {n} < 8); if ({n} & 8) return {old}(); return 0; }}")
    change.verdict = SAFE
    return True


def begins_for_some(change):
    """The program is called for one value of an input."""
    made = never_begins(change)
    if made:
        change.tail[-1] = change.tail[-1].replace(" & 8", " == 7")
        change.verdict = None
    return made


def assumed(change):
    """assert(e) -> __VERIFIER_assume(e), everywhere: no assertion is violated any more."""
    source = change.source
    places = [m.start() for m in re.finditer(r"\bassert\s*(?=\()", source.blank)]
    if not places or not change.is_about_assertions:
        return False
    other = re.search(r"\b(?:__VERIFIER_error|reach_error|__VERIFIER_assert|__assert_fail|abort|static_assert|_Static_assert)\b", source.blank)
    if other or re.search(r"^\s*#.*assert\s*\(", source.text, re.M):
        return False
    change.head.append("extern void __VERIFIER_assume(int);")
    for at in places:
        change.replace(at, at + len("assert"), "__VERIFIER_assume")
    change.verdict = SAFE
    return True


def unchanged(change):
    """The program under another strategy than its case names is worth a comparison, too."""
    return change is not None


fails_first.tags = assumed.tags = ASSERTIONS
deadlock_first.tags = frozenset({"deadlocks"})
race_first.tags = frozenset({"races", "contexts", "creates"})

MADE = [(verdict, prelude(name, verdict, *rest)) for name, verdict, *rest in PRELUDES]
KEEPING = [make for verdict, make in MADE if verdict == SAFE] + [begins_for_some, unchanged]
CHANGING = [make for verdict, make in MADE if verdict == UNSAFE] + [fails_first, deadlock_first, race_first, never_begins, assumed]
