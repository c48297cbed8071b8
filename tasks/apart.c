#include "tasks/apart.h"

#include <string.h>

#include "cli/options/options.h"
#include "process/child.h"
#include "process/task.h"
#include "result/transfer.h"
#include "symex/symex.h"
#include "tasks/api/api_stages.h"
#include "tasks/plan.h"

struct apart {
	const struct verification *v;
	const struct variant *change;
};

static void send_result(int fd, const struct result *r) {
	byte_vec bytes = {0};
	transfer_write(&bytes, r);
	child_send(fd, bytes.at, bytes.n);
}

/* The command of the user once more, with other options; false: it cannot be followed. */
static bool read_command(const struct apart *a, struct options *o, struct plan *plan) {
	struct text_list args = {0};
	const char *error;
	for (int i = 1; i < a->v->argc; i++)
		vec_push(&args, a->v->argv[i]);
	for (const char *const *option = a->change->option; option && *option; option++)
		vec_push(&args, *option);
	options_init(o);
	if (!cli_parse(o, (int)args.n, args.at, &error))
		return false;
	if (a->change->change_options)
		a->change->change_options(a->change->context, o);
	return plan_init(plan, o, &error) && plan->run.n == 1;
}

static void work(void *context, int fd) {
	const struct apart *a = context;
	struct options o;
	struct plan plan;
	if (!read_command(a, &o, &plan))
		return;
	struct symex_stats stats = {0};
	struct verification v = *a->v;
	v.o = &o;
	v.config = &plan.run.at[0]->config;
	v.stats = &stats;
	if (v.config->api) /* about the same client */
		api_stages_set(v.config->api, verification_change(&v), a->v->config->api_stage);
	symex_go_on();
	struct result *r = verify_variant(&v, a->change);
	if (r && a->change->send)
		a->change->send(a->change->context, fd, r);
	else if (r)
		send_result(fd, r);
}

bool verify_apart_bytes(const struct verification *v, const struct variant *change, double seconds,
                        byte_vec *bytes) {
	struct apart a = {v, change};
	return task_run(work, &a, seconds, bytes) && bytes->n;
}

struct result *verify_apart(const struct verification *v, const struct variant *change,
                            double seconds) {
	byte_vec bytes = {0};
	struct result *r = NULL;
	if (verify_apart_bytes(v, change, seconds, &bytes)) {
		r = result_open();
		if (!transfer_read(bytes.at, bytes.n, r)) {
			result_close(r);
			r = NULL;
		}
	}
	vec_free(&bytes);
	return r;
}
