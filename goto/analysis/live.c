/* Backward data flow.  Basic blocks have what they read before writing it (use) and what they
 * write (def), bits per local; live before a block is use | (live after it & ~def), until nothing
 * changes.  Then one walk back through each block gives every instruction its own row. */
#include "goto/analysis/live.h"

#include <string.h>

enum { MAX_BITS = 1 << 22 }; /* per function; beyond that everything is taken to be live */

struct rows {        /* the answer for one function */
	uint32_t words;  /* per row */
	bool coarse;     /* one row of ones for everything */
	uint32_t n;      /* instructions; row n + pc is what lives on during the call at pc */
	uint64_t bits[]; /* 2 * n rows */
};

struct live {
	struct map by_function; /* struct function * -> struct rows * */
	VEC(struct rows *) made;
};

struct block {
	uint32_t first, last; /* instructions, inclusive */
	uint32_t next[2], nnext;
	bool queued;
};

struct live_flow {
	const struct function *f;
	uint32_t words;
	VEC(struct block) block;
	uint32_t *block_of;                 /* instruction -> block */
	uint32_t *before_at, *before;       /* predecessors of b: before[before_at[b]] and following */
	uint64_t *use, *def, *in, *objects; /* rows per block; one row */
};

static void set(uint64_t *row, uint32_t slot) {
	row[slot / 64] |= UINT64_C(1) << slot % 64;
}

static void reset(uint64_t *row, uint32_t slot) {
	row[slot / 64] &= ~(UINT64_C(1) << slot % 64);
}

static bool in_register(const struct function *f, const struct symbol *s) {
	return s->storage == STORAGE_AUTO && !s->address_taken && type_is_scalar(s->type) &&
	       s->slot < f->local.n && f->local.at[s->slot] == s;
}

static void add_reads(const struct live_flow *w, uint64_t *row, const struct expr *e);

/* The size of what is indexed or declared is computed from the type's bounds when it is needed. */
static void add_bounds(const struct live_flow *w, uint64_t *row, const struct type *t) {
	for (; t && (t->kind == TYPE_ARRAY || t->kind == TYPE_POINTER); t = t->elem)
		if (t->kind == TYPE_ARRAY && t->vla)
			add_reads(w, row, t->vla);
}

static void add_reads(const struct live_flow *w, uint64_t *row, const struct expr *e) {
	if (!e)
		return;
	add_bounds(w, row, e->type);
	if (e->kind == EXPR_SYMBOL && in_register(w->f, e->symbol))
		set(row, e->symbol->slot);
	for (uint32_t i = 0; i < e->nargs; i++)
		add_reads(w, row, e->arg[i]);
}

/* The local that an instruction gives a new value or takes its value from; or NULL. */
static const struct symbol *overwritten(const struct live_flow *w, const struct ins *in) {
	const struct symbol *s = NULL;
	if (in->kind == INS_DECL || in->kind == INS_DEAD)
		s = in->sym;
	else if (in->lhs && in->lhs->kind == EXPR_SYMBOL)
		s = in->lhs->symbol;
	return s && in_register(w->f, s) ? s : NULL;
}

/* The row after the instruction, or after a call's return, becomes the row while it is under way:
 * what is assigned no longer counts, but where to assign it does. */
static void undo_assign(const struct live_flow *w, const struct ins *in, uint64_t *row) {
	const struct symbol *s = overwritten(w, in);
	if (s)
		reset(row, s->slot);
	else
		add_reads(w, row, in->lhs);
}

static void undo_reads(const struct live_flow *w, const struct ins *in, uint64_t *row) {
	add_reads(w, row, in->rhs);
	for (uint32_t i = 0; i < in->nargs; i++)
		add_reads(w, row, in->arg[i]);
	if (in->kind == INS_DECL)
		add_bounds(w, row, in->sym->type);
}

static bool falls_through(const struct ins *in) {
	return !(in->kind == INS_GOTO && !in->rhs) && in->kind != INS_RETURN && in->kind != INS_END &&
	       in->kind != INS_UNSUPPORTED;
}

static bool ends_block(const struct ins *in) {
	return in->kind == INS_GOTO || !falls_through(in);
}

static void find_blocks(struct live_flow *w) {
	uint32_t n = (uint32_t)w->f->ins.n;
	bool *leads = mem_alloc(n + 1);
	for (uint32_t i = 0; i < n; i++) {
		const struct ins *in = &w->f->ins.at[i];
		if (in->kind == INS_GOTO)
			leads[in->target] = true;
		if (ends_block(in))
			leads[i + 1] = true;
	}
	leads[0] = leads[n - 1] = true; /* RETURN goes to END */
	for (uint32_t i = 0; i < n; i++) {
		if (leads[i])
			vec_push(&w->block, ((struct block){.first = i}));
		w->block_of[i] = (uint32_t)w->block.n - 1;
		vec_last(&w->block).last = i;
	}
	mem_free(leads);
}

static void add_edge(struct live_flow *w, uint32_t from, uint32_t to_ins) {
	struct block *b = &w->block.at[from];
	b->next[b->nnext++] = w->block_of[to_ins];
	w->before_at[w->block_of[to_ins] + 1]++;
}

static void find_edges(struct live_flow *w) {
	uint32_t n = (uint32_t)w->block.n;
	w->before_at = mem_alloc((n + 2) * sizeof *w->before_at);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t last = w->block.at[i].last;
		const struct ins *in = &w->f->ins.at[last];
		if (falls_through(in))
			add_edge(w, i, last + 1);
		if (in->kind == INS_GOTO)
			add_edge(w, i, in->target);
		else if (in->kind == INS_RETURN)
			add_edge(w, i, (uint32_t)w->f->ins.n - 1);
	}
	for (uint32_t i = 0; i < n; i++)
		w->before_at[i + 1] += w->before_at[i];
	w->before = mem_alloc((w->before_at[n] + 1) * sizeof *w->before);
	uint32_t *at = mem_alloc((n + 1) * sizeof *at);
	memcpy(at, w->before_at, n * sizeof *at);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < w->block.at[i].nnext; k++)
			w->before[at[w->block.at[i].next[k]]++] = i;
	mem_free(at);
}

static void find_effects(struct live_flow *w) {
	size_t rows = w->block.n * w->words;
	w->use = mem_alloc((rows + 1) * sizeof *w->use);
	w->def = mem_alloc((rows + 1) * sizeof *w->def);
	w->in = mem_alloc((rows + 1) * sizeof *w->in);
	for (size_t i = 0; i < w->block.n; i++) {
		uint64_t *use = w->use + i * w->words, *def = w->def + i * w->words;
		for (uint32_t k = w->block.at[i].last + 1; k-- > w->block.at[i].first;) {
			const struct ins *in = &w->f->ins.at[k];
			const struct symbol *s = overwritten(w, in);
			if (s)
				set(def, s->slot);
			undo_assign(w, in, use);
			undo_reads(w, in, use);
		}
	}
}

static void join_next(const struct live_flow *w, const struct block *b, uint64_t *out) {
	memset(out, 0, w->words * sizeof *out);
	for (uint32_t k = 0; k < b->nnext; k++)
		for (uint32_t j = 0; j < w->words; j++)
			out[j] |= w->in[(size_t)b->next[k] * w->words + j];
}

static void solve(struct live_flow *w, uint64_t *out) {
	VEC(uint32_t) todo = {0};
	for (uint32_t i = 0; i < w->block.n; i++) { /* the last is popped first */
		vec_push(&todo, i);
		w->block.at[i].queued = true;
	}
	while (todo.n) {
		uint32_t i = vec_pop(&todo);
		struct block *b = &w->block.at[i];
		b->queued = false;
		join_next(w, b, out);
		uint64_t changed = 0;
		for (uint32_t j = 0; j < w->words; j++) {
			size_t at = (size_t)i * w->words + j;
			uint64_t now = w->use[at] | (out[j] & ~w->def[at]);
			changed |= now ^ w->in[at];
			w->in[at] = now;
		}
		for (uint32_t k = w->before_at[i]; changed && k < w->before_at[i + 1]; k++)
			if (!w->block.at[w->before[k]].queued) {
				w->block.at[w->before[k]].queued = true;
				vec_push(&todo, w->before[k]);
			}
	}
	vec_free(&todo);
}

static void store_row(const struct live_flow *w, struct rows *r, uint32_t row,
                      const uint64_t *bits) {
	for (uint32_t j = 0; j < w->words; j++)
		r->bits[(size_t)row * w->words + j] = bits[j] | w->objects[j];
}

static void fill_rows(struct live_flow *w, struct rows *r, uint64_t *row) {
	for (size_t i = 0; i < w->block.n; i++) {
		const struct block *b = &w->block.at[i];
		join_next(w, b, row);
		for (uint32_t k = b->last + 1; k-- > b->first;) {
			undo_assign(w, &w->f->ins.at[k], row);
			store_row(w, r, r->n + k, row);
			undo_reads(w, &w->f->ins.at[k], row);
			store_row(w, r, k, row);
		}
	}
}

static struct rows *rows_new(uint32_t words, size_t n) {
	struct rows *r = mem_alloc(sizeof *r + words * n * sizeof *r->bits);
	r->words = words;
	return r;
}

static struct rows *analyse(const struct function *f) {
	uint32_t words = (uint32_t)(f->local.n / 64 + 1);
	if ((uint64_t)words * 128 * f->ins.n > MAX_BITS) {
		struct rows *r = rows_new(words, 1);
		r->coarse = true;
		memset(r->bits, 0xff, words * sizeof *r->bits);
		return r;
	}
	struct rows *r = rows_new(words, 2 * f->ins.n);
	r->n = (uint32_t)f->ins.n;
	struct live_flow w = {.f = f, .words = words};
	w.block_of = mem_alloc((f->ins.n + 1) * sizeof *w.block_of);
	w.objects = mem_alloc(words * sizeof *w.objects);
	uint64_t *row = mem_alloc(words * sizeof *row);
	for (uint32_t i = 0; i < f->local.n; i++)
		if (!in_register(f, f->local.at[i]))
			set(w.objects, i);
	find_blocks(&w);
	find_edges(&w);
	find_effects(&w);
	solve(&w, row);
	fill_rows(&w, r, row);
	vec_free(&w.block);
	void *mine[] = {w.block_of, w.objects, w.before_at, w.before, w.use, w.def, w.in, row};
	for (size_t i = 0; i < sizeof mine / sizeof *mine; i++)
		mem_free(mine[i]);
	return r;
}

static const struct rows *rows_of(struct live *l, const struct function *f) {
	uint64_t known;
	if (map_get(&l->by_function, map_key(f), &known))
		return (const struct rows *)(uintptr_t)known;
	struct rows *r = analyse(f);
	vec_push(&l->made, r);
	map_put(&l->by_function, map_key(f), map_key(r));
	return r;
}

struct live *live_open(void) {
	return mem_alloc(sizeof(struct live));
}

const uint64_t *live_at(struct live *l, const struct function *f, uint32_t pc) {
	const struct rows *r = rows_of(l, f);
	return r->coarse ? r->bits : r->bits + (size_t)pc * r->words;
}

const uint64_t *live_during(struct live *l, const struct function *f, uint32_t pc) {
	const struct rows *r = rows_of(l, f);
	return r->coarse ? r->bits : r->bits + ((size_t)r->n + pc) * r->words;
}

void live_close(struct live *l) {
	if (!l)
		return;
	for (size_t i = 0; i < l->made.n; i++)
		mem_free(l->made.at[i]);
	vec_free(&l->made);
	map_free(&l->by_function);
	mem_free(l);
}
