/* The model library compiles: all of it as one unit on every target, and every function with only
 * what its index line says it needs, on one of the targets: all functions, or one of a few. */
#include "frontend/units/models.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/units/layout.h"
#include "frontend/units/units.h"
#include "tests/unit/check.h"
#include "util/base/intern.h"

enum { SOME = 4 }; /* 1 of so many functions alone; thorough: all */

struct names {
	VEC(const char *) name;
};

static struct names read_names(const char *path) {
	struct names names = {0};
	char *line = NULL;
	size_t cap = 0;
	FILE *f = fopen(path, "r");
	CHECK(f);
	while (f && getline(&line, &cap, f) > 0)
		vec_push(&names.name, intern_n(line, strcspn(line, " ")));
	free(line);
	if (f)
		fclose(f);
	return names;
}

static enum CXChildVisitResult count(CXCursor c, CXCursor parent, CXClientData data) {
	(void)parent;
	*(unsigned *)data += clang_getCursorKind(c) == CXCursor_FunctionDecl &&
	                     clang_equalCursors(clang_getCursorDefinition(c), c);
	return CXChildVisit_Continue;
}

/* Parses what defines the names and returns how many function bodies that took. */
static unsigned bodies(const char *triple, const char *const *name, size_t n) {
	struct fe_config config = {0};
	struct fe fe = {.config = &config, .prog = prog_open()};
	fe.arena = fe.prog->arena;
	fe.types = fe.prog->types;
	fe.index = clang_createIndex(0, 0);
	fe.models = fe_models_open("pthread-models");
	snprintf(fe.prog->target.triple, sizeof fe.prog->target.triple, "%s", triple);
	struct fe_unit *unit = fe_models_parse(&fe, name, n); /* a compile error ends the test */
	unsigned found = 0;
	if (unit) {
		clang_visitChildren(clang_getTranslationUnitCursor(unit->tu), count, &found);
		CHECK(!fe_models_parse(&fe, name, n)); /* nothing is parsed twice */
	}
	fe_units_close(&fe);
	clang_disposeIndex(fe.index);
	fe_models_close(fe.models);
	prog_close(fe.prog);
	return found;
}

int main(void) {
	static const char *const triple[] = {"x86_64-linux-gnu", "i386-linux-gnu", "aarch64-linux-gnu"};
	struct names names = read_names("pthread-models/index");
	CHECK(names.name.n > 300);
	for (size_t i = 0; i < 3; i++)
		CHECK(bodies(triple[i], names.name.at, names.name.n) > 300);
	size_t step = check_thorough() ? 1 : SOME;
	if (step > 1)
		check_left_out("models that are compiled alone, but 1 of 4");
	for (size_t i = 0; i < names.name.n; i += step) {
		unsigned n = bodies(triple[i % 3], &names.name.at[i], 1);
		CHECK(n < 60);
	}
	const char *none = "no_such_function";
	CHECK(bodies(triple[0], &none, 1) == 0);
	vec_free(&names.name);
	return check_done("models");
}
