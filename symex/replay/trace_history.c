/* The calls of a library's operations in a counterexample (result/history.h). */
#include <string.h>

#include "symex/config.h"
#include "symex/replay/trace.h"
#include "symex/step/show.h"

static struct library_call keep(const struct trace *t, const struct library_call *c) {
	struct library_call kept = *c;
	kept.value = arena_copy(t->arena, c->value, c->n * sizeof *c->value);
	return kept;
}

/* Is it a word of the client itself, or of the specification? */
static bool is_word(const char *name) {
	return name[0] == '_' && name[1] == '_';
}

/* The function that the client calls next in its text; NULL: there is none before it returns. */
static const char *operation_name(const struct state *st, const struct library_call *c) {
	for (const struct frame *f = st->frame; f && c->ins; f = f->up) {
		const struct function *in = f->function;
		if (!in->ins.n || c->ins < in->ins.at || c->ins >= in->ins.at + in->ins.n)
			continue;
		for (const struct ins *i = c->ins + 1; i < in->ins.at + in->ins.n; i++) {
			const struct symbol *called =
			    i->kind == INS_CALL && i->rhs->kind == EXPR_SYMBOL ? i->rhs->symbol : NULL;
			if (called && !is_word(called->display))
				return called->display;
			if (called && !strcmp(called->display, "__mt_return"))
				break;
		}
	}
	return NULL;
}

static const struct type *type_of_value(const struct library_call *c, uint32_t ix) {
	return c->ins ? c->ins->arg[ix + 1]->type : NULL;
}

static const char *value_text(struct symex *x, const struct library_call *c, uint32_t ix) {
	const struct type *t = type_of_value(c, ix);
	return t ? show_value(x, trace_arena(x), t, c->value[ix]) : "?";
}

const char *trace_call_values(struct symex *x, const struct library_call *c, bool is_result) {
	const char *text = "";
	for (uint32_t i = 0; i < c->n; i++) {
		uint64_t first = 1;
		/* what a function leaves in memory of the client is not part of its failure */
		if (i && is_result && type_of_value(c, 0) && type_of_value(c, 0)->kind == TYPE_BOOL &&
		    term_get_u64(x->ts, c->value[0], &first) && !first)
			break;
		text = arena_printf(trace_arena(x), "%s%s%s", text, i ? ", " : "", value_text(x, c, i));
	}
	return text;
}

void trace_opened(struct symex *x, struct state *st, const struct library_call *c) {
	struct trace *t = trace_of(x);
	const char *name = operation_name(st, c);
	struct trace_call call = {.tid = st->tid, .call = keep(t, c)};
	call.told = (struct history_call){
	    .thread = st->tid,
	    .operation = name ? name : arena_printf(t->arena, "operation %u", c->op),
	    .arguments = trace_call_values(x, c, false),
	    .begins = (uint32_t)t->cex->step.n,
	    .begins_at = ++t->clock};
	vec_push(&t->library_call, call);
}

void trace_returned(struct symex *x, struct state *st, const struct library_call *c) {
	struct trace *t = trace_of(x);
	for (size_t i = t->library_call.n; i-- > 0;) {
		struct trace_call *call = &t->library_call.at[i];
		if (call->tid != st->tid)
			continue;
		call->result = keep(t, c);
		call->told.result = trace_call_values(x, c, true);
		call->told.ends = (uint32_t)t->cex->step.n;
		call->told.ends_at = ++t->clock;
		return;
	}
}

static const char *asked(const struct symex *x) {
	switch (x->config->library.consistency) {
	case CONSISTENCY_SEQUENTIAL: return "sequentially consistent";
	case CONSISTENCY_QUIESCENT: return "quiescently consistent";
	default: return "linearizable";
	}
}

void trace_history(struct symex *x, struct state *st) {
	struct trace *t = trace_of(x);
	uint32_t last = t->cex->step.n ? (uint32_t)t->cex->step.n - 1 : 0;
	(void)st;
	if (!t->library_call.n)
		return;
	struct history *h = t->cex->history = arena_new(t->arena, struct history);
	h->asked = asked(x);
	for (size_t i = 0; i < t->library_call.n; i++) {
		struct history_call *told = &t->library_call.at[i].told;
		if (!told->result || told->ends > last)
			told->ends = last;
		vec_push(&h->call, *told);
	}
}
