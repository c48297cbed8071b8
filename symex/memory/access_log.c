#include "symex/memory/access_log.h"

#include "symex/config.h"
#include "symex/memory/discipline.h"

static bool is_private(const struct object *o) {
	return (o->symbol && !o->symbol->is_shared) || o->kind == OBJECT_FUNCTION;
}

static void add_span(struct access_log *log, struct span s) {
	/* The same bytes are often accessed again. */
	for (size_t i = log->at.n; i-- > log->first;) {
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
		s.use = x->current.adds ? SPAN_ADD : a->kind == ACCESS_WRITE ? SPAN_WRITE : SPAN_READ;
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
