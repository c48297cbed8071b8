#include "symex/core/property.h"

#include "util/base/vec.h"

struct properties {
	const struct goto_prog *prog;
	VEC(struct property) made; /* behind those of the program */
	struct map by_key;         /* interned key -> index */
	struct map number;         /* prog_property_key -> the last number that was given */
};

struct properties *properties_open(const struct goto_prog *prog) {
	struct properties *p = mem_alloc(sizeof *p);
	*p = (struct properties){.prog = prog};
	return p;
}

void properties_close(struct properties *p) {
	vec_free(&p->made);
	map_free(&p->by_key);
	map_free(&p->number);
	mem_free(p);
}

uint32_t properties_count(const struct properties *p) {
	return (uint32_t)(p->prog->property.n + p->made.n);
}

const struct property *properties_at(const struct properties *p, uint32_t index) {
	size_t n = p->prog->property.n;
	return index < n ? &p->prog->property.at[index] : &p->made.at[index - n];
}

bool properties_find(const struct properties *p, const char *key, uint32_t *index) {
	uint64_t known;
	if (!map_get(&p->by_key, map_key(key), &known))
		return false;
	*index = (uint32_t)known;
	return true;
}

static uint64_t next_number(struct properties *p, uint64_t key) {
	uint64_t last = 0;
	if (!map_get(&p->number, key, &last))
		map_get(&p->prog->property_count, key, &last);
	map_put(&p->number, key, last + 1);
	return last + 1;
}

uint32_t properties_get(struct properties *p, const char *key, const struct function *f,
                        enum property_class class, struct loc loc, const char *text) {
	uint32_t index;
	if (properties_find(p, key, &index))
		return index;
	uint64_t number = next_number(p, prog_property_key(f, class));
	index = properties_count(p);
	vec_push(&p->made, property_make(f, class, loc, text, number));
	map_put(&p->by_key, map_key(key), index);
	return index;
}
