#include "goto/program/rewrite.h"

#include "util/text/diag.h"

void rewrite_open(struct rewrite *r, struct function *f) {
	*r = (struct rewrite){.function = f};
	r->first = mem_alloc(f->ins.n * sizeof *r->first);
}

void rewrite_at(struct rewrite *r, uint32_t old) {
	r->first[old] = (uint32_t)r->out.n;
}

static void push(struct rewrite *r, struct ins ins, bool resolved) {
	vec_push(&r->out, ins);
	vec_push(&r->resolved, resolved);
}

void rewrite_keep(struct rewrite *r, struct ins ins) {
	push(r, ins, false);
}

void rewrite_add(struct rewrite *r, struct ins ins) {
	ins.loop = NO_LOOP;
	ins.hidden = true;
	push(r, ins, true);
}

uint32_t rewrite_jump(struct rewrite *r, const struct expr *condition, struct loc loc) {
	rewrite_add(r, (struct ins){.kind = INS_GOTO, .rhs = condition, .loc = loc});
	return (uint32_t)r->out.n - 1;
}

void rewrite_land(struct rewrite *r, uint32_t jump) {
	r->out.at[jump].target = (uint32_t)r->out.n;
}

static void move_loops(struct function *f) {
	for (size_t i = 0; i < f->ins.n; i++) {
		const struct ins *in = &f->ins.at[i];
		if (in->loop == NO_LOOP)
			continue;
		f->loop.at[in->loop].head = in->target;
		f->loop.at[in->loop].back = (uint32_t)i;
	}
}

void rewrite_close(struct rewrite *r) {
	struct function *f = r->function;
	if (!r->out.n || vec_last(&r->out).kind != INS_END)
		BUG("rewriting '%s' lost its END", f->symbol->name);
	for (size_t i = 0; i < r->out.n; i++)
		if (r->out.at[i].kind == INS_GOTO && !r->resolved.at[i])
			r->out.at[i].target = r->first[r->out.at[i].target];
	for (size_t i = 0; i < f->label.n; i++)
		f->label.at[i].at = r->first[f->label.at[i].at];
	vec_free(&f->ins);
	for (size_t i = 0; i < r->out.n; i++)
		vec_push(&f->ins, r->out.at[i]);
	move_loops(f);
	vec_free(&r->out);
	vec_free(&r->resolved);
	mem_free(r->first);
}
