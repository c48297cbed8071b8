#include "tasks/validate.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cli/files/file.h"
#include "cli/session/progress.h"
#include "symex/strategy.h"
#include "tasks/show.h"
#include "util/files/sha256.h"
#include "util/text/diag.h"
#include "util/text/path.h"

/* --- Is it about this run? --- */

static const char *given_file(const struct fe_config *fe, const char *name) {
	for (size_t i = 0; i < fe->nfiles; i++)
		if (!strcmp(path_base(fe->file[i]), path_base(name)))
			return fe->file[i];
	return NULL;
}

/* Of SHA-256, and not just a row of zeros that a person wrote. */
static bool is_hash(const char *text) {
	return strlen(text) == SHA256_TEXT - 1 && text[strspn(text, "0")];
}

static bool same_hash(const char *a, const char *b) {
	for (; *a && tolower((unsigned char)*a) == tolower((unsigned char)*b); a++)
		b++;
	return !*a && !*b;
}

static const char *check_files(const struct validation *v) {
	const struct options *o = v->o;
	const struct fe_config *fe =
	    &v->config->fe; /* not the options: a task names its files itself */
	for (size_t i = 0; i < v->witness->file.n && fe->nfiles; i++)
		if (!given_file(fe, v->witness->file.at[i]))
			return arena_printf(o->arena, "it is a witness of %s", v->witness->file.at[i]);
	for (size_t i = 0; i < v->witness->hash.n; i++) {
		const struct witness_hash *h = &v->witness->hash.at[i];
		const char *path = given_file(fe, h->file);
		size_t n;
		const char *text = path && is_hash(h->sha256) ? file_bytes(o->arena, path, &n) : NULL;
		if (!text)
			continue;
		char hash[SHA256_TEXT];
		sha256_text(text, n, hash);
		if (!same_hash(hash, h->sha256))
			return arena_printf(o->arena, "it is a witness of another version of %s", path);
	}
	return NULL;
}

/* As lines of a property file: of the parts that begin with CHECK, or of a bare formula. */
static const char *specification_of(const struct validation *v) {
	VEC(char) all = {0};
	struct arena *arena = v->o->arena;
	for (size_t i = 0; i < v->witness->specification.n; i++) {
		const char *text = v->witness->specification.at[i];
		if (!strstr(text, "CHECK"))
			text = arena_printf(arena, "CHECK( init(main()), LTL(%s) )", text);
		while ((text = strstr(text, "CHECK"))) {
			const char *next = strstr(text + 1, "CHECK");
			size_t n = next ? (size_t)(next - text) : strlen(text);
			for (size_t k = 0; k < n; k++)
				vec_push(&all, text[k]);
			vec_push(&all, '\n');
			text += n;
		}
	}
	vec_push(&all, 0);
	const char *copy = arena_printf(arena, "%s", all.at);
	vec_free(&all);
	return copy;
}

/* "CHECK( init(f()), ..." of another function than main: starts there, and is read as if it were
 * main. */
static const char *take_entry(const struct validation *v, struct config *c, const char *text) {
	struct arena *arena = v->o->arena;
	const char *init = strstr(text, "init("), *name = init ? init + 5 : "";
	size_t n = strcspn(name, "( )");
	if (!n || (n == 4 && !strncmp(name, "main", n)))
		return text;
	if (!c->fe.entry)
		c->fe.entry = arena_printf(arena, "%.*s", (int)n, name);
	return arena_printf(arena, "%.*smain%s", (int)(name - text), text, name + n);
}

/* "G ! lock": a class of properties that only we have.  false: it is none. */
static bool apply_class(const struct validation *v, struct config *c, const char *text) {
	char name[32];
	enum property_class class;
	const char *formula = strstr(text, "LTL(G ! ");
	size_t n = formula ? strcspn(formula + 8, " )\n") : 0;
	if (!n || n >= sizeof name)
		return false;
	memcpy(name, formula + 8, n);
	name[n] = 0;
	if (!property_class_find(name, &class) ||
	    (class != PROPERTY_DEADLOCK && class != PROPERTY_LOCK && class != PROPERTY_DIV_BY_ZERO &&
	     class != PROPERTY_SHIFT))
		return false;
	c->check = (struct check_config){.lock = class == PROPERTY_LOCK,
	                                 .div_by_zero = class == PROPERTY_DIV_BY_ZERO,
	                                 .shift = class == PROPERTY_SHIFT};
	c->symex.leak_check = false;
	c->symex.schedules.race_check = c->symex.schedules.lock_order_check = false;
	c->symex.schedules.deadlock_check = class == PROPERTY_DEADLOCK;
	v->witness->target_anywhere = class == PROPERTY_DEADLOCK;
	return true;
}

static const char *apply_specification(const struct validation *v, struct config *c) {
	const struct options *o = v->o;
	const char *error, *text = take_entry(v, c, specification_of(v));
	if (c->svcomp.line.n) {
		struct svcomp other;
		bool known = svcomp_parse(&other, o->arena, text, &error);
		bool same = known && svcomp_same(&c->svcomp, &other);
		svcomp_free(&other);
		return same ? NULL : "it is a witness of another specification";
	}
	if (apply_class(v, c, text))
		return NULL;
	if (!config_specification(c, o, text, &error))
		return arena_printf(o->arena, "its specification: %.300s", error);
	/* Without a property file an assertion that fails, or a label, is reported as such a call, too;
	 * and the competition's reading of functions without a body, and of signals, is not asked for.
	 */
	c->check.assertions |= c->svcomp.unreach_call;
	c->check.error_label = c->svcomp.unreach_call ? o->error_label : NULL;
	c->symex.unmodelled_pure = false;
	if (o->signals == NO_BOUND)
		c->symex.environment.signals = 1;
	v->witness->target_anywhere = c->svcomp.valid_memtrack || c->svcomp.valid_memcleanup;
	return c->svcomp.termination ? "termination is not validated" : NULL;
}

static const char *apply_data_model(const struct validation *v, struct config *c) {
	const char *model = v->witness->data_model;
	bool is_32 = model && !strcmp(model, "ILP32"), is_64 = model && !strcmp(model, "LP64");
	if (!is_32 && !is_64)
		return model ? "its data model is not known" : NULL;
	bool is_ours = is_64 == (sizeof(long) == 8); /* then also the rest is as it was */
	if (v->o->data_model == DATA_MODEL_TARGET && !v->o->target && is_ours)
		return NULL;
	if (v->o->data_model == DATA_MODEL_TARGET && !v->o->target)
		c->fe.triple = is_32 ? "i386-linux-gnu" : "x86_64-linux-gnu";
	else if (v->o->data_model == (is_32 ? DATA_MODEL_LP64 : DATA_MODEL_ILP32))
		return arena_printf(v->o->arena, "it is a witness for the data model %s", model);
	return NULL;
}

/* Ends the program (exit 2) if the file is no witness.  The specification and data model of the
 * witness count unless the options name others. */
static void open_witness(struct validation *v, const struct options *o, struct config *c) {
	*v = (struct validation){.o = o, .config = c};
	struct witness_error error;
	v->witness = witness_read(o->validate_witness, &error);
	if (!v->witness)
		fatal(EXIT_INPUT, error.loc, "%s", error.text);
	v->mismatch = check_files(v);
	if (!v->mismatch)
		v->mismatch = apply_data_model(v, c);
	if (!v->mismatch)
		v->mismatch = apply_specification(v, c);
	if (!v->mismatch && v->witness->unsupported)
		v->mismatch = v->witness->unsupported;
	v->is_race = c->svcomp.no_data_race;
	c->symex.unchecked_access = !c->check.pointer || !c->check.bounds;
	c->fe.marks = true;
}

bool validate_instrument(struct validation *v, struct config *config, struct goto_prog *prog) {
	struct schedules *s = &config->symex.schedules;
	if (v->mismatch)
		return true;
	if (s->deadlock_check) /* who waits for a turn would be in one */
		v->search = SEARCH_ALL;
	instrument_open(&v->instrumentation, prog, v->witness, v->search != SEARCH_ALL);
	config->symex.monitor = instrument_monitor(&v->instrumentation);
	if (v->search == SEARCH_PATH) {
		s->strategy = &strategy_lazy; /* which follows a guide */
		s->order = ORDER_GUIDE;
		s->context_bound = s->preemption_bound = s->decision_bound = NO_BOUND;
	}
	if (v->search != SEARCH_ALL) /* whatever is wrong with it, the last search says it */
		return !v->instrumentation.is_guided || v->instrumentation.unmatched.n;
	for (size_t i = 0; i < v->instrumentation.unmatched.n; i++)
		diag_warn(v->instrumentation.unmatched.at[i].where, "%s",
		          v->instrumentation.unmatched.at[i].text);
	return v->instrumentation.unmatched.n > 0;
}

/* After a search that has found nothing: is there another one? */
static bool next(void *self, const struct result *r) {
	struct validation *v = self;
	bool found = r && result_verdict(r) == VERDICT_UNSAFE;
	if (v->search == SEARCH_ALL || v->mismatch || found || symex_is_interrupted())
		return false;
	bool guided = v->instrumentation.is_guided && !v->instrumentation.unmatched.n;
	v->search = guided && v->search == SEARCH_PATH ? SEARCH_ALONG : SEARCH_ALL;
	if (guided)
		diag_say(2, "nothing %s the witness; now %s",
		         v->search == SEARCH_ALONG ? "on the path of" : "along",
		         v->search == SEARCH_ALONG ? "along it" : "all executions that match it");
	instrument_close(&v->instrumentation);
	return true;
}

static void change(void *self, struct config *config) {
	config->validation = self;
}

static struct result *search(void *unused, struct verification *v) {
	(void)unused;
	return v->verify(v);
}

/* --- The answer. --- */

static int confirmed(void) {
	printf("WITNESS CONFIRMED\n");
	return EXIT_SAFE;
}

static int rejected(const char *reason) {
	printf("WITNESS REJECTED (%s)\n", reason);
	return EXIT_UNSAFE;
}

static int unknown(const char *reason) {
	printf("WITNESS UNKNOWN (%s)\n", reason);
	return EXIT_UNKNOWN;
}

static const char *at_position(const struct validation *v, struct loc loc, const char *text) {
	return arena_printf(v->o->arena, "%s:%u:%u: %s", loc.file, (unsigned)loc.line,
	                    (unsigned)loc.col, text);
}

static const struct property_result *violated(const struct result *r) {
	return r->violated != NO_PROPERTY ? &r->property.at[r->violated] : NULL;
}

static void say_violation(const struct validation *v, const struct property_result *p) {
	if (!v->o->result_only)
		printf("%s:%u:%u: note: %s [%s]\n", p->loc.file ? p->loc.file : "?", (unsigned)p->loc.line,
		       (unsigned)p->loc.col, p->text, p->class_name);
}

static const char *first_gap(const struct validation *v, const struct result *r) {
	enum gap_kind why;
	const char *reason = limits_reason(&why);
	if (reason && result_has_gap(r, why))
		return reason;
	const struct gap *g = r->gap.n ? &r->gap.at[0] : NULL;
	for (size_t i = 0; i < r->gap.n; i++)
		if (r->gap.at[i].is_inconclusive) {
			g = &r->gap.at[i];
			break;
		}
	if (!g)
		return "the search did not finish";
	const char *text = g->is_inconclusive ? g->text : result_gap_qualifier(v->o->arena, g);
	return g->loc.file ? at_position(v, g->loc, text) : text;
}

static void warn_about(const struct instrument_problem *p, size_t n) {
	for (size_t i = 0; i < n; i++)
		diag_warn(p[i].where, "not understood: %s", p[i].text);
}

static int report_violation(const struct validation *v, const struct result *r) {
	const struct property_result *p = violated(r);
	switch (result_verdict(r)) {
	case VERDICT_UNSAFE:
		if (v->instrumentation.unsupported.n)
			return unknown(at_position(v, v->instrumentation.unsupported.at[0].where,
			                           "a part of the witness is not understood"));
		if (p)
			say_violation(v, p);
		return confirmed();
	case VERDICT_SAFE:
		/* The source positions of a graph are too vague for a race that must be in one state of it.
		 */
		if (v->witness->is_graph && v->is_race)
			return unknown("no such race was found, but a graph may mean it in another way");
		if (v->instrumentation.ambiguous.line && !r->gap.n)
			return unknown(
			    at_position(v, v->instrumentation.ambiguous,
			                "no such execution was found, but this waypoint may be meant to "
			                "be passed together with the one before, at the same place"));
		if (!r->gap.n)
			return rejected("no execution that it describes violates the specification");
		break;
	case VERDICT_UNKNOWN: break;
	}
	return unknown(first_gap(v, r));
}

static int report_correctness(const struct validation *v, const struct result *r) {
	const struct property_result *p = violated(r);
	switch (result_verdict(r)) {
	case VERDICT_UNSAFE:
		if (p)
			say_violation(v, p);
		if (p && !strcmp(p->class_name, "invariant") && v->instrumentation.is_loose)
			return unknown(
			    "an invariant does not hold, but here ghost variables change next to their "
			    "statements, not in one step with them");
		return rejected(p && !strcmp(p->class_name, "invariant") ? "an invariant does not hold"
		                                                         : "the specification is violated");
	case VERDICT_SAFE:
		if (r->gap.n)
			break;
		if (v->instrumentation.unsupported.n)
			return unknown(at_position(v, v->instrumentation.unsupported.at[0].where,
			                           "an invariant is not understood"));
		return confirmed();
	case VERDICT_UNKNOWN: break;
	}
	return unknown(first_gap(v, r));
}

const struct last_words *validate_last_words(void) {
	static const struct last_words words = {"WITNESS UNKNOWN (" REASON ")\n", EXIT_UNKNOWN};
	return &words;
}

/* Prints the answer; returns the exit code.  NULL: there was no search. */
static int report(const struct validation *v, const struct result *r) {
	if (v->o->stats) {
		char text[2048];
		progress_stats(text, sizeof text);
		fputs(text, stderr);
	}
	if (v->mismatch)
		return unknown(v->witness->unsupported == v->mismatch
		                   ? at_position(v, v->witness->unsupported_where, v->mismatch)
		                   : v->mismatch);
	if (!r) {
		const struct instrument_problem *p = &v->instrumentation.unmatched.at[0];
		const char *reason = at_position(v, p->where, p->text);
		/* An invariant that nobody comes to may be meant to hold all the same. */
		return v->witness->is_correctness ? unknown(reason) : rejected(reason);
	}
	warn_about(v->instrumentation.unsupported.at, v->instrumentation.unsupported.n);
	return v->witness->is_correctness ? report_correctness(v, r) : report_violation(v, r);
}

/* --- All of it. --- */

/* Searches along the witness come first; what they do not find may be there all the same. */
int validate_run(struct verification *run, struct config *config) {
	struct validation v;
	open_witness(&v, run->o, config);
	v.search = show_only(run->o) ? SEARCH_ALL : SEARCH_PATH;
	struct result *result = verify_until(run, &(struct attempts){&v, change, search, next});
	limits_finish();
	int code = show_only(run->o) ? EXIT_SAFE : report(&v, result);
	result_close(result);
	instrument_close(&v.instrumentation);
	witness_close(v.witness);
	return code;
}
