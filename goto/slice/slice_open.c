/* What the fixpoint of slice.c looks up: accesses and calls by instruction, functions, sources of
 * unknown pointers. */
#include "goto/slice/slice_internal.h"

const struct symbol *slice_external(const struct ins *in) {
	const struct expr *e = in->rhs;
	bool is_direct = e->kind == EXPR_SYMBOL && e->symbol->storage == STORAGE_FUNCTION;
	return is_direct && !e->symbol->function ? e->symbol : NULL;
}

enum slice_effect slice_effect(const struct symbol *s) {
	static const enum slice_effect effects[INTRINSIC_N] = {
	    [INTRINSIC_NONE] = EFFECT_ALWAYS,
#define INTRINSIC(name, text, by, slice, writes, loop) [INTRINSIC_##name] = EFFECT_##slice,
#include "goto/program/intrinsics.def"
#undef INTRINSIC
	};
	if (effects[s->intrinsic] != EFFECT_ALWAYS)
		return effects[s->intrinsic];
	return s->is_pure && !s->is_noreturn ? EFFECT_RESULT : EFFECT_ALWAYS;
}

/* --- Tables by instance and instruction. --- */

struct key { /* an element of a list, and the instruction that it belongs to */
	uint32_t instance, ins;
};

static uint32_t place(const struct slice *s, struct key k) {
	return s->instance[k.instance].first + k.ins;
}

/* Groups the numbers of n elements by their instructions: those of place p are
 * (*of)[(*from)[p]] up to (*of)[(*from)[p + 1]]. */
static void group(const struct slice *s, const struct key *key, size_t n, uint32_t nplaces,
                  uint32_t **from, uint32_t **of) {
	uint32_t *first = mem_alloc((nplaces + 2) * sizeof *first);
	*of = mem_alloc((n + 1) * sizeof **of);
	for (size_t i = 0; i < n; i++)
		first[place(s, key[i]) + 2]++;
	for (uint32_t i = 2; i < nplaces + 2; i++)
		first[i] += first[i - 1];
	for (size_t i = 0; i < n; i++)
		(*of)[first[place(s, key[i]) + 1]++] = (uint32_t)i;
	*from = first;
}

static void open_tables(struct slice *s, uint32_t nplaces) {
	const struct points_to *pt = s->pt;
	size_t most = pt->access.n > pt->call.n ? pt->access.n : pt->call.n;
	struct key *key = mem_alloc((most + 1) * sizeof *key);
	for (size_t i = 0; i < pt->access.n; i++)
		key[i] = (struct key){pt->access.at[i].instance, pt->access.at[i].ins};
	group(s, key, pt->access.n, nplaces, &s->access_from, &s->access);
	for (size_t i = 0; i < pt->call.n; i++)
		key[i] = (struct key){pt->call.at[i].caller, pt->call.at[i].ins};
	group(s, key, pt->call.n, nplaces, &s->call_from, &s->call);
	mem_free(key);
}

struct slice_calls slice_calls(const struct slice *s, uint32_t instance, uint32_t ins) {
	uint32_t p = s->instance[instance].first + ins;
	return (struct slice_calls){s->call + s->call_from[p], s->call_from[p + 1] - s->call_from[p]};
}

bool slice_uses_argument(const struct slice *s, uint32_t instance, uint32_t ins,
                         uint32_t argument) {
	const struct ins *in = &s->pt->instance.at[instance].function->ins.at[ins];
	if (slice_external(in) || !type_is_scalar(in->arg[argument]->type))
		return true;
	struct slice_calls calls = slice_calls(s, instance, ins);
	for (uint32_t i = 0; i < calls.n; i++) {
		const struct pt_instance *to = &s->pt->instance.at[s->pt->call.at[calls.at[i]].callee];
		bool is_named = argument < to->function->nparams;
		uint32_t node = is_named ? to->local + argument : to->varargs;
		if (node != NO_NODE && s->relevant[node])
			return true;
	}
	return !calls.n;
}

/* --- Functions. --- */

static uint32_t open_functions(struct slice *s, uint32_t *of_symbol) {
	for (size_t i = 0; i < s->prog->function.n; i++) {
		struct function *f = s->prog->function.at[i];
		struct slice_function new = {.function = f,
		                             .kept = mem_alloc(f->ins.n),
		                             .keeps_lhs = mem_alloc(f->ins.n),
		                             .fails = mem_alloc(f->ins.n)};
		control_open(&new.control, f);
		slice_flow_open(&new.flow, f, !s->config->all_assignments);
		of_symbol[f->symbol->id] = (uint32_t)i;
		vec_push(&s->function, new);
	}
	slice_find_balance(s, of_symbol);
	uint32_t nplaces = 0;
	s->instance = mem_alloc((s->pt->instance.n + 1) * sizeof *s->instance);
	for (uint32_t k = 0; k < s->pt->instance.n; k++) {
		const struct function *f = s->pt->instance.at[k].function;
		s->instance[k].function = of_symbol[f->symbol->id];
		s->instance[k].first = nplaces;
		nplaces += (uint32_t)f->ins.n;
	}
	return nplaces;
}

/* --- Pointers from outside. --- */

static bool casts_to_pointer(const struct expr *e) {
	if (!e)
		return false;
	if (e->kind == EXPR_CAST && e->type->kind == TYPE_POINTER &&
	    e->arg[0]->type->kind != TYPE_POINTER && e->arg[0]->kind != EXPR_CONST)
		return true;
	for (uint32_t i = 0; i < e->nargs; i++)
		if (casts_to_pointer(e->arg[i]))
			return true;
	return false;
}

static bool may_hold_pointer(const struct type *t) {
	return t->kind == TYPE_POINTER || type_is_aggregate(t);
}

static bool makes_stray(const struct ins *in, bool in_model) {
	if (in->kind == INS_ASSIGN && in->rhs->kind == EXPR_NONDET)
		return in->rhs->type->kind == TYPE_POINTER;
	if (in->kind == INS_HAVOC)
		return may_hold_pointer(in->lhs->type);
	if (in->kind == INS_CALL && slice_external(in) &&
	    !intrinsic_is_of_models(in->rhs->symbol->intrinsic)) {
		bool strays = in->lhs && may_hold_pointer(in->lhs->type);
		for (uint32_t i = 0; i < in->nargs && !in->rhs->symbol->is_pure; i++)
			strays |= may_hold_pointer(in->arg[i]->type);
		return strays;
	}
	bool strays = casts_to_pointer(in->lhs) || casts_to_pointer(in->rhs);
	for (uint32_t i = 0; i < in->nargs; i++)
		strays |= casts_to_pointer(in->arg[i]);
	return strays && !in_model;
}

static bool has_strays(const struct goto_prog *p) {
	for (size_t i = 0; i < p->symbol.n; i++) {
		const struct symbol *s = p->symbol.at[i];
		if (s->storage == STORAGE_STATIC && s->is_extern && may_hold_pointer(s->type))
			return true;
	}
	for (size_t i = 0; i < p->function.n; i++)
		for (size_t k = 0; k < p->function.at[i]->ins.n; k++)
			if (makes_stray(&p->function.at[i]->ins.at[k], p->function.at[i]->is_model))
				return true;
	return false;
}

/* Requires symbol.address_taken, which points_to sets. */
static bool calls_unknown(const struct goto_prog *p) {
	for (size_t i = 0; i < p->symbol.n; i++) {
		const struct symbol *s = p->symbol.at[i];
		if (s->storage == STORAGE_FUNCTION && !s->function && s->address_taken)
			return true;
	}
	return false;
}

void slice_open(struct slice *s, struct goto_prog *p, const struct slice_config *config) {
	*s = (struct slice){.prog = p, .config = config};
	s->pt = &s->shared.pt;
	if (!shared_open(&s->shared, p, true))
		points_to_open(s->pt, p);
	uint32_t *of_symbol = mem_alloc((p->symbol.n + 1) * sizeof *of_symbol);
	uint32_t nplaces = open_functions(s, of_symbol);
	open_tables(s, nplaces);
	s->soon = mem_alloc(nplaces + 1);
	mem_free(of_symbol);
	s->relevant = mem_alloc(s->pt->node.n + 1);
	s->is_record = mem_alloc(s->pt->node.n + 1);
	s->access_fields = mem_alloc((s->pt->access.n + 1) * sizeof *s->access_fields);
	s->fields = mem_alloc((s->pt->node.n + 1) * sizeof *s->fields);
	if (!config->all_fields)
		slice_find_records(s);
	s->life = mem_alloc(s->pt->node.n + 1);
	s->foreign = mem_alloc(s->pt->node.n + 1);
	s->has_strays = config->unchecked_access && has_strays(p);
	s->calls_unknown = calls_unknown(p);
}

void slice_close(struct slice *s) {
	for (size_t i = 0; i < s->function.n; i++) {
		control_close(&s->function.at[i].control);
		slice_flow_close(&s->function.at[i].flow);
		mem_free(s->function.at[i].kept);
		mem_free(s->function.at[i].keeps_lhs);
		mem_free(s->function.at[i].fails);
	}
	vec_free(&s->function);
	mem_free(s->instance);
	mem_free(s->access_from);
	mem_free(s->access);
	mem_free(s->call_from);
	mem_free(s->call);
	mem_free(s->relevant);
	mem_free(s->is_record);
	mem_free(s->access_fields);
	mem_free(s->fields);
	mem_free(s->soon);
	mem_free(s->life);
	mem_free(s->foreign);
	if (s->prog->has_threads)
		shared_close(&s->shared);
	else
		points_to_close(s->pt);
}
