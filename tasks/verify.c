#include "tasks/verify.h"

struct config *verification_change(struct verification *v) {
	struct config *config = config_copy(v->config, v->o->arena);
	v->config = config;
	return config;
}

struct result *verify_until(struct verification *v, const struct attempts *a) {
	const struct config *asked = v->config;
	for (;;) {
		v->config = asked;
		a->change(a->self, verification_change(v));
		*v->stats = (struct symex_stats){0};
		struct result *result = a->verify(a->self, v);
		if (!a->goes_on(a->self, result))
			return result;
		result_close(result);
	}
}

/* --- Variants. --- */

/* The sources with another content, beside those that are made (--api). */
static void add_texts(struct fe_config *fe, const struct variant *v, struct arena *arena) {
	struct fe_text *all = arena_array(arena, struct fe_text, fe->ntexts + v->ntexts + 1);
	for (size_t i = 0; i < fe->ntexts; i++)
		all[i] = fe->text[i];
	for (size_t i = 0; i < v->ntexts; i++)
		all[fe->ntexts + i] = v->text[i];
	fe->text = all;
	fe->ntexts += v->ntexts;
}

struct result *verify_variant(struct verification *v, const struct variant *change) {
	struct config *config = verification_change(v);
	add_texts(&config->fe, change, v->o->arena);
	if (change->change_config)
		change->change_config(change->context, config);
	return v->verify(v);
}

struct result *verify_again(const struct verification *v, const struct variant *change) {
	struct symex_stats stats = {0};
	struct verification again = *v;
	again.stats = &stats;
	return verify_variant(&again, change);
}
