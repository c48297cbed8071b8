#include "solvers/term/term_walk.h"

void term_walk_from(struct term_walk *w, term root) {
	vec_push(&w->todo, root);
}

bool term_walk_next(struct term_walk *w, term *t) {
	while (w->todo.n) {
		*t = vec_pop(&w->todo);
		if (map_get(&w->seen, t->ix, NULL))
			continue;
		map_put(&w->seen, t->ix, 1);
		for (uint32_t i = 0; i < term_nargs(w->terms, *t); i++)
			vec_push(&w->todo, term_arg(w->terms, *t, i));
		return true;
	}
	return false;
}

void term_walk_end(struct term_walk *w) {
	vec_free(&w->todo);
	map_free(&w->seen);
}
