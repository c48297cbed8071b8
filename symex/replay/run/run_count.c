#include "symex/replay/run/run_count.h"

#include "goto/slice/slice.h"

bool run_counts(const struct function *f, uint32_t pc) {
	const struct ins *i = &f->ins.at[pc];
	if (slice_drops(f, pc))
		return false;
	switch (i->kind) {
	case INS_GOTO: return i->rhs && (!f->whole || f->whole[pc].rhs);
	case INS_ASSIGN:
	case INS_HAVOC:
	case INS_ASSUME:
	case INS_ASSERT:
	case INS_CALL: return true;
	default: return false;
	}
}

static bool in_dropped_call(const struct state *st) {
	for (const struct frame *f = st->frame; f->up; f = f->up)
		if (slice_drops(f->up->function, frame_call_pc(f)))
			return true;
	return false;
}

bool run_counts_here(const struct state *st) {
	return run_counts(st->frame->function, st->pc) && !in_dropped_call(st);
}
