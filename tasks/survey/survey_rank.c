#include "tasks/survey/survey_rank.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "tasks/survey/survey_command.h"
#include "util/base/intern.h"

/* --- Place and cause. --- */

/* A sequence includes its source by the absolute path; reports name sources as the user does. */
static struct loc shown(const struct survey_graph *g, struct loc loc) {
	char path[PATH_MAX];
	for (size_t i = 0; i < g->unit.n && loc.file && *loc.file == '/'; i++)
		if (realpath(g->unit.at[i].file, path) && !strcmp(path, loc.file)) {
			loc.file = intern(g->unit.at[i].file);
			break;
		}
	return loc;
}

static bool is_class(const struct property_result *p, const char *name) {
	return !strcmp(p->class_name, name);
}

/* Where the user would look first: properties about a whole run are at its end. */
static struct loc place_of(const struct property_result *p) {
	const struct cex *c = p->cex;
	if (!c)
		return p->loc;
	for (size_t i = 0; i < c->place.n && is_class(p, "leak"); i++)
		if (c->place.at[i].kind == PLACE_ALLOCATED && c->place.at[i].loc.file)
			return c->place.at[i].loc;
	if (c->wait.n && c->wait.at[0].loc.file)
		return c->wait.at[0].loc;
	if (c->order.n && c->order.at[0].taken.loc.file)
		return c->order.at[0].taken.loc;
	return p->loc;
}

static int compare_texts(const void *a, const void *b) {
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static const char *place_text(const struct survey_graph *g, struct loc loc) {
	loc = shown(g, loc);
	return intern_printf("%s:%u", loc.file ? loc.file : "", loc.line);
}

/* The same for all violations that one change of the source would end. */
static const char *key_of(const struct survey_graph *g, const struct property_result *p) {
	const struct cex *c = p->cex;
	VEC(const char *) at = {0};
	for (size_t i = 0; c && i < c->wait.n; i++)
		vec_push(&at, place_text(g, c->wait.at[i].loc));
	for (size_t i = 0; c && i < c->access.n; i++)
		vec_push(&at, place_text(g, c->access.at[i].loc));
	for (size_t i = 0; c && i < c->order.n; i++)
		vec_push(&at, place_text(g, c->order.at[i].taken.loc));
	if (!at.n)
		vec_push(&at, place_text(g, place_of(p)));
	if (at.n)
		qsort(at.at, at.n, sizeof *at.at, compare_texts);
	const char *key = p->class_name;
	for (size_t i = 0; i < at.n; i++)
		if (!i || at.at[i] != at.at[i - 1])
			key = intern_printf("%s|%s", key, at.at[i]);
	vec_free(&at);
	bool is_whole = is_class(p, "leak") || is_class(p, "deadlock") || is_class(p, "race");
	return is_whole ? key : intern_printf("%s|%.*s", key, (int)strcspn(p->text, ":"), p->text);
}

/* --- What a violation rests on. --- */

static bool is_main(const struct survey_graph *g, const struct survey_run *r) {
	return !r->sequence && !strcmp(g->node.at[r->node]->name, "main");
}

static bool waits_for_locks(const struct cex *c) {
	for (size_t i = 0; i < c->wait.n; i++)
		if (c->wait.at[i].is_join || !c->wait.at[i].what ||
		    (!strstr(c->wait.at[i].what, "mutex") && !strstr(c->wait.at[i].what, "lock")))
			return false;
	return c->wait.n > 0;
}

/* What a function alone cannot be blamed for: that nobody wakes it, and that the caller does not
 * free what it gets. */
static bool is_no_violation(const struct survey_graph *g, const struct survey_run *r,
                            const struct property_result *p) {
	if (is_main(g, r))
		return false;
	if (is_class(p, "deadlock"))
		return !p->cex || !waits_for_locks(p->cex);
	if (is_class(p, "leak") && !r->sequence)
		return strchr(g->node.at[r->node]->type, '*') != NULL;
	return false;
}

/* The values of arguments that the violation depends on: "i = -1, s = NULL"; NULL: none. */
static const char *arguments_of(const struct cex *c) {
	const char *text = NULL;
	size_t n = 0;
	for (size_t i = 0; c && i < c->step.n; i++) {
		const struct step *s = &c->step.at[i];
		if (s->kind != STEP_INPUT || s->call || s->aside || s->unmodelled || !s->lhs)
			continue;
		if (n++ < 3)
			text = intern_printf("%s%s%s = %s", text ? text : "", text ? ", " : "", s->lhs,
			                     s->value ? s->value : "?");
	}
	return n > 3 ? intern_printf("%s, ...", text) : text;
}

static bool takes_pointers(const struct survey_node *n) {
	for (size_t i = 0; i < n->parameter.n; i++)
		if (strpbrk(n->parameter.at[i].type, "*[("))
			return true;
	return false;
}

static bool uses_variables(const struct survey_graph *g, const struct survey_node *n) {
	for (size_t i = 0; i < n->uses.n; i++)
		if (!g->node.at[n->uses.at[i]]->is_function)
			return true;
	return false;
}

static bool is_program(const struct survey_graph *g) {
	for (size_t i = 0; i < g->node.n; i++)
		if (g->node.at[i]->is_function && !strcmp(g->node.at[i]->name, "main"))
			return true;
	return false;
}

/* All of its callers are in the project. */
static bool is_internal(const struct survey_graph *g, uint32_t node) {
	const struct survey_node *n = g->node.at[node];
	return n->users.n && (n->is_static || is_program(g));
}

static void classify(struct survey_finding *f, const struct survey_graph *g,
                     const struct survey_run *r, const struct result *result,
                     const struct property_result *p) {
	const struct survey_node *n = g->node.at[r->node];
	const char *arguments = arguments_of(p->cex);
	if (p->cex && p->cex->guess.n) {
		f->class = SURVEY_GUESS;
		f->how = intern_printf("only if %s; from %s",
		                       guess_text(result->arena, &p->cex->guess.at[0]), n->name);
	} else if (is_main(g, r)) {
		f->class = SURVEY_MAIN;
		f->how = "from main";
	} else if (r->sequence) {
		f->class = SURVEY_CALLS;
		f->how = intern_printf("calls: %s%s%s%s", r->sequence->in_words, arguments ? " (" : "",
		                       arguments ? arguments : "", arguments ? ")" : "");
	} else if (!arguments && !is_internal(g, r->node) && !uses_variables(g, n) &&
	           !takes_pointers(n)) {
		f->class = SURVEY_CALLS;
		f->how = intern_printf("any call of %s", n->name);
	} else {
		f->class = SURVEY_SOME;
		f->how = arguments           ? intern_printf("some call of %s (%s)", n->name, arguments)
		         : takes_pointers(n) ? intern_printf("some call of %s", n->name)
		                             : intern_printf("a call of %s before any other", n->name);
	}
}

/* --- Merging. --- */

struct collected { /* one for each finding of the report */
	const char *key;
	const struct survey_run *run;
};

typedef VEC(struct collected) collected_list;

static bool is_better(const struct survey_finding *a, const struct survey_finding *b) {
	if (a->is_behind != b->is_behind)
		return !a->is_behind;
	if (a->class != b->class)
		return a->class < b->class;
	size_t na = a->result->property.at[a->property].cex
	                ? a->result->property.at[a->property].cex->step.n
	                : SIZE_MAX;
	size_t nb = b->result->property.at[b->property].cex
	                ? b->result->property.at[b->property].cex->step.n
	                : SIZE_MAX;
	return na < nb;
}

static struct survey_finding make_finding(const struct survey_graph *g, const struct survey_run *r,
                                          struct result *result, uint32_t ix) {
	const struct property_result *p = &result->property.at[ix];
	struct survey_finding f = {
	    .id = p->id,
	    .class_name = p->class_name,
	    .text = p->text,
	    .function = p->function,
	    .loc = shown(g, place_of(p)),
	    .entry = r->sequence ? SEQUENCE_FUNCTION : g->node.at[r->node]->entry,
	    .result = result,
	    .property = ix,
	};
	classify(&f, g, r, result, p);
	return f;
}

static void collect(struct survey_report *to, collected_list *from, const struct survey_graph *g,
                    const struct survey_run *r, struct result *result, bool is_behind) {
	for (uint32_t i = 0; result && i < result->property.n; i++) {
		const struct property_result *p = &result->property.at[i];
		if (p->status != PROPERTY_VIOLATED || is_no_violation(g, r, p))
			continue;
		struct survey_finding f = make_finding(g, r, result, i);
		f.is_behind = is_behind;
		if (is_behind)
			f.note = "behind another finding of the same run";
		const char *key = key_of(g, p);
		size_t k = 0;
		while (k < from->n && from->at[k].key != key)
			k++;
		if (k == from->n) {
			vec_push(&to->finding, f);
			vec_push(from, ((struct collected){key, r}));
			continue;
		}
		/* What one call alone does with some arguments, it does after others, too. */
		bool is_alone = r->sequence && !r->sequence->has_object && !from->at[k].run->sequence;
		f.others = to->finding.at[k].others + 1;
		if (!is_alone && is_better(&f, &to->finding.at[k])) {
			to->finding.at[k] = f;
			from->at[k].run = r;
		} else
			to->finding.at[k].others++;
	}
}

static void collect_all(struct survey_report *to, collected_list *from,
                        const struct survey_graph *g, const survey_runs *runs) {
	to->finding.n = 0;
	for (size_t i = 0; i < runs->n; i++)
		for (size_t k = 0; k < runs->at[i]->task.found.n; k++)
			collect(to, from, g, runs->at[i], runs->at[i]->task.found.at[k],
			        runs->at[i]->task.goes_on && k >= runs->at[i]->task.behind);
}

/* --- Callers. --- */

enum answer { ANSWER_OPEN, ANSWER_NO, ANSWER_YES };

/* What a run says about the finding.  That it does not happen is known only from a run that came to
 * its end; it is then known of executions in which nothing else that was found happens before. */
static enum answer answer_of(const struct survey_graph *g, const struct survey_run *r,
                             const struct survey_finding *f, const char *key) {
	const struct survey_task *t = &r->task;
	for (size_t i = 0; i < t->found.n; i++) {
		const struct result *result = t->found.at[i];
		if (key_of(g, &result->property.at[result->violated]) == key)
			return ANSWER_YES;
	}
	if (r->property && strcmp(r->property, f->id) != 0)
		return ANSWER_OPEN;
	return t->result && result_verdict(t->result) == VERDICT_SAFE ? ANSWER_NO : ANSWER_OPEN;
}

static enum answer answer_from(const struct survey_graph *g, const survey_runs *runs, uint32_t node,
                               const struct survey_finding *f, const char *key) {
	enum answer best = ANSWER_OPEN;
	for (size_t i = 0; i < runs->n; i++) {
		if (runs->at[i]->node != node || runs->at[i]->sequence)
			continue;
		enum answer a = answer_of(g, runs->at[i], f, key);
		if (a == ANSWER_YES)
			return a;
		if (a == ANSWER_NO)
			best = a;
	}
	return best;
}

/* A run that starts in main sees every state that the program has; one that starts elsewhere has
 * variables as they are at first, so that it excludes something only if it uses none. */
static bool sees_all_states(const struct survey_graph *g, uint32_t node) {
	if (!strcmp(g->node.at[node]->name, "main"))
		return true;
	for (uint32_t i = 0; i < g->node.n; i++)
		if (!g->node.at[i]->is_function && survey_graph_reaches(g, node, i))
			return false;
	return true;
}

struct inquiry {
	const struct survey_graph *g;
	const survey_runs *runs;
	const struct survey_finding *f;
	const char *key;
	bool *seen;
	survey_questions *questions; /* or NULL */
};

/* Do all callers of the node, or theirs, exclude the finding? */
static bool no_caller_does(struct inquiry *q, uint32_t node, bool is_variable) {
	const struct survey_node *n = q->g->node.at[node];
	if (!is_variable && !is_internal(q->g, node))
		return false;
	bool all = n->users.n > 0;
	for (size_t i = 0; i < n->users.n; i++) {
		uint32_t user = n->users.at[i];
		const struct survey_node *u = q->g->node.at[user];
		if (q->seen[user])
			continue;
		q->seen[user] = true;
		if (!u->is_function) {
			all &= no_caller_does(q, user, true);
			continue;
		}
		enum answer a = answer_from(q->g, q->runs, user, q->f, q->key);
		if (a == ANSWER_NO && sees_all_states(q->g, user))
			continue;
		bool is_last = !is_internal(q->g, user);
		if (a == ANSWER_OPEN && q->questions)
			vec_push(q->questions, ((struct survey_question){user, q->f->id}));
		all &= !is_last && no_caller_does(q, user, false);
	}
	return all;
}

static bool ask_callers(struct inquiry *q, uint32_t node) {
	q->seen = mem_alloc(q->g->node.n + 1);
	q->seen[node] = true;
	bool none = no_caller_does(q, node, false);
	mem_free(q->seen);
	return none;
}

void survey_ask(survey_questions *to, const struct survey_report *report,
                const struct survey_graph *g, const survey_runs *runs) {
	struct survey_report again = {0};
	collected_list from = {0};
	(void)report;
	collect_all(&again, &from, g, runs);
	for (size_t i = 0; i < again.finding.n; i++) {
		struct survey_finding *f = &again.finding.at[i];
		if (f->class < SURVEY_SOME || from.at[i].run->sequence)
			continue;
		struct inquiry q = {g, runs, f, from.at[i].key, NULL, to};
		ask_callers(&q, from.at[i].run->node);
	}
	vec_free(&again.finding);
	vec_free(&from);
}

/* --- Sequences: the same question about calls that come before. --- */

static bool calls(const struct survey_graph *g, const struct survey_sequence *s, uint32_t node) {
	for (size_t i = 0; i < s->n; i++)
		if (s->call[i] == node || survey_graph_reaches(g, s->call[i], node))
			return true;
	return false;
}

/* n: of so many. */
static bool no_sequence_does(const struct survey_graph *g, const survey_runs *runs,
                             const struct survey_finding *f, const char *key, uint32_t node,
                             size_t *n) {
	size_t no = 0, open = 0;
	for (size_t i = 0; i < runs->n; i++) {
		const struct survey_run *r = runs->at[i];
		if (!r->sequence || !r->sequence->has_object || r->sequence->is_parallel ||
		    !calls(g, r->sequence, node))
			continue;
		switch (answer_of(g, r, f, key)) {
		case ANSWER_YES: return false;
		case ANSWER_NO: no++; break;
		case ANSWER_OPEN: open++; break;
		}
	}
	*n = no;
	return no > open;
}

static int compare_findings(const void *left, const void *right) {
	const struct survey_finding *a = left, *b = right;
	if (a->class != b->class)
		return a->class < b->class ? -1 : 1;
	if (a->is_behind != b->is_behind)
		return a->is_behind ? 1 : -1;
	if (a->others != b->others)
		return a->others > b->others ? -1 : 1;
	int files = strcmp(a->loc.file ? a->loc.file : "", b->loc.file ? b->loc.file : "");
	if (files)
		return files;
	return a->loc.line < b->loc.line ? -1 : a->loc.line > b->loc.line;
}

static void add_command(struct survey_finding *f, const struct survey_run *r) {
	struct options o = r->task.o;
	o.skip_property = o.ignore_property = (struct text_list){0};
	struct text_list only = {.at = (const char **)&f->id, .n = 1};
	o.property = only;
	o.deadlock_check = true;
	o.leak_check = !strcmp(f->class_name, "leak");
	o.reachable_leak = o.abnormal_leak = !o.leak_check;
	o.data_races_check = !strcmp(f->class_name, "race");
	o.lock_order_check = strstr(f->class_name, "order") != NULL;
	o.printf_check = strstr(f->class_name, "printf") || strstr(f->class_name, "format");
	f->reproduce = survey_command(&o);
}

void survey_judge(struct survey_report *report, const struct survey_graph *g,
                  const survey_runs *runs) {
	collected_list from = {0};
	collect_all(report, &from, g, runs);
	for (size_t i = 0; i < report->finding.n; i++) {
		struct survey_finding *f = &report->finding.at[i];
		const struct survey_run *r = from.at[i].run;
		struct inquiry q = {g, runs, f, from.at[i].key, NULL, NULL};
		size_t n = 0;
		add_command(f, r);
		if (f->class < SURVEY_SOME || r->sequence)
			continue;
		if (ask_callers(&q, r->node)) {
			f->class = SURVEY_DROPPED;
			f->note = "no caller can do it";
		} else if (no_sequence_does(g, runs, f, from.at[i].key, r->node, &n)) {
			f->class = SURVEY_DROPPED;
			f->note = intern_printf("none of %zu sequences of calls does it", n);
		} else if (is_internal(g, r->node))
			f->note = "whether a caller can do it is open";
	}
	vec_free(&from);
	if (report->finding.n)
		qsort(report->finding.at, report->finding.n, sizeof *report->finding.at, compare_findings);
}
