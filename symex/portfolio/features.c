#include "symex/portfolio/features.h"

#include <string.h>

#include "goto/analysis/counted_loop.h"
#include "util/base/map.h"

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

/* More threads than that, and no exploration of their schedules ends soon. */
enum { MANY_THREADS = 100 };

static bool is_counted(const struct function *f, const struct loop *loop) {
	uint32_t last;
	return loop_counts_to(f, loop, &last) && last <= MANY_THREADS;
}

/* In a loop that may go on for ever, as far as we can see? */
static bool is_in_loop(const struct function *f, uint32_t at) {
	for (size_t i = 0; i < f->loop.n; i++)
		if (f->loop.at[i].head <= at && at <= f->loop.at[i].back && !is_counted(f, &f->loop.at[i]))
			return true;
	return false;
}

static const struct symbol *callee(const struct ins *in) {
	if (in->kind != INS_CALL || in->rhs->kind != EXPR_SYMBOL)
		return NULL;
	return in->rhs->symbol->storage == STORAGE_FUNCTION ? in->rhs->symbol : NULL;
}

/* Marks what is called in such a loop, also through other functions; until nothing changes. */
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

static void add_features(const struct function *f, bool repeated,
                         struct program_features *features) {
	features->loops += (uint32_t)f->loop.n;
	for (uint32_t k = 0; k < f->ins.n; k++) {
		const struct ins *in = &f->ins.at[k];
		const struct symbol *s = callee(in);
		features->atomics += in->kind == INS_ATOMIC_BEGIN;
		features->inputs += in->kind == INS_ASSIGN && in->rhs->kind == EXPR_NONDET;
		if (!s)
			continue;
		features->locks += locks(s->display);
		features->loops += s == f->symbol;
		if (creates(s->display)) {
			features->creations++;
			features->creates_in_loop |= repeated || is_in_loop(f, k);
		}
	}
}

static bool is_text(const struct symbol *s, const char *text) {
	size_t n = strlen(text);
	return symbol_is_string(s) && s->nbytes >= n && !memcmp(s->bytes, text, n);
}

/* Parts of the library that concern the environment: the names of options that models ask for, and
 * what reads a number. */
void features_of_library(const struct goto_prog *prog, struct program_features *features) {
	features->has_numbers |= (features->inputs > 0 && prog->has_threads) ||
	                         prog_find(prog, intrinsic_name(INTRINSIC_SMALL));
	for (size_t i = 0; i < prog->symbol.n; i++) {
		const struct symbol *s = prog->symbol.at[i];
		features->asks_environment |= is_text(s, "environment-open");
		features->reads_input |= is_text(s, "input-reads") || is_text(s, "input-text");
		features->asks_environment |= features->reads_input;
	}
	const struct function *f = prog->entry ? prog->entry->function : NULL;
	features->has_arguments = f && f->nparams > 1 && !strcmp(f->symbol->display, "main");
	features->has_numbers |= features->has_arguments;
}

struct program_features program_features(const struct goto_prog *prog) {
	struct program_features features = {0};
	struct map repeated = {0};
	mark_repeated(prog, &repeated);
	for (size_t i = 0; i < prog->function.n; i++) {
		const struct function *f = prog->function.at[i];
		if (!f->is_model && !f->is_dropped && f->symbol != prog->init)
			add_features(f, map_get(&repeated, f->symbol->id, NULL), &features);
	}
	map_free(&repeated);
	features_of_library(prog, &features);
	return features;
}
