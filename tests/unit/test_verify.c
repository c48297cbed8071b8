/* The loop that verifies again: configurations are values, and each attempt has its own. */
#include "tasks/verify.h"

#include <string.h>

#include "cli/options/options.h"
#include "tasks/plan.h"
#include "tests/unit/check.h"

static struct options o;
static struct config asked;
static struct symex_stats stats;

/* The answer of an attempt is its bound of unwinding, as the one violated property. */
static struct result *answer(struct verification *v) {
	struct result *r = result_open();
	CHECK(!v->stats->steps);
	v->stats->steps = v->config->symex.bounds.unwind;
	r->violated = v->config->symex.bounds.unwind;
	verification_change(v)->symex.multi_property = true; /* what it finds out, and keeps */
	return r;
}

static struct verification verification(void) {
	return (struct verification){.o = &o, .config = &asked, .stats = &stats, .verify = answer};
}

static bool is_as_asked(void) {
	return asked.symex.bounds.unwind == 7 && !asked.symex.multi_property && !asked.fe.ntexts;
}

/* --- One after the other. --- */

struct counting {
	uint32_t made, most;
};

static void change(void *self, struct config *config) {
	struct counting *c = self;
	CHECK(config->symex.bounds.unwind == 7 && !config->symex.multi_property);
	config->symex.bounds.unwind += ++c->made;
}

static struct result *verify(void *self, struct verification *v) {
	(void)self;
	return v->verify(v);
}

static bool goes_on(void *self, const struct result *r) {
	const struct counting *c = self;
	CHECK(r->violated == 7 + c->made);
	return c->made < c->most;
}

static void test_until(void) {
	struct verification v = verification();
	struct counting c = {.most = 3};
	struct result *r = verify_until(&v, &(struct attempts){&c, change, verify, goes_on});
	CHECK(c.made == 3 && r->violated == 10 && stats.steps == 10);
	/* the configuration that the result is about, and what the last attempt has found out */
	CHECK(v.config != &asked && v.config->symex.bounds.unwind == 10);
	CHECK(v.config->symex.multi_property && is_as_asked());
	result_close(r);
}

/* Loops nest: each attempt of the outer one begins with its own configuration. */
static struct result *verify_twice(void *self, struct verification *v) {
	const struct counting *outer = self;
	uint32_t begin = v->config->symex.bounds.unwind;
	struct result *r = v->verify(v);
	result_close(r);
	*v->stats = (struct symex_stats){0};
	CHECK(begin == 7 + outer->made && v->config->symex.multi_property);
	return v->verify(v);
}

static void test_nested(void) {
	struct verification v = verification();
	struct counting c = {.most = 2};
	struct result *r = verify_until(&v, &(struct attempts){&c, change, verify_twice, goes_on});
	CHECK(r->violated == 9 && is_as_asked());
	result_close(r);
}

/* --- Once more. --- */

static void set_unwind(const void *context, struct config *config) {
	config->symex.bounds.unwind = *(const uint32_t *)context;
}

static void test_again(void) {
	struct verification v = verification();
	const uint32_t unwind = 21;
	const struct fe_text text[] = {{"a.c", "int main(void) { return 0; }"}};
	struct variant other = {
	    .text = text, .ntexts = 1, .change_config = set_unwind, .context = &unwind};
	stats = (struct symex_stats){.forks = 5};
	struct result *r = verify_again(&v, &other);
	CHECK(r->violated == 21);
	CHECK(v.config == &asked && is_as_asked() && stats.forks == 5 && !stats.steps);
	result_close(r);
	r = verify_variant(&v, &other);
	CHECK(v.config->fe.ntexts == 1 && !strcmp(v.config->fe.text[0].file, "a.c"));
	CHECK(v.config->symex.bounds.unwind == 21 && is_as_asked());
	result_close(r);
}

/* --- Values. --- */

static void test_copy(void) {
	struct config *copy = config_copy(&asked, o.arena);
	CHECK(copy->symex.prediction == &copy->prediction && copy->symex.paths == &copy->paths);
	CHECK(asked.symex.solver == &asked.checked && copy->symex.solver == &copy->checked);
	CHECK(copy->fe.file == asked.fe.file && copy->rule.at == asked.rule.at);
}

int main(void) {
	static const char *const words[] = {"a.c", "--unwind", "7", "--check-solver"};
	const char *error = NULL;
	options_init(&o);
	bool is_good = cli_parse(&o, 4, words, &error) && plan_config(&asked, &o, &error);
	CHECK(is_good);
	if (is_good) {
		test_until();
		test_nested();
		test_again();
		test_copy();
	}
	config_free(&asked);
	options_free(&o);
	return check_done("verify");
}
