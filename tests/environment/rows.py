"""rows.py -- the rows of the differential test: reads *.rows, writes the native program and the one for cbmc-mt.

README.md describes the format.  Both programs have the same text; they differ in what an observation is: the native one
writes down the value, the other one compares with the value that the native one has written down.
"""

import collections
import os
import re

HEAD = re.compile(r"^([A-Za-z_]\w*(?:, *[A-Za-z_]\w*)*) +(exact|allowed)((?: +-\S+)*)$")
OBSERVATION = re.compile(r"^\? *(?:(call|string|bytes|real|long real) )?(.*)$")

# names: the functions it is about; at: 'FILE:LINE'; options: of cbmc-mt; before: lines at file scope;
# body: lines of C and Observations.
Row = collections.namedtuple("Row", "names exact at options before body")
# what: None (an integer), 'call' (the same, with errno if it is -1), 'string', 'bytes', 'real', 'long real'
Observation = collections.namedtuple("Observation", "number what text")


class Table:
    """A file of rows."""

    def __init__(self, path):
        self.path, self.includes, self.rows = path, [], []
        with open(path, encoding="utf-8") as f:
            for number, line in enumerate(f, 1):
                self.read(f"{os.path.basename(path)}:{number}", line.rstrip())
        for row in self.rows:
            text = "\n".join([*row.before, *(part.text if isinstance(part, Observation) else part for part in row.body)])
            for name in row.names:
                if not re.search(rf"\b{name}\b", text):
                    raise SystemExit(f"{row.at}: does not call {name}")

    def read(self, at, line):
        text = line.strip()
        if not text or line.startswith("# "):
            return
        if line.startswith("#"):
            self.includes.append(line)
        elif line == text:
            head = HEAD.match(line)
            if not head:
                raise SystemExit(f"{at}: a row begins with 'NAME[, NAME]... exact|allowed [--OPTION]...': {line}")
            self.rows.append(Row(re.split(", *", head[1]), head[2] == "exact", at, head[3].split(), [], []))
        elif not self.rows:
            raise SystemExit(f"{at}: stands before the first row: {line}")
        elif text.startswith("@ "):
            self.rows[-1].before.append(text[2:])
        elif text.startswith("?"):
            seen = sum(isinstance(part, Observation) for part in self.rows[-1].body)
            what, expression = OBSERVATION.match(text).groups()
            self.rows[-1].body.append(Observation(seen, what, expression))
        else:
            self.rows[-1].body.append(text)


def tables(folder):
    """All files of rows, sorted by name."""
    return [Table(os.path.join(folder, name)) for name in sorted(os.listdir(folder)) if name.endswith(".rows")]


def observations(row):
    return [part for part in row.body if isinstance(part, Observation)]


# -- the native program

NATIVE_HEAD = """\
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Written by the child that runs a row, printed by its parent, so that no descriptor of the row is needed. */
static struct seen {
	int n;
	char text[65536];
} *seen;

#define SEE(...) (seen->n += snprintf(seen->text + seen->n, sizeof seen->text - (size_t)seen->n, __VA_ARGS__))

static void see_bytes(int number, const char *what, const void *at, long n)
{
	SEE("%d %s %ld", number, what, at ? n : -1L);
	for (long i = 0; at && i < n; i++)
		SEE(" %d", ((const unsigned char *)at)[i]);
	SEE("\\n");
}
"""

NATIVE_TAIL = """\
int main(int argc, char **argv)
{
	int row = argc > 1 ? atoi(argv[1]) : -1;
	if (row < 0 || row >= (int)(sizeof rows / sizeof *rows))
		return 2;
	seen = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (seen == MAP_FAILED)
		return 2;
	umask(022);
	pid_t child = fork();
	if (child == 0) {
		rows[row]();
		SEE("end\\n");
		fflush(NULL);
		_exit(0);
	}
	int status = 0;
	if (child < 0 || waitpid(child, &status, 0) != child)
		return 2;
	fprintf(stderr, "\\n%s", seen->text); /* the row may have written there, too */
	return 0;
}
"""


def native_observation(o):
    if o.what == "call":
        return (f"{{ errno = 0; long long seen_value = (long long)({o.text}); "
                f'SEE("{o.number} call %lld %d\\n", seen_value, errno); }}')
    if o.what == "string":
        return (f"{{ const char *seen_value = (const char *)({o.text}); "
                f'see_bytes({o.number}, "string", seen_value, seen_value ? (long)strlen(seen_value) + 1 : 0); }}')
    if o.what == "bytes":
        return f'see_bytes({o.number}, "bytes", {o.text});'
    if o.what == "real":
        return f'SEE("{o.number} real %a\\n", (double)({o.text}));'
    if o.what == "long real":
        return f'SEE("{o.number} long_real %La\\n", (long double)({o.text}));'
    return f'SEE("{o.number} value %lld\\n", (long long)({o.text}));'


def functions(rows, first, observe, last):
    """A function for each row, between lines 'first' and 'last'; observe(row, observation) is an observation in C."""
    for number, row in enumerate(rows):
        yield from [*row.before, f"static void row_{number}(void)", "{", first]
        yield from (observe(row, part) if isinstance(part, Observation) else part for part in row.body)
        yield from [*last(row), "}", ""]


def native_program(table):
    """Its argument is the number of a row; prints what was seen to standard error."""
    lines = ["#define _GNU_SOURCE", *table.includes, NATIVE_HEAD]
    lines += functions(table.rows, "", lambda row, o: native_observation(o), lambda row: [])
    lines += ["static void (*const rows[])(void) = {", *(f"\trow_{n}," for n in range(len(table.rows))), "};", "", NATIVE_TAIL]
    return "\n".join(lines)


def native_values(row, text):
    """What the native program has printed: one value for each observation, or None if that is not what it is."""
    lines = text.splitlines()
    if not lines or lines[-1] != "end":
        return None
    split = [line.split() for line in lines[:-1]]
    if [int(words[0]) for words in split] != list(range(len(observations(row)))):
        return None
    return [words[1:] for words in split]


# -- the program for cbmc-mt

MODEL_HEAD = """\
#include <assert.h>
#include <errno.h>
extern int __VERIFIER_nondet_int(void);
"""


def integer(text):
    return "(-9223372036854775807LL - 1)" if text == "-9223372036854775808" else f"{text}LL"


def same_bytes(o, value):
    expected = [f"seen_value[{i}] == {byte}" for i, byte in enumerate(value[2:])]
    if o.what == "string":
        pointer, wanted = f"({o.text})", "seen_value" if value[1] != "-1" else "!seen_value"
    else:
        pointer, _, n = o.text.rpartition(",")
        wanted = f"({n}) == {value[1]}" if value[1] != "-1" else "!seen_value"
    return (f"const unsigned char *seen_value = (const unsigned char *)({pointer}); "
            f"same = {' && '.join(['same', wanted, *expected])};")


def same_real(o, value):
    kind, suffix, sign = ("long double", "L", "l") if o.what == "long real" else ("double", "", "")
    if value[1].endswith("nan"):
        return f"{kind} seen_value = {o.text}; same = same & (seen_value != seen_value);"
    number = value[1].replace("inf", f"__builtin_huge_val{sign}()") + ("" if "inf" in value[1] else suffix)
    negative = value[1].startswith("-")
    return (f"{kind} seen_value = {o.text}; "
            f"same = same & (seen_value == {number}) & ((__builtin_signbit{sign}(seen_value) != 0) == {int(negative)});")


def model_comparison(o, value):
    if o.what == "call":
        failed = f" && errno == {value[2]}" if value[1] == "-1" else ""
        return (f"errno = 0; long long seen_value = (long long)({o.text}); "
                f"same = same && seen_value == {integer(value[1])}{failed};")
    if o.what in ("string", "bytes"):
        return same_bytes(o, value)
    if o.what in ("real", "long real"):
        return same_real(o, value)
    return f"same = same & ((long long)({o.text}) == {integer(value[1])});"


def model_program(table, rows, values):
    """For each row: 'assert(same)' if it is exact, and 'assert(!same)', which must be violated.

    A row ends where it goes another way than the native program, which the rest of it was written for.
    """
    value_of = {id(row): value for row, value in zip(rows, values)}

    def observe(row, o):
        return f"{{ {model_comparison(o, value_of[id(row)][o.number])} if (!same) goto done; }}"

    def last(row):
        return ["done:;", *["\tassert(same);"] * row.exact, "\tassert(!same);"]

    lines = ["#define _GNU_SOURCE", *table.includes, MODEL_HEAD, *functions(rows, "\tint same = 1;", observe, last)]
    cases = [f"\tcase {n}: row_{n}(); break;" for n in range(len(rows))]
    lines += ["int main(void)", "{", "\tswitch (__VERIFIER_nondet_int()) {", *cases, "\t}", "\treturn 0;", "}", ""]
    return "\n".join(lines)
