#include "util/number/fp.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "util/text/diag.h"

const struct fp_format fp_half = {.exponent = 5, .fraction = 10};
const struct fp_format fp_single = {.exponent = 8, .fraction = 23};
const struct fp_format fp_double = {.exponent = 11, .fraction = 52};
const struct fp_format fp_x87 = {.exponent = 15, .fraction = 63, .explicit_leading = true};
const struct fp_format fp_quad = {.exponent = 15, .fraction = 112};

const struct fp_format *fp_by_bits(uint32_t bits) {
	switch (bits) {
	case 16: return &fp_half;
	case 32: return &fp_single;
	case 64: return &fp_double;
	case 80: return &fp_x87;
	case 128: return &fp_quad;
	default: return NULL;
	}
}

uint32_t fp_width(const struct fp_format *f) {
	return 1 + f->exponent + f->explicit_leading + f->fraction;
}

/* Programs without nondeterminism make millions of float operations, nearly all of them on float
 * and double, rounded to nearest.  The host computes those, if it does so without excess
 * precision; one operation per function leaves a compiler nothing to contract. */
enum { HOST_IS_IEEE = FLT_EVAL_METHOD == 0 && FLT_MANT_DIG == 24 && DBL_MANT_DIG == 53 };

static bool is_format(const struct fp_format *f, const struct fp_format *g) {
	return f->exponent == g->exponent && f->fraction == g->fraction &&
	       f->explicit_leading == g->explicit_leading;
}

static double double_of(uint64_t pattern) {
	double x;
	memcpy(&x, &pattern, sizeof x);
	return x;
}

static float single_of(uint64_t pattern) {
	uint32_t low = (uint32_t)pattern;
	float x;
	memcpy(&x, &low, sizeof x);
	return x;
}

static struct bits bits_of_double(double x) {
	uint64_t pattern = 0x7ff8000000000000;
	if (!isnan(x))
		memcpy(&pattern, &x, sizeof x);
	return (struct bits){.width = 64, .lo = pattern};
}

static struct bits bits_of_single(float x) {
	uint32_t pattern = 0x7fc00000;
	if (!isnan(x))
		memcpy(&pattern, &x, sizeof x);
	return (struct bits){.width = 32, .lo = pattern};
}

static double host_double(enum fp_op op, const struct bits *arg) {
	double x = double_of(arg[0].lo);
	switch (op) {
	case FP_OP_ADD: return x + double_of(arg[1].lo);
	case FP_OP_SUB: return x - double_of(arg[1].lo);
	case FP_OP_MUL: return x * double_of(arg[1].lo);
	case FP_OP_DIV: return x / double_of(arg[1].lo);
	case FP_OP_REM: return fmod(x, double_of(arg[1].lo));
	case FP_OP_FMA: return fma(x, double_of(arg[1].lo), double_of(arg[2].lo));
	case FP_OP_SQRT: return sqrt(x);
	case FP_OP_RINT: return rint(x);
	}
	BUG("no such float operation: %d", (int)op);
}

static float host_single(enum fp_op op, const struct bits *arg) {
	float x = single_of(arg[0].lo);
	switch (op) {
	case FP_OP_ADD: return x + single_of(arg[1].lo);
	case FP_OP_SUB: return x - single_of(arg[1].lo);
	case FP_OP_MUL: return x * single_of(arg[1].lo);
	case FP_OP_DIV: return x / single_of(arg[1].lo);
	case FP_OP_REM: return fmodf(x, single_of(arg[1].lo));
	case FP_OP_FMA: return fmaf(x, single_of(arg[1].lo), single_of(arg[2].lo));
	case FP_OP_SQRT: return sqrtf(x);
	case FP_OP_RINT: return rintf(x);
	}
	BUG("no such float operation: %d", (int)op);
}

/* Is this one of the two formats that the host computes with? */
static bool is_host_format(const struct fp_format *f) {
	return HOST_IS_IEEE && (is_format(f, &fp_double) || is_format(f, &fp_single));
}

/* A float is a double too; requires is_host_format. */
static double host_value(const struct fp_format *f, struct bits x) {
	return f->exponent == fp_double.exponent ? double_of(x.lo) : (double)single_of(x.lo);
}

struct bits fpv_compute(struct arena *a, const struct fp_format *f, enum fp_op op,
                        enum fp_round mode, const struct bits *arg) {
	if (mode != FP_NEAREST_EVEN || !is_host_format(f))
		return fpv_compute_exact(a, f, op, mode, arg);
	if (f->exponent == fp_double.exponent)
		return bits_of_double(host_double(op, arg));
	return bits_of_single(host_single(op, arg));
}

enum fp_order fpv_compare(const struct fp_format *f, struct bits a, struct bits b) {
	if (!is_host_format(f))
		return fpv_compare_exact(f, a, b);
	double x = host_value(f, a), y = host_value(f, b);
	return x < y ? FP_LESS : x > y ? FP_GREATER : x == y ? FP_EQUAL : FP_UNORDERED;
}

struct bits fpv_convert(struct arena *a, const struct fp_format *to, const struct fp_format *from,
                        enum fp_round mode, struct bits pattern) {
	if (mode != FP_NEAREST_EVEN || !is_host_format(from) || !is_host_format(to))
		return fpv_convert_exact(a, to, from, mode, pattern);
	double x = host_value(from, pattern);
	if (isnan(x))
		return fpv_convert_exact(a, to, from, mode, pattern);
	return to->exponent == fp_double.exponent ? bits_of_double(x) : bits_of_single((float)x);
}

struct bits fpv_from_int(struct arena *a, const struct fp_format *f, enum fp_round mode,
                         struct bits integer, bool is_signed) {
	if (mode != FP_NEAREST_EVEN || integer.width > 64 || !is_host_format(f))
		return fpv_from_int_exact(a, f, mode, integer, is_signed);
	bool to_double = f->exponent == fp_double.exponent;
	int64_t value = bits_to_i64(integer);
	if (is_signed)
		return to_double ? bits_of_double((double)value) : bits_of_single((float)value);
	return to_double ? bits_of_double((double)integer.lo) : bits_of_single((float)integer.lo);
}

struct bits fpv_to_int(struct arena *a, const struct fp_format *f, struct bits pattern,
                       uint32_t width, bool is_signed) {
	if (width <= 64 && is_host_format(f)) {
		double x = host_value(f, pattern);
		double limit = ldexp(1.0, (int)width - is_signed);
		if (is_signed ? x >= -limit && x < limit : x > -1.0 && x < limit) {
			uint64_t value = is_signed ? (uint64_t)(int64_t)x : (uint64_t)x;
			return bits_u64(a, width, value);
		}
	}
	return fpv_to_int_exact(a, f, pattern, width, is_signed);
}

struct bits fp_from_double(struct arena *a, const struct fp_format *f, double x) {
	return fpv_convert(a, f, &fp_double, FP_NEAREST_EVEN, bits_of_double(x));
}
