/* solvers/term/term_walk: a term of 2^40 paths has 41 terms, each of which is visited once. */
#include "solvers/term/term_walk.h"

#include "tests/unit/check.h"

enum { LEVELS = 40 };

int main(void) {
	struct terms *ts = terms_open();
	term x = term_var(ts, sort_bv(32), "x"), y = term_var(ts, sort_bv(32), "y"), root = x;
	for (int i = 0; i < LEVELS; i++) /* both arguments are the level below */
		root = term_mul(ts, root, root);
	struct term_walk w = {.terms = ts};
	term_walk_from(&w, root);
	unsigned n = 0, vars = 0;
	struct map visited = {0};
	for (term t; term_walk_next(&w, &t); n++) {
		CHECK(!map_get(&visited, t.ix, NULL));
		map_put(&visited, t.ix, 1);
		vars += term_kind(ts, t) == TERM_VAR;
		if (!n)
			term_walk_from(&w, term_add(ts, y, x)); /* made and added on the way */
	}
	CHECK(n == LEVELS + 3 && vars == 2);
	CHECK(map_get(&visited, x.ix, NULL) && map_get(&visited, y.ix, NULL));
	term_walk_from(&w, root);
	term none;
	CHECK(!term_walk_next(&w, &none));
	term_walk_end(&w);
	map_free(&visited);
	terms_close(ts);
	return check_done("term walk");
}
