/* What an instruction reads. */
#include "goto/slice/slice_internal.h"

static void read_object(struct slice_reader *r, uint32_t node, uint64_t fields) {
	struct slice *s = r->s;
	r->found |= r->ask && r->ask[node];
	if (r->ask || (s->fields[node] & fields) == fields)
		return;
	s->fields[node] |= fields;
	s->relevant[node] = s->changed = true;
}

static void read_life(struct slice_reader *r, uint32_t node) {
	if (r->ask || r->s->life[node])
		return;
	r->s->life[node] = r->s->changed = true;
}

uint32_t slice_object(const struct slice *s, uint32_t instance, const struct symbol *symbol) {
	uint64_t node = NO_NODE;
	if (symbol->storage == STORAGE_AUTO)
		return s->pt->instance.at[instance].local + symbol->slot;
	map_get(&s->pt->object, symbol->id, &node);
	return (uint32_t)node;
}

/* Returns the variable that the lvalue is a part of; NULL: the memory is behind a pointer. */
static const struct symbol *read_address(struct slice_reader *r, const struct expr *lvalue) {
	for (; lvalue->kind == EXPR_MEMBER || lvalue->kind == EXPR_INDEX; lvalue = lvalue->arg[0])
		if (lvalue->kind == EXPR_INDEX)
			slice_read_value(r, lvalue->arg[1]);
	if (lvalue->kind == EXPR_SYMBOL)
		return lvalue->symbol;
	slice_read_value(r, lvalue->arg[0]);
	return NULL;
}

/* Reads through pointers are among the accesses of the instruction. */
void slice_read_value(struct slice_reader *r, const struct expr *e) {
	if (e->kind == EXPR_ADDR) {
		read_address(r, e->arg[0]);
		return;
	}
	if (!expr_is_lvalue(e)) {
		for (uint32_t i = 0; i < e->nargs; i++)
			slice_read_value(r, e->arg[i]);
		return;
	}
	const struct symbol *symbol = read_address(r, e);
	uint32_t node = symbol ? slice_object(r->s, r->instance, symbol) : NO_NODE;
	if (node == NO_NODE)
		return;
	read_object(r, node, ALL_FIELDS);
	if (!r->ask)
		r->s->changed |= slice_flow_read(r->function, r->at, symbol);
}

struct slice_accesses slice_accesses(const struct slice *s, uint32_t instance, uint32_t ins) {
	uint32_t p = s->instance[instance].first + ins;
	return (struct slice_accesses){s->access + s->access_from[p],
	                               s->access_from[p + 1] - s->access_from[p]};
}

/* An unknown function follows the pointers in the memory that it overwrites. */
static bool is_unknown_call(const struct ins *in) {
	if (in->kind != INS_CALL)
		return false;
	bool is_direct = in->rhs->kind == EXPR_SYMBOL && in->rhs->symbol->storage == STORAGE_FUNCTION;
	const struct symbol *s = slice_external(in);
	return !is_direct || (s && !intrinsic_is_of_models(s->intrinsic));
}

static void read_through_pointers(struct slice_reader *r, const struct ins *in, uint32_t ins) {
	bool follows = is_unknown_call(in);
	struct slice_accesses all = slice_accesses(r->s, r->instance, ins);
	for (uint32_t i = 0; i < all.n; i++) {
		const struct pt_access *a = &r->s->pt->access.at[all.at[i]];
		bool reads = a->how == PT_READ || (follows && a->how == PT_WRITE && !a->deref);
		if (a->is_direct || (!reads && a->how != PT_LIFE))
			continue;
		struct pt_set set = points_to_set(r->s->pt, a->node);
		uint64_t fields = slice_fields(r->s, a);
		for (size_t k = 0; k < set.n; k++)
			if (reads)
				read_object(r, set.at[k], r->s->is_record[set.at[k]] ? fields : ALL_FIELDS);
			else
				read_life(r, set.at[k]);
	}
}

static void read_call(struct slice_reader *r, const struct slice_function *f, uint32_t at) {
	const struct ins *in = &f->function->ins.at[at];
	bool is_direct = in->rhs->kind == EXPR_SYMBOL && in->rhs->symbol->storage == STORAGE_FUNCTION;
	if (!is_direct)
		slice_read_value(r, in->rhs);
	if (in->lhs && (f->keeps_lhs[at] || slice_external(in)))
		read_address(r, in->lhs);
	for (uint32_t i = 0; i < in->nargs; i++)
		if (slice_uses_argument(r->s, r->instance, at, i))
			slice_read_value(r, in->arg[i]);
}

void slice_read(struct slice_reader *r, const struct slice_function *f, uint32_t at) {
	const struct ins *in = &f->function->ins.at[at];
	r->function = f;
	r->at = at;
	read_through_pointers(r, in, at);
	if (in->kind == INS_CALL) {
		read_call(r, f, at);
		return;
	}
	if (in->lhs)
		read_address(r, in->lhs);
	if (in->rhs)
		slice_read_value(r, in->rhs);
	for (uint32_t i = 0; i < in->nargs; i++)
		slice_read_value(r, in->arg[i]);
	if (in->kind == INS_DECL)
		for (const struct type *t = in->sym->type; t->kind == TYPE_ARRAY; t = t->elem)
			if (t->vla)
				slice_read_value(r, t->vla);
}

bool slice_is_inside(const struct expr *index) {
	const struct type *array = index->arg[0]->type;
	const struct expr *at = index->arg[1];
	return at->kind == EXPR_CONST && array->kind == TYPE_ARRAY && !array->vla &&
	       array->n != ARRAY_OPEN && at->bits.width <= 64 && at->bits.lo < array->n;
}

static bool is_outside(const struct expr *e) {
	if (!e)
		return false;
	if (e->kind == EXPR_ADDR) { /* one past the end is no access */
		e = e->arg[0];
		return is_outside(e->nargs ? e->arg[0] : NULL);
	}
	if (e->kind == EXPR_INDEX && e->arg[1]->kind == EXPR_CONST && !slice_is_inside(e))
		return true;
	for (uint32_t i = 0; i < e->nargs; i++)
		if (is_outside(e->arg[i]))
			return true;
	return false;
}

bool slice_is_outside(const struct ins *in) {
	bool outside = is_outside(in->lhs) || is_outside(in->rhs);
	for (uint32_t i = 0; i < in->nargs; i++)
		outside |= is_outside(in->arg[i]);
	return outside;
}
