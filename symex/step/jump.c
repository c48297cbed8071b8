/* setjmp and longjmp; frontend/lower/lower_jump.c describes how they are lowered. */
#include "symex/step/jump.h"

#include "symex/core/naming.h"
#include "symex/step/frame.h"
#include "symex/step/loop.h"
#include "symex/step/value/eval.h"
#include "util/text/diag.h"

enum { PC_BYTES = 4 };

static const struct scalar PC = {PC_BYTES, false};

/* The object that represents the setjmp ends with the function that called it. */
term step_setjmp(struct symex *x, struct state *st) {
	uint32_t choice = symex_choice(x, st, CHOICE_MEMORY, state_guard(x, st));
	struct object o = {.kind = OBJECT_STACK,
	                   .size = term_u64(x->ts, x->address_bits, PC_BYTES),
	                   .align = PC_BYTES,
	                   .is_jump = true,
	                   .choice = choice,
	                   .loc = state_user_loc(st)};
	uint32_t id = memory_object(x, o);
	memory_put(x, st, id, memory_zero(x));
	pmap_set(&x->pool, &st->stack, id, st->frame->depth + 1);
	term p = ptr_make(x, id, term_u64(x->ts, x->address_bits, 0));
	memory_write(x, st, p, PC, term_u64(x->ts, 8 * PC_BYTES, st->pc));
	return p;
}

static void set_local(struct symex *x, struct state *st, const struct expr *local, term value) {
	pmap_set(&x->pool, &st->reg, st->frame->base + local->symbol->slot, reg_of(x, value));
}

static bool unsupported(struct symex *x, struct state *st, const char *text) {
	symex_unsupported(x, st, term_true(x->ts), text);
	return false;
}

bool step_longjmp(struct symex *x, struct state *st, term target, term value) {
	uint32_t id;
	term offset;
	uint64_t pc, depth;
	if (!ptr_known(x, target, &id, &offset))
		return unsupported(x, st, "longjmp to one of several places");
	if (!x->object.at[id].is_jump)
		return unsupported(x, st, "longjmp without setjmp");
	if (!(depth = pmap_get(&st->stack, id)))
		return unsupported(x, st, "longjmp to a function that has ended, or of another thread");
	if (st->atomic)
		return unsupported(x, st, "longjmp out of an atomic section");
	if (!term_get_u64(x->ts, memory_read(x, st, target, PC), &pc))
		return unsupported(x, st, "longjmp to one of several places");
	while (st->frame->depth + 1 > depth) {
		const struct frame *ended = st->frame;
		step_leave(x, st);
		st->frame = ended->up;
		st->pc = ended->return_pc - 1;
	}
	const struct ins *site = &st->frame->function->ins.at[pc];
	set_local(x, st, site->arg[1], eval(x, st, site->arg[0]));
	set_local(x, st, site->arg[2], value);
	return step_jump(x, st, st->pc + 1);
}
