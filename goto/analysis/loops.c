/* Finds the loops of each function and gives them the names that --unwindset uses. */
#include "goto/analysis/analysis.h"
#include "util/base/intern.h"

/* How many functions are called 'display': if several, their loops need the full name. */
static uint64_t count_name(struct map *names, const char *display, uint64_t more) {
	uint64_t n = 0;
	map_get(names, map_key(intern(display)), &n);
	if (more)
		map_put(names, map_key(intern(display)), n + more);
	return n + more;
}

static void find_loops(struct function *f, const char *name) {
	f->loop.n = 0;
	f->loop_name = intern(name);
	for (size_t i = 0; i < f->ins.n; i++) {
		struct ins *in = &f->ins.at[i];
		in->loop = NO_LOOP;
		if (in->kind != INS_GOTO || in->target > i)
			continue;
		in->loop = (uint32_t)f->loop.n;
		struct loop new = {
		    .id = intern_printf("%s.%u", name, in->loop),
		    .head = in->target,
		    .back = (uint32_t)i,
		    .loc = in->loc,
		};
		vec_push(&f->loop, new);
	}
}

void goto_find_loops(struct goto_prog *p) {
	struct map names = {0};
	for (size_t i = 0; i < p->function.n; i++)
		count_name(&names, p->function.at[i]->symbol->display, 1);
	for (size_t i = 0; i < p->function.n; i++) {
		const struct symbol *s = p->function.at[i]->symbol;
		find_loops(p->function.at[i], count_name(&names, s->display, 0) > 1 ? s->name : s->display);
	}
	map_free(&names);
}
