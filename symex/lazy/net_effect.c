#include "symex/lazy/net_effect.h"

#include "symex/memory/content.h"
#include "symex/step/thread/thread.h"
#include "symex/step/wait.h"

enum { MAX_BYTES = 16 }; /* of a scalar */

/* The cell that begins at 'at'; 0: there is none.  Zeros that nothing has written are a cell, too.
 */
static uint64_t cell_at(struct symex *x, const struct state *st, const struct span *s) {
	const struct content *c = memory_get(x, st, s->object);
	if (!c || c->elem)
		return 0;
	uint64_t cell = pmap_get(&c->cells, s->from);
	if (!cell && c->fill == FILL_ZERO)
		cell = 1ull << 62 | (uint64_t)(s->to - s->from) << 32;
	return cell_access(cell).bytes == s->to - s->from && !cell_is_hidden(cell) ? cell : 0;
}

static bool is_restored(struct symex *x, const struct state *before, struct state *const *after,
                        size_t n, const struct span *s) {
	if (!s->object || s->to - s->from > MAX_BYTES || pmap_get(&before->ended, s->object))
		return false;
	uint64_t old = cell_at(x, before, s);
	for (size_t i = 0; i < n && old; i++)
		if (cell_at(x, after[i], s) != old || pmap_get(&after[i]->ended, s->object))
			return false;
	return old != 0;
}

struct waited_word { /* where the lock is that the step has waited for; object 0: none */
	uint32_t object;
	uint64_t at;
};

static struct waited_word waited_word(struct symex *x, const struct state *before, uint32_t tid) {
	struct waited_word w = {0};
	struct state view = thread_view(before, tid);
	const struct ins *wait = view.frame ? wait_ins(&view) : NULL;
	term at;
	if (!wait || !sync_is_exclusive(wait->sync) ||
	    !ptr_known(x, wait_object(x, &view), &w.object, &at) || !term_get_u64(x->ts, at, &w.at))
		w.object = 0;
	return w;
}

bool net_effect(struct tree *t, const struct state *before, uint32_t tid,
                struct state *const *after, size_t n, size_t first) {
	struct symex *x = t->x;
	access_close(&t->log, first);
	if (!tree_reduces_by(t, REDUCTION_NET_EFFECT) || !n)
		return false;
	bool is_special = false;
	bool record = access_pause(x);
	struct waited_word word = waited_word(x, before, tid);
	access_resume(x, record);
	for (size_t i = first; i < t->log.at.n; i++) {
		struct span *s = &t->log.at.at[i];
		bool is_word = s->object == word.object && s->from == word.at;
		if (s->use != SPAN_WRITE || (t->guided.active && !is_word) ||
		    !is_restored(x, before, after, n, s))
			continue;
		s->use = SPAN_READ;
		is_special |= !is_word;
	}
	return is_special;
}
