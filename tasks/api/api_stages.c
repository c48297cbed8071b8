#include "tasks/api/api_stages.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options/library.h"
#include "result/result.h"
#include "symex/symex.h"
#include "tasks/api/api_client.h"
#include "tasks/linpoints.h"
#include "util/base/intern.h"
#include "util/text/diag.h"
#include "util/text/lines.h"

enum {
	MAX_THREADS = 8,
	MAX_CALLS = 16,
	FEW_CALLS = 4,    /* of all threads, where the user names no numbers */
	SOME_CALLS = 6,   /* where one number is named */
	FEW_ELEMENTS = 2, /* in a container, where calls have no bound and the user names no number */
};

struct span {
	uint32_t low, high;
	bool is_given;
};

static bool read_number(const char **text, uint32_t *n) {
	char *end;
	unsigned long value = isdigit((unsigned char)**text) ? strtoul(*text, &end, 10) : 0;
	if (value < 1 || value > 1000)
		return false;
	*n = (uint32_t)value;
	*text = end;
	return true;
}

/* "2" or "2..3". */
static bool read_span(const char *text, uint32_t most, struct span *s) {
	s->is_given = true;
	if (!read_number(&text, &s->low))
		return false;
	s->high = s->low;
	if (!strncmp(text, "..", 2)) {
		text += 2;
		if (!read_number(&text, &s->high))
			return false;
	}
	return !*text && s->low <= s->high && s->high <= most;
}

/* An option outweighs the description. */
static bool span_of(const char *option, const char *name, const char *item, struct loc loc,
                    uint32_t most, struct span *s, struct arena *arena, const char **error) {
	if (!option && !item)
		return true;
	if (read_span(option ? option : item, most, s))
		return true;
	const char *text = arena_printf(arena, "%s%s needs N or M..N, from 1 to %u, not '%s'",
	                                option ? "--" : "", name, most, option ? option : item);
	if (!option)
		fatal(EXIT_INPUT, loc, "%s", text);
	*error = text;
	return false;
}

/* --- Which stages. --- */

static int by_size(const void *a, const void *b) {
	const struct api_stage *x = a, *y = b;
	uint32_t n = x->size.threads * x->size.calls, m = y->size.threads * y->size.calls;
	if (n != m)
		return n < m ? -1 : 1;
	return x->size.threads < y->size.threads ? -1 : x->size.threads > y->size.threads;
}

static void add_stage(struct api_stages *s, uint32_t threads, uint32_t calls,
                      const struct library_check *check) {
	struct api_stage stage = {{threads, calls}, *check};
	vec_push(&s->stage, stage);
}

static void add_bounded(struct api_stages *s, const struct span *threads, const struct span *calls,
                        const struct library_check *check) {
	bool both = threads->is_given && calls->is_given;
	uint32_t most = both                                   ? UINT32_MAX
	                : threads->is_given || calls->is_given ? SOME_CALLS
	                                                       : FEW_CALLS;
	uint32_t least = threads->low * calls->low;
	for (uint32_t t = threads->low; t <= threads->high; t++)
		for (uint32_t k = calls->low; k <= calls->high; k++)
			if (t * k <= most || t * k == least)
				add_stage(s, t, k, check);
	qsort(s->stage.at, s->stage.n, sizeof *s->stage.at, by_size);
}

/* Progress is asked of clients that make calls for ever; then the number of threads alone counts.
 */
static void add_unbounded(struct api_stages *s, const struct span *threads,
                          const struct library_check *check) {
	if (!s->api->cap && api_can_cap(s->api)) {
		s->api->cap = FEW_ELEMENTS;
		s->api->cap_is_guessed = true;
	}
	uint32_t high = threads->is_given ? threads->high : threads->low;
	for (uint32_t t = threads->low; t <= high; t++)
		add_stage(s, t, 0, check);
}

static bool add_stages(struct api_stages *s, const struct options *o, struct config *c,
                       const char **error) {
	struct span threads = {2, 3, false}, calls = {1, 2, false};
	struct api *api = s->api;
	if (!span_of(o->api_threads, "threads", api->threads, api->threads_loc, MAX_THREADS, &threads,
	             o->arena, error) ||
	    !span_of(o->api_ops, "ops", api->ops, api->ops_loc, MAX_CALLS, &calls, o->arena, error))
		return false;
	const struct library_check *asked = &c->symex.library;
	if (linpoints_apply(&c->symex)) {
		if (o->api_threads || o->api_ops) {
			*error = "--strategy=any-threads is about any number of threads and calls: it has no "
			         "--threads "
			         "and --ops";
			return false;
		}
		if (api_uses(api, API_FROM)) { /* the client would keep a bounded number of them */
			*error = "--strategy=any-threads: an operation gets what another one has returned "
			         "('from'), and a "
			         "thread could hold any number of these, which the proof does not have";
			return false;
		}
		add_stage(s, 0, 0, asked);
		if (!strcmp(s->spec, "none"))
			vec_last(&s->stage).check.consistency = CONSISTENCY_NONE;
		return true;
	}
	if (asked->progress) {
		add_unbounded(s, &threads, asked);
		return true;
	}
	struct library_check check = *asked;
	check.is_self = !strcmp(s->spec, "self");
	if (!strcmp(s->spec, "none"))
		check.consistency = CONSISTENCY_NONE;
	add_bounded(s, &threads, &calls, &check);
	if (api->progress) {
		struct library_check promised = *asked;
		promised.consistency = CONSISTENCY_NONE;
		if (!library_progress(api->progress, &promised))
			fatal(EXIT_INPUT, api->progress_loc, "'%s' is no kind of progress: %s", api->progress,
			      library_progress_words());
		add_unbounded(s, &threads, &promised);
	}
	return true;
}

/* --- Opening. --- */

static const char spec_why[] =
    "none is named, so calls are compared with those of one thread alone";

static const char *beside(const struct api *api, const char *suffix) {
	const char *dot = strrchr(api->path, '.');
	return intern_printf("%.*s%s", (int)(dot - api->path), api->path, suffix);
}

static void choose_spec(struct api_stages *s, const struct options *o) {
	s->spec = o->spec ? o->spec : s->api->spec;
	s->spec_is_option = o->spec != NULL;
	s->spec_is_guessed = !s->spec;
	if (!s->spec)
		s->spec = "self";
}

bool api_stages_open(struct api_stages *s, const struct options *o, struct config *c,
                     const char **error) {
	*s = (struct api_stages){.api = api_read(o->arena, o->api), .arena = o->arena};
	s->api->may_be_open = o->show_api && !o->show_client;
	api_resolve(s->api, &c->fe);
	choose_spec(s, o);
	s->client_file = beside(s->api, ".client.c");
	s->spec_file = beside(s->api, ".spec.c");
	if (!add_stages(s, o, c, error))
		return false;
	s->api->room = 0;
	for (size_t i = 0; i < s->stage.n; i++) {
		uint32_t calls = s->stage.at[i].size.threads * s->stage.at[i].size.calls;
		s->api->room = calls > s->api->room ? calls : s->api->room;
	}
	if (s->api->room && s->api->room < API_CALLS_ALONE)
		s->api->room = API_CALLS_ALONE;
	if (s->api->room) /* main may add some, too */
		s->api->room += (uint32_t)s->api->create.n;
	if (s->stage.at[0].check.consistency)
		s->spec_text = api_spec_text(s->api, s->spec, s->spec_is_option, &c->fe);
	for (size_t i = 0; i < c->fe.nfiles; i++)
		vec_push(&s->file, c->fe.file[i]);
	vec_push(&s->file, s->client_file);
	if (s->spec_text)
		vec_push(&s->file, s->spec_file);
	api_stages_set(s, c, 0);
	return true;
}

/* Behind the stages are the clients of one thread, with 1, 2, ... calls. */
static struct api_stage stage_at(const struct api_stages *s, size_t ix) {
	if (ix < s->stage.n)
		return s->stage.at[ix];
	return (struct api_stage){{1, (uint32_t)(ix - s->stage.n) + 1}, s->stage.at[0].check};
}

void api_stages_set_alone(const struct api_stages *s, struct config *c, uint32_t calls) {
	api_stages_set(s, c, s->stage.n + calls - 1);
}

uint32_t api_stages_calls(const struct config *c) {
	struct api_size size = stage_at(c->api, c->api_stage).size;
	return size.threads * size.calls;
}

bool api_stages_has_spec(const struct config *c) {
	const struct api_stages *s = c->api;
	return s->spec_text && strcmp(s->spec, "self") != 0 &&
	       stage_at(s, c->api_stage).check.consistency;
}

void api_stages_set(const struct api_stages *s, struct config *c, size_t ix) {
	const struct api_stage now = stage_at(s, ix), *stage = &now;
	c->api_stage = ix;
	bool has_spec = s->spec_text && stage->check.consistency;
	struct fe_text *text = arena_array(s->arena, struct fe_text, 2);
	text[0] = (struct fe_text){s->client_file, api_client_text(s->api, stage->size, has_spec)};
	if (has_spec)
		text[1] = (struct fe_text){s->spec_file, s->spec_text};
	for (size_t i = 0; i < (has_spec ? 2 : 1); i++)
		lines_give(text[i].file, text[i].text);
	c->fe.text = text;
	c->fe.ntexts = has_spec ? 2 : 1; /* without it, nobody looks at histories */
	c->fe.file = s->file.at;
	c->fe.nfiles = s->file.n - (s->spec_text && !has_spec);
	c->symex.library = stage->check;
	bool no_end = !stage->size.calls || !s->api->destroy.name;
	if (no_end)
		c->symex.leak_check = c->check.leak = false;
}

void api_stages_free(struct api_stages *s) {
	if (s->api)
		api_free(s->api);
	vec_free(&s->stage);
	vec_free(&s->file);
}

/* --- Words. --- */

static bool covers(const struct api_size *a, const struct api_size *b) {
	return a->threads >= b->threads && a->calls >= b->calls;
}

static const char *plural(uint32_t n, const char *one) {
	return intern_printf("%u %s%s", n, one, n == 1 ? "" : "s");
}

static const char *size_words(const struct api *api, const struct api_size *a) {
	if (!a->calls)
		return intern_printf(
		    "%s with any number of calls%s", plural(a->threads, "thread"),
		    api->cap && api_can_cap(api)
		        ? intern_printf(" (and at most %s inside)", plural(api->cap, "element"))
		        : "");
	return intern_printf("%s with %s each", plural(a->threads, "thread"), plural(a->calls, "call"));
}

static const char *words_of(const struct api_stages *s, size_t n) {
	const char *text = NULL;
	for (size_t i = 0; i < n; i++) {
		const struct api_stage *a = &s->stage.at[i];
		bool is_covered = false;
		for (size_t k = 0; k < n; k++) {
			const struct api_stage *b = &s->stage.at[k];
			bool same_kind = !a->size.calls == !b->size.calls;
			is_covered |= k != i && same_kind && covers(&b->size, &a->size);
		}
		if (is_covered)
			continue;
		const char *one = size_words(s->api, &a->size);
		bool is_other = text && !a->size.calls && s->stage.at[0].size.calls;
		text = is_other ? intern_printf("%s, and as to progress (%s) up to %s", text,
		                                s->api->progress, one)
		       : text   ? intern_printf("%s and %s", text, one)
		                : intern_printf("up to %s", one);
	}
	return text;
}

static void assume_required(const struct api *api, size_t op, struct result *r) {
	const char *before = NULL;
	for (size_t i = 0; i < api->require.n; i++)
		if (api->require.at[i].op_a == op)
			before = before ? intern_printf("%s and %s", before, api->require.at[i].b)
			                : api->require.at[i].b;
	if (before)
		result_gap(r, GAP_ASSUMPTION, NO_LOC,
		           "each thread calls %s at most as often as calls of %s have succeeded",
		           api->op.at[op].name, before);
}

/* What the verdict rests on. */
static void assume(const struct api_stages *s, struct result *r) {
	const struct api *api = s->api;
	if (api->is_guessed)
		result_gap(r, GAP_ASSUMPTION, NO_LOC, "the description that was guessed from %s",
		           api->path);
	if (s->spec_text && !strcmp(s->spec, "self"))
		result_gap(r, GAP_ASSUMPTION, NO_LOC, "the library is right where one thread uses it");
	for (size_t i = 0; i < api->note.n; i++)
		result_gap(r, GAP_ASSUMPTION, NO_LOC, "%s", api->note.at[i]);
	for (size_t i = 0; i < api->never.n; i++)
		result_gap(r, GAP_ASSUMPTION, NO_LOC, "%s never runs while %s does", api->never.at[i].a,
		           api->never.at[i].b);
	for (size_t i = 0; i < api->op.n; i++)
		assume_required(api, i, r);
	for (size_t i = 0; i < api->role.n; i++)
		result_gap(r, GAP_ASSUMPTION, NO_LOC, "at most %s %s",
		           plural(api->role.at[i].threads, "thread"),
		           intern_printf("%s the role %s", api->role.at[i].threads == 1 ? "has" : "have",
		                         api->role.at[i].name));
}

/* What a library without bodies does would be a guess. */
static void need_body(const struct goto_prog *prog, const struct api_call *call) {
	const struct symbol *f = prog_find(prog, intern(call->name));
	if (f && f->storage == STORAGE_FUNCTION && !f->function)
		fatal(EXIT_INPUT, call->loc, "%s has no body: name the file that implements it, too",
		      call->name);
}

static void need_bodies(const struct api *api, const struct goto_prog *prog) {
	for (size_t i = 0; i < api->create.n; i++)
		need_body(prog, &api->create.at[i]);
	for (size_t i = 0; i < api->op.n; i++)
		need_body(prog, &api->op.at[i]);
	if (api->destroy.name)
		need_body(prog, &api->destroy);
}

void api_stages_look(struct api_stages *s, const struct goto_prog *prog) {
	VEC(struct moved_source) source = {0};
	if (s->has_looked)
		return;
	s->has_looked = true;
	need_bodies(s->api, prog);
	for (size_t i = 0; i < s->api->op.n; i++)
		for (uint32_t k = 0; k < s->api->op.at[i].arg.n; k++)
			if (s->api->op.at[i].arg.at[k].kind == API_FRESH)
				vec_push(&source, ((struct moved_source){s->api->op.at[i].name, k}));
	s->use = goto_find_use(prog, source.at, source.n);
	vec_free(&source);
}

/* Values that differ stand for all if the library only moves them. */
static void assume_values(const struct api_stages *s, struct result *r) {
	if (s->use.what)
		result_gap(r, GAP_ASSUMPTION, NO_LOC,
		           "the values that --show-client shows (one %s at %s:%u, so they do not stand for "
		           "all)",
		           s->use.what, s->use.loc.file ? s->use.loc.file : "?", s->use.loc.line);
}

static void conclude(const struct api_stages *s, struct result *r, size_t ix) {
	assume(s, r);
	assume_values(s, r);
	if (result_verdict(r) == VERDICT_UNKNOWN && ix) {
		struct told_fact known = {{.kind = ESTABLISHED_CLIENTS},
		                          arena_printf(r->arena, "no violation for %s", words_of(s, ix))};
		vec_push(&r->established, known);
	}
	bool is_any = !s->stage.at[ix].size.threads;
	r->any_calls = is_any;
	if (is_any && s->api->destroy.name)
		result_gap(r, GAP_ASSUMPTION, NO_LOC, "%s is not called", s->api->destroy.name);
	if (is_any && s->api->progress)
		result_gap(r, GAP_ASSUMPTION, NO_LOC, "the operations are %s, which was not looked at",
		           s->api->progress);
	if (result_verdict(r) == VERDICT_SAFE && !is_any)
		result_gap(r, GAP_CLIENTS, NO_LOC, "%s", words_of(s, ix + 1));
}

/* --- One client after the other. --- */

struct stages {
	const struct api_stages *of;
	size_t ix; /* of the stage that is verified */
};

static void change(void *self, struct config *config) {
	const struct stages *s = self;
	api_stages_set(s->of, config, s->ix);
}

static bool goes_on(void *self, const struct result *result) {
	struct stages *s = self;
	bool is_last = !result || s->ix + 1 == s->of->stage.n || result_verdict(result) != VERDICT_SAFE;
	if (is_last || symex_is_interrupted())
		return false;
	s->ix++;
	return true;
}

struct result *api_stages_verify(struct verification *v,
                                 struct result *(*verify)(void *unused, struct verification *)) {
	struct stages s = {v->config->api, 0};
	struct result *result = verify_until(v, &(struct attempts){&s, change, verify, goes_on});
	if (result)
		conclude(s.of, result, s.ix);
	return result;
}

struct result *api_stages_verify_alone(struct verification *v, uint32_t calls,
                                       struct result *(*verify)(void *unused,
                                                                struct verification *)) {
	const struct api_stages *s = v->config->api;
	api_stages_set_alone(s, verification_change(v), calls);
	*v->stats = (struct symex_stats){0};
	struct result *result = verify(NULL, v);
	if (result) {
		assume(s, result);
		assume_values(s, result);
	}
	return result;
}

void api_stages_show(FILE *out, struct api_stages *s, const struct options *o) {
	if (o->show_api)
		api_print(out, s->api, s->spec, s->spec_is_guessed ? spec_why : NULL);
	const struct api_stage *last = &vec_last(&s->stage);
	if (o->show_client)
		fputs(api_client_text(s->api, last->size, s->spec_text && last->check.consistency), out);
	if (o->show_client && s->spec_text && last->check.consistency)
		fprintf(out, "\n/* ---- %s ---- */\n%s", s->spec_file, s->spec_text);
}
