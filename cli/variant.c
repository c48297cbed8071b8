#include "cli/variant.h"

#include <string.h>

#include "cli/options.h"
#include "cli/plan.h"
#include "process/child.h"
#include "process/task.h"
#include "result/transfer.h"
#include "symex/symex.h"

static void send_result(int fd, const struct result *r) {
	byte_vec bytes = {0};
	transfer_write(&bytes, r);
	child_send(fd, bytes.at, bytes.n);
}

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

static void work(void *context, int fd) {
	const struct variant *v = context;
	struct text_list args = {0};
	struct options o;
	struct plan plan;
	const char *error;
	for (int i = 1; i < v->setting->argc; i++)
		vec_push(&args, v->setting->argv[i]);
	for (const char *const *option = v->option; option && *option; option++)
		vec_push(&args, *option);
	options_init(&o);
	if (!cli_parse(&o, (int)args.n, args.at, &error))
		return;
	if (v->change_options)
		v->change_options(v->context, &o);
	if (!plan_init(&plan, &o, &error) || plan.run.n != 1)
		return;
	struct config *config = &plan.run.at[0]->config;
	struct symex_stats stats = {0};
	add_texts(&config->fe, v, o.arena);
	if (v->change_config)
		v->change_config(v->context, config);
	symex_go_on();
	struct result *r = v->setting->verify(&o, config, &stats);
	if (r && v->send)
		v->send(v->context, fd, r);
	else if (r)
		send_result(fd, r);
}

bool variant_run(const struct variant *v, double seconds, byte_vec *bytes) {
	struct variant copy = *v;
	return task_run(work, &copy, seconds, bytes) && bytes->n;
}

struct result *variant_verify(const struct variant *v, double seconds) {
	byte_vec bytes = {0};
	struct result *r = NULL;
	if (variant_run(v, seconds, &bytes)) {
		r = result_open();
		if (!transfer_read(bytes.at, bytes.n, r)) {
			result_close(r);
			r = NULL;
		}
	}
	vec_free(&bytes);
	return r;
}

static bool is_given(const struct options *o, const char *name) {
	for (size_t i = 0; i < option_table_n; i++)
		if (option_table[i].name && !strcmp(option_table[i].name, name))
			return option_is_set(o, &option_table[i]);
	return false;
}

bool variant_fits(const char *name, const struct options *o, const char *const *others, size_t runs,
                  const char **error) {
	for (; *others; others++)
		if (is_given(o, *others)) {
			*error = arena_printf(o->arena, "--%s does not go with --%s", name, *others);
			return false;
		}
	if (runs == 1)
		return true;
	*error =
	    arena_printf(o->arena, "--%s is for one run: one function to start in, one property", name);
	return false;
}
