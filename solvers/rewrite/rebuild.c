#include "solvers/rewrite/rebuild.h"

#include "util/text/diag.h"

static term rebuild_unary(struct terms *ts, term t, term a) {
	switch (term_kind(ts, t)) {
	case TERM_NOT: return term_not(ts, a);
	case TERM_BVNOT: return term_bvnot(ts, a);
	case TERM_BVNEG: return term_neg(ts, a);
	case TERM_EXTRACT: return term_extract(ts, a, term_high(ts, t), term_low(ts, t));
	case TERM_ZEXT: return term_zext(ts, a, term_width(ts, t));
	case TERM_SEXT: return term_sext(ts, a, term_width(ts, t));
	case TERM_CONST_ARRAY: return term_const_array(ts, term_sort(ts, t).width, a);
	default: BUG("term %u has no operands", t.ix);
	}
}

term term_rebuild(struct terms *ts, term t, const term *a) {
	switch (term_kind(ts, t)) {
	case TERM_AND: return term_and(ts, a[0], a[1]);
	case TERM_EQ: return term_equal(ts, a[0], a[1]);
	case TERM_ITE: return term_ite(ts, a[0], a[1], a[2]);
	case TERM_BVAND: return term_bvand(ts, a[0], a[1]);
	case TERM_BVOR: return term_bvor(ts, a[0], a[1]);
	case TERM_BVXOR: return term_bvxor(ts, a[0], a[1]);
	case TERM_ADD: return term_add(ts, a[0], a[1]);
	case TERM_MUL: return term_mul(ts, a[0], a[1]);
	case TERM_UDIV: return term_udiv(ts, a[0], a[1]);
	case TERM_UREM: return term_urem(ts, a[0], a[1]);
	case TERM_SDIV: return term_sdiv(ts, a[0], a[1]);
	case TERM_SREM: return term_srem(ts, a[0], a[1]);
	case TERM_SHL: return term_shl(ts, a[0], a[1]);
	case TERM_LSHR: return term_lshr(ts, a[0], a[1]);
	case TERM_ASHR: return term_ashr(ts, a[0], a[1]);
	case TERM_ULT: return term_ult(ts, a[0], a[1]);
	case TERM_SLT: return term_slt(ts, a[0], a[1]);
	case TERM_CONCAT: return term_concat(ts, a[0], a[1]);
	case TERM_SELECT: return term_select(ts, a[0], a[1]);
	case TERM_STORE: return term_store(ts, a[0], a[1], a[2]);
	default: return rebuild_unary(ts, t, a[0]);
	}
}
