#include "report/html/excerpts.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "result/cause.h"
#include "tests/unit/check.h"
#include "util/base/intern.h"
#include "util/text/lines.h"

static char folder[] = "/tmp/test_excerpts.XXXXXX";

/* A file of so many lines. */
static const char *make_file(const char *name, unsigned n) {
	char path[256];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *f = fopen(path, "w");
	for (unsigned i = 1; f && i <= n; i++)
		fprintf(f, "line %u\n", i);
	if (f)
		fclose(f);
	return intern(path);
}

static struct result *make_result(struct results *all) {
	struct result *r = result_open();
	vec_push(&all->run, r);
	return r;
}

static void add_property(struct result *r, const char *file, uint32_t line, bool in_model) {
	struct property_result p = {
	    .id = "p", .loc = {file, line, 1}, .status = PROPERTY_HOLDS, .in_model = in_model};
	vec_push(&r->property, p);
}

static void close_results(struct results *all) {
	for (size_t i = 0; i < all->run.n; i++)
		result_close(all->run.at[i]);
	vec_free(&all->run);
}

static bool has_part(const struct excerpt *e, size_t i, uint32_t first, uint32_t last) {
	return i < e->part.n && e->part.at[i].first == first && e->part.at[i].last == last;
}

static void test_small(void) {
	struct results all = {0};
	struct result *r = make_result(&all);
	vec_push(&r->info.file, make_file("small.c", 5));
	add_property(r, make_file("other.h", 3), 2, false);
	add_property(r, make_file("model.c", 3), 2, true);
	add_property(r, "/nowhere/gone.c", 2, false);
	struct excerpts x;
	excerpts_init(&x, &all);
	CHECK(x.at.n == 3); /* a check of the library that holds is of no interest */
	CHECK(x.at.at[0].total == 5 && x.at.at[0].part.n == 1 && has_part(&x.at.at[0], 0, 1, 5));
	CHECK(x.at.at[1].total == 3 && has_part(&x.at.at[1], 0, 1, 3));
	CHECK(x.at.at[2].total == 0 && !x.at.at[2].part.n);
	excerpts_free(&x);
	close_results(&all);
}

/* The events of a cause may be far from all steps. */
static void test_cause(void) {
	struct results all = {0};
	struct result *r = make_result(&all);
	uint32_t n = 2 * EXCERPT_WHOLE, around = EXCERPT_AROUND;
	const char *file = make_file("cause.c", n);
	add_property(r, file, 10, false);
	struct cause *c = r->property.at[0].cause = arena_new(r->arena, struct cause);
	struct cause_event role = {.loc = {file, 1000, 1}};
	struct cause_fact fact = {.first = {.loc = {file, 2000, 1}},
	                          .second = {.loc = {file, 2005, 1}}};
	vec_push(&c->role, role);
	vec_push(&c->fact, fact);
	struct excerpts x;
	excerpts_init(&x, &all);
	const struct excerpt *e = &x.at.at[0];
	CHECK(e->part.n == 3 && has_part(e, 1, 1000 - around, 1000 + around));
	CHECK(has_part(e, 2, 2000 - around, 2005 + around));
	excerpts_free(&x);
	close_results(&all);
}

/* Windows that overlap or touch are one, and none leaves the file. */
static void test_windows(void) {
	struct results all = {0};
	struct result *r = make_result(&all);
	uint32_t n = 2 * EXCERPT_WHOLE, around = EXCERPT_AROUND;
	const char *file = make_file("long.c", n);
	static const uint32_t line[] = {500, 10, 500 + 30, 3000, 3000 + 2 * EXCERPT_AROUND + 1};
	for (size_t i = 0; i < sizeof line / sizeof *line; i++)
		add_property(r, file, line[i], false);
	add_property(r, file, n, false);
	add_property(r, file, n + 7, false); /* a line marker may say anything */
	struct excerpts x;
	excerpts_init(&x, &all);
	const struct excerpt *e = &x.at.at[0];
	CHECK(x.at.n == 1 && e->total == n && e->part.n == 4);
	CHECK(has_part(e, 0, 1, 10 + around));
	CHECK(has_part(e, 1, 500 - around, 530 + around));
	CHECK(has_part(e, 2, 3000 - around, 3000 + 3 * around + 1));
	CHECK(has_part(e, 3, n - around, n));
	excerpts_free(&x);
	close_results(&all);
}

/* However many files there are, the page stays small. */
static void test_limit(void) {
	struct results all = {0};
	struct result *r = make_result(&all);
	for (unsigned i = 0; i < EXCERPT_MAX / EXCERPT_WHOLE + 3; i++) {
		char name[32];
		snprintf(name, sizeof name, "file%u.c", i);
		vec_push(&r->info.file, make_file(name, EXCERPT_WHOLE));
	}
	struct excerpts x;
	excerpts_init(&x, &all);
	uint32_t lines = 0;
	for (size_t i = 0; i < x.at.n; i++)
		for (size_t k = 0; k < x.at.at[i].part.n; k++)
			lines += x.at.at[i].part.at[k].last - x.at.at[i].part.at[k].first + 1;
	CHECK(lines == EXCERPT_MAX);
	excerpts_free(&x);
	close_results(&all);
}

int main(void) {
	if (!mkdtemp(folder))
		return 1;
	test_small();
	test_windows();
	test_cause();
	test_limit();
	lines_free_all();
	intern_free_all();
	char command[64];
	snprintf(command, sizeof command, "rm -r %s", folder);
	CHECK(system(command) == 0);
	return check_done("excerpts");
}
