/* symex/core/next_ins.h -- the instruction that a thread executes next. */
#ifndef SYMEX_CORE_NEXT_INS_H
#define SYMEX_CORE_NEXT_INS_H

#include "goto/program/prog.h"
#include "symex/core/state.h"

/* Of the thread that runs, which has a frame; while an instruction is executed, that one. */
static inline const struct ins *next_ins(const struct state *st) {
	return &st->frame->function->ins.at[st->pc];
}

/* The same behind the hidden checks that guard it. */
static inline const struct ins *guarded_ins(const struct state *st) {
	const struct ins *i = next_ins(st);
	while (i->kind == INS_ASSERT && i->hidden)
		i++;
	return i;
}

#endif
