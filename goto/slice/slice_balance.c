/* Which functions begin atomic sections that they do not end, or end others'.  A caller that is
 * kept keeps such calls in pairs. */
#include "goto/slice/slice_internal.h"

enum {
	UNSEEN = INT32_MIN,
	NEVER = INT32_MAX,    /* the function does not return */
	MOST_ITERATIONS = 20, /* of the analysis: about as deep as calls of such functions nest */
};

struct balance {
	const struct slice *s;
	const uint32_t *of_symbol; /* the numbers of functions */
	int32_t *more;             /* by function: sections that it begins and does not end */
	bool *is_uneven;           /* the same: this depends on the way through it */
};

/* How many more sections there are after the instruction than before; NEVER: nothing follows. */
static int32_t effect(const struct balance *b, const struct ins *in) {
	if (in->kind == INS_ASSUME && expr_is_false(in->rhs))
		return NEVER;
	if (in->kind == INS_CALL && in->rhs->kind == EXPR_SYMBOL && in->rhs->symbol->function)
		return b->more[b->of_symbol[in->rhs->symbol->id]];
	return (in->kind == INS_ATOMIC_BEGIN) - (in->kind == INS_ATOMIC_END);
}

static uint32_t successors(const struct function *f, uint32_t at, uint32_t to[2]) {
	const struct ins *in = &f->ins.at[at];
	uint32_t n = 0;
	if (in->kind == INS_GOTO)
		to[n++] = in->target;
	if (in->kind == INS_RETURN)
		to[n++] = (uint32_t)f->ins.n - 1;
	else if (in->kind != INS_END && (in->kind != INS_GOTO || in->rhs))
		to[n++] = at + 1;
	return n;
}

static int32_t measure(const struct balance *b, const struct function *f, bool *is_uneven) {
	int32_t *depth = mem_alloc(f->ins.n * sizeof *depth); /* before the instruction */
	VEC(uint32_t) todo = {0};
	*is_uneven = false;
	for (size_t i = 0; i < f->ins.n; i++)
		depth[i] = UNSEEN;
	depth[0] = 0;
	vec_push(&todo, 0);
	while (todo.n) {
		uint32_t at = vec_pop(&todo), to[2];
		int32_t more = effect(b, &f->ins.at[at]);
		if (more == NEVER)
			continue;
		for (uint32_t k = successors(f, at, to); k-- > 0;) {
			*is_uneven |= depth[to[k]] != UNSEEN && depth[to[k]] != depth[at] + more;
			if (depth[to[k]] != UNSEEN)
				continue;
			depth[to[k]] = depth[at] + more;
			vec_push(&todo, to[k]);
		}
	}
	int32_t end = depth[f->ins.n - 1];
	vec_free(&todo);
	mem_free(depth);
	return end == UNSEEN ? NEVER : end;
}

/* Calls by pointer are taken to end what they begin. */
static bool is_called_by_pointer(const struct function *f) {
	return f->symbol->address_taken;
}

void slice_find_balance(struct slice *s, const uint32_t *of_symbol) {
	size_t n = s->function.n;
	struct balance b = {s, of_symbol, mem_alloc((n + 1) * sizeof *b.more), mem_alloc(n + 1)};
	bool changed = true;
	for (uint32_t iteration = 0; changed && iteration < MOST_ITERATIONS; iteration++) {
		changed = false;
		for (size_t i = 0; i < n; i++) {
			int32_t more = measure(&b, s->function.at[i].function, &b.is_uneven[i]);
			changed |= more != b.more[i];
			b.more[i] = more;
		}
	}
	for (size_t i = 0; i < n; i++) {
		struct slice_function *f = &s->function.at[i];
		f->never_returns = b.more[i] == NEVER;
		f->is_open = b.more[i] != 0 && b.more[i] != NEVER;
		f->is_uneven =
		    changed || b.is_uneven[i] || (f->is_open && is_called_by_pointer(f->function));
	}
	mem_free(b.more);
	mem_free(b.is_uneven);
}
