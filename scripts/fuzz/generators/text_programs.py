"""text_programs.py -- random programs that read text from outside and compute a number.

A program has a function 'long compute(...)' that returns the number, or -1 for a text that does not count: one with other
characters than those of the alphabet, or too long.  For -1 nothing is asserted.  Where the text comes from (kind):

    array    a string of up to 'most' characters of the alphabet, each chosen: sscanf, strtok_r, strsep, strtol, ...
    stream   the same string, read back through fmemopen: getc, fgets, getline, getdelim, fread
    stdin    the standard input: the same functions.  What follows the end of a stream from outside, or a line without a
             newline, may be anything in our models, so half of these read once, and of the others nothing is asked that
             no text reaches
    scan     the standard input, by scanf: each conversion may find any text that fits it, so it is the same, but for
             one word
    argv     the arguments of main

The texts are those over the alphabet of up to 'most' characters; each argument of such a text ends with a blank.
"""

import collections
import itertools

KINDS = ("array", "stream", "stdin", "scan", "argv")
HEADERS = ("assert", "ctype", "errno", "limits", "stdio", "stdlib", "string", "sys/types")
HEAD = "#define _GNU_SOURCE\n" + "".join(f"#include <{h}.h>\n" for h in HEADERS)

# text: the functions; reads: calls that a text needs, at most; threaded: compute runs in a thread; exact: it is known what no
# text gives.
Program = collections.namedtuple("Program", "kind text alphabet most reads threaded exact")


def quoted(text):
    """As a string of C; no character runs into the next one."""
    return '"' + "".join(c if c not in '"\\?' and " " <= c <= "~" else f"\\{ord(c):03o}" for c in text) + '"'


# --- What is done with a string s of n characters; the number is h. ---


def on_string(rng, a):
    """a: characters of the alphabet, so that they matter."""
    c, d = rng.choice(a), rng.choice(a)
    k, m = rng.randint(2, 9), rng.randint(1, 3)
    base = rng.choice((0, 2, 8, 10, 16, 36))
    few = quoted("".join(sorted({rng.choice(a) for _ in range(2)})))
    character = lambda x: f"'{x}'" if " " < x <= "~" and x not in "'\\" else str(ord(x))
    return rng.choice(
        (
            f"for (size_t i = 0; s[i]; i++) h = h * {k} + (s[i] == {character(c)});",
            f"h += {k} * strlen(s);",
            f"{{ char *e; long v = strtol(s, &e, {base}); h += {k} * v + (e - s); }}",
            f"{{ char *e; errno = 0; unsigned long v = strtoul(s, &e, {base}); h += v % 97 + 7 * (e - s) + errno; }}",
            f"h += {k} * strspn(s, {few}) + strcspn(s, {few});",
            f"{{ char *p = strpbrk(s, {few}); h += p ? {k} + (p - s) : 1; }}",
            f"{{ char *p = strrchr(s, {character(c)}); h += p ? {k} + (p - s) : 1; }}",
            f"{{ char *p = strstr(s, {quoted(c + d)}); h += p ? {k} + (p - s) : 1; }}",
            f"{{ char t[8], *save, *w; strcpy(t, s); for (w = strtok_r(t, {few}, &save); w; w = strtok_r(NULL, {few}, &save)) h = h * {k} + *w % 16 + strlen(w); }}",
            f"{{ char t[8], *at = t, *w; strcpy(t, s); while ((w = strsep(&at, {few})) != NULL) h = h * {k} + strlen(w) + 1; }}",
            f"{{ char t[8] = {{0}}; int n = snprintf(t, {m + 1}, \"%s|\", s); h = h * {k} + n + t[{m - 1}] % 8; }}",
            f"{{ char t[8] = \"x\"; strncat(t, s, {m}); h += {k} * strlen(t) + !strcmp(t + 1, s); }}",
            f"{{ char t[8]; memset(t, 'q', 8); strncpy(t, s, {m}); h += {k} * (t[{m}] == 'q') + (t[0] == 0) + 2 * (t[{m - 1}] == 0); }}",
            f"{{ size_t n = strlen(s), i = 0; while (i < n / 2 && s[i] == s[n - 1 - i]) i++; h += {k} * (n > 1 && i == n / 2); }}",
            f"{{ int inside = 0; for (char *p = s; *p; p++) {{ if (isspace((unsigned char)*p)) inside = 0; else if (!inside) inside = 1, h += {k}; }} }}",
            "for (char *p = s; *p; p++) h = isdigit((unsigned char)*p) ? h * 10 + *p - '0' : h + 1;",
            f"for (char *p = s; *p; p++) switch (toupper((unsigned char)*p)) {{ case 'A' ... 'F': h = h * {k} + *p % 8; break; case '-': h++; /* fall through */ default: h ^= {m}; }}",
            f"{{ int state = 0; for (char *p = s; *p; p++) state = state == 0 ? *p == {character(c)} : state == 1 && *p == {character(d)} ? 2 : state == 2 ? 2 : 0; h += {k} * (state == 2) + state; }}",
            f"h += {k} * atoi(s) + (s[0] ? s[strlen(s) - 1] % 4 : 5);",
            f"h += {k} * (strncmp(s, {quoted(c + d)}, {m}) > 0) + (strcmp(s, {quoted(c)}) == 0) + 2 * (memchr(s, {character(d)}, strlen(s)) != NULL);",
            scanned(rng, a),
        )
    )


def scanned(rng, a, source="sscanf(s, "):
    """A call of sscanf or scanf with a few conversions."""
    fmt, arguments, use = "", "", ""
    for i in range(rng.randint(1, 3)):
        what = rng.choice(("d", "2d", "1d", "x", "i", "hhd", "u", "c", "2c", "s", "2s", "set", "1set", "n", "*d", "*s", "*1set", " ", ",", "%"))
        if what in (" ", ",", "%"):
            fmt += {"%": "%%"}.get(what, what)
            continue
        spec = what.replace("set", rng.choice(SETS))
        fmt += rng.choice(("", "", " ", rng.choice(a))) + "%" + spec
        if "*" in what:
            continue
        if what in ("c", "2c", "s", "2s", "set", "1set"):
            arguments += f", t{i}"
            use += f" + {i + 2} * strlen(t{i}) + t{i}[0] % 8"
        else:
            arguments += f", &d{i}" if what != "hhd" else f", (signed char *)&d{i}"
            use += f" + {3 * i + 5} * d{i}" if what != "u" else f" + {3 * i + 5} * (d{i} % 50)"
    fmt = quoted(fmt.replace("% ", "%%"))
    declared = "".join(f"char t{i}[8] = {{0}}; int d{i} = {rng.randint(0, 1)}; " for i in range(3))
    return f"{{ {declared}int r = {source}{fmt}{arguments}); (void)t0; (void)t1; (void)t2; (void)d0; (void)d1; (void)d2; h += r{use}; }}"


SETS = ("[ab]", "[^x]", "[a-c]", "[]a]", "[^] ]", "[0-9]", "[^,]")


def word(rng, a):
    """One word by scanf, which must be of the alphabet."""
    spec = rng.choice(("", "1", "2", "3")) + rng.choice(("s", *SETS, *SETS))
    return f"{{ char s[8] = {{0}}; int r = fscanf(f, {quoted('%' + spec)}, s); {'' if spec[-1] == 's' else 'if (r == 0) return -1; '}CHECKS(s, strlen(s)); h = 5 * r + 7; {on_string(rng, a)} }}"


# --- How a stream f is read; the bytes that were read count in 'total', and must be of the alphabet: CHECK. ---


def on_stream(rng, a, once_only):
    """Statements that read all of f, or a part.  once_only: nothing is read behind the end, or behind a part that is shorter
    than what was asked for."""
    c, k, m = rng.choice(a), rng.randint(2, 9), rng.randint(2, 4)
    number = ord(c)
    work = lambda: on_string(rng, a)
    blank, checked = "memset(s, 1, sizeof s);", "int n = sizeof s - 1; while (s[n]) n--; CHECKS(s, n);"  # a line may have zeros in it
    once = (
        f"{{ int c; while ((c = getc(f)) != EOF) {{ CHECK(c); if (c == {number}) h = h * {k} + 1; else h += c % 4; }} }}",
        f"{{ int c, last = 0; while ((c = fgetc(f)) != EOF) {{ CHECK(c); if (c == last) h += {k}; if (c == {number}) continue; last = c; }} }}",
        f"{{ char s[8]; {blank} if (fgets(s, sizeof s, f)) {{ {checked} {work()} }} else h = {k}; }}",
        f"{{ char *s = NULL; size_t room = 0; ssize_t n = getdelim(&s, &room, {number}, f); if (n > 0) {{ CHECKS(s, n); h += {k} * (s[n - 1] == {number}); {work()} }} free(s); }}",
        f"{{ char s[8] = {{0}}; size_t n = fread(s, 1, {m}, f); CHECKS(s, n); h += {k} * n; {work()} }}",
        f"{{ char s[8]; int n = 0, c; while (n < {m} && (c = getc(f)) != EOF && c != {number}) {{ CHECK(c); s[n++] = c; }} s[n] = 0; {work()} }}",
    )
    often = (
        f"{{ int c; while ((c = getc(f)) != EOF) {{ CHECK(c); h = h * {k} + c % 4; }} h += feof(f) ? 1 : 2; }}",
        f"{{ int c = getc(f); if (c != EOF) {{ CHECK(c); ungetc(c, f); total--; h += {k}; }} int d = getc(f); if (d != EOF) CHECK(d); h += c == d; }}",
        f"{{ char s[{m + 1}]; while ({blank[:-1]}, fgets(s, sizeof s, f)) {{ {checked} s[strcspn(s, \"\\n\")] = 0; {work()} }} }}",
        f"{{ char *s = NULL; size_t room = 0; ssize_t n; while ((n = getline(&s, &room, f)) != -1) {{ CHECKS(s, n); h += n; {work()} }} free(s); }}",
        f"{rng.choice(once)}\n\t{rng.choice(once)}",
    )
    return rng.choice(once if once_only else once + often + often)


CHECKS = """#define CHECK(c) do { if (!memchr(ALPHABET, (c), sizeof ALPHABET - 1) || ++total > MOST) return -1; } while (0)
#define CHECKS(s, n) do { for (size_t i_ = 0; i_ < (size_t)(n); i_++) CHECK((unsigned char)(s)[i_]); } while (0)
"""


def texts(alphabet, most):
    for n in range(most + 1):
        yield from map("".join, itertools.product(alphabet, repeat=n))


def random_program(rng, kind):
    small = kind != "array"
    letters = rng.sample("ab10x,-+ f]\t:", 2 if kind == "stream" else 3 if small else rng.randint(3, 4))
    if kind == "argv":
        letters = [c for c in letters if c not in "- \t+"] or ["a", "1"]
    if kind in ("stream", "stdin", "scan") and rng.random() < 0.7:
        letters[-1] = "\n"
    if kind in ("stream", "stdin"):
        letters.append("\0")  # what reads lines cannot tell it from their end
    alphabet, most = "".join(letters), 2 if kind == "stream" and rng.random() < 0.5 else 3 if small else rng.randint(3, 4)
    a = [c for c in letters if c not in "\0"]
    body, exact = "\tlong h = 0;\n", kind != "scan"
    if kind == "array":
        parameters = "char *s"
        body += "".join(f"\t{on_string(rng, a)}\n" for _ in range(rng.randint(1, 2)))
    elif kind == "argv":
        parameters = "int argc, char **argv"
        body += "\tsize_t total = 0;\n\tif (argc < 1 || argc > 3)\n\t\treturn -1;\n"
        body += "\tfor (int i = 1; i < argc; i++)\n\t\tCHECKS(argv[i], strlen(argv[i]));\n"
        body += f"\tfor (int i = 1; i < argc; i++) {{\n\t\tchar *s = argv[i];\n\t\th *= {rng.randint(2, 5)};\n\t\t{on_string(rng, a)}\n\t}}\n"
    elif kind == "scan":
        parameters = "FILE *f"
        exact = rng.random() < 0.5
        body += "\tsize_t total = 0;\n"
        body += f"\t{word(rng, a) if exact else scanned(rng, a, 'fscanf(f, ')}\n"
    else:
        parameters = "FILE *f"
        exact = kind == "stream" or rng.random() < 0.5
        body += f"\tsize_t total = 0;\n\t{on_stream(rng, a, kind == 'stdin' and exact)}\n"
    body += "\treturn h < 0 ? -h % 1000 : h % 1000;\n"
    text = HEAD + f"#define ALPHABET {quoted(alphabet)}\nenum {{ MOST = {most} }};\n{CHECKS}"
    text += f"static long compute({parameters}) {{\n{body}}}\n"
    return Program(kind, text, alphabet, most, most + 3, rng.random() < 0.2, exact)


# --- main: of the program that is asked about, and of the one that tries all texts. ---

CHOOSE = """int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
static void choose(char *s) {
	for (int i = 0; i < MOST; i++) {
		int n = __VERIFIER_nondet_int();
		__VERIFIER_assume(n >= 0 && n <= (int)sizeof ALPHABET - 1);
		s[i] = n < (int)sizeof ALPHABET - 1 ? ALPHABET[n] : 0;
	}
	s[MOST] = 0;
}
"""
# A text with zeros in it has a length of its own.
CHOOSE_LENGTH = """	int length = __VERIFIER_nondet_int();
	__VERIFIER_assume(length >= 0 && length <= MOST);
	for (int i = 0; i < MOST; i++)
		__VERIFIER_assume(i >= length || memchr(ALPHABET, s[i], sizeof ALPHABET - 1));
"""


def asked(program, condition):
    """The program that asserts the condition about h."""
    setting, argument = {
        "array": ("\tchar s[MOST + 1];\n\tchoose(s);\n", "s"),
        "stream": (f"\tchar s[MOST + 1];\n\tchoose(s);\n{CHOOSE_LENGTH}\tFILE *f = fmemopen(s, length, \"r\");\n\tif (!f)\n\t\treturn 0;\n", "f"),
        "stdin": ("", "stdin"),
        "scan": ("", "stdin"),
        "argv": ("", "argc, argv"),
    }[program.kind]
    text = program.text + (CHOOSE if program.kind in ("array", "stream") else "")
    main = f"int main(int argc, char **argv) {{\n\t(void)argc, (void)argv;\n{setting}"
    if program.threaded:
        ty = {"s": "char *", "f": "FILE *", "stdin": "FILE *"}.get(argument)
        if ty:
            text += f"#include <pthread.h>\nstatic long result;\nstatic void *work(void *p) {{\n\tresult = compute(({ty})p);\n\treturn NULL;\n}}\n"
            main += f"\tpthread_t t;\n\tpthread_create(&t, NULL, work, {argument});\n\tpthread_join(t, NULL);\n\tlong h = result;\n"
            return text + main + f"\tassert(h == -1 || ({condition}));\n\treturn 0;\n}}\n"
    return text + main + f"\tlong h = compute({argument});\n\tassert(h == -1 || ({condition}));\n\treturn 0;\n}}\n"


def trying(program):
    """The program that prints what each of its texts gives, as 'number text'."""
    room = "MOST + 2" if program.kind == "argv" else "MOST"
    text = program.text + f"enum {{ ROOM = {room} }};\n" + "static char in[ROOM + 1];\nstatic void one(int n) {\n\tin[n] = 0;\n\tlong h;\n"
    if program.kind == "array":
        text += "\tchar s[ROOM + 1];\n\tmemcpy(s, in, sizeof s);\n\th = compute(s);\n"
    elif program.kind == "argv":
        text += '\tchar s[ROOM + 1], *argv[5] = {"main"};\n\tint argc = 1;\n\tmemcpy(s, in, n + 1);\n'
        text += "\tif (n && s[n - 1] != ' ')\n\t\treturn;\n"
        text += '\tfor (char *at = s, *w; (w = strsep(&at, " ")) != NULL && at;) {\n\t\tif (argc == 4)\n\t\t\treturn;\n\t\targv[argc++] = w;\n\t}\n'
        text += "\targv[argc] = NULL;\n\th = compute(argc, argv);\n"
    else:
        text += "\tchar copy[ROOM + 1];\n\tmemcpy(copy, in, sizeof copy);\n"
        text += '\tFILE *f = n ? fmemopen(copy, n, "r") : fopen("/dev/null", "r");\n\th = compute(f);\n\tfclose(f);\n'
    text += "\tif (h != -1)\n\t\tprintf(\"%ld\\n\", h);\n}\n"
    letters = quoted(program.alphabet + (" " if program.kind == "argv" else ""))
    text += f"static void all(int n) {{\n\tone(n);\n\tfor (size_t i = 0; n < ROOM && i < sizeof {letters} - 1; i++) {{\n\t\tin[n] = {letters}[i];\n\t\tall(n + 1);\n\t}}\n}}\n"
    return text + "int main(void) {\n\tall(0);\n}\n"
