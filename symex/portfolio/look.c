#include "symex/portfolio/look.h"

#include <string.h>

#include "util/map.h"

static bool is_one_of(const char *name, const char *const *list) {
	for (; *list; list++)
		if (!strcmp(name, *list))
			return true;
	return false;
}

static bool creates(const char *name) {
	static const char *const list[] = {"pthread_create", "thrd_create", NULL};
	return is_one_of(name, list);
}

static bool locks(const char *name) {
	static const char *const list[] = {"pthread_mutex_lock",
	                                   "pthread_mutex_trylock",
	                                   "pthread_rwlock_rdlock",
	                                   "pthread_rwlock_wrlock",
	                                   "pthread_spin_lock",
	                                   "sem_wait",
	                                   "mtx_lock",
	                                   NULL};
	return is_one_of(name, list);
}

static bool is_in_loop(const struct function *f, uint32_t at) {
	for (size_t i = 0; i < f->loop.n; i++)
		if (f->loop.at[i].head <= at && at <= f->loop.at[i].back)
			return true;
	return false;
}

static const struct symbol *callee(const struct ins *in) {
	if (in->kind != INS_CALL || in->rhs->kind != EXPR_SYMBOL)
		return NULL;
	return in->rhs->symbol->storage == STORAGE_FUNCTION ? in->rhs->symbol : NULL;
}

/* Marks what is called in a loop, also through other functions; until nothing changes. */
static void mark_repeated(const struct goto_prog *prog, struct map *repeated) {
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 0; i < prog->function.n; i++) {
			const struct function *f = prog->function.at[i];
			bool all = map_get(repeated, f->symbol->id, NULL);
			for (uint32_t k = 0; k < f->ins.n && !f->is_model; k++) {
				const struct symbol *s = callee(&f->ins.at[k]);
				if (!s || !s->function || map_get(repeated, s->id, NULL) ||
				    (!all && !is_in_loop(f, k)))
					continue;
				map_put(repeated, s->id, 1);
				changed = true;
			}
		}
	}
}

static void look_at_function(const struct function *f, bool repeated, struct look *look) {
	look->loops += (uint32_t)f->loop.n;
	for (uint32_t k = 0; k < f->ins.n; k++) {
		const struct ins *in = &f->ins.at[k];
		const struct symbol *s = callee(in);
		look->atomics += in->kind == INS_ATOMIC_BEGIN;
		look->inputs += in->kind == INS_ASSIGN && in->rhs->kind == EXPR_NONDET;
		if (!s)
			continue;
		look->locks += locks(s->display);
		look->loops += s == f->symbol;
		if (creates(s->display)) {
			look->creations++;
			look->creates_in_loop |= repeated || is_in_loop(f, k);
		}
	}
}

struct look look_at(const struct goto_prog *prog) {
	struct look look = {0};
	struct map repeated = {0};
	mark_repeated(prog, &repeated);
	for (size_t i = 0; i < prog->function.n; i++) {
		const struct function *f = prog->function.at[i];
		if (!f->is_model && !f->is_dropped && f->symbol != prog->init)
			look_at_function(f, map_get(&repeated, f->symbol->id, NULL), &look);
	}
	map_free(&repeated);
	return look;
}
