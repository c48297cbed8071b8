#include "symex/step/lifetime.h"

#include "symex/core/naming.h"
#include "symex/memory/memory.h"
#include "symex/memory/discipline.h"
#include "symex/symex_stats.h"
#include "symex/step/frame.h"

/* A thread's own instance of a thread-local variable.  All instances are made with the thread: if
 * each were made at its first use, states with different instances would be merged. */
static void make_local(struct symex *x, struct state *by, struct state *of, struct symbol *s) {
	uint32_t first = memory_static(x, s);
	struct object o = x->object.at[first];
	uint64_t begins = pmap_get(&x->initial_memory, first);
	o.kind = OBJECT_AUTO; /* it ends with the thread, and its address is its own */
	o.choice = symex_choice(x, by, CHOICE_MEMORY, state_guard(x, by));
	o.base = NO_TERM;
	o.initial = begins ? (struct content *)(uintptr_t)begins : o.initial;
	pmap_set(&x->pool, &of->tls, s->id, memory_object(x, o));
}

uint32_t thread_spawn(struct symex *x, struct state *st, struct function *body,
                      struct created created) {
	uint32_t tid = naming_thread(x, st);
	struct state new = {.tid = tid, .nthreads = st->nthreads, .mem = st->mem, .ended = st->ended};
	struct argument data = {type_void_pointer(x->prog->types), created.data};
	step_start(x, &new, body, &data, 1);
	st->mem = new.mem;
	for (size_t i = 0; i < x->prog->symbol.n; i++)
		if (x->prog->symbol.at[i]->storage == STORAGE_THREAD)
			make_local(x, st, &new, x->prog->symbol.at[i]);
	struct created *c = arena_copy(x->pool.arena, &created, sizeof created);
	pmap_set(&x->pool, &st->created, tid, (uint64_t)(uintptr_t)c);
	x->engine->threads.spawned(x, st, &new);
	st->nlive++;
	if (st->nlive > x->stats->threads)
		x->stats->threads = x->stats->progress.threads = st->nlive;
	if (st->nthreads > x->stats->created)
		x->stats->created = st->nthreads;
	return tid;
}

/* Its instances are static objects, so that a program of one thread needs no others.  Those that no
 * other thread reaches may stay. */
static void end_locals_of_main(struct symex *x, struct state *st) {
	for (size_t i = 0; i < x->prog->symbol.n; i++) {
		struct symbol *s = x->prog->symbol.at[i];
		if (s->storage == STORAGE_THREAD && s->is_shared)
			memory_end(x, st,
			           ptr_make(x, memory_static(x, s), term_u64(x->ts, x->address_bits, 0)));
	}
}

void thread_end(struct symex *x, struct state *st) {
	/* The thread's objects end with it; pointers to them dangle. */
	if (!st->tid)
		end_locals_of_main(x, st);
	uint32_t key;
	uint64_t id;
	for (uint32_t at = 0; pmap_next(&st->tls, at, &key, &id); at = key + 1)
		memory_end(x, st, ptr_make(x, (uint32_t)id, term_u64(x->ts, x->address_bits, 0)));
	while (st->frame) {
		step_leave(x, st);
		st->frame = st->frame->up;
		if (st->frame) /* accesses are those of the end of this function */
			st->pc = (uint32_t)st->frame->function->ins.n - 1;
	}
	if (x->discipline && st->held) /* only another thread can release the lock now */
		x->discipline->violated = true;
	st->nlive--;
	st->atomic = 0;
	st->held = NULL;
	st->joined = NULL;
	st->wakeup = NULL;
	st->reg = st->stack = st->tls = (struct pmap){0};
}

void thread_joined(struct symex *x, struct state *st, uint32_t tid) {
	const struct created *c = (const struct created *)(uintptr_t)pmap_get(&st->created, tid);
	if (!c || tid == st->tid || !x->engine->threads.has_ended(x, st, tid))
		return;
	struct joined *j = arena_new(x->pool.arena, struct joined);
	*j = (struct joined){st->joined, c->data};
	st->joined = j;
}
