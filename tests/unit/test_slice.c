/* Slices of small programs: the lines of the user's functions of which something is left. */
#include "goto/slice/slice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "frontend/frontend.h"
#include "goto/analysis/analysis.h"
#include "goto/analysis/shared.h"
#include "goto/passes/passes.h"
#include "goto/program/validate.h"
#include "tests/model_dir.h"
#include "tests/unit/check.h"
#include "util/base/intern.h"

enum { POINTERS = 1, RACES = 2, CLAIM = 4, ORDERS = 8 };

static const char prelude[] = "#include <assert.h>\n#include <pthread.h>\n#include <stdio.h>\n"
                              "#include <stdlib.h>\nvoid __VERIFIER_assume(int);"
                              "int __VERIFIER_nondet_int(void); void unknown(int *);\n"
                              "#line 1\n";

static const struct slice_case {
	const char *source;
	const char *left; /* lines with an assignment, call, condition or assertion */
	unsigned how;
} cases[] = {
    /* data */
    {"int main(void) {\n int a = 1, b;\n b = 2;\n a = a + 1;\n assert(a == 2);\n}", "2 4 5", 0},
    {"int main(void) {\n int a = 1, b;\n b = 2;\n a = a + b;\n assert(a == 3);\n}", "2 3 4 5", 0},
    {"int g, *p = &g, h, *q = &h;\nint main(void) {\n *p = 1;\n *q = 2;\n assert(g);\n}", "1 3 5",
     0},
    {"int g, h, *p;\nint main(void) {\n p = &g;\n p = &h;\n *p = 2;\n assert(g);\n}", "3 4 5 6", 0},
    /* values of a local variable that are overwritten before a kept instruction reads it */
    {"int main(void) {\n int a = 1;\n assert(a == 1);\n a = 2;\n a = a + 1;\n return 0;\n}", "2 3",
     0},
    {"int main(void) {\n int a = 1;\n for (int i = 0; i < 2; i++) {\n  assert(a);\n  a = 0;\n }\n}",
     "2 3 4 5", 0},
    {"int main(void) {\n int a = 1;\n for (int i = 0; i < 2; i++) {\n  a = i;\n  assert(a);\n  a = "
     "0;\n"
     " }\n}",
     "3 4 5", 0},
    {"struct s { int u, v; };\nint main(void) {\n struct s a = {1, 2};\n a.u = 3;\n a.v = 4;\n"
     " assert(a.v);\n a.u = 5;\n}",
     "3 4 5 6", 0},
    {"int main(void) {\n int a = 1, *p = &a;\n a = 2;\n assert(*p);\n a = 3;\n}", "2 3 4 5", 0},
    /* control */
    {"int main(void) {\n int a = 0, c = __VERIFIER_nondet_int(), d = c;\n if (c)\n  a = 1;\n"
     " if (d)\n  d = 2;\n assert(!a);\n}",
     "2 3 4 7", 0},
    {"int main(void) {\n int c = __VERIFIER_nondet_int();\n if (c)\n  return 0;\n assert(0);\n}",
     "2 3 5", 0},
    {"int main(void) {\n int n = 0;\n for (int i = 0; i < 9; i++)\n  n += i;\n assert(1 < 0);\n}",
     "5", 0},
    {"int main(void) {\n int n = 0;\n for (int i = 0; i < 9; i++)\n  n += i;\n assert(n);\n}",
     "2 3 4 5", 0},
    {"int main(void) {\n int n = 0;\n while (1)\n  if (n++ > 3)\n   break;\n assert(0);\n}", "6",
     0},
    {"int main(void) {\n int n = 0, k = 0;\n while (n < 5) {\n  n++;\n  if (n & 1)\n   continue;\n"
     "  k++;\n }\n assert(n == 5);\n}",
     "2 3 4 9", 0},
    {"int main(void) {\n int c = __VERIFIER_nondet_int(), d = c;\n if (c)\n  for (;;)\n   d++;\n"
     " assert(0);\n}",
     "2 3 6", 0},
    {"int main(void) {\n int c = 0;\n while (1) {\n  c++;\n  if (c < 0)\n   assert(0);\n }\n}",
     "2 4 5 6", 0},
    /* assumptions: the program's stay, a model's go with the value */
    {"int main(void) {\n int a = __VERIFIER_nondet_int();\n __VERIFIER_assume(a > 2);\n"
     " assert(0);\n}",
     "2 3 4", 0},
    {"int main(void) {\n int a = printf(\"x\");\n printf(\"%d\", a);\n assert(0);\n}", "4", 0},
    {"int main(void) {\n int a = printf(\"x\");\n printf(\"%d\", a);\n assert(a);\n}", "2 4", 0},
    /* calls: arguments, results, effects */
    {"int n, s;\nint f(int a, int b) {\n s += b;\n return a;\n}\nint main(void) {\n int x = 1, y = "
     "2;\n"
     " n = f(x, y);\n assert(n == 1);\n}",
     "4 7 8 9", 0},
    {"int n, s;\nint f(int a, int b) {\n s += b;\n return a;\n}\nint main(void) {\n int x = 1, y = "
     "2;\n"
     " n = f(x, y);\n assert(s == 2);\n}",
     "3 7 8 9", 0},
    {"int s;\nvoid f(void) {\n s++;\n}\nvoid (*p)(void) = f;\nint main(void) {\n p();\n "
     "assert(0);\n}",
     "8", 0},
    {"int s;\nvoid f(void) {\n s++;\n}\nvoid (*p)(void) = f;\nint main(void) {\n p();\n "
     "assert(s);\n}",
     "3 5 7 8", 0},
    {"int main(void) {\n int c = __VERIFIER_nondet_int();\n if (c)\n  exit(1);\n assert(0);\n}",
     "2 3 4 5", 0},
    {"int a;\nint main(void) {\n int b;\n unknown(&a);\n unknown(&b);\n assert(0);\n}", "4 5 6", 0},
    {"int main(void) {\n int *p = malloc(4), *q = malloc(4);\n *p = 1;\n *q = 2;\n free(q);\n"
     " assert(*p);\n}",
     "2 3 6", 0},
    {"int main(void) {\n int *p = malloc(4), *q = malloc(4);\n *p = 1;\n *q = 2;\n free(q);\n"
     " assert(*p);\n}",
     "2 3 4 5 6", POINTERS},
    {"int a[3], x;\nint main(void) {\n a[2] = 1;\n a[3] = 2;\n assert(!x);\n}", "4 5", 0},
    /* one property */
    {"int main(void) {\n int a = 1, b = 2;\n assert(a == 1);\n assert(b == 2);\n}", "2 3", CLAIM},
    /* threads */
    {"int x, y, s;\nvoid *t(void *p) {\n x = 1;\n s++;\n y = x;\n return p;\n}\nint main(void) {\n"
     " pthread_t a;\n pthread_create(&a, 0, t, 0);\n pthread_join(a, 0);\n assert(y);\n}",
     "3 5 6 10 11 12", 0},
    {"int x, s;\nvoid *t(void *p) {\n x = 1;\n s++;\n return 0;\n}\nint main(void) {\n"
     " pthread_t a;\n pthread_create(&a, 0, t, 0);\n s++;\n assert(x);\n}",
     "3 4 9 10 11", RACES},
    {"int x, s;\nvoid *t(void *p) {\n while (!x)\n  s++;\n assert(0);\n return 0;\n}\nint "
     "main(void) {\n"
     " pthread_t a;\n pthread_create(&a, 0, t, 0);\n x = 1;\n}",
     "3 5 10 11", 0},
    {"pthread_mutex_t m;\nint x, s;\nvoid *t(void *p) {\n pthread_mutex_lock(&m);\n s++;\n"
     " pthread_mutex_unlock(&m);\n x = 1;\n return 0;\n}\nint main(void) {\n pthread_t a;\n"
     " pthread_create(&a, 0, t, 0);\n pthread_mutex_lock(&m);\n s++;\n pthread_mutex_unlock(&m);\n"
     " assert(!x);\n}",
     "4 6 7 12 13 15 16", 0},
    /* a call of a function with nothing but a fence: kept if fences order something */
    {"int x;\nvoid f(void) {\n __sync_synchronize();\n}\nvoid *t(void *p) {\n x = 1;\n f();\n"
     " return p;\n}\nint main(void) {\n pthread_t a;\n pthread_create(&a, 0, t, 0);\n"
     " assert(!x);\n}",
     "6 12 13", 0},
    {"int x;\nvoid f(void) {\n __sync_synchronize();\n}\nvoid *t(void *p) {\n x = 1;\n f();\n"
     " return p;\n}\nint main(void) {\n pthread_t a;\n pthread_create(&a, 0, t, 0);\n"
     " assert(!x);\n}",
     "3 6 7 12 13", ORDERS},
    /* an atomic access whose value nobody needs, with all that stores it, and not its address */
    {"_Atomic int a, b;\nint x, s;\nvoid *t(void *p) {\n x = 1;\n (void)a;\n s = 2;\n p = (void "
     "*)&b;\n"
     " return p;\n}\nint main(void) {\n pthread_t u;\n pthread_create(&u, 0, t, 0);\n a = 1;\n"
     " assert(!x);\n}",
     "4 12 14", 0},
    {"_Atomic int a, b;\nint x, s;\nvoid *t(void *p) {\n x = 1;\n (void)a;\n s = 2;\n p = (void "
     "*)&b;\n"
     " return p;\n}\nint main(void) {\n pthread_t u;\n pthread_create(&u, 0, t, 0);\n a = 1;\n"
     " assert(!x);\n}",
     "4 5 12 13 14", ORDERS},
    /* a call of a function with nothing but a section of the user */
    {"void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\nint x, s;\nvoid f(void) {\n"
     " __VERIFIER_atomic_begin();\n s = 2;\n __VERIFIER_atomic_end();\n}\nvoid *t(void *p) {\n x = "
     "1;\n"
     " f();\n return p;\n}\nint main(void) {\n pthread_t u;\n pthread_create(&u, 0, t, 0);\n"
     " assert(!x);\n}",
     "9 15 16", 0},
    {"void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\nint x, s;\nvoid f(void) {\n"
     " __VERIFIER_atomic_begin();\n s = 2;\n __VERIFIER_atomic_end();\n}\nvoid *t(void *p) {\n x = "
     "1;\n"
     " f();\n return p;\n}\nint main(void) {\n pthread_t u;\n pthread_create(&u, 0, t, 0);\n"
     " assert(!x);\n}",
     "9 10 15 16", ORDERS},
    /* a loop that waits for a flag, after which the thread does nothing that others notice */
    {"_Atomic int a;\nint x;\nvoid *t(void *p) {\n while (!a)\n  ;\n return p;\n}\nint main(void) "
     "{\n"
     " pthread_t u;\n pthread_create(&u, 0, t, 0);\n x = 1;\n a = x;\n assert(x);\n}",
     "10 11 13", 0},
    {"_Atomic int a;\nint x;\nvoid *t(void *p) {\n while (!a)\n  ;\n return p;\n}\nint main(void) "
     "{\n"
     " pthread_t u;\n pthread_create(&u, 0, t, 0);\n x = 1;\n a = x;\n assert(x);\n}",
     "4 10 11 12 13", ORDERS},
};

static bool is_shared(const struct symbol *s) {
	return s->is_shared;
}

static struct goto_prog *load(struct arena *a, const char *source, unsigned how) {
	char path[] = "/tmp/test_sliceXXXXXX.c";
	close(mkstemps(path, 2));
	FILE *out = fopen(path, "w");
	fputs(prelude, out);
	fputs(source, out);
	fclose(out);
	const char *file = path;
	struct fe_config fe = {.file = &file, .nfiles = 1, .model_dir = model_dir(a)};
	struct check_config check = {.assertions = true};
	check.pointer = check.bounds = how & POINTERS;
	struct goto_prog *p = fe_load(&fe);
	unlink(path);
	goto_find_shared(p);
	if (p->has_threads)
		goto_split_shared(p, is_shared);
	goto_add_checks(p, &check);
	goto_remove_unreachable(p);
	goto_find_loops(p);
	return p;
}

static bool does_something(const struct ins *in) {
	switch (in->kind) {
	case INS_ASSIGN:
	case INS_CALL:
	case INS_ASSUME:
	case INS_ASSERT:
	case INS_FENCE: return true;
	case INS_GOTO:
	case INS_RETURN: return in->rhs && in->rhs->kind != EXPR_CONST;
	default: return false;
	}
}

/* The lines of which something is left, in ascending order. */
static const char *lines_left(struct arena *a, const struct goto_prog *p) {
	bool left[64] = {false};
	for (size_t i = 0; i < p->function.n; i++) {
		const struct function *f = p->function.at[i];
		for (size_t k = 0; k < f->ins.n && !f->is_model && !f->is_dropped; k++) {
			const struct ins *in = &f->ins.at[k];
			if (does_something(in) && in->loc.line < 64)
				left[in->loc.line] = true;
		}
	}
	const char *text = "";
	for (uint32_t i = 1; i < 64; i++)
		if (left[i])
			text = arena_printf(a, "%s%s%u", text, *text ? " " : "", i);
	return text;
}

static void test_case(const struct slice_case *c) {
	struct arena *a = arena_open();
	struct goto_prog *p = load(a, c->source, c->how);
	struct slice_config config = {.races = c->how & RACES,
	                              .unchecked_access = !(c->how & POINTERS),
	                              .orders = c->how & ORDERS,
	                              .only_property =
	                                  c->how & CLAIM ? intern("main.assertion.1") : NULL};
	struct slice_result r;
	goto_slice(p, &config, &r);
	goto_validate(p);
	goto_find_address_taken(p);
	if (p->has_threads)
		goto_mark_visible(p);
	const char *left = lines_left(a, p);
	CHECK(r.after <= r.before);
	bool same = !strcmp(left, c->left);
	CHECK(same);
	if (!same)
		fprintf(stderr, "%s\nleft: %s, expected: %s\n", c->source, left, c->left);
	prog_close(p);
	arena_close(a);
}

int main(void) {
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		test_case(&cases[i]);
	intern_free_all();
	return check_done("slice");
}
