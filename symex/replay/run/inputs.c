#include "symex/replay/run/inputs.h"

#include "util/base/intern.h"

uint64_t inputs_next_random(uint64_t *state) {
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

uint64_t inputs_seeded(uint64_t seed, uint64_t key) {
	uint64_t state = map_hash(seed * 0x9e3779b97f4a7c15u + map_hash(key + 1)) | 1;
	inputs_next_random(&state);
	return inputs_next_random(&state);
}

static uint64_t text_hash(const char *text) {
	uint64_t hash = 14695981039346656037u;
	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 1099511628211u;
	return hash;
}

/* Programs compare inputs with small numbers more often than with large ones. */
struct bits inputs_random(struct arena *a, uint32_t width, uint64_t seed, const char *name) {
	uint64_t random = inputs_seeded(seed, text_hash(name));
	int64_t small = (int64_t)(random >> 32) % 16;
	switch (random % 8) {
	case 0: return bits_u64(a, width, 0);
	case 1: return bits_u64(a, width, 1);
	case 2:
	case 3: return bits_u64(a, width, (uint64_t)(small < 0 ? -small : small));
	case 4: return bits_i64(a, width, -1 - (small < 0 ? -small : small));
	default: return bits_u64(a, width, random >> 3);
	}
}

static struct bits given_value(struct arena *a, uint32_t width, const struct run_input *in) {
	struct bits b = bits_parse(a, width, in->digits, in->base);
	return in->is_negative ? bits_neg(a, b) : b;
}

bool inputs_has(const struct symex *x, term var) {
	enum variable_kind kind = variable_kind(x->ts, var);
	if (kind == VARIABLE_ARGUMENT)
		return true;
	const struct choice *last = x->choice.n ? &vec_last(&x->choice) : NULL;
	return kind == VARIABLE_INPUT && last &&
	       (last->kind == CHOICE_INPUT || last->kind == CHOICE_UNMODELLED) &&
	       ins_intrinsic(last->ins) != INTRINSIC_MAY_WAKE;
}

static struct bits choose(struct inputs *in, struct arena *a, const char *name, uint32_t width) {
	switch (in->kind) {
	case INPUTS_RANDOM: return inputs_random(a, width, in->seed, name);
	case INPUTS_GIVEN:
		if (in->taken < in->ngiven)
			return given_value(a, width, &in->given[in->taken++]);
		break;
	case INPUTS_ZERO: break;
	}
	return bits_u64(a, width, 0);
}

term inputs_value(struct inputs *in, struct symex *x, term var) {
	const char *name = term_name(x->ts, var);
	uint32_t width = term_width(x->ts, var);
	uint64_t key = map_key(intern(name)), known;
	if (map_get(&in->bound, key, &known) && term_width(x->ts, (term){(uint32_t)known}) == width)
		return (term){(uint32_t)known};
	term value = term_const(x->ts, choose(in, x->pool.arena, name, width));
	map_put(&in->bound, key, value.ix);
	return value;
}

void inputs_free(struct inputs *in) {
	map_free(&in->bound);
}
