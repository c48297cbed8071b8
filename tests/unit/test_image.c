/* goto/program/image.h and goto/program/digest.h, on programs that the frontend has made. */
#include "goto/program/image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "frontend/frontend.h"
#include "goto/analysis/analysis.h"
#include "goto/passes/passes.h"
#include "goto/program/digest.h"
#include "goto/program/print.h"
#include "goto/program/validate.h"
#include "tests/model_dir.h"
#include "tests/unit/check.h"
#include "util/base/intern.h"

/* Something of every kind that a program has. */
static const char everything[] =
    "#include <pthread.h>\n#include <stdarg.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n"
    "enum colour { RED, GREEN };\n"
    "struct list { struct list *next; unsigned a : 3, b : 7; union { int i; float f; } u; };\n"
    "struct flexible { int n; char tail[]; } flexible = {3, \"abc\"};\n"
    "static _Thread_local int own;\nextern int outside;\nconst char *const text = \"text\";\n"
    "_Atomic struct { short x, y; } pair;\natomic_int count;\nlong double wide;\n"
    "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
    "int sum(int n, ...) {\n\tva_list ap;\n\tva_start(ap, n);\n\tint s = va_arg(ap, int);\n"
    "\tva_end(ap);\n\treturn s;\n}\n"
    "void *work(void *p) {\n\tstruct list *l = p;\n\tpthread_mutex_lock(&m);\n\tl->a++;\n"
    "\tpthread_mutex_unlock(&m);\n\tatomic_fetch_add_explicit(&count, 1, memory_order_relaxed);\n"
    "\treturn l->next;\n}\n"
    "int main(int argc, char **argv) {\n\tpthread_t t;\n\tstruct list l = {.u.i = 1};\n"
    "\tint vla[argc + 1];\n\t__int128 big = (__int128)argc << 100;\n"
    "\tpthread_create(&t, 0, work, &l);\n\tpthread_join(t, 0);\n\tvla[argc] = sum(1, l.b);\n"
    "\tenum colour c = argc > 2 ? RED : GREEN;\n\town = c;\n\twide = 1.5L + argc;\n"
    "\tint (*f)(int, ...) = sum;\n\tif (big && f(1, 2) == outside)\n\t\tgoto end;\n"
    "\tswitch (argc) {\n\tcase 1:\n\t\tasm volatile(\"hlt\");\n\t}\n\tfree(malloc(argc));\n"
    "end:\n\treturn argv[0][0] == text[1] + flexible.tail[1];\n}\n";

static struct arena *arena;

static struct goto_prog *load(const char *source) {
	const char *name = "source.c"; /* a part of the program */
	FILE *f = fopen(name, "w");
	CHECK(f && fputs(source, f) >= 0 && !fclose(f));
	struct fe_config config = {.file = &name, .nfiles = 1, .model_dir = model_dir(arena)};
	struct goto_prog *prog = fe_load(&config);
	unlink(name);
	return prog;
}

static char *print(const struct goto_prog *prog) {
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	goto_print(f, prog);
	goto_print_symbols(f, prog);
	goto_print_properties(f, prog);
	fclose(f);
	return text;
}

static void test_same(const struct goto_prog *prog, const byte_vec *bytes) {
	struct goto_prog *copy = image_read(bytes->at, bytes->n);
	CHECK(copy);
	goto_validate(copy);
	char *one = print(prog), *two = print(copy);
	CHECK(!strcmp(one, two));
	byte_vec again = {0};
	CHECK(image_write(&again, copy));
	CHECK(again.n == bytes->n && !memcmp(again.at, bytes->at, bytes->n));
	CHECK(copy->symbol.n == prog->symbol.n && copy->function.n == prog->function.n);
	CHECK(prog_find(copy, "main") && prog_find(copy, "main")->function);
	vec_free(&again);
	free(one);
	free(two);
	prog_close(copy);
}

/* Whatever the bytes are, reading them ends, and touches nothing else. */
static void test_damage(const byte_vec *bytes) {
	for (size_t n = 0; n < bytes->n; n += 1 + n / 50) {
		char *part = malloc(n + 1);
		memcpy(part, bytes->at, n);
		CHECK(!image_read(part, n));
		free(part);
	}
	char *more = calloc(1, bytes->n + 1);
	memcpy(more, bytes->at, bytes->n);
	CHECK(!image_read(more, bytes->n + 1));
	srand(1);
	for (int i = 0; i < 2000; i++) {
		size_t at = (size_t)rand() % bytes->n;
		char was = more[at];
		more[at] = (char)(was ^ (1 << rand() % 8));
		prog_close(image_read(more, bytes->n));
		if (i % 5)
			more[at] = was;
	}
	free(more);
}

/* After a pass has left its traces, it is not what the frontend made. */
static void test_refused(struct goto_prog *prog) {
	byte_vec bytes = {0};
	goto_match_arguments(prog);
	goto_find_interrupts(prog, false);
	goto_find_shared(prog);
	CHECK(prog->has_threads && !image_write(&bytes, prog) && !bytes.n);
	vec_free(&bytes);
}

struct digested {
	byte_vec bytes;
	struct digest_lines lines;
};

static struct digested digest(const char *source) {
	struct digested d = {0};
	struct goto_prog *prog = load(source);
	goto_digest(prog, false, &d.bytes, &d.lines);
	prog_close(prog);
	return d;
}

static void forget(struct digested *d) {
	vec_free(&d->bytes);
	vec_free(&d->lines.at);
}

static bool is_same(const char *one, const char *two) {
	struct digested a = digest(one), b = digest(two);
	bool same = a.bytes.n == b.bytes.n && !memcmp(a.bytes.at, b.bytes.at, a.bytes.n);
	CHECK(!same || a.lines.at.n == b.lines.at.n);
	forget(&a);
	forget(&b);
	return same;
}

static void test_digest(void) {
#define F    "int f(int x) { return x + 1; }\n"
#define MAIN "int main(void) { return f(2); }\n"
	static const char same[] = F MAIN;
	CHECK(is_same(same, same));
	CHECK(is_same(same, "\n\n" F "\n" MAIN));
	CHECK(is_same(same, "struct unused { int x; };\n" F "int g(void) { return 3; }\n" MAIN));
	CHECK(!is_same(same, "int f(int x) { return x + 2; }\n" MAIN));
	CHECK(!is_same(same, "int f(int x) { return x - 1; }\n" MAIN));
	CHECK(!is_same(same, "int f(int y) { return y + 1; }\n" MAIN));
	CHECK(!is_same(same, "int f(long x) { return x + 1; }\n" MAIN));
	CHECK(!is_same(same, F "int main(void) { return f(3); }\n"));
	CHECK(!is_same("int x; int main(void) { return x; }\n",
	               "_Atomic int x; int main(void) { return x; }\n"));
	CHECK(!is_same("struct s { int a, b; } s; int main(void) { return s.a; }\n",
	               "struct s { int b, a; } s; int main(void) { return s.a; }\n"));
	struct digested above = digest(same), below = digest("\n\n" F MAIN);
	for (size_t i = 0; i < above.lines.at.n; i++)
		CHECK(!above.lines.at.at[i].line || !above.lines.at.at[i].file ||
		      strstr(above.lines.at.at[i].file, "models") ||
		      below.lines.at.at[i].line == above.lines.at.at[i].line + 2);
	forget(&above);
	forget(&below);
}

int main(void) {
	char folder[] = "/tmp/test_image.XXXXXX";
	CHECK(mkdtemp(folder) && !chdir(folder));
	arena = arena_open();
	struct goto_prog *prog = load(everything);
	byte_vec bytes = {0};
	CHECK(image_write(&bytes, prog));
	test_same(prog, &bytes);
	test_damage(&bytes);
	test_refused(prog);
	vec_free(&bytes);
	prog_close(prog);
	test_digest();
	CHECK(!rmdir(folder));
	arena_close(arena);
	intern_free_all();
	return check_done("image");
}
