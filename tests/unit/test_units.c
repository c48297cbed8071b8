/* A build of several files gives the same program, whether its files are named, are parsed when
 * they are needed, or are freed as soon as possible and parsed again. */
#include "frontend/units/units.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "frontend/frontend.h"
#include "goto/program/print.h"
#include "tests/model_dir.h"
#include "tests/unit/check.h"
#include "tests/unit/file_fixture.h"
#include "util/base/intern.h"
#include "util/base/vec.h"

static const struct {
	const char *name, *text;
} files[] = {
    {"shared.h", "struct node { int key; struct node *next; };\n"
                 "extern int table[], total; extern const char *const names[3];\n"
                 "extern __thread int mine;\n"
                 "int even(unsigned n), odd(unsigned n); int old();\n"
                 "struct node *first(void); int common; int weak(void);\n"
                 "inline int twice(int x) { return 2 * x; }\n"
                 "static inline int thrice(int x) { static int calls = 7; return 3 * x + calls; }\n"
                 "void stop(void) __attribute__((noreturn)); int unused_one(int);\n"},
    {"a.c",
     "#include \"shared.h\"\n#include <string.h>\n"
     "static int helper(int x) { return x + 1; }\n"
     "int even(unsigned n) { static int level = 4; return n ? odd(n - 1) : helper(level); }\n"
     "int main(void) { common = 2; mine = 1; if (!first()) stop();\n"
     "  return even(3) + table[1] + names[0][0] + old(1, 2) + twice(4) + thrice(1) + weak() "
     "+ (int)strlen(names[1]); }\n"},
    {"b.c", "#include \"shared.h\"\n"
            "static int helper(int x) { return x + 2; }\n"
            "int odd(unsigned n) { return n ? even(n - 1) : helper(0) + total; }\n"
            "int table[] = {1, 2, 3}; int old(int a, int b) { return a + b + thrice(2); }\n"
            "__attribute__((weak)) int weak(void) { return 1; }\n"
            "extern inline int twice(int x);\n"},
    {"c.c",
     "#include \"shared.h\"\n"
     "static struct node *const start = &(struct node){1, &(struct node){2, 0}};\n"
     "struct node *first(void) { void *where = &&there; goto *where; there: return start; }\n"
     "int total = 5, common; const char *const names[3] = {\"x\", \"yz\", 0};\n"
     "__thread int mine = 3; int (*const chosen)(unsigned) = odd;\n"
     "int weak(void) { return chosen(1); }\n"
     "void stop(void) { for (;;) ; }\n"},
    {"d.c", "#include \"shared.h\"\n"
            "int unused_one(int x) { return x + even(2); }\n"
            "static void __attribute__((constructor)) begin(void) { total++; even(0); }\n"},
    {"e.c", "#include \"shared.h\"\nint never_needed(void) { return total; }\n"},
};

enum { NFILES = sizeof files / sizeof *files };

static char folder[] = "/tmp/test_units.XXXXXX";

static void write_project(void) {
	char *json = malloc(NFILES * 500), *end = json;
	CHECK(mkdtemp(folder));
	CHECK(!chdir(folder));
	*end++ = '[';
	for (size_t i = 0; i < NFILES; i++) {
		write_bytes(files[i].name, files[i].text, strlen(files[i].text));
		if (i)
			end += sprintf(end,
			               "%s{\"directory\": \"%s\", \"file\": \"%s\", \"command\": \"cc -c %s\"}",
			               i > 1 ? ", " : "", folder, files[i].name, files[i].name);
	}
	*end++ = ']';
	write_bytes("compile_commands.json", json, (size_t)(end - json));
	free(json);
}

static int by_text(const void *a, const void *b) {
	return strcmp(*(char *const *)a, *(char *const *)b);
}

typedef VEC(char *) texts;

static char *text_of(const struct goto_prog *p, const struct function *f) {
	char *text = NULL;
	size_t n;
	FILE *out = open_memstream(&text, &n);
	goto_print_function(out, p, f);
	fclose(out);
	return text;
}

/* The instructions without their numbers: initial values are assigned in the order in which they
 * are met. */
static void add_lines(texts *to, char *text) {
	char *save;
	for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		if (!strstr(line, "// "))
			vec_push(to, strdup(line + strspn(line, " *0123456789:")));
	free(text);
}

/* All functions as text, in the order of the texts. */
static char *printed(const struct goto_prog *p) {
	texts text = {0};
	for (size_t i = 0; i < p->function.n; i++)
		if (p->function.at[i]->symbol == p->init)
			add_lines(&text, text_of(p, p->function.at[i]));
		else
			vec_push(&text, text_of(p, p->function.at[i]));
	qsort(text.at, text.n, sizeof *text.at, by_text);
	char *all = NULL;
	size_t n;
	FILE *f = open_memstream(&all, &n);
	for (size_t i = 0; i < text.n; i++) {
		fprintf(f, "%s\n", text.at[i]);
		free(text.at[i]);
	}
	fclose(f);
	vec_free(&text);
	return all;
}

static char *load(struct fe_config config) {
	struct arena *arena = arena_open();
	config.model_dir = model_dir(arena);
	struct goto_prog *p = fe_load(&config);
	char *text = printed(p);
	prog_close(p);
	arena_close(arena);
	return text;
}

int main(void) {
	static const char *const named[] = {"a.c", "b.c", "c.c", "d.c", "e.c"};
	write_project();
	char *all = load((struct fe_config){.file = named, .nfiles = 5});
	char *some = load((struct fe_config){.compile_db = "."});
	char *one = load((struct fe_config){.compile_db = ".", .tree_bytes = 1});
	CHECK(strstr(all, "even") && strstr(all, "begin") && !strstr(all, "never_needed"));
	CHECK(!strcmp(all, some));
	CHECK(!strcmp(all, one));
	free(all);
	free(some);
	free(one);
	for (size_t i = 0; i < NFILES; i++)
		unlink(files[i].name);
	unlink("compile_commands.json");
	CHECK(!rmdir(folder));
	return check_done("units");
}
