/* What threads share, and where they can be interrupted: small programs, the variables of theirs
 * that must be called shared, and the instructions of one function that must be visible. */
#include "frontend/frontend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "goto/analysis/analysis.h"
#include "goto/analysis/shared.h"
#include "goto/passes/passes.h"
#include "goto/program/print.h"
#include "goto/program/validate.h"
#include "tests/unit/check.h"
#include "util/base/intern.h"
#include "util/base/vec.h"

/* A model library of one file; a line a function, as the index wants it. */
static const char models[] =
    "void *__mc_alloc(unsigned long, int); void __mc_free(void *); int __mc_self(void);\n"
    "void __mc_copy(void *, const void *, unsigned long); void *__mc_thread_data(int);\n"
    "int __mc_spawn(void (*)(void *), void *, void (*)(void)); void __mc_exit(void);\n"
    "enum k { __mc_sync_join }; void __mc_wait_until(int, enum k, const void *, int); void "
    "__mc_atomic_end(void);\n"
    "struct thread { void *(*start)(void *); void *value; int done; };\n"
    "void *malloc(unsigned long n) { return __mc_alloc(n, 0); }\n"
    "void free(void *p) { __mc_free(p); }\n"
    "void *memcpy(void *to, const void *from, unsigned long n) { __mc_copy(to, from, n); return "
    "to; }\n"
    "void body(void *p) { struct thread *t = p; t->value = t->start(t->value); t->done = 1; }\n"
    "void create(unsigned long *id, void *(*f)(void *), void *a) { struct thread *t = "
    "__mc_alloc(sizeof *t, 2); t->start = f; t->value = a; t->done = 0; "
    "*id = __mc_spawn(body, t, (void (*)(void))f); }\n"
    "void *join(unsigned long id) { struct thread *t = __mc_thread_data((int)id); "
    "__mc_wait_until(t->done, __mc_sync_join, t, (int)id); __mc_atomic_end(); return t->value; }\n"
    "void exit(int status) { __mc_exit(); }\n";

static const char model_index[] = "malloc all.c 6 6\n"
                                  "free all.c 7 7\n"
                                  "memcpy all.c 8 8\n"
                                  "body all.c 9 9\n"
                                  "create all.c 10 10 body\n"
                                  "join all.c 11 11\n"
                                  "exit all.c 12 12\n";

static const char prelude[] =
    "void *malloc(unsigned long); void free(void *); void *memcpy(void *, const void *, unsigned "
    "long); void create(unsigned long *, void *(*)(void *), void *); void *join(unsigned long);"
    "void exit(int); void __VERIFIER_assume(int); unsigned long id, id2;"
    "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n";

static const struct shared_case {
	const char *source;
	const char *shared;   /* the user's variables, sorted */
	const char *function; /* whose visible instructions are compared */
	const char *visible;
} cases[] = {
    /* globals */
    {"int g; void *t(void *a) { g = 1; return 0; }"
     "int main(void) { create(&id, t, 0); return g; }",
     "g", "t", "g = 1"},
    {"int g; void *t(void *a) { g = 1; return 0; }"
     "int main(void) { create(&id, t, 0); return 0; }",
     "", "t", ""},
    {"int g = 3; void *t(void *a) { return g ? a : 0; }"
     "int main(void) { create(&id, t, 0); return g; }",
     "", "t", ""},
    {"int g; void *t(void *a) { return g ? a : 0; }"
     "int main(void) { g = 4; create(&id, t, 0); return g; }",
     "", "main", "end"},
    {"int g; void *t(void *a) { return g ? a : 0; }"
     "int main(void) { create(&id, t, 0); g = 4; return g; }",
     "g", "main", "g = 4; return g; end"},
    {"int g; void *t(void *a) { return g ? a : 0; }"
     "int main(void) { for (int i = 0; i < 2; i++) { g = i; create(&id, t, 0); } return 0; }",
     "g", "t", "return g ? a : NULL"},
    {"int g; int make(void *(*f)(void *)) { create(&id, f, 0); return 1; }"
     "void *t(void *a) { return g ? a : 0; } int main(void) { g = make(t); return 0; }",
     "g", "t", "return g ? a : NULL"},
    /* several threads of one function, from one place or two */
    {"int g; void *t(void *a) { g = 1; return 0; }"
     "int main(void) { create(&id, t, 0); create(&id, t, 0); return 0; }",
     "g", "t", "g = 1"},
    {"int g; void *t(void *a) { g = 1; return 0; }"
     "int main(void) { for (int i = 0; i < 2; i++) create(&id, t, 0); return 0; }",
     "g", "t", "g = 1"},
    {"int g; void *t(void *a) { g = 1; return 0; } void make(void) { create(&id, t, 0); }"
     "int main(void) { make(); make(); return 0; }",
     "g", "t", "g = 1"},
    {"int g; void *t(void *a) { g = 1; return 0; } void make(void) { create(&id, t, 0); }"
     "int main(void) { make(); return 0; }",
     "", "t", ""},
    /* threads that make threads */
    {"int g, h; void *u(void *a) { g++; return 0; }"
     "void *t(void *a) { create(&id2, u, 0); h = 1; g = 2; return 0; }"
     "int main(void) { create(&id, t, 0); return 0; }",
     "g", "t", "g = 2"},
    /* locals */
    {"void *t(void *a) { *(int *)a = 1; return 0; }"
     "int main(void) { int x = 0, y = 0, *p = &y; create(&id, t, &x); *p = 2; return x + y; }",
     "x", "main", "return x + y; end"},
    {"void *t(void *a) { return *(int *)a ? a : 0; }"
     "int main(void) { int x = 1; create(&id, t, &x); return x; }",
     "", "main", "end"},
    {"void inc(int *p) { ++*p; } void *t(void *a) { int x = 0; inc(&x); return x ? a : 0; }"
     "int main(void) { create(&id, t, 0); create(&id2, t, 0); return 0; }",
     "", "inc", ""},
    {"int *g; void inc(int *p) { ++*p; } void *t(void *a) { int x = 0; g = &x; inc(&x); return 0; }"
     "int main(void) { create(&id, t, 0); if (g) inc(g); return 0; }",
     "g x", "inc", "@1 = *p; *p = @1 + 1"},
    {"void *t(void *a) { return *(int *)a ? a : 0; }"
     "void run(void) { int x = 1; create(&id, t, &x); } int main(void) { run(); return 0; }",
     "x", "run", "end"},
    {"void *t(void *a) { return *(int *)a ? a : 0; }"
     "void run(void) { int *p = __builtin_alloca(4); *p = 1; create(&id, t, p); }"
     "int main(void) { run(); return 0; }",
     "", "t", "return *a ? a : NULL"},
    {"struct s { int in, out; }; void *t(void *a) { struct s *p = a; p->out = p->in; return 0; }"
     "int main(void) { struct s s[2]; int sum = 0; for (int i = 0; i < 2; i++) { s[i].in = i;"
     "create(&id, t, &s[i]); } join(id); return s[0].out; }",
     "s", "t", "@2 = p->in; p->out = @2"},
    /* blocks */
    {"int *g; void *t(void *a) { if (g) *g = 1; return 0; }"
     "int main(void) { create(&id, t, 0); int *p = malloc(4); int *q = malloc(4); *p = 1; *q = 2;"
     "g = p; return *q; }",
     "g", "main", "*p = 1; g = p; end"},
    {"void *t(void *a) { int *p = malloc(4); *p = 1; free(p); return 0; }"
     "int main(void) { create(&id, t, 0); create(&id2, t, 0); return 0; }",
     "", "t", ""},
    {"void *t(void *a) { int *p = a; *p = 1; free(p); return 0; }"
     "int main(void) { int *p = malloc(4); create(&id, t, p); return *p; }",
     "", "free", "__mc_free(p)"},
    {"void *t(void *a) { int *p = malloc(4); *p = 1; return p; }"
     "int main(void) { create(&id, t, 0); int *p = join(id); return *p; }",
     "", "t", "*p = 1"},
    /* how a pointer can travel */
    {"int x, *p; void *t(void *a) { int *q; memcpy(&q, &p, sizeof q); *q = 1; return 0; }"
     "int main(void) { int y; p = &y; create(&id, t, 0); return y; }",
     "y", "t", "*q = 1"},
    {"union { int *p; long n; } u; void *t(void *a) { *(int *)u.n = 1; return 0; }"
     "int main(void) { int y; u.p = &y; create(&id, t, 0); return y; }",
     "y", "t", "*(int *)u.n = 1"},
    {"unsigned long n; void *t(void *a) { *(int *)(n ^ 5) = 1; return 0; }"
     "int main(void) { int y; n = (unsigned long)&y ^ 5; create(&id, t, 0); return y; }",
     "y", "t", "*(int *)(n ^ 5) = 1"},
    {"char c[8]; void *t(void *a) { int *q; char *b = (char *)&q; for (int i = 0; i < 8; i++)"
     "b[i] = c[i]; *q = 1; return 0; }"
     "int main(void) { int y, *p = &y; for (int i = 0; i < 8; i++) c[i] = ((char *)&p)[i];"
     "create(&id, t, 0); return y; }",
     "y", "t", "*q = 1"},
    {"struct in { int **p; }; struct out { int n; struct in in; } g;"
     "void *t(void *a) { struct out o = g; **o.in.p = 1; return 0; }"
     "int main(void) { int y, *p = &y; struct in i = {&p}; g.in = i; create(&id, t, 0);"
     "return y; }",
     "y", "t", "**o.in.p = 1"},
    {"int *pick(int *a, int *b, int n) { return n ? a : b; }"
     "void *t(void *a) { *(int *)a = 1; return 0; }"
     "int main(void) { int x, y, z; create(&id, t, pick(&x, &y, z)); return x + y + z; }",
     "x y", "t", "*a = 1"},
    {"#include <stdarg.h>\nint *last(int n, ...) { va_list l; va_start(l, n); int *p = 0;"
     "while (n--) p = va_arg(l, int *); va_end(l); return p; }"
     "void *t(void *a) { *(int *)a = 1; return 0; }"
     "int main(void) { int x, y; create(&id, t, last(1, &x)); return x + y; }",
     "x", "t", "*a = 1"},
    {"int x, y; void *t(void *a) { x = 1; return 0; } void *u(void *a) { y = 1; return 0; }"
     "void *(*table[2])(void *) = {t, u};"
     "int main(void) { create(&id, table[x], 0); return x + y; }",
     "x y", "t", "x = 1"},
    {"int x; void set(int *p) { *p = 1; } void get(int *p) { x = *p; }"
     "struct { void (*f)(int *); } op = {set}; void *t(void *a) { op.f(a); return 0; }"
     "int main(void) { int y; create(&id, t, &y); get(&y); return y; }",
     "y", "set", "*p = 1"},
    /* thread-local */
    {"_Thread_local int n; int *at(void) { return &n; } void *t(void *a) { ++*at(); return 0; }"
     "int main(void) { create(&id, t, 0); ++*at(); return n; }",
     "", "t", ""},
    {"_Thread_local int n; int *p; void *t(void *a) { ++*p; return 0; }"
     "int main(void) { p = &n; create(&id, t, 0); return n; }",
     "n", "main", "return n; end"},
    /* what others must be able to see first */
    {"int g; void *t(void *a) { g = 1; __VERIFIER_assume(a != 0); return 0; }"
     "int main(void) { create(&id, t, 0); return g; }",
     "g", "t", "g = 1; assume a != NULL"},
    {"int g; void *t(void *a) { int n = g; __VERIFIER_assume(n); g = 1; return 0; }"
     "int main(void) { create(&id, t, 0); return g; }",
     "g", "t", "n = g; g = 1"},
    {"int g; void *t(void *a) { g = 1; exit(0); return 0; }"
     "int main(void) { create(&id, t, 0); return g; }",
     "g", "exit", "__mc_exit()"},
    {"int g; void *t(void *a) { g = 1; for (;;) ; return 0; }"
     "int main(void) { create(&id, t, 0); return g; }",
     "g", "t", "g = 1; goto 1 [loop t.0]"},
    /* sections */
    {"int g; void *t(void *a) { __VERIFIER_atomic_begin(); g++; __VERIFIER_atomic_end(); return 0; "
     "}"
     "int main(void) { create(&id, t, 0); return g; }",
     "g", "t", "atomic begin; @1 = g; g = @1 + 1"},
    {"_Atomic int g, h; void *t(void *a) { h++; return 0; }"
     "int main(void) { g++; create(&id, t, 0); return g; }",
     "", "t", ""},
    {"int g; void *t(void *a) { int n = 0; g = 1; __VERIFIER_atomic_begin(); n++;"
     "__VERIFIER_assume(a != 0); __VERIFIER_atomic_end(); return 0; }"
     "int main(void) { create(&id, t, 0); return g; }",
     "g", "t", "g = 1; atomic begin"},
    {"int main(void) { return 0; }", "", "main", ""},
};

static void put(const char *name, const char *text, const char *more) {
	FILE *out = fopen(name, "w");
	if (!out) {
		perror(name);
		exit(1);
	}
	fprintf(out, "%s%s", text, more);
	fclose(out);
}

static bool is_shared(const struct symbol *s) {
	return s->is_shared;
}

static struct goto_prog *load(const char *dir, const char *source, bool checks) {
	const char *name = intern_printf("%s/main.c", dir), *file = name;
	put(name, prelude, source);
	struct fe_config config = {
	    .file = &file, .nfiles = 1, .triple = "x86_64-linux-gnu", .model_dir = dir};
	struct goto_prog *p = fe_load(&config);
	unlink(name);
	struct check_config check = {.pointer = checks};
	goto_find_shared(p);
	if (p->has_threads)
		goto_split_shared(p, is_shared);
	goto_validate(p);
	goto_add_checks(p, &check);
	goto_remove_unreachable(p);
	goto_find_loops(p);
	goto_find_address_taken(p);
	goto_mark_visible(p);
	goto_validate(p);
	return p;
}

static void add(char *out, size_t size, const char *separator, const char *text) {
	if (*out)
		strncat(out, separator, size - strlen(out) - 1);
	strncat(out, text, size - strlen(out) - 1);
}

static int by_text(const void *a, const void *b) {
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void list_shared(const struct goto_prog *p, char *out, size_t size) {
	VEC(const char *) name = {0};
	for (size_t i = 0; i < p->symbol.n; i++)
		if (p->symbol.at[i]->is_shared && !p->symbol.at[i]->is_model)
			vec_push(&name, p->symbol.at[i]->display);
	if (name.n)
		qsort(name.at, name.n, sizeof *name.at, by_text);
	*out = 0;
	for (size_t i = 0; i < name.n; i++)
		add(out, size, " ", name.at[i]);
	vec_free(&name);
}

static void list_visible(const struct goto_prog *p, const char *function, char *out, size_t size) {
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
		if (strlen(line) > 2 && line[1] == '*')
			add(out, size, "; ", strchr(line, ':') + 2);
	free(text);
}

static void compare(const struct shared_case *c, const char *what, const char *got,
                    const char *expected) {
	if (strcmp(got, expected) != 0)
		fprintf(stderr, "%s\n  %s expected: %s\n  %s got:      %s\n", c->source, what, expected,
		        what, got);
	CHECK(strcmp(got, expected) == 0);
}

/* A coarser analysis shares no less. */
static void test_precision(struct goto_prog *p) {
	bool *before = mem_alloc(p->symbol.n + 1);
	for (enum precision k = PRECISION_CLONE_ALL; p->has_threads && k <= PRECISION_ONE_SET; k++) {
		struct shared s;
		bool kept = true;
		for (size_t i = 0; i < p->symbol.n; i++)
			before[i] = p->symbol.at[i]->is_shared;
		p->precision = k;
		shared_open(&s, p, true);
		for (size_t i = 0; i < p->symbol.n; i++)
			kept &= !before[i] || p->symbol.at[i]->is_shared;
		CHECK(kept);
		shared_close(&s);
	}
	mem_free(before);
}

/* Checks and the access that they guard are one step. */
static void test_checks(const char *dir) {
	char got[4096];
	struct goto_prog *p =
	    load(dir,
	         "void *t(void *a) { *(int *)a = 1; free(a); return 0; }"
	         "int main(void) { int *p = malloc(4); create(&id, t, p); *p = 2; return 0; }",
	         true);
	list_visible(p, "main", got, sizeof got);
	CHECK(strcmp(got, "assert !is_freed(p) [main.pointer.2]; end") == 0);
	prog_close(p);
}

int main(void) {
	char dir[] = "/tmp/test_shared.XXXXXX";
	if (!mkdtemp(dir)) {
		perror(dir);
		return 1;
	}
	put(intern_printf("%s/all.c", dir), models, "");
	put(intern_printf("%s/index", dir), model_index, "");
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char got[4096];
		const struct shared_case *c = &cases[i];
		struct goto_prog *p = load(dir, c->source, false);
		CHECK(p->has_threads == (i + 1 < sizeof cases / sizeof *cases));
		list_shared(p, got, sizeof got);
		compare(c, "shared", got, c->shared);
		list_visible(p, c->function, got, sizeof got);
		compare(c, "visible", got, c->visible);
		test_precision(p);
		prog_close(p);
	}
	test_checks(dir);
	unlink(intern_printf("%s/all.c", dir));
	unlink(intern_printf("%s/index", dir));
	rmdir(dir);
	intern_free_all();
	return check_done("shared");
}
