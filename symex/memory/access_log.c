#include "symex/memory/access_log.h"

#include "symex/config.h"
#include "symex/memory/discipline.h"

static bool is_private(const struct object *o) {
	return (o->symbol && !o->symbol->is_shared) || o->kind == OBJECT_FUNCTION;
}

enum { LOOKBACK = 256 }; /* spans: a step may run through a large array */

static size_t oldest(const struct access_log *log) {
	return log->at.n > log->first + LOOKBACK ? log->at.n - LOOKBACK : log->first;
}

/* Half of an addition in two instructions: the load, or the store.  Whatever does not come in this
 * order is a read or a write. */
static void add_half(struct access_log *log, struct span s) {
	bool loads = s.use == SPAN_READ;
	for (size_t i = log->at.n, end = oldest(log); i-- > end;) {
		struct span *old = &log->at.at[i];
		if (old->object != s.object || old->from != s.from || old->to != s.to ||
		    (old->use != SPAN_ADD_BEGUN && old->use != SPAN_ADD_AGAIN && old->use != SPAN_ADD_DONE))
			continue;
		if (loads)
			old->use = old->use == SPAN_ADD_DONE ? SPAN_ADD_AGAIN : SPAN_WRITE;
		else
			old->use = old->use == SPAN_ADD_DONE ? SPAN_WRITE : SPAN_ADD_DONE;
		return;
	}
	s.use = loads ? SPAN_ADD_BEGUN : SPAN_WRITE;
	vec_push(&log->at, s);
}

void access_close(struct access_log *log, size_t first) {
	for (size_t i = first; i < log->at.n; i++)
		switch (log->at.at[i].use) {
		case SPAN_READ:
		case SPAN_WRITE:
		case SPAN_ADD: break;
		case SPAN_ADD_BEGUN: log->at.at[i].use = SPAN_READ; break;
		case SPAN_ADD_AGAIN: log->at.at[i].use = SPAN_WRITE; break;
		case SPAN_ADD_DONE: log->at.at[i].use = SPAN_ADD; break;
		}
}

static void add_span(struct access_log *log, struct span s) {
	/* The same bytes are often accessed again. */
	for (size_t i = log->at.n, end = oldest(log); i-- > end;) {
		struct span *old = &log->at.at[i];
		if (old->object == s.object && old->from <= s.from && s.to <= old->to &&
		    (old->use == s.use || old->use == SPAN_WRITE))
			return;
	}
	vec_push(&log->at, s);
}

void access_note(struct symex *x, struct state *st, const struct access *a) {
	struct span s = {.object = a->object, .to = UINT32_MAX};
	uint64_t at;
	if (a->object && !is_private(&x->object.at[a->object])) {
		if (a->kind == ACCESS_EXISTENCE) {
			s.from = UINT32_MAX - 1; /* overlaps only accesses to the whole object */
		} else if (a->offset.ix && term_get_u64(x->ts, a->offset, &at) &&
		           at + a->bytes < UINT32_MAX) {
			s.from = (uint32_t)at;
			s.to = (uint32_t)at + a->bytes;
		}
		bool is_half = x->log->halves && x->current.half && s.to != UINT32_MAX;
		s.use = x->current.adds ? SPAN_ADD : a->kind == ACCESS_WRITE ? SPAN_WRITE : SPAN_READ;
		if (is_half && s.use != SPAN_ADD)
			add_half(x->log, s);
		else
			add_span(x->log, s);
	}
	if (a->kind == ACCESS_WRITE && x->discipline)
		discipline_wrote(x, st, a);
}

void access_blocks(struct symex *x, enum span_use use) {
	if (x->config->leak_check && access_is_logged(x))
		add_span(x->log, (struct span){.object = 0, .to = 1, .use = use});
}

void access_own(struct symex *x, uint32_t at, enum span_use use) {
	add_span(x->log, (struct span){.object = 0, .from = at, .to = at + 1, .use = use});
}

void access_history(struct symex *x, uint32_t from, uint32_t to, enum span_use use) {
	enum { FIRST = 1 << 30 }; /* behind what access_own names */
	if (access_is_logged(x))
		add_span(x->log, (struct span){.from = FIRST + from, .to = FIRST + to, .use = use});
}

bool access_pause(struct symex *x) {
	bool record = access_is_logged(x);
	if (x->log)
		x->log->record = false;
	return record;
}

void access_resume(struct symex *x, bool record) {
	if (x->log)
		x->log->record = record;
}
