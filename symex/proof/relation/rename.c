#include "symex/proof/relation/rename.h"

#include "solvers/rewrite/substitute.h"

void renamer_open(struct renamer *m, const struct relation *r) {
	*m = (struct renamer){.r = r};
	for (uint32_t i = 0; i < r->part.n; i++) {
		const struct part *p = &r->part.at[i];
		for (uint32_t k = 0; k <= MAX_VIEW; k++)
			map_put(&m->view_of_var, p->var[k].ix, p->is_shared ? 4 * i : 4 * i + (k ? k : 1));
	}
}

void renamer_close(struct renamer *m) {
	map_free(&m->view_of_var);
	map_free(&m->renamed);
}

struct renaming_to {
	const struct renamer *m;
	uint32_t to[3];
};

static term renamed(void *context, term var) {
	struct renaming_to *to = context;
	uint64_t known;
	if (!map_get(&to->m->view_of_var, var.ix, &known))
		return var;
	uint32_t view = known % 4;
	return view == 1 || view == 2 ? to->m->r->part.at[known / 4].var[to->to[view]] : var;
}

term rename_threads(struct renamer *m, term t, uint32_t for1, uint32_t for2) {
	if (for1 == 1 && (for2 == 2 || !for2))
		return t;
	uint64_t key = (uint64_t)t.ix << 8 | for1 << 4 | for2, known;
	if (map_get(&m->renamed, key, &known))
		return (term){(uint32_t)known};
	struct renaming_to to = {m, {0, for1, for2}};
	struct substitution s = {m->r->x->ts, renamed, &to, 0, false, {0}};
	term done = substitute(&s, t);
	substitution_free(&s);
	map_put(&m->renamed, key, done.ix);
	return done;
}
