/* The fields of records that models allocate, such as that of a thread.  Only models access them,
 * by names of fields of one struct, so a field that is written is no reason to keep what writes
 * another. The program's own objects are one piece each: casts and unions may access them in any
 * way. */
#include "goto/slice/slice_internal.h"

enum { MOST_FIELDS = 64 }; /* the last stands for all that follow */

struct field_search {
	const struct expr *deref;
	const struct record *record; /* NULL: none seen */
	uint64_t fields;
};

static const struct expr *base_of(const struct expr *e) {
	e = e->arg[0];
	while (e->kind == EXPR_INDEX)
		e = e->arg[0];
	return e;
}

/* Which fields of what the pointer points to does the expression mention? */
static void find(struct field_search *s, const struct expr *e) {
	if (!e)
		return;
	if (e == s->deref)
		s->fields = ALL_FIELDS;
	if (e->kind == EXPR_MEMBER && base_of(e) == s->deref) {
		const struct type *t = e->arg[0]->type;
		ptrdiff_t field = e->field->is_part ? 0 : e->field - t->record->field;
		s->fields |= t->kind == TYPE_STRUCT && !e->field->is_part
		                 ? UINT64_C(1) << (field < MOST_FIELDS ? field : MOST_FIELDS - 1)
		                 : ALL_FIELDS;
		s->record = t->record;
		for (const struct expr *i = e->arg[0]; i != s->deref; i = i->arg[0])
			find(s, i->arg[1]);
		find(s, s->deref->arg[0]);
		return;
	}
	for (uint32_t i = 0; i < e->nargs; i++)
		find(s, e->arg[i]);
}

static struct field_search search(const struct slice *s, const struct pt_access *a) {
	struct field_search r = {.deref = a->deref};
	const struct ins *in = &s->pt->instance.at[a->instance].function->ins.at[a->ins];
	if (!a->deref || a->deref->kind != EXPR_DEREF) {
		r.fields = ALL_FIELDS;
		return r;
	}
	find(&r, in->lhs);
	find(&r, in->rhs);
	for (uint32_t i = 0; i < in->nargs; i++)
		find(&r, in->arg[i]);
	if (!r.fields)
		r.fields = ALL_FIELDS;
	return r;
}

uint64_t slice_fields(const struct slice *s, const struct pt_access *a) {
	uint64_t *known = &s->access_fields[a - s->pt->access.at];
	if (!*known)
		*known = search(s, a).fields;
	return *known;
}

/* An object is a record if only models access it, all of them as the same struct. */
void slice_find_records(struct slice *s) {
	const struct record **seen = mem_alloc((s->pt->node.n + 1) * sizeof *seen);
	bool *is_other = mem_alloc(s->pt->node.n + 1);
	for (size_t i = 0; i < s->pt->access.n; i++) {
		const struct pt_access *a = &s->pt->access.at[i];
		if (a->is_direct || a->how == PT_LIFE || a->how == PT_END)
			continue;
		bool in_model = s->pt->instance.at[a->instance].function->is_model;
		struct field_search found = search(s, a);
		struct pt_set set = points_to_set(s->pt, a->node);
		for (size_t k = 0; k < set.n; k++) {
			uint32_t node = set.at[k];
			is_other[node] |=
			    !in_model || (found.record && seen[node] && seen[node] != found.record);
			if (found.record)
				seen[node] = found.record;
		}
	}
	for (uint32_t i = 0; i < s->pt->node.n; i++) {
		const struct pt_node *n = &s->pt->node.at[i];
		bool is_block = n->is_object && !n->symbol && n->instance != NO_INSTANCE;
		s->is_record[i] = is_block && seen[i] && !is_other[i] &&
		                  s->pt->instance.at[n->instance].function->is_model;
	}
	mem_free(seen);
	mem_free(is_other);
}
