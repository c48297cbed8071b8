#include "symex/core/iterations.h"

static uint32_t key_of(const struct frame *f, uint32_t loop, enum loop_register which) {
	return f->base + (uint32_t)f->function->local.n + LOOP_REGISTERS * loop + which;
}

uint32_t iterations_get(const struct state *st, const struct frame *f, uint32_t loop,
                        enum loop_register which) {
	uint64_t reg = pmap_get(&st->reg, key_of(f, loop, which));
	return reg_kind(reg) >= REG_COUNT ? reg_payload(reg) : 0;
}

/* Only the iterations that count for the bound are part of the state: REG_COUNT. */
void iterations_set(struct symex *x, struct state *st, uint32_t loop, enum loop_register which,
                    uint32_t n) {
	uint64_t kind = which == ITERATIONS_COUNTED ? REG_COUNT : REG_NOTE;
	uint64_t reg = reg_make(kind, n) | (which == ITERATIONS_ALL ? REG_LEAST : 0);
	pmap_set(&x->pool, &st->reg, key_of(st->frame, loop, which), reg);
}
