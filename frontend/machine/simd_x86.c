/* What the builtins of SSE to SSE4.1 are, and those of AVX2 that work in the same way.  Names are
 * without the "128" or "256" at their end: an operation takes as many lanes as there are. */
#include "frontend/machine/simd.h"

#include <string.h>

#define NOT(kind) (SIMD_NOT + (kind))

static const struct {
	const char *name;
	enum simd_op op;
	const char *elem;
	int extra;
} table[] = {
    /* clang-format off */
    {"pmovmskb",      SIMD_MOVEMASK,     "u8",  0},
    {"movmskps",      SIMD_MOVEMASK,     "f32", 0},
    {"movmskpd",      SIMD_MOVEMASK,     "f64", 0},
    {"pavgb",         SIMD_AVERAGE,      "u8",  0},
    {"pavgw",         SIMD_AVERAGE,      "u16", 0},
    {"pmaxsw",        SIMD_MAX,          "s16", 0},
    {"pmaxub",        SIMD_MAX,          "u8",  0},
    {"pminsw",        SIMD_MIN,          "s16", 0},
    {"pminub",        SIMD_MIN,          "u8",  0},
    {"minps",         SIMD_MIN,          "f32", 0},
    {"maxps",         SIMD_MAX,          "f32", 0},
    {"minpd",         SIMD_MIN,          "f64", 0},
    {"maxpd",         SIMD_MAX,          "f64", 0},
    {"minss",         SIMD_MIN_FIRST,    "f32", 0},
    {"maxss",         SIMD_MAX_FIRST,    "f32", 0},
    {"minsd",         SIMD_MIN_FIRST,    "f64", 0},
    {"maxsd",         SIMD_MAX_FIRST,    "f64", 0},
    {"sqrtps",        SIMD_SQRT,         "f32", 0},
    {"sqrtpd",        SIMD_SQRT,         "f64", 0},
    {"sqrtss",        SIMD_SQRT_FIRST,   "f32", 0},
    {"sqrtsd",        SIMD_SQRT_FIRST,   "f64", 0},
    {"roundps",       SIMD_ROUND,        "f32", 0},
    {"roundpd",       SIMD_ROUND,        "f64", 0},
    {"pabsb",         SIMD_ABS,          "s8",  0},
    {"pabsw",         SIMD_ABS,          "s16", 0},
    {"pabsd",         SIMD_ABS,          "s32", 0},
    {"psignb",        SIMD_SIGN,         "s8",  0},
    {"psignw",        SIMD_SIGN,         "s16", 0},
    {"psignd",        SIMD_SIGN,         "s32", 0},
    {"pmulhw",        SIMD_MUL_HIGH,     "s16", 0},
    {"pmulhuw",       SIMD_MUL_HIGH,     "u16", 0},
    {"pmulhrsw",      SIMD_MUL_ROUND,    "s16", 0},
    {"pmaddwd",       SIMD_MUL_PAIRS,    "s16", 0},
    {"pmuludq",       SIMD_MUL_EVEN,     "u32", 0},
    {"pmuldq",        SIMD_MUL_EVEN,     "s32", 0},
    {"psadbw",        SIMD_SUM_ABS_DIFF, "u8",  0},
    {"packsswb",      SIMD_PACK,         "s16", -8},
    {"packssdw",      SIMD_PACK,         "s32", -16},
    {"packuswb",      SIMD_PACK,         "s16", 8},
    {"packusdw",      SIMD_PACK,         "s32", 16},
    {"phaddw",        SIMD_PAIRS_ADD,    "s16", 0},
    {"phaddd",        SIMD_PAIRS_ADD,    "s32", 0},
    {"phsubw",        SIMD_PAIRS_SUB,    "s16", 0},
    {"phsubd",        SIMD_PAIRS_SUB,    "s32", 0},
    {"haddps",        SIMD_PAIRS_ADD,    "f32", 0},
    {"haddpd",        SIMD_PAIRS_ADD,    "f64", 0},
    {"hsubps",        SIMD_PAIRS_SUB,    "f32", 0},
    {"hsubpd",        SIMD_PAIRS_SUB,    "f64", 0},
    /* shifts, by an int or by the lower half of a vector */
    {"psllwi",        SIMD_SHL,          "u16", 0},
    {"pslldi",        SIMD_SHL,          "u32", 0},
    {"psllqi",        SIMD_SHL,          "u64", 0},
    {"psrlwi",        SIMD_SHR,          "u16", 0},
    {"psrldi",        SIMD_SHR,          "u32", 0},
    {"psrlqi",        SIMD_SHR,          "u64", 0},
    {"psrawi",        SIMD_SHR,          "s16", 0},
    {"psradi",        SIMD_SHR,          "s32", 0},
    {"psllw",         SIMD_SHL,          "u16", 0},
    {"pslld",         SIMD_SHL,          "u32", 0},
    {"psllq",         SIMD_SHL,          "u64", 0},
    {"psrlw",         SIMD_SHR,          "u16", 0},
    {"psrld",         SIMD_SHR,          "u32", 0},
    {"psrlq",         SIMD_SHR,          "u64", 0},
    {"psraw",         SIMD_SHR,          "s16", 0},
    {"psrad",         SIMD_SHR,          "s32", 0},
    {"pslldqi128_byteshift", SIMD_BYTES_LEFT,  "u8", 0},
    {"pslldqi256_byteshift", SIMD_BYTES_LEFT,  "u8", 0},
    {"psrldqi128_byteshift", SIMD_BYTES_RIGHT, "u8", 0},
    {"psrldqi256_byteshift", SIMD_BYTES_RIGHT, "u8", 0},
    /* which lane goes where */
    {"pshufd",        SIMD_SHUFFLE4,     "u32", 0},
    {"pshufw",        SIMD_SHUFFLE4,     "u16", 0},
    {"pshuflw",       SIMD_SHUFFLE_LOW,  "u16", 0},
    {"pshufhw",       SIMD_SHUFFLE_HIGH, "u16", 0},
    {"shufps",        SIMD_SHUFFLE_TWO,  "f32", 0},
    {"shufpd",        SIMD_SHUFFLE_TWO,  "f64", 0},
    {"pshufb",        SIMD_TABLE,        "u8",  0},
    {"palignr",       SIMD_ALIGN,        "u8",  0},
    {"pblendvb",      SIMD_BLEND_SIGN,   "u8",  0},
    {"blendvps",      SIMD_BLEND_SIGN,   "f32", 0},
    {"blendvpd",      SIMD_BLEND_SIGN,   "f64", 0},
    {"pblendw",       SIMD_BLEND,        "u16", 0},
    {"pblendd",       SIMD_BLEND,        "u32", 0},
    {"blendps",       SIMD_BLEND,        "f32", 0},
    {"blendpd",       SIMD_BLEND,        "f64", 0},
    {"vec_ext_v16qi", SIMD_GET,          "s8",  0},
    {"vec_ext_v8hi",  SIMD_GET,          "s16", 0},
    {"vec_ext_v4hi",  SIMD_GET,          "s16", 0},
    {"vec_ext_v4si",  SIMD_GET,          "s32", 0},
    {"vec_ext_v2di",  SIMD_GET,          "s64", 0},
    {"vec_ext_v4sf",  SIMD_GET,          "f32", 0},
    {"vec_set_v16qi", SIMD_SET,          "s8",  0},
    {"vec_set_v8hi",  SIMD_SET,          "s16", 0},
    {"vec_set_v4hi",  SIMD_SET,          "s16", 0},
    {"vec_set_v4si",  SIMD_SET,          "s32", 0},
    {"vec_set_v2di",  SIMD_SET,          "s64", 0},
    {"ptestz",        SIMD_TEST_ZERO,    "u64", 0},
    {"ptestc",        SIMD_TEST_CARRY,   "u64", 0},
    {"ptestnzc",      SIMD_TEST_NEITHER, "u64", 0},
    /* comparisons of floating-point numbers */
    {"cmpps",         SIMD_CMP_GIVEN,    "f32", 0},
    {"cmppd",         SIMD_CMP_GIVEN,    "f64", 0},
    {"comieq",        SIMD_COMPARE,      "f32", EXPR_EQ},
    {"comilt",        SIMD_COMPARE,      "f32", EXPR_LT},
    {"comile",        SIMD_COMPARE,      "f32", EXPR_LE},
    {"comigt",        SIMD_COMPARE,      "f32", EXPR_GT},
    {"comige",        SIMD_COMPARE,      "f32", EXPR_GE},
    {"comineq",       SIMD_COMPARE,      "f32", EXPR_NE},
    {"comisdeq",      SIMD_COMPARE,      "f64", EXPR_EQ},
    {"comisdlt",      SIMD_COMPARE,      "f64", EXPR_LT},
    {"comisdle",      SIMD_COMPARE,      "f64", EXPR_LE},
    {"comisdgt",      SIMD_COMPARE,      "f64", EXPR_GT},
    {"comisdge",      SIMD_COMPARE,      "f64", EXPR_GE},
    {"comisdneq",     SIMD_COMPARE,      "f64", EXPR_NE},
    /* between floating-point numbers and integers */
    {"cvttps2dq",     SIMD_TRUNCATE,     "f32", 0},
    {"cvtps2dq",      SIMD_ROUND_TO_INT, "f32", 0},
    {"cvttpd2dq",     SIMD_TRUNCATE,     "f64", 0},
    {"cvtpd2dq",      SIMD_ROUND_TO_INT, "f64", 0},
    {"cvtpd2ps",      SIMD_TO_FLOAT,     "f64", 32},
    {"cvtsd2ss",      SIMD_FLOAT_FIRST,  "f32", 0},
    {"cvttss2si",     SIMD_TO_INT,       "f32", 0},
    {"cvttss2si64",   SIMD_TO_INT,       "f32", 0},
    {"cvtss2si",      SIMD_ROUND_FIRST_TO_INT, "f32", 0},
    {"cvtss2si64",    SIMD_ROUND_FIRST_TO_INT, "f32", 0},
    {"cvttsd2si",     SIMD_TO_INT,       "f64", 0},
    {"cvttsd2si64",   SIMD_TO_INT,       "f64", 0},
    {"cvtsd2si",      SIMD_ROUND_FIRST_TO_INT, "f64", 0},
    {"cvtsd2si64",    SIMD_ROUND_FIRST_TO_INT, "f64", 0},
    {"lddqu",         SIMD_LOAD,         "u8",  0},
    {"undef",         SIMD_ANY,          "u64", 0},
    /* clang-format on */
};

/* cmpeqps, cmpnltsd and so on: all combinations. */
static bool find_comparison(struct lw *lw, const char *name, struct simd_call *s) {
	static const struct {
		const char *name;
		int predicate;
	} known[] = {{"eq", EXPR_EQ},       {"lt", EXPR_LT},          {"le", EXPR_LE},
	             {"neq", NOT(EXPR_EQ)}, {"nlt", NOT(EXPR_LT)},    {"nle", NOT(EXPR_LE)},
	             {"ord", SIMD_ORDERED}, {"unord", SIMD_UNORDERED}};
	size_t n = strlen(name);
	if (strncmp(name, "cmp", 3) != 0 || n < 7)
		return false;
	const char *end = name + n - 2;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		size_t k = strlen(known[i].name);
		if (k != n - 5 || strncmp(name + 3, known[i].name, k) != 0)
			continue;
		s->op = end[0] == 'p' ? SIMD_CMP : SIMD_CMP_FIRST;
		s->elem = simd_elem(lw, end[1] == 's' ? "f32" : "f64");
		s->extra = known[i].predicate;
		return (end[0] == 'p' || end[0] == 's') && (end[1] == 's' || end[1] == 'd');
	}
	return false;
}

/* The same but for the length of the vectors at its end. */
static bool is_named(const char *name, const char *entry) {
	size_t n = strlen(entry);
	if (strncmp(name, entry, n) != 0)
		return false;
	return !name[n] || !strcmp(name + n, "128") || !strcmp(name + n, "256");
}

bool simd_x86_find(struct lw *lw, const char *name, struct simd_call *s) {
	if (!strncmp(name, "ucomi", 5)) /* they differ in which NaN is told to the environment */
		name++;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (is_named(name, table[i].name)) {
			s->op = table[i].op;
			s->elem = simd_elem(lw, table[i].elem);
			s->extra = table[i].extra;
			return true;
		}
	return find_comparison(lw, name, s);
}
