#include "symex/lazy/states/hidden.h"

#include "symex/memory/content.h"
#include "symex/symex_stats.h"
#include "symex/step/value/eval.h"
#include "util/base/map.h"
#include "util/base/threshold.h"

/* Nodes of a search before anything is hidden: in a short one it does not pay. */
enum { FIRST_NODES = THRESHOLD(256, 1) };

enum {
	MAX_CELLS = 64, /* of a variable; one with more is not hidden */
	/* Instructions that may be executed again, and the share of all instructions that may be
	 * besides.  If the search had to begin again more often, nothing is hidden any more. */
	FREE_STEPS = 100000,
	SHARE = 4,
	STOP_STEPS = 64, /* instructions between two stops, estimated */
};

struct hidden_stop {
	uint32_t tid, point;
};

struct hidden_cell { /* hidden on the path */
	uint32_t object, offset, bytes;
	uint32_t symbol;
	size_t stop;
};

struct hidden {
	struct canon *canon;
	struct map live; /* number of point, variable and offset -> 1 */
	VEC(struct hidden_stop) stop;
	VEC(struct hidden_cell) cell;
	struct access last; /* of memory, up to the first read of a hidden cell */
	bool has_read;      /* there was one */
	bool has_learnt;    /* what it tells */
	uint64_t begun;     /* instructions executed when the search began */
	uint64_t root;      /* those that it executed up to the first stop */
	uint64_t repeated;  /* those executed again, in all searches */
	bool off;
};

struct hidden *hidden_open(struct canon *canon) {
	struct hidden *h = mem_alloc(sizeof *h);
	h->canon = canon;
	return h;
}

void hidden_close(struct hidden *h) {
	if (!h)
		return;
	map_free(&h->live);
	vec_free(&h->stop);
	vec_free(&h->cell);
	mem_free(h);
}

static uint32_t point_of_call(struct hidden *h, const struct frame *f, uint32_t pc) {
	uint32_t up = f->up ? point_of_call(h, f->up, f->return_pc) : 0;
	uint32_t words[] = {up, f->function->symbol->id, pc};
	return canon_tuple(h->canon, words, 3);
}

static uint64_t key_of(struct hidden *h, uint32_t point, uint32_t symbol, uint32_t offset) {
	uint32_t words[] = {point, symbol, offset};
	return canon_tuple(h->canon, words, 3);
}

static bool is_live(struct hidden *h, uint32_t point, uint32_t symbol, uint32_t offset) {
	return map_get(&h->live, key_of(h, point, symbol, offset), NULL);
}

/* The content of the object, if it has few cells. */
static const struct content *few_cells(struct symex *x, const struct state *st, uint32_t object) {
	uint64_t size;
	const struct content *c = memory_get(x, st, object);
	bool is_small = term_get_u64(x->ts, x->object.at[object].size, &size) && size <= 8 * MAX_CELLS;
	return is_small && c && !c->elem && !c->lazy ? c : NULL;
}

static void hide_object(struct hidden *h, struct symex *x, struct state *st, uint32_t object,
                        uint32_t symbol) {
	const struct content *c = few_cells(x, st, object);
	struct content *mine = NULL;
	uint32_t point = h->stop.at[h->stop.n - 1].point, offset;
	uint64_t cell;
	for (uint32_t at = 0; c && pmap_next(&c->cells, at, &offset, &cell); at = offset + 1) {
		if (cell_is_hidden(cell) || is_live(h, point, symbol, offset))
			continue;
		if (!mine)
			c = mine = content_own(x, c);
		pmap_set(&x->pool, &mine->cells, offset, cell | CELL_HIDDEN);
		struct hidden_cell hidden = {object, offset, cell_access(cell).bytes, symbol,
		                             h->stop.n - 1};
		vec_push(&h->cell, hidden);
	}
	if (mine) /* the thread has written nothing */
		pmap_set(&x->pool, &st->mem, object, map_key(mine));
}

static void hide_locals(struct hidden *h, struct symex *x, struct state *st,
                        const struct frame *f) {
	for (uint32_t i = 0; i < f->function->local.n; i++) {
		const struct symbol *s = f->function->local.at[i];
		uint64_t raw = local_is_object(s) ? pmap_get(&st->reg, f->base + i) : 0;
		uint32_t object;
		term offset;
		if (reg_kind(raw) == REG_TERM && ptr_known(x, reg_term(x, raw), &object, &offset) && object)
			hide_object(h, x, st, object, s->id);
	}
}

struct hidden_mark hidden_stop(struct hidden *h, struct symex *x, struct state *st) {
	struct hidden_mark before = {h->stop.n, h->cell.n};
	if (!h->root)
		h->root = x->stats->steps - h->begun;
	if (h->off || !st->frame || x->stats->nodes < FIRST_NODES)
		return before;
	vec_push(&h->stop, ((struct hidden_stop){st->tid, point_of_call(h, st->frame, st->pc)}));
	for (const struct frame *f = st->frame; f; f = f->up)
		hide_locals(h, x, st, f);
	return before;
}

void hidden_access(struct hidden *h, const struct symex *x, const struct access *a) {
	h->has_read |= x->content.read_hidden;
	if (!h->has_read)
		h->last = *a;
}

/* The cell is live where it was hidden, and wherever its thread has stopped since.  true: that is
 * news. */
static bool keep(struct hidden *h, const struct hidden_cell *c) {
	uint32_t tid = h->stop.at[c->stop].tid;
	bool is_news = !is_live(h, h->stop.at[c->stop].point, c->symbol, c->offset);
	for (size_t i = c->stop; i < h->stop.n; i++)
		if (h->stop.at[i].tid == tid)
			map_put(&h->live, key_of(h, h->stop.at[i].point, c->symbol, c->offset), 1);
	return is_news;
}

static void learn(struct hidden *h, struct symex *x) {
	uint64_t from;
	bool is_fixed = h->last.offset.ix && term_get_u64(x->ts, h->last.offset, &from);
	bool found = false;
	for (size_t i = 0; i < h->cell.n; i++) {
		const struct hidden_cell *c = &h->cell.at[i];
		bool overlaps =
		    !is_fixed || (c->offset < from + h->last.bytes && from < c->offset + c->bytes);
		if (c->object == h->last.object && overlaps)
			found |= keep(h, c);
	}
	/* It was read otherwise: by a copy of the whole object, or through a lazy write. */
	h->repeated += h->root + STOP_STEPS * h->stop.n;
	h->off |= !found || h->repeated > FREE_STEPS + x->stats->steps / SHARE;
}

void hidden_undo(struct hidden *h, struct symex *x, struct hidden_mark before) {
	if (x->content.read_hidden && !h->has_learnt) {
		learn(h, x);
		h->has_learnt = true;
	}
	h->stop.n = before.stops;
	h->cell.n = before.cells;
}

void hidden_begin(struct hidden *h, struct symex *x) {
	x->content.read_hidden = h->has_read = h->has_learnt = false;
	h->stop.n = h->cell.n = 0;
	h->begun = x->stats->steps;
	h->root = 0;
}
