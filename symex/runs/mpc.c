/* Maximal path causality: one schedule and input for each path, for all inputs and schedules.
 *
 * Yi and Huang, ESEC/FSE 2018, Algorithm 1.  First the program is unfolded until every branch that
 * some execution takes is known (symex/runs/unfold.h); that gives the verdict.  Then every path is
 * run (symex/runs/paths.h).
 */
#include "symex/query/verdict.h"
#include "symex/runs/paths.h"
#include "symex/runs/refuse.h"
#include "symex/strategy.h"
#include "util/diag.h"

struct list { /* of items, the last one comes first */
	struct arena *arena;
	VEC(const char *) item;
	uint64_t found;
};

static void add_item(void *context, const char *item) {
	struct list *l = context;
	vec_push(&l->item, arena_printf(l->arena, "%s", item));
}

static void path_found(void *context, const char *path) {
	struct list *l = context;
	l->found++;
	diag_say(2, "path %llu: %s", (unsigned long long)l->found, path);
}

static void note_run(void *context, const struct run_trace *t) {
	enumeration_note(context, t);
}

static void enumerate(struct symex *x, struct paths *p) {
	struct list l = {.arena = arena_open()};
	struct path_calls calls = {&l, add_item, path_found};
	p->u->on_run = NULL;
	enumeration_begin(p);
	add_item(&l, "");
	while (l.item.n && !symex_stop)
		if (!enumeration_work(p, vec_pop(&l.item), &calls))
			break;
	x->stats->paths = l.found;
	vec_free(&l.item);
	arena_close(l.arena);
}

static bool mpc(struct symex *x) {
	struct unfolding u;
	struct paths p;
	unfold_open(&u, x, NULL);
	enumeration_open(&p, &u);
	u.on_run = note_run;
	u.context = &p;
	enum unfolded how = u.e.beyond ? UNFOLD_BEYOND : unfold_all(&u);
	if (how == UNFOLD_STOP && x->result->violated == NO_PROPERTY)
		verdict_stopped(x);
	if (how == UNFOLD_BEYOND)
		events_give_up(&u.e);
	if (how == UNFOLD_ALL)
		enumerate(x, &p);
	enumeration_close(&p);
	unfold_close(&u);
	return how != UNFOLD_BEYOND;
}

static const struct refusal refuses[] = {UNFOLD_REFUSES("--mpc"), {0}};

const struct strategy strategy_mpc = {
    .name = "mpc",
    .help = "run the program along every path, for all inputs and schedules",
    .paper = "Yi and Huang, maximal path causality (ESEC/FSE 2018)",
    .refuses = refuses,
    .makes_runs = true,
    .one_thread = true,
    .fallback = "lazy",
    .run = mpc,
};
