/* What the builtins of NEON are.  Their names have a 'q' for vectors of 16 bytes, which says
 * nothing that the types do not, and the type of the lanes at the end; "_v": it is the last
 * argument. */
#include "frontend/machine/simd.h"

#include <string.h>

#include "util/base/intern.h"

static const struct {
	const char *name;
	enum simd_op op;
	bool integers_only;
} table[] = {
    /* clang-format off */
    {"vld1",      SIMD_LOAD,         false},
    {"vst1",      SIMD_STORE,        false},
    {"vget_lane", SIMD_GET,          false},
    {"vset_lane", SIMD_SET_LANE,     false},
    {"vdup_lane", SIMD_GET,          false},
    {"splat_lane",  SIMD_SPLAT,      false},
    {"splat_laneq", SIMD_SPLAT,      false},
    {"vext",      SIMD_EXTRACT,      false},
    {"vmin",      SIMD_MIN,          true},
    {"vmax",      SIMD_MAX,          true},
    {"vabs",      SIMD_ABS,          true},
    {"vabd",      SIMD_ABS_DIFF,     true},
    {"vqadd",     SIMD_ADD_SAT,      true},
    {"vqsub",     SIMD_SUB_SAT,      true},
    {"vhadd",     SIMD_HALVING_ADD,  true},
    {"vrhadd",    SIMD_AVERAGE,      true},
    {"vtst",      SIMD_TEST,         true},
    {"vcnt",      SIMD_POPCOUNT,     true},
    {"vbsl",      SIMD_SELECT,       false},
    {"vshl_n",    SIMD_SHL,          true},
    {"vshr_n",    SIMD_SHR,          true},
    {"vshrn_n",   SIMD_NARROW_SHIFT, true},
    {"vmovn",     SIMD_NARROW,       true},
    {"vqmovn",    SIMD_NARROW_SAT,   true},
    {"vqmovun",   SIMD_NARROW_SAT,   true},
    {"vmovl",     SIMD_WIDEN,        true},
    {"vmull",     SIMD_MUL_LONG,     true},
    {"vpadd",     SIMD_PAIRS_ADD,    true},
    {"vqtbl1",    SIMD_TABLE_ZERO,   true},
    {"vtbl1",     SIMD_TABLE_ZERO,   true},
    {"vaddv",     SIMD_REDUCE_ADD,   true},
    {"vaddlv",    SIMD_REDUCE_LONG,  true},
    {"vmaxv",     SIMD_REDUCE_MAX,   true},
    {"vminv",     SIMD_REDUCE_MIN,   true},
    {"vcvt_f32",  SIMD_TO_FLOAT,     true},
    /* clang-format on */
};

/* arm_neon.h's numbers of types; polynomials are bits. */
static const struct type *coded(struct lw *lw, uint64_t code) {
	static const char *const text[] = {"s8",  "s16", "s32", "s64", "p8", "p16",
	                                   "p64", NULL,  NULL,  "f32", "f64"};
	uint64_t kind = code & 15;
	if (kind >= sizeof text / sizeof *text || !text[kind])
		return NULL;
	if (code & 16 && text[kind][0] == 's')
		return simd_elem(lw, intern_printf("u%s", text[kind] + 1));
	return simd_elem(lw, text[kind]);
}

/* "vgetq_lane_i8" becomes "vget_lane" and "i8". */
static const char *plain(const char *name, const char **type) {
	const char *last = strrchr(name, '_');
	if (!last)
		return NULL;
	*type = last + 1;
	const char *base = intern_n(name, (size_t)(last - name));
	size_t n = strlen(base), at = strcspn(base, "_");
	if (at && base[at - 1] == 'q')
		base = intern_printf("%.*s%.*s", (int)(at - 1), base, (int)(n - at), base + at);
	return base;
}

bool simd_arm_find(struct lw *lw, const char *name, struct simd_call *s) {
	const char *type, *base = plain(name, &type);
	if (!base)
		return false;
	if (!strcmp(type, "v")) {
		const struct expr *code = s->args.n ? s->args.at[--s->args.n] : NULL;
		if (!code || code->kind != EXPR_CONST)
			return false;
		s->elem = coded(lw, code->bits.lo);
	} else {
		s->elem = simd_elem(lw, type);
	}
	for (size_t i = 0; s->elem && i < sizeof table / sizeof *table; i++) {
		if (strcmp(base, table[i].name) != 0)
			continue;
		s->op = table[i].op;
		s->extra = s->elem->is_signed || !strcmp(base, "vqmovun") ? -1 : 1;
		if (s->op == SIMD_TO_FLOAT)
			s->extra = 32;
		if (s->op == SIMD_MUL_LONG) /* the type is the result's */
			s->elem = type_int(lw->types, s->elem->bits / 2, s->elem->is_signed);
		return !table[i].integers_only || s->elem->kind == TYPE_INT;
	}
	return false;
}
