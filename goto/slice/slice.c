#include "goto/slice/slice.h"

#include "goto/analysis/analysis.h"
#include "goto/slice/slice_internal.h"
#include "util/base/intern.h"

/* --- What an instruction writes. --- */

static bool any_relevant(const struct slice *s, const struct pt_access *a) {
	struct pt_set set = points_to_set(s->pt, a->node);
	uint64_t fields = set.n ? slice_fields(s, a) : 0;
	for (size_t i = 0; i < set.n; i++) {
		uint32_t node = set.at[i];
		if (s->is_record[node] ? s->fields[node] & fields : s->relevant[node])
			return true;
		if (a->how == PT_END && (s->relevant[node] || s->life[node]))
			return true;
	}
	return false;
}

/* Of an instruction that uses a pointer which points to no object: a model executes it only after
 * it has tested that the pointer is not NULL. */
static bool is_never_done(const struct slice *s, uint32_t instance) {
	return s->pt->instance.at[instance].function->is_model && !s->has_strays && !s->calls_unknown;
}

/* Does it write or end relevant memory through a pointer?  lvalue: only the left side; otherwise
 * only what an intrinsic does. */
static bool writes_through_pointer(const struct slice *s, uint32_t instance, uint32_t ins,
                                   bool lvalue) {
	struct slice_accesses all = slice_accesses(s, instance, ins);
	for (uint32_t i = 0; i < all.n; i++) {
		const struct pt_access *a = &s->pt->access.at[all.at[i]];
		if (a->is_direct || (a->how != PT_WRITE && a->how != PT_END) || lvalue != !!a->deref)
			continue;
		/* Memory that the analysis does not know of may be any. */
		bool unknown = s->config->unchecked_access && !points_to_set(s->pt, a->node).n &&
		               !is_never_done(s, instance);
		if (unknown || s->has_strays || any_relevant(s, a))
			return true;
	}
	return false;
}

static bool writes_lhs(const struct slice *s, uint32_t instance, uint32_t ins) {
	const struct expr *e = s->pt->instance.at[instance].function->ins.at[ins].lhs;
	if (!e)
		return false;
	while (e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX)
		e = e->arg[0];
	if (e->kind == EXPR_SYMBOL) {
		uint32_t node = slice_object(s, instance, e->symbol);
		return node != NO_NODE && s->relevant[node] &&
		       slice_flow_reads(&s->function.at[s->instance[instance].function], ins);
	}
	/* The points-to analysis notes nothing of a pointer that points nowhere. */
	if (!slice_accesses(s, instance, ins).n)
		return !is_never_done(s, instance);
	return writes_through_pointer(s, instance, ins, true);
}

/* --- Why an instruction is kept. --- */

enum reason {
	REASON_NONE,
	REASON_SOFT, /* to be kept if the function is entered */
	REASON_OWN,
};

/* A wait, or the end of a thread in the middle of a model (when it is cancelled). */
static enum reason why_stop(const struct slice *s, uint32_t instance, uint32_t at) {
	return s->config->deadlocks || s->config->all_waits || slice_stop_matters(s, instance, at)
	           ? REASON_OWN
	           : REASON_SOFT;
}

static bool is_checked(const struct slice *s, const struct ins *in) {
	return !s->config->only_property ||
	       s->prog->property.at[in->property].id == s->config->only_property;
}

static bool is_noted(const struct slice *s, struct slice_accesses all, const struct expr *deref) {
	for (uint32_t i = 0; i < all.n; i++)
		if (s->pt->access.at[all.at[i]].deref == deref)
			return true;
	return false;
}

/* Is memory accessed through a pointer of which the points-to analysis notes nothing? */
static bool has_unnoted(const struct slice *s, struct slice_accesses all, const struct expr *e) {
	if (!e)
		return false;
	if (e->kind == EXPR_DEREF && !is_noted(s, all, e))
		return true;
	if (e->kind == EXPR_ADDR) /* no access but those that compute the address */
		for (e = e->arg[0]; e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX; e = e->arg[0])
			if (e->kind == EXPR_INDEX && has_unnoted(s, all, e->arg[1]))
				return true;
	for (uint32_t i = 0; i < e->nargs; i++)
		if (has_unnoted(s, all, e->arg[i]))
			return true;
	return false;
}

/* Does the instruction access memory that the analysis does not know of?  It may be any. */
static bool accesses_unknown(struct slice *s, uint32_t instance, uint32_t ins) {
	if (!s->config->unchecked_access || is_never_done(s, instance) ||
	    threads_late(&s->shared.threads, instance, ins) == THREAD_NONE)
		return false;
	const struct ins *in = &s->pt->instance.at[instance].function->ins.at[ins];
	struct slice_accesses all = slice_accesses(s, instance, ins);
	for (uint32_t i = 0; i < all.n; i++) {
		const struct pt_access *a = &s->pt->access.at[all.at[i]];
		bool accesses = a->how == PT_READ || a->how == PT_WRITE;
		if (!a->is_direct && accesses && (s->has_strays || !points_to_set(s->pt, a->node).n))
			return true;
	}
	bool found = has_unnoted(s, all, in->lhs) || has_unnoted(s, all, in->rhs);
	for (uint32_t i = 0; i < in->nargs && !found; i++)
		found = has_unnoted(s, all, in->arg[i]);
	return found;
}

static bool may_race(struct slice *s, uint32_t instance, uint32_t ins) {
	if (!s->config->races || !s->prog->has_threads)
		return false;
	struct slice_accesses all = slice_accesses(s, instance, ins);
	for (uint32_t i = 0; i < all.n; i++)
		if (shared_notices(&s->shared, &s->pt->access.at[all.at[i]]))
			return true;
	return accesses_unknown(s, instance, ins);
}

static bool reads_relevant(struct slice *s, uint32_t instance, uint32_t at) {
	struct slice_reader r = {.s = s, .instance = instance, .ask = s->relevant};
	slice_read(&r, &s->function.at[s->instance[instance].function], at);
	return r.found;
}

/* Does the branch decide whether a loop is left, depending on what other threads write? */
static bool is_spin(struct slice *s, uint32_t instance, uint32_t at) {
	const struct slice_function *sf = &s->function.at[s->instance[instance].function];
	const struct function *f = sf->function;
	const struct ins *in = &f->ins.at[at];
	uint32_t next = sf->control.next[at];
	bool leaves = false;
	for (size_t i = 0; in->rhs && i < f->loop.n && !leaves; i++) {
		const struct loop *l = &f->loop.at[i];
		leaves = at >= l->head && at <= l->back && (next < l->head || next > l->back);
	}
	if (!leaves || why_stop(s, instance, at) != REASON_OWN)
		return false;
	struct slice_reader r = {.s = s, .instance = instance, .ask = s->foreign};
	slice_read(&r, sf, at);
	return r.found;
}

/* Is it the backward jump of a loop whose number of iterations is checked? */
static bool is_bounded_iteration(const struct slice *s, const struct function *f,
                                 const struct ins *in) {
	for (size_t i = 0; i < s->config->nbounded && in->loop != NO_LOOP; i++)
		if (f->loop.at[in->loop].id == s->config->bounded[i])
			return true;
	return false;
}

static enum reason why_call(struct slice *s, uint32_t instance, uint32_t at) {
	struct slice_function *f = &s->function.at[s->instance[instance].function];
	const struct ins *in = &f->function->ins.at[at];
	if (in->lhs && (writes_lhs(s, instance, at) || may_race(s, instance, at))) {
		s->changed |= !f->keeps_lhs[at];
		f->keeps_lhs[at] = true;
		return REASON_OWN;
	}
	const struct symbol *external = slice_external(in);
	if (external)
		switch (slice_effect(external)) {
		case EFFECT_NONE:
		case EFFECT_RESULT: return REASON_NONE;
		case EFFECT_WRITES:
			return writes_through_pointer(s, instance, at, false) ? REASON_OWN : REASON_NONE;
		case EFFECT_SOFT: return REASON_SOFT;
		case EFFECT_ORDERS: return s->config->orders ? REASON_SOFT : REASON_NONE;
		case EFFECT_ALWAYS:
			return f->function->is_model && external->is_noreturn ? why_stop(s, instance, at)
			                                                      : REASON_OWN;
		}
	struct slice_calls calls = slice_calls(s, instance, at);
	bool is_direct = in->rhs->kind == EXPR_SYMBOL && in->rhs->symbol->storage == STORAGE_FUNCTION;
	bool matters = calls.n ? !is_direct && s->calls_unknown : !is_never_done(s, instance);
	bool is_soft = false;
	for (uint32_t i = 0; i < calls.n && !matters; i++) {
		const struct slice_instance *callee = &s->instance[s->pt->call.at[calls.at[i]].callee];
		const struct slice_function *to = &s->function.at[callee->function];
		bool ends = to->never_returns && to->function->is_model;
		if (ends && f->function->is_model) /* nobody reads the memory of a thread that ends */
			matters = callee->meets;
		else
			matters = callee->matters || ends;
		is_soft |= to->is_open || ends;
	}
	return matters ? REASON_OWN : is_soft ? REASON_SOFT : REASON_NONE;
}

/* Under a weak memory model: does it order what is around it?  A section of the user does. */
static bool is_order(const struct slice *s, const struct function *f, const struct ins *in) {
	bool is_section = in->kind == INS_ATOMIC_BEGIN || in->kind == INS_ATOMIC_END;
	return s->config->orders && s->prog->has_threads &&
	       (goto_has_order(in) || (is_section && !f->is_model));
}

static enum reason why(struct slice *s, uint32_t instance, uint32_t at) {
	const struct function *f = s->pt->instance.at[instance].function;
	const struct ins *in = &f->ins.at[at];
	if (s->config->unchecked_access && slice_is_outside(in))
		return REASON_OWN; /* nothing is proved about a program that does this */
	if (is_order(s, f, in))
		return REASON_OWN;
	switch (in->kind) {
	case INS_CALL: {
		enum reason reason = why_call(s, instance, at);
		return reason == REASON_OWN || !may_race(s, instance, at) ? reason : REASON_OWN;
	}
	case INS_ASSERT:
		return is_checked(s, in) || may_race(s, instance, at) ? REASON_OWN : REASON_NONE;
	case INS_ASSUME: {
		if (!f->is_model || may_race(s, instance, at) || reads_relevant(s, instance, at))
			return REASON_OWN;
		return in->rhs->kind == EXPR_CONST ? why_stop(s, instance, at) : REASON_NONE;
	}
	case INS_ASSIGN:
	case INS_HAVOC:
		return writes_lhs(s, instance, at) || may_race(s, instance, at) ? REASON_OWN : REASON_NONE;
	case INS_GOTO:
		return may_race(s, instance, at) || is_spin(s, instance, at) ||
		               is_bounded_iteration(s, f, in)
		           ? REASON_OWN
		           : REASON_NONE;
	case INS_RETURN: return may_race(s, instance, at) ? REASON_OWN : REASON_NONE;
	case INS_ATOMIC_BEGIN: return in->rhs ? why_stop(s, instance, at) : REASON_SOFT;
	case INS_ATOMIC_END: return REASON_SOFT;
	case INS_UNSUPPORTED: return REASON_OWN;
	case INS_DECL: {
		bool has_size = false;
		for (const struct type *t = in->sym->type; t->kind == TYPE_ARRAY; t = t->elem)
			has_size |= t->vla != NULL;
		return has_size ? REASON_SOFT : REASON_NONE;
	}
	case INS_FENCE: /* has an order, or none that matters */
	case INS_SKIP:
	case INS_DEAD:
	case INS_END: return REASON_NONE;
	}
	return REASON_OWN;
}

/* --- The fixpoint. --- */

static void set(struct slice *s, bool *flag) {
	s->changed |= !*flag;
	*flag = true;
}

static void find_reasons(struct slice *s, uint32_t k) {
	struct slice_instance *instance = &s->instance[k];
	struct slice_function *f = &s->function.at[instance->function];
	if (f->is_uneven)
		set(s, &instance->matters);
	for (uint32_t i = 0; i < f->function->ins.n; i++) {
		enum reason reason = why(s, k, i);
		if (reason == REASON_OWN)
			set(s, &instance->matters);
		if (reason == REASON_OWN || (reason == REASON_SOFT && instance->entered))
			set(s, &f->kept[i]);
	}
}

/* Do both ways of the branch lead to an earlier instruction that is not its target? */
static bool goes_back(const struct control *c, uint32_t branch) {
	return c->function->ins.at[branch].rhs && c->next[branch] <= branch &&
	       c->next[branch] != c->function->ins.at[branch].target;
}

/* Keeps the branches on which a kept instruction is control dependent.  Outer branches mostly come
 * first. */
static void find_branches(struct slice *s, struct slice_function *f) {
	for (bool more = true; more;) {
		more = false;
		for (uint32_t i = (uint32_t)f->function->ins.n; i-- > 0;) {
			const struct ins *in = &f->function->ins.at[i];
			if (f->kept[i])
				continue;
			bool is_result = in->kind == INS_RETURN && in->rhs && f->result;
			bool is_branch = control_is_branch(&f->control, i);
			/* A new backward jump would be a loop that goto_find_loops does not know. */
			bool is_needed = is_branch && (control_decides(&f->control, i, f->kept) ||
			                               goes_back(&f->control, i));
			if (!is_result && !is_needed)
				continue;
			f->kept[i] = more = s->changed = true;
		}
	}
}

/* What a kept instruction of an instance that is entered needs. */
static void find_needs(struct slice *s, uint32_t k, uint32_t at) {
	const struct slice_function *f = &s->function.at[s->instance[k].function];
	struct slice_reader r = {.s = s, .instance = k};
	slice_read(&r, f, at);
	if (f->function->ins.at[at].kind != INS_CALL)
		return;
	struct slice_calls calls = slice_calls(s, k, at);
	for (uint32_t i = 0; i < calls.n; i++) {
		struct slice_instance *callee = &s->instance[s->pt->call.at[calls.at[i]].callee];
		set(s, &callee->entered);
		if (f->keeps_lhs[at])
			set(s, &s->function.at[callee->function].result);
	}
}

static void run_iteration(struct slice *s) {
	slice_find_meetings(s);
	for (uint32_t k = 0; k < s->pt->instance.n; k++)
		find_reasons(s, k);
	for (size_t i = 0; i < s->function.n; i++)
		find_branches(s, &s->function.at[i]);
	for (uint32_t k = 0; k < s->pt->instance.n; k++) {
		struct slice_function *f = &s->function.at[s->instance[k].function];
		f->entered |= s->instance[k].entered;
		for (uint32_t i = 0; s->instance[k].entered && i < f->function->ins.n; i++)
			if (f->kept[i])
				find_needs(s, k, i);
	}
}

static void begin(struct slice *s) {
	const struct points_to *pt = s->pt;
	if (pt->init != NO_INSTANCE)
		s->instance[pt->init].entered = true;
	if (pt->entry != NO_INSTANCE)
		s->instance[pt->entry].entered = true;
	for (size_t i = 0; i < pt->spawn.n; i++)
		s->instance[pt->spawn.at[i].callee].entered = true;
	/* Floating-point operations read it. */
	const struct symbol *rounding = prog_find(s->prog, "__mc_rounding");
	uint32_t node = rounding ? slice_object(s, 0, rounding) : NO_NODE;
	if (node != NO_NODE)
		s->relevant[node] = true;
}

void goto_slice(struct goto_prog *p, const struct slice_config *config, struct slice_result *r) {
	struct slice s;
	slice_open(&s, p, config);
	slice_find_spins(&s);
	begin(&s);
	do {
		s.changed = false;
		run_iteration(&s);
	} while (s.changed);
	slice_apply(&s, r);
	slice_close(&s);
}
