#include "report/text/orders.h"

#include "report/base/json_loc.h"

/* "unlock.c:7:2: the store to taken: relaxed -> release" */
static void print_change(FILE *out, const struct order_change *c) {
	if (c->loc.file)
		fprintf(out, "%s:%u:%u: ", c->loc.file, c->loc.line, c->loc.col);
	if (!c->from)
		fprintf(out, "%s: a fence before it, atomic_thread_fence(memory_order_%s)", c->access,
		        c->to);
	else
		fprintf(out, "%s: %s -> %s", c->access, c->from, c->to ? c->to : "none");
}

static void print_trial(FILE *out, const struct order_trial *t) {
	for (size_t i = 0; i < t->n; i++) {
		fputs(i ? "\n     and " : "", out);
		print_change(out, &t->change[i]);
	}
	switch (t->outcome) {
	case TRIAL_HOLDS: break;
	case TRIAL_VIOLATED:
		fprintf(out, ": violated%s%s", t->why ? ", " : "", t->why ? t->why : "");
		break;
	case TRIAL_OPEN: fputs(": not known", out); break;
	}
	fputc('\n', out);
}

static const char *heading(const struct order_advice *a) {
	if (a->relaxes)
		return "memory orders that could be weaker, all at once (verified; but whether waits end "
		       "is "
		       "not checked):";
	return a->found.n == 1
	           ? "the weakest repair of memory orders (verified):"
	           : "the weakest repairs of memory orders, each by itself (each verified):";
}

void orders_print(const struct paint *p, const struct result *r) {
	const struct order_advice *a = r->orders;
	FILE *out = p->out;
	if (!a)
		return;
	if (a->found.n)
		fprintf(out, "%s\n", heading(a));
	else if (a->relaxes && !a->remark)
		fputs("no memory order could be weaker\n", out);
	for (size_t i = 0; i < a->found.n; i++) {
		fprintf(out, a->relaxes ? "     " : "  %zu. ", i + 1);
		print_trial(out, &a->found.at[i]);
	}
	if (a->tried.n)
		fputs("tried one by one:\n", out);
	for (size_t i = 0; i < a->tried.n; i++) {
		fputs("     ", out);
		struct order_trial t = a->tried.at[i];
		print_trial(out, &t);
	}
	if (a->remark)
		fprintf(out, "--%s: %s\n", a->relaxes ? "relax" : "suggest-orders", a->remark);
}

static void write_trials(struct json *j, const char *key, const struct order_trial *at, size_t n) {
	static const char *const word[] = {"unknown", "holds", "violated"};
	json_put_array(j, key);
	for (size_t i = 0; i < n; i++) {
		json_object(j);
		json_put(j, "outcome", word[at[i].outcome]);
		json_put(j, "why", at[i].why);
		json_put_array(j, "changes");
		for (size_t k = 0; k < at[i].n; k++) {
			const struct order_change *c = &at[i].change[k];
			json_row(j);
			json_put_loc(j, "location", c->loc);
			json_put(j, "function", c->function);
			json_put(j, "access", c->access);
			json_put(j, "from", c->from);
			json_put(j, "to", c->to);
			json_close(j);
		}
		json_close(j);
		json_close(j);
	}
	json_close(j);
}

void orders_json(struct json *j, const struct result *r) {
	const struct order_advice *a = r->orders;
	if (!a)
		return;
	json_put_object(j, "orders");
	json_put(j, "kind", a->relaxes ? "relax" : "suggest-orders");
	json_put_uint(j, "verified", a->verified);
	json_put(j, "remark", a->remark);
	write_trials(j, "found", a->found.at, a->found.n);
	write_trials(j, "tried", a->tried.at, a->tried.n);
	json_close(j);
}
