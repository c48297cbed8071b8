#include "check/export.h"

#include <stdio.h>
#include <stdlib.h>

struct text {
	char *at;
	size_t n;
	FILE *file; /* that writes there */
};

struct export {
	const char *prefix;
	struct text given, steps;
	unsigned long ngiven, nqueries;
	int nvars;
};

struct export *export_open(const char *prefix) {
	struct export *x = base_alloc(sizeof *x);
	x->prefix = prefix;
	x->given.file = open_memstream(&x->given.at, &x->given.n);
	x->steps.file = open_memstream(&x->steps.at, &x->steps.n);
	if (!x->given.file || !x->steps.file)
		base_die(EXIT_USAGE, "out of memory");
	return x;
}

void export_close(struct export *x) {
	if (!x)
		return;
	fclose(x->given.file);
	fclose(x->steps.file);
	free(x->given.at);
	free(x->steps.at);
	free(x);
}

void export_clause(struct export *x, enum export_kind kind, const int *at, size_t n) {
	if (!x)
		return;
	FILE *f = kind == EXPORT_GIVEN ? x->given.file : x->steps.file;
	x->ngiven += kind == EXPORT_GIVEN;
	if (kind == EXPORT_DELETED)
		fprintf(f, "d ");
	for (size_t i = 0; i < n; i++) {
		fprintf(f, "%d ", at[i]);
		x->nvars = abs(at[i]) > x->nvars ? abs(at[i]) : x->nvars;
	}
	fprintf(f, "0\n");
}

static void write_file(const struct export *x, const char *suffix, const char *head,
                       const struct text *body, const char *tail) {
	char path[4200];
	snprintf(path, sizeof path, "%s-%lu.%s", x->prefix, x->nqueries, suffix);
	FILE *f = fopen(path, "w");
	if (!f || fputs(head, f) < 0 || fwrite(body->at, 1, body->n, f) < body->n ||
	    fputs(tail, f) < 0 || fclose(f))
		base_die(EXIT_USAGE, "%s cannot be written", path);
}

void export_query(struct export *x, const int *at, size_t n) {
	if (!x)
		return;
	char head[100], *assumed;
	size_t length;
	FILE *tail = open_memstream(&assumed, &length);
	x->nqueries++;
	for (size_t i = 0; i < n && tail; i++) {
		fprintf(tail, "%d 0\n", -at[i]);
		x->nvars = abs(at[i]) > x->nvars ? abs(at[i]) : x->nvars;
	}
	if (!tail || fclose(tail) || fflush(x->given.file) || fflush(x->steps.file))
		base_die(EXIT_USAGE, "out of memory");
	snprintf(head, sizeof head, "p cnf %d %lu\n", x->nvars, x->ngiven + n);
	write_file(x, "cnf", head, &x->given, assumed);
	write_file(x, "drat", "", &x->steps, "0\n");
	free(assumed);
}
