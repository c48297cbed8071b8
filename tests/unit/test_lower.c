/* What C becomes: small functions and the instructions they are lowered to, without numbers and
 * places, separated by "; ".  Jump targets are indices. */
#include "frontend/frontend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "goto/program/print.h"
#include "goto/program/validate.h"
#include "tests/unit/check.h"
#include "util/base/intern.h"
#include "util/base/vec.h"

static const struct lower_case {
	const char *source;   /* what main is declared before; "int main(void) { f(); }" follows */
	const char *function; /* whose code is compared */
	const char *expected;
} cases[] = {
    /* static initialisers */
    {"int a[4] = {1, [3] = 2}; int f(void) { return a[0]; }", "__mc_init", "a[0] = 1; a[3] = 2"},
    {"int a[2][2] = {1, 2, {3}}; int f(void) { return a[0][0]; }", "__mc_init",
     "a[0][0] = 1; a[0][1] = 2; a[1][0] = 3"},
    {"int a[4] = {[1 ... 2] = 5, 6}; int f(void) { return a[0]; }", "__mc_init",
     "a[1] = 5; a[2] = 5; a[3] = 6"},
    {"int a[2][3] = {[0 ... 1] = {7}, [1][2] = 8}; int f(void) { return a[0][0]; }", "__mc_init",
     "a[0][0] = 7; a[1][0] = 7; a[1][2] = 8"},
    {"struct { int x, y; } s = {.y = 1, .x = 2, .y = 3}; int f(void) { return s.x; }", "__mc_init",
     "s.x = 2; s.y = 3"},
    {"struct { struct { int a, b; } in; int c; } s = {.in.a = 1, .in = {.b = 2}, 3};"
     "int f(void) { return s.c; }",
     "__mc_init", "s.in.b = 2; s.c = 3"},
    {"struct { struct { int a, b; } in[2]; int c; } s = {.in[0].b = 1, 2, 3, 4};"
     "int f(void) { return s.c; }",
     "__mc_init", "s.in[0].b = 1; s.in[1].a = 2; s.in[1].b = 3; s.c = 4"},
    {"union { int i; char c[4]; } u = {.i = 1, .c = {2, 3}}; int f(void) { return u.i; }",
     "__mc_init", "u.c[0] = 2; u.c[1] = 3"},
    {"struct { int a; union { int b; struct { int c, d; }; }; } s = {1, .d = 4};"
     "int f(void) { return s.a; }",
     "__mc_init", "s.a = 1; s.d = 4"},
    {"struct { unsigned a : 2, : 3, b : 4; } s = {1, 2}; int f(void) { return s.a; }", "__mc_init",
     "s.a = 1; s.b = 2"},
    {"struct { char t[3]; int n; } s[] = {\"ab\", 1, {\"abc\", 2}};"
     "int f(void) { return sizeof s; }",
     "f", "return 16"},
    {"struct { int n; short d[]; } s = {1, {2, 3}}; int f(void) { return s.d[1]; }", "__mc_init",
     "s.n = 1; s.d[0] = 2; s.d[1] = 3"},
    {"int x; int *p[] = {&x, 0, &x + 1}; int f(void) { return *p[0]; }", "__mc_init",
     "p[0] = &x; p[2] = &x + 1"},
    {"char s[] = \"text\"; int f(void) { return s[1]; }", "__mc_init", ""},
    {"double d = -0.0, z = 0.0; int f(void) { return d < z; }", "__mc_init", "d = -0.0"},

    /* automatic objects */
    {"int f(void) { int a[3] = {[1] = 4}; return a[0]; }", "f",
     "decl int a[3]; a[0] = 0; a[2] = 0; a[1] = 4; return a[0]"},
    {"int f(void) { char t[4] = \"ab\"; return t[0]; }", "f",
     "decl char t[4]; t[0] = 97; t[1] = 98; t[2] = 0; t[3] = 0; return t[0]"},
    {"int f(void) { int a[100] = {[1] = 4}; return a[0]; }", "f",
     "decl int a[100]; __mc_set(&a, 0, 400); a[1] = 4; return a[0]"},
    {"struct s { int x, y; }; int f(struct s a) { struct s b = a, c = {b.x}; return c.y; }", "f",
     "decl struct s b; b = a; decl struct s c; c.y = 0; c.x = b.x; return c.y"},

    /* order of evaluation */
    {"int g(void); int x; int f(void) { return x + g(); }", "f",
     "decl int $1; $1 = x; decl int $0; $0 = g(); return $1 + $0"},
    {"int g(void); int f(int x) { return x + g(); }", "f", "decl int $1; $1 = g(); return x + $1"},
    {"int g(void); int f(int x) { return x && g(); }", "f",
     "decl int $2; $2 = 0; if (!x) goto 7; decl int $1; $1 = g(); $2 = $1 != 0; dead $1; return "
     "$2"},
    {"int g(void); int f(int x) { return x ? g() : 3; }", "f",
     "decl int $2; if (!x) goto 7; decl int $1; $1 = g(); $2 = $1; dead $1; goto 8; $2 = 3; "
     "return $2"},
    {"int f(int x, int y) { return x && y ? x : y; }", "f", "return x && y ? x : y"},
    {"int f(int *p) { return *p++ + 1; }", "f", "decl int *$1; $1 = p; p = $1 + 1; return *$1 + 1"},
    {"int i, a[3]; int f(void) { a[i] += 2; return 0; }", "f",
     "decl int $0; $0 = i; a[$0] = a[$0] + 2; dead $0; return 0"},

    /* jumps and scopes */
    {"int f(int n) { while (n) { int x = n; if (x) break; n--; } return n; }", "f",
     "if (!n) goto 9; decl int x; x = n; if (!x) goto 6; dead x; goto 9; n = n - 1; dead x; goto "
     "0; "
     "return n"},
    {"int f(int n) { do n--; while (n > 3); return n; }", "f",
     "n = n - 1; if (n > 3) goto 0; return n"},
    {"int f(int n) { switch (n) { int k; case 1: k = 2; return k; } return 0; }", "f",
     "if (n != 1) goto 3; decl int k; goto 5; goto 7; decl int k; k = 2; return k; return 0"},
    {"int f(int n) { goto in; { int x; in: x = n; return x; } }", "f",
     "decl int x; goto 3; decl int x; skip; x = n; return x"},
    {"void c(int *); int f(int n) { int x __attribute__((cleanup(c))) = n; return x + 1; }", "f",
     "decl int x; x = n; decl int $2; $2 = x + 1; c(&x); dead x; return $2"},

    /* shapes of memory */
    {"int f(int (*p)[3], int i) { return p[1][i] + *(*p + 2) + 0[*p]; }", "f",
     "return p[1][i] + (*p)[2] + (*p)[0]"},
    {"struct s { int a[2]; struct s *n; }; int f(struct s *p) { return p->n->a[1]; }", "f",
     "return p->n->a[1]"},
    {"int f(int n) { int a[n]; return sizeof a; }", "f",
     "decl unsigned long $1; $1 = n; decl int a[*]; return $1 * 4"},

    /* atomic sections and waiting */
    {"void __mc_atomic_begin(void); void __mc_atomic_end(void); int x;"
     "int f(void) { __mc_atomic_begin(); x = 1; __mc_atomic_end(); return 0; }",
     "f", "atomic begin; x = 1; atomic end; return 0"},
    {"enum k { __mc_sync_mutex }; void __mc_wait_until(int, enum k, const void *, int);"
     "int x, y, who; _Bool b;"
     "int f(int *p) { __mc_wait_until(x == 0 && (y || *p ? b : 1), __mc_sync_mutex, &x, who - 1);"
     "return 0; }",
     "f",
     "atomic begin when x == 0 && (y || *p ? b : 1) [mutex &x, held by who - 1]; "
     "return 0"},
    {"enum k { __mc_sync_join }; void __mc_wait_until(int, enum k, const void *, int);"
     "int __mc_is_live(const void *);"
     "int f(int *p) { __mc_wait_until(__mc_is_live(p), (__mc_sync_join), 0, -1); return 0; }",
     "f", "atomic begin when is_live(p) [join NULL, held by -1]; return 0"},
    {"int x; void __VERIFIER_atomic_inc(void) { if (x) return; x++; }"
     "int f(void) { __VERIFIER_atomic_inc(); return 0; }",
     "__VERIFIER_atomic_inc",
     "atomic begin; if (!x) goto 4; atomic end; return; x = x + 1; atomic end; return"},
    {"int x; int __VERIFIER_atomic_get(int a) { return x + a; }"
     "int f(void) { return __VERIFIER_atomic_get(1); }",
     "__VERIFIER_atomic_get", "atomic begin; decl int $1; $1 = x + a; atomic end; return $1"},
    {"int x; void __VERIFIER_atomic_begin(void) {} extern void __VERIFIER_atomic_end(void);"
     "int f(void) { __VERIFIER_atomic_begin(); x = 1; __VERIFIER_atomic_end(); return 0; }",
     "f", "atomic begin; x = 1; atomic end; return 0"},

    /* what is not supported stays where it is */
    {"int f(void) { __asm__(\"hlt\"); return 1; }", "f",
     "unsupported: inline assembly 'hlt'; assume 0; return 1"},
    {"int f(void) { __asm__(\"\" ::: \"memory\"); return 1; }", "f", "return 1"},
};

static struct goto_prog *load(const char *source) {
	char name[] = "/tmp/test_lower.XXXXXX.c";
	int fd = mkstemps(name, 2);
	FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
	if (!out) {
		perror(name);
		exit(1);
	}
	fprintf(out, "%s\nint main(void) { void *p = (void *)f; return p != 0; }\n", source);
	fclose(out);
	const char *file = name;
	struct fe_config config = {.file = &file, .nfiles = 1, .triple = "x86_64-linux-gnu"};
	struct goto_prog *p = fe_load(&config);
	unlink(name);
	return p;
}

/* "     3: x = 1" -> "x = 1"; lines without a number (places, labels, the head) are left out. */
static void add_line(char *out, size_t size, char *line) {
	char *colon = strchr(line, ':');
	if (!colon || strspn(line, "> 0123456789") != (size_t)(colon - line))
		return;
	if (strcmp(colon + 2, "end") == 0)
		return;
	if (*out)
		strncat(out, "; ", size - strlen(out) - 1);
	strncat(out, colon + 2, size - strlen(out) - 1);
}

static void listing(const struct goto_prog *p, const char *function, char *out, size_t size) {
	char *text = NULL;
	size_t n;
	*out = 0;
	struct symbol *s = prog_find(p, function);
	if (!s || !s->function)
		return;
	FILE *stream = open_memstream(&text, &n);
	goto_print_function(stream, p, s->function);
	fclose(stream);
	char *rest = text;
	for (char *line; (line = strsep(&rest, "\n"));)
		add_line(out, size, line);
	free(text);
}

int main(void) {
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char got[4096];
		struct goto_prog *p = load(cases[i].source);
		goto_validate(p);
		listing(p, cases[i].function, got, sizeof got);
		if (strcmp(got, cases[i].expected) != 0)
			fprintf(stderr, "%s\n  expected: %s\n  got:      %s\n", cases[i].source,
			        cases[i].expected, got);
		CHECK(strcmp(got, cases[i].expected) == 0);
		prog_close(p);
	}
	intern_free_all();
	return check_done("lower");
}
