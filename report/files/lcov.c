#include "report/files/lcov.h"

#include <stdlib.h>
#include <string.h>

struct listing { /* of all runs, each in the order of file and line */
	VEC(struct covered_line) line;
	VEC(struct covered_line) function;
	VEC(struct covered_branch) branch;
	const char *directory; /* of relative names; or NULL */
};

static int compare_loc(struct loc a, struct loc b) {
	int order = strcmp(a.file, b.file);
	if (order || a.line != b.line)
		return order ? order : a.line < b.line ? -1 : 1;
	return a.col == b.col ? 0 : a.col < b.col ? -1 : 1;
}

static int compare_lines(const void *a, const void *b) {
	const struct covered_line *p = a, *q = b;
	return compare_loc(p->loc, q->loc);
}

static int compare_branches(const void *a, const void *b) {
	const struct covered_branch *p = a, *q = b;
	return compare_loc(p->loc, q->loc);
}

static bool is_in(const char *file, struct loc loc) {
	return !strcmp(file, loc.file);
}

/* Each function and line once; what several runs have executed counts for all of them. */
static void put_functions(FILE *out, const struct listing *l, const char *file) {
	unsigned found = 0, hit = 0;
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < l->function.n; i++) {
			const struct covered_line *f = &l->function.at[i];
			if (!is_in(file, f->loc))
				continue;
			if (!pass) {
				fprintf(out, "FN:%u,%s\n", f->loc.line, f->function);
				continue;
			}
			fprintf(out, "FNDA:%llu,%s\n", (unsigned long long)f->count, f->function);
			found++;
			hit += f->count > 0;
		}
	fprintf(out, "FNF:%u\nFNH:%u\n", found, hit);
}

static void put_way(FILE *out, const struct covered_branch *b, unsigned block, unsigned way,
                    uint64_t count) {
	fprintf(out, "BRDA:%u,%u,%u,", b->loc.line, block, way);
	if (b->when_true || b->when_false)
		fprintf(out, "%llu\n", (unsigned long long)count);
	else
		fputs("-\n", out); /* its condition was never evaluated */
}

static void put_branches(FILE *out, const struct listing *l, const char *file) {
	unsigned found = 0, hit = 0, block = 0, line = 0;
	for (size_t i = 0; i < l->branch.n; i++) {
		const struct covered_branch *b = &l->branch.at[i];
		if (!is_in(file, b->loc))
			continue;
		block = b->loc.line == line ? block + 1 : 0;
		line = b->loc.line;
		if (b->has_true)
			put_way(out, b, block, 0, b->when_true);
		if (b->has_false)
			put_way(out, b, block, 1, b->when_false);
		found += b->has_true + b->has_false;
		hit += (b->has_true && b->when_true) + (b->has_false && b->when_false);
	}
	fprintf(out, "BRF:%u\nBRH:%u\n", found, hit);
}

static void put_lines(FILE *out, const struct listing *l, const char *file) {
	unsigned found = 0, hit = 0;
	for (size_t i = 0; i < l->line.n;) {
		const struct covered_line *first = &l->line.at[i];
		uint64_t most = 0;
		for (; i < l->line.n && l->line.at[i].loc.line == first->loc.line &&
		       is_in(first->loc.file, l->line.at[i].loc);
		     i++)
			most = l->line.at[i].count > most ? l->line.at[i].count : most;
		if (!is_in(file, first->loc))
			continue;
		fprintf(out, "DA:%u,%llu\n", first->loc.line, (unsigned long long)most);
		found++;
		hit += most > 0;
	}
	fprintf(out, "LF:%u\nLH:%u\n", found, hit);
}

static void put_file(FILE *out, const struct listing *l, const char *file) {
	fputs("TN:\nSF:", out);
	if (*file != '/' && l->directory)
		fprintf(out, "%s/", l->directory);
	fprintf(out, "%s\n", file);
	put_functions(out, l, file);
	put_branches(out, l, file);
	put_lines(out, l, file);
	fputs("end_of_record\n", out);
}

static void add_run(struct listing *l, const struct result *r) {
	const struct coverage *c = &r->coverage;
	l->directory = r->info.directory;
	for (size_t i = 0; i < c->line.n; i++)
		vec_push(&l->line, c->line.at[i]);
	for (size_t i = 0; i < c->function.n; i++)
		vec_push(&l->function, c->function.at[i]);
	for (size_t i = 0; i < c->branch.n; i++)
		vec_push(&l->branch, c->branch.at[i]);
}

void report_lcov(FILE *out, const struct results *all) {
	struct listing l = {0};
	for (size_t i = 0; i < all->run.n; i++)
		add_run(&l, all->run.at[i]);
	if (l.line.n)
		qsort(l.line.at, l.line.n, sizeof *l.line.at, compare_lines);
	if (l.function.n)
		qsort(l.function.at, l.function.n, sizeof *l.function.at, compare_lines);
	if (l.branch.n)
		qsort(l.branch.at, l.branch.n, sizeof *l.branch.at, compare_branches);
	const char *file = "";
	for (size_t i = 0; i < l.line.n; i++)
		if (!is_in(file, l.line.at[i].loc)) {
			file = l.line.at[i].loc.file;
			put_file(out, &l, file);
		}
	vec_free(&l.line);
	vec_free(&l.function);
	vec_free(&l.branch);
}
