#include "tasks/fix_prove.h"

#include <string.h>

#include "cli/options/options.h"
#include "cli/options/strategies.h"
#include "cli/session/limits.h"
#include "fix/edit.h"
#include "process/child.h"
#include "symex/symex.h"
#include "tasks/apart.h"
#include "util/base/intern.h"
#include "util/base/stats.h"
#include "util/files/bytes.h"

#define LEAST_SECONDS   0.1 /* less is not worth a process */
#define VACUITY_SECONDS 3.0 /* for one assertion of the program as it is */

#define FEW_RUNS  "48"
#define MANY_RUNS "480"

struct attempt {               /* a changed program, or runs of it */
	const char *const *option; /* added to the command; ends with NULL */
	const struct fe_text *text;
	size_t ntexts;
	enum run_coverage covers; /* the lines that such runs execute are wanted, not the verdict */
};

/* --- Programs in children. --- */

static void send_lines(const void *unused, int fd, const struct result *r) {
	(void)unused;
	byte_vec bytes = {0};
	bytes_put_u64(&bytes, 1); /* it got so far */
	for (size_t i = 0; i < r->coverage.line.n; i++) {
		const struct covered_line *l = &r->coverage.line.at[i];
		if (!l->count || !l->loc.file)
			continue;
		bytes_put_text(&bytes, l->loc.file);
		bytes_put_u64(&bytes, l->loc.line);
	}
	child_send(fd, bytes.at, bytes.n);
}

/* Its runs are runs under every model. */
static void change_options(const void *unused, struct options *o) {
	(void)unused;
	strategies_drop(o, &strategy_predict); /* what says how to search is not for runs */
	o->memory_model = MEMORY_MODEL_SC;
}

static void change_config(const void *context, struct config *config) {
	config->prediction.coverage = *(const enum run_coverage *)context;
}

/* The time that there is for it; 0: none. */
static double time_for(const struct prover *p, double share) {
	enum gap_kind why;
	double left = p->end - stats_wall_seconds();
	left = left < share ? left : share;
	return left < LEAST_SECONDS || limits_reason(&why) || symex_is_interrupted() ? 0 : left;
}

static struct variant variant_of(const struct attempt *a) {
	struct variant v = {.option = a->option, .text = a->text, .ntexts = a->ntexts};
	if (!a->covers)
		return v;
	v.change_options = change_options;
	v.change_config = change_config;
	v.send = send_lines;
	v.context = &a->covers;
	return v;
}

static bool run(const struct prover *p, const struct attempt *a, double share, byte_vec *bytes) {
	struct variant v = variant_of(a);
	double left = time_for(p, share);
	return left > 0 && verify_apart_bytes(p->run, &v, left, bytes);
}

/* NULL: it did not end in time, or does not compile. */
static struct result *verify(const struct prover *p, const struct attempt *a, double share) {
	struct variant v = variant_of(a);
	double left = time_for(p, share);
	return left > 0 ? verify_apart(p->run, &v, left) : NULL;
}

/* --- What the result of the changed program says. --- */

/* A bound that was not asked for is one that the proof must not have. */
static bool is_asked_for(const struct options *o, enum gap_kind kind) {
	switch (kind) {
	case GAP_UNWIND: return o->unwind != NO_BOUND || o->unwindset.n;
	case GAP_CONTEXT: return o->context_bound != NO_BOUND;
	case GAP_DEPTH: return o->depth != NO_BOUND;
	case GAP_RUNS:
	case GAP_BUFFER: return false;
	default: return true;
	}
}

/* Does no execution of the program as it is come to this assertion, either? */
static bool was_vacuous(const struct prover *p, const struct property_result *v) {
	const char *const option[] = {"--property", v->id, "--no-why", NULL};
	struct attempt a = {.option = option};
	struct result *r = verify(p, &a, VACUITY_SECONDS);
	bool is_vacuous = false;
	for (size_t i = 0; r && result_verdict(r) == VERDICT_SAFE && i < r->property.n; i++)
		is_vacuous |=
		    !strcmp(r->property.at[i].id, v->id) && result_is_vacuous(r, &r->property.at[i]);
	result_close(r);
	return is_vacuous;
}

/* NULL: it holds. */
static const char *does_not_hold(const struct prover *p, const struct result *r) {
	if (!r)
		return "it does not compile, or takes too long";
	if (result_verdict(r) == VERDICT_UNSAFE && r->violated != NO_PROPERTY) {
		const struct property_result *v = &r->property.at[r->violated];
		return arena_printf(p->arena, "it fails: %s (%s:%u)", v->text,
		                    v->loc.file ? v->loc.file : "", v->loc.line);
	}
	if (result_verdict(r) != VERDICT_SAFE)
		return "it is not decided";
	if (r->unreached || r->deadlocks_open)
		return r->unreached ? r->unreached : "nothing is known about deadlocks";
	for (size_t i = 0; i < r->gap.n; i++)
		if (!is_asked_for(p->run->o, r->gap.at[i].kind))
			return arena_printf(p->arena, "it holds only within a bound: %s", r->gap.at[i].text);
	for (size_t i = 0; i < r->property.n; i++)
		if (result_is_vacuous(r, &r->property.at[i]) && !was_vacuous(p, &r->property.at[i]))
			return "an assertion is not reached any more";
	return NULL;
}

static bool is_race(const struct property_result *v) {
	return !strcmp(v->class_name, "data-race") || strstr(v->class_name, "race");
}

static const struct property_result *violated(const struct result *r) {
	return r && result_verdict(r) == VERDICT_UNSAFE && r->violated != NO_PROPERTY
	           ? &r->property.at[r->violated]
	           : NULL;
}

/* --- What is still executed. --- */

static bool find_reached(struct prover *p, struct attempt *a, double share) {
	byte_vec bytes = {0};
	p->reached.n = 0;
	bool is_known = run(p, a, share, &bytes);
	struct byte_reader from = {bytes.at, bytes.n, false};
	is_known = is_known && bytes_take_u64(&from) == 1;
	while (is_known && from.left && !from.broken) {
		const char *file = bytes_take_text(&from);
		uint32_t line = (uint32_t)bytes_take_u64(&from);
		if (file && !from.broken)
			vec_push(&p->reached, ((struct fix_line){file, line}));
	}
	vec_free(&bytes);
	return is_known;
}

static uint32_t file_named(const struct places *p, const char *name) {
	for (size_t i = 0; i < p->file.n; i++)
		if (!strcmp(p->file.at[i].name, name))
			return (uint32_t)i;
	return NO_NODE;
}

/* The line, after the edits, of what is at this place before.  after: behind what is inserted
 * there. */
static uint32_t line_after(const struct place_file *f, size_t at, bool after,
                           const struct source_edit *e, size_t n) {
	long line = 1;
	for (size_t i = 0; i < at; i++)
		line += f->text[i] == '\n';
	for (size_t i = 0; i < n; i++) {
		if (strcmp(e[i].file, f->name) != 0 || e[i].offset > at || (e[i].offset == at && !after))
			continue;
		for (const char *c = e[i].text; *c; c++)
			line += *c == '\n';
		for (size_t k = e[i].offset; k < e[i].offset + e[i].length && k < at; k++)
			line -= f->text[k] == '\n';
	}
	return line > 0 ? (uint32_t)line : 1;
}

/* Is the whole line taken away? */
static bool is_deleted(const struct place_file *f, size_t begin, size_t end,
                       const struct source_edit *e, size_t n) {
	for (size_t i = 0; i < n; i++)
		if (!strcmp(e[i].file, f->name) && e[i].length && e[i].offset <= begin &&
		    e[i].offset + e[i].length >= end)
			return true;
	return false;
}

static bool has_line(const struct prover *p, const char *file, uint32_t line) {
	for (size_t i = 0; i < p->reached.n; i++)
		if (p->reached.at[i].line == line && !strcmp(p->reached.at[i].file, file))
			return true;
	return false;
}

/* Is what was in this line executed?  What became several lines is, if one of them is. */
static bool has_after(const struct prover *changed, const struct fix_line *l,
                      const struct source_edit *e, size_t nedits) {
	uint32_t file = file_named(changed->places, l->file);
	if (file == NO_NODE)
		return has_line(changed, l->file, l->line);
	const struct place_file *f = &changed->places->file.at[file];
	if (!l->line || l->line > f->line.n)
		return true;
	size_t begin = f->line.at[l->line - 1], end = begin + strcspn(f->text + begin, "\n");
	while (begin < end && strchr(" \t", f->text[begin]))
		begin++;
	if (is_deleted(f, begin, end, e, nedits))
		return true;
	uint32_t last = line_after(f, end, true, e, nedits);
	for (uint32_t i = line_after(f, begin, false, e, nedits); i <= last; i++)
		if (has_line(changed, l->file, i))
			return true;
	return false;
}

static const char *const few_runs[] = {"--strategy=predict", "--runs",   FEW_RUNS,
                                       "--inputs",           "random:1", "--no-data-races-check",
                                       "--no-why",           NULL};
static const char *const many_runs[] = {"--strategy=predict", "--runs",   MANY_RUNS,
                                        "--inputs",           "random:2", "--no-data-races-check",
                                        "--no-why",           NULL};

/* A loop that nothing ends and nothing leaves. */
static bool is_endless_loop(const struct places *p, uint32_t loop) {
	const struct node *n = &p->node.at[loop];
	uint32_t condition = n->kind == NODE_WHILE ? places_child(p, loop, 0) : NO_NODE;
	struct arena *arena = arena_open();
	bool is_one = condition != NO_NODE && p->node.at[condition].kind == NODE_LITERAL &&
	              !strcmp(places_text(p, arena, condition), "1");
	arena_close(arena);
	if (!is_one && (n->kind != NODE_FOR || places_children(p, loop) != 1))
		return false;
	for (uint32_t i = loop; i < n->next; i++) {
		enum node_kind kind = p->node.at[i].kind;
		if (kind == NODE_BREAK || kind == NODE_RETURN || kind == NODE_GOTO)
			return false;
	}
	return true;
}

/* Does main go on for ever, by its text?  Then no run is expected to end. */
static bool is_endless(const struct places *p) {
	for (uint32_t i = 0; i < p->node.n; i++) {
		const struct node *n = &p->node.at[i];
		uint32_t body =
		    n->kind == NODE_FUNCTION && n->is_definition && n->name && !strcmp(n->name, "main")
		        ? places_last(p, i)
		        : NO_NODE;
		uint32_t last = body == NO_NODE ? NO_NODE : places_last(p, body);
		if (last != NO_NODE && is_endless_loop(p, last))
			return true;
	}
	return false;
}

/* Once: what the program as it is executes, in runs that do not fail if there are some. */
static void know_reached(struct prover *p, double share) {
	struct attempt a = {.option = few_runs, .covers = COVERAGE_PASSING};
	if (p->knows_reached)
		return;
	p->knows_reached = true;
	find_reached(p, &a, share);
	p->is_endless = !p->reached.n && is_endless(p->places);
	a.covers = COVERAGE_ALL; /* if every run fails, or goes on for ever */
	if (!p->reached.n)
		find_reached(p, &a, share);
}

/* Do runs of the changed program execute all of that?  NULL: yes; else what is missing. */
static const char *not_reached(struct prover *p, const struct fe_text *text, size_t ntexts,
                               const struct source_edit *e, size_t nedits, double share) {
	struct prover changed = *p;
	const char *missing = "no run ended in time";
	memset(&changed.reached, 0, sizeof changed.reached);
	if (!p->reached.n)
		return "it is not known what the program executes";
	for (int many = 0; many <= 1 && missing; many++) {
		struct attempt a = {.option = many ? many_runs : few_runs,
		                    .text = text,
		                    .ntexts = ntexts,
		                    .covers = p->is_endless ? COVERAGE_ALL : COVERAGE_PASSING};
		if (!find_reached(&changed, &a, share))
			break;
		missing = NULL;
		for (size_t i = 0; i < p->reached.n && !missing; i++) {
			const struct fix_line *l = &p->reached.at[i];
			if (!has_after(&changed, l, e, nedits))
				missing = arena_printf(p->arena, "%s:%u is not reached any more", l->file, l->line);
		}
	}
	vec_free(&changed.reached);
	return missing;
}

static struct fe_text *changed_texts(const struct prover *p, const struct source_edit *e,
                                     size_t nedits, size_t *n) {
	struct fe_text *text = arena_array(p->arena, struct fe_text, p->places->file.n + 1);
	*n = 0;
	for (size_t i = 0; i < p->places->file.n; i++) {
		const struct place_file *f = &p->places->file.at[i];
		bool is_changed = false;
		for (size_t k = 0; k < nedits; k++)
			is_changed |= !strcmp(e[k].file, f->name);
		if (is_changed)
			text[(*n)++] =
			    (struct fe_text){f->name, edits_apply(p->arena, f->name, f->text, e, nedits)};
	}
	return text;
}

/* --- Is what was violated still checked? --- */

/* An assertion is put before the statement, and one behind the condition that was changed: both
 * must be violated, or the change has made the check vacuous. */
#define PROBE "cbmc-mt: still reached"

/* Is the property about a place that executions come to, whatever they do there? */
static bool is_of_statement(const struct property_result *v) {
	static const char *const other[] = {"deadlock", "race",       "data-race",       "leak",
	                                    "lock",     "lock-order", "atomicity",       "liveness",
	                                    "progress", "unwind",     "linearizability", "termination"};
	for (size_t i = 0; i < sizeof other / sizeof *other; i++)
		if (!strcmp(v->class_name, other[i]))
			return false;
	return true;
}

/* assert(0), reach_error(): that it is not reached is what is asked. */
static bool is_never_meant(const char *text) {
	const char *at = strchr(text, '(');
	for (bool is_quoted = false; at && *at; at++) {
		bool is_letter = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || *at == '_';
		is_quoted ^= *at == '"' && at[-1] != '\\';
		if (is_quoted || !is_letter)
			continue;
		size_t n = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
		if (strncmp(at, "false", n) != 0 && strncmp(at, "NULL", n) != 0)
			return false;
		at += n - 1;
	}
	return true;
}

/* With the edits and these two insertions: is the assertion among them violated?  NULL: yes. */
static const char *probe(const struct prover *p, const struct source_edit *e, size_t nedits,
                         const struct source_edit add[2], double share, const char *otherwise) {
	static const char *const option[] = {"--no-why", NULL};
	struct source_edit *all = arena_array(p->arena, struct source_edit, nedits + 2);
	size_t n = 0, ntexts;
	all[n++] = add[0];
	for (size_t i = 0; i < nedits; i++)
		all[n++] = e[i];
	all[n++] = add[1];
	edits_sort(all, n);
	if (edits_overlap(all, n))
		return NULL; /* the statement itself was changed: others have looked at it */
	struct fe_text *text = changed_texts(p, all, n, &ntexts);
	struct attempt a = {.option = option, .text = text, .ntexts = ntexts};
	struct result *r = verify(p, &a, share);
	const struct property_result *v = violated(r);
	bool is_reached = v && strstr(v->text, PROBE);
	bool is_known = is_reached || (r && result_verdict(r) == VERDICT_SAFE);
	result_close(r);
	if (is_reached)
		return NULL;
	return is_known ? otherwise : "it is not known whether what was violated is still checked";
}

static const char *is_silenced(const struct prover *p, const struct source_edit *e, size_t nedits,
                               double share) {
	const struct property_result *v = &p->result->property.at[p->result->violated];
	uint32_t at = is_of_statement(v) ? places_find(p->places, v->loc) : NO_NODE;
	uint32_t statement = at == NO_NODE ? NO_NODE : places_statement(p->places, at);
	if (statement == NO_NODE)
		return NULL;
	const struct node *n = &p->places->node.at[statement];
	bool is_block = n->kind == NODE_VARIABLE; /* a declaration counts for what follows it */
	if (!strcmp(v->class_name, "assertion") &&
	    is_never_meant(places_text(p->places, p->arena, statement)))
		return NULL;
	const char *file = p->places->file.at[n->file].name;
	struct source_edit add[2] = {{file, n->begin, 0,
	                              is_block ? "__CPROVER_assert(0, \"" PROBE "\"); "
	                                       : "{ __CPROVER_assert(0, \"" PROBE "\"); "},
	                             {file, n->end, 0, is_block ? "" : " }"}};
	return probe(p, e, nedits, add, share, "what was violated is not reached any more");
}

/* A condition that is always true, or never, is none. */
static const char *is_constant(const struct prover *p, const struct source_edit *e, size_t nedits,
                               const struct fix_condition *c, double share) {
	const char *why = NULL;
	for (int k = 0; k < 2 && c->end && !why; k++) {
		struct source_edit add[2] = {{c->file, c->begin, 0, "(("},
		                             {c->file, c->end, 0,
		                              k ? ") ? 1 : (__CPROVER_assert(0, \"" PROBE "\"), 0))"
		                                : ") ? (__CPROVER_assert(0, \"" PROBE "\"), 1) : 0)"}};
		why = probe(p, e, nedits, add, share,
		            k ? "the condition is always true then" : "the condition is never true then");
	}
	return why;
}

/* --- Races that were there before. --- */

static const char *const all_races[] = {"--data-races-check", "--multi-property", "--no-why", NULL};

static bool has_text(const struct prover *p, const char *text) {
	for (size_t i = 0; i < p->race.n; i++)
		if (!strcmp(p->race.at[i], text))
			return true;
	return false;
}

static void know_races(struct prover *p, double share) {
	struct attempt a = {.option = all_races};
	if (p->knows_races)
		return;
	p->knows_races = true;
	struct result *r = verify(p, &a, share);
	for (size_t i = 0; r && i < r->property.n; i++) {
		const struct property_result *v = &r->property.at[i];
		if (v->status == PROPERTY_VIOLATED && is_race(v))
			vec_push(&p->race, intern(v->text));
	}
	result_close(r);
}

static bool is_word(char c) {
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Is the word in the text? */
static bool mentions(const char *text, const char *word) {
	size_t n = strlen(word);
	for (const char *at = text; n && (at = strstr(at, word)); at++)
		if ((at == text || !is_word(at[-1])) && !is_word(at[n]))
			return true;
	return false;
}

/* The program holds but for races that nobody asked about: were they there before, and are they
 * about other data? */
static bool races_are_old(struct prover *p, const struct fe_text *text, size_t ntexts,
                          const char *const *about, size_t nabout, double share) {
	struct attempt a = {.option = all_races, .text = text, .ntexts = ntexts};
	know_races(p, share);
	struct result *r = verify(p, &a, share);
	bool are_old = r != NULL;
	for (size_t i = 0; are_old && i < r->property.n; i++) {
		const struct property_result *v = &r->property.at[i];
		enum property_status status = result_status(r, v);
		if (status == PROPERTY_UNKNOWN)
			are_old = false;
		if (status != PROPERTY_VIOLATED)
			continue;
		are_old = is_race(v) && (p->races_may_stay || has_text(p, v->text));
		for (size_t k = 0; k < nabout; k++)
			are_old &= !mentions(v->text, about[k]);
	}
	result_close(r);
	return are_old;
}

/* --- The proof. --- */

static const char *verified_text(const struct prover *p, const struct result *r, bool races) {
	const char *within = result_qualifiers(p->arena, r), *assumed = result_assumed(p->arena, r);
	bool has_threads = p->result->property.at[p->result->violated].cex &&
	                   p->result->property.at[p->result->violated].cex->thread.n > 1;
	return arena_printf(p->result->arena, "no violation%s%s; proved%s%s%s%s%s",
	                    has_threads ? ", no deadlock" : "",
	                    has_threads && races ? ", no data race" : "",
	                    has_threads ? " for all schedules" : "", within ? " " : "",
	                    within ? within : "", assumed ? ", assuming " : "", assumed ? assumed : "");
}

static bool asks_for_races(const struct options *o) {
	return o->data_races_check || o->data_races_check_only || o->memory_model == MEMORY_MODEL_C11;
}

bool prover_proves(struct prover *p, const struct source_edit *e, size_t nedits,
                   const struct fix_condition *condition, const char *const *about, size_t nabout,
                   double share, struct proof_of_fix *to) {
	static const char *const with_races[] = {"--deadlock-check", "--data-races-check", "--no-why",
	                                         NULL};
	static const char *const without[] = {"--deadlock-check", "--no-why", NULL};
	double begin = stats_wall_seconds();
	size_t ntexts;
	struct fe_text *text = changed_texts(p, e, nedits, &ntexts);
	struct attempt a = {.option = with_races, .text = text, .ntexts = ntexts};
	struct result *r = verify(p, &a, share);
	bool has_races = false;
	const char *refused = does_not_hold(p, r);
	to->is_open = !r;
	const struct property_result *v = violated(r);
	if (refused && v && is_race(v) && !asks_for_races(p->run->o)) {
		const char *race = refused;
		result_close(r);
		a.option = without;
		r = verify(p, &a, share);
		has_races = true;
		refused = does_not_hold(p, r);
		if (!refused && !races_are_old(p, text, ntexts, about, nabout, share))
			refused = race;
	}
	to->seconds = stats_wall_seconds() - begin;
	if (!refused) {
		know_reached(p, share);
		refused = not_reached(p, text, ntexts, e, nedits, share);
	}
	if (!refused)
		refused = is_silenced(p, e, nedits, share);
	if (!refused)
		refused = is_constant(p, e, nedits, condition, share);
	to->refused = refused ? arena_printf(p->arena, "%s", refused) : NULL;
	to->verified = refused ? NULL : verified_text(p, r, !has_races);
	result_close(r);
	return !refused;
}

void prover_open(struct prover *p, const struct verification *run, const struct places *places,
                 const struct result *result, double end) {
	*p = (struct prover){.run = run, .places = places, .result = result};
	p->arena = arena_open();
	p->end = end;
}

void prover_close(struct prover *p) {
	vec_free(&p->reached);
	vec_free(&p->race);
	arena_close(p->arena);
}
