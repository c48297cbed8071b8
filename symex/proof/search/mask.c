#include "symex/proof/search/mask.h"

uint32_t mask_operands(const struct views *v, term t, uint32_t *part) {
	const struct terms *ts = v->x->ts;
	uint32_t n = 0;
	uint64_t known;
	if ((term_kind(ts, t) != TERM_BVAND && term_kind(ts, t) != TERM_BVOR) || term_width(ts, t) < 8)
		return 0;
	for (uint32_t i = 0; i < 2; i++) {
		term operand = term_arg(ts, t, i);
		if (term_kind(ts, operand) == TERM_BVNOT)
			operand = term_arg(ts, operand, 0);
		if (term_is_const(ts, operand))
			return 0;
		if (map_get(&v->part_of_var, operand.ix, &known))
			part[n++] = (uint32_t)known;
	}
	return n;
}

void mask_atoms(struct terms *ts, term a, term b, term out[MASK_ATOMS]) {
	term both = term_bvand(ts, a, b);
	out[0] = term_equal(ts, both, term_u64(ts, term_width(ts, a), 0));
	out[1] = term_equal(ts, both, a);
	out[2] = term_equal(ts, both, b);
}
