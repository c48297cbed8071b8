#include "tasks/survey/survey.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/session/terminal.h"
#include "report/files/sarif.h"
#include "report/survey/survey.h"
#include "tasks/survey/survey_changed.h"
#include "tasks/survey/survey_command.h"
#include "tasks/survey/survey_graph.h"
#include "tasks/survey/survey_rank.h"
#include "tasks/survey/survey_run.h"
#include "tasks/survey/survey_sequence.h"
#include "util/base/intern.h"
#include "util/base/stats.h"
#include "util/files/cache_dir.h"
#include "util/files/sha256.h"
#include "util/text/diag.h"
#include "util/text/path.h"

#define BUDGET 5.0 /* seconds of each run, unless --budget says otherwise */

struct survey {
	const struct options *o;
	const char *command;
	struct survey_graph graph;
	bool *wanted; /* nodes; NULL: all */
	survey_sequences sequence;
	survey_runs run;
	struct survey_pool pool;
	struct survey_report report;
	const char *folder; /* of the files of sequences; NULL: not made yet */
};

static volatile int stop_signal;

static void on_signal(int number) {
	stop_signal = number;
}

/* --- Runs. --- */

/* The checks of a survey: the usual ones, and those that say something about a function without
 * knowing what its caller does afterwards. */
static void set_checks(struct options *o) {
	o->leak_check = true;
	o->reachable_leak = false;
	o->abnormal_leak = false;
	o->malloc_may_fail = true;
	o->data_races_check = true;
	o->lock_order_check = true;
	o->printf_check = true;
	o->jobs = 1;
	o->minimise = false;
	o->why = false;
	o->progress = false;
	o->quiet = true;
}

static struct options child_options(const struct survey *s) {
	struct options o = *s->o;
	o.survey = false;
	o.budget = 0;
	o.timeout = 0;
	o.changed = o.resume = o.json = o.sarif = o.html = NULL;
	set_checks(&o);
	return o;
}

static struct text_list *one_text(const struct survey *s, const char *text) {
	struct text_list *list = arena_new(s->o->arena, struct text_list);
	list->at = arena_array(s->o->arena, const char *, 1);
	list->at[0] = text;
	list->n = 1;
	return list;
}

/* What the result depends on: the command, and the sources. */
static const char *task_key(const struct survey *s, const struct options *o, const char *text) {
	const char *all = intern_printf("%s %s %s", cache_dir_build(), survey_command(o), text);
	for (size_t i = 0; i < s->graph.unit.n; i++)
		for (size_t k = 0; k < o->file.n; k++)
			if (!strcmp(o->file.at[k], s->graph.unit.at[i].file))
				all = intern_printf("%s %s", all, s->graph.unit.at[i].hash);
	char key[SHA256_TEXT];
	sha256_text(all, strlen(all), key);
	return intern(key);
}

static struct survey_run *add_run(struct survey *s, uint32_t node, const char *property) {
	const struct survey_node *n = s->graph.node.at[node];
	struct survey_run *r = mem_alloc(sizeof *r);
	r->node = node;
	r->property = property;
	r->task.label = n->name;
	r->task.o = child_options(s);
	if (strcmp(n->name, "main") != 0)
		r->task.o.function = *one_text(s, n->entry);
	if (property)
		r->task.o.property = *one_text(s, property);
	survey_graph_files(&s->graph, s->o, node, &r->task.o.file);
	r->task.key = task_key(s, &r->task.o, property ? property : "");
	vec_push(&s->run, r);
	return r;
}

/* Below that of the cache, so that the commands of findings can be repeated. */
static const char *sequence_folder(struct survey *s) {
	const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME"), *cache = s->o->cache;
	if (s->folder)
		return s->folder;
	if (cache && *cache && strcmp(cache, "off") != 0)
		base = cache;
	else if (base && *base == '/')
		base = intern_printf("%s/cbmc-mt", path_make_folder(base) ? base : base);
	else
		base = home && *home == '/' && path_make_folder(intern_printf("%s/.cache", home))
		           ? intern_printf("%s/.cache/cbmc-mt", home)
		           : NULL;
	if (base && (!cache || strcmp(cache, "off") != 0) && path_make_folder(base)) {
		s->folder = intern_printf("%s/calls", base);
		if (path_make_folder(s->folder) && !access(s->folder, W_OK))
			return s->folder;
	}
	const char *tmp = getenv("TMPDIR");
	char *made = arena_printf(s->o->arena, "%s/cbmc-mt-calls-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(made))
		fatal(EXIT_USAGE, NO_LOC, "cannot make a folder '%s': %s", made, strerror(errno));
	return s->folder = made;
}

static const char *write_sequence(struct survey *s, const struct survey_sequence *q) {
	char hash[SHA256_TEXT];
	sha256_text(q->text, strlen(q->text), hash);
	const char *path = intern_printf("%s/calls-%.16s.c", sequence_folder(s), hash);
	if (!access(path, R_OK))
		return path;
	const char *part = intern_printf("%s.%ld", path, (long)getpid());
	FILE *f = fopen(part, "we");
	bool good = f && fputs(q->text, f) >= 0;
	if (f)
		good &= !fclose(f);
	if (!good || rename(part, path))
		fatal(EXIT_USAGE, NO_LOC, "cannot write '%s': %s", path, strerror(errno));
	return path;
}

static void add_sequence_run(struct survey *s, const struct survey_sequence *q) {
	struct survey_run *r = mem_alloc(sizeof *r);
	uint32_t unit = s->graph.node.at[q->tried]->unit;
	struct text_list needed;
	r->node = q->tried;
	r->sequence = q;
	r->task.label = q->in_words;
	r->task.o = child_options(s);
	r->task.o.function = *one_text(s, SEQUENCE_FUNCTION);
	survey_graph_files(&s->graph, s->o, q->tried, &needed);
	r->task.key = "";
	/* The source itself is included; what else the calls need is linked. */
	struct text_list file = {.at = arena_array(s->o->arena, const char *, s->graph.unit.n + 1)};
	bool *has = mem_alloc(s->graph.unit.n + 1);
	has[unit] = true;
	file.at[file.n++] = write_sequence(s, q);
	for (size_t c = 0; c < q->n; c++) {
		survey_graph_files(&s->graph, s->o, q->call[c], &needed);
		for (size_t i = 0; i < s->graph.unit.n; i++)
			for (size_t k = 0; k < needed.n; k++)
				if (needed.at[k] == s->graph.unit.at[i].file && !has[i]) {
					has[i] = true;
					file.at[file.n++] = s->graph.unit.at[i].file;
				}
	}
	mem_free(has);
	r->task.o.file = file;
	r->task.key = task_key(s, &r->task.o, s->graph.unit.at[unit].hash);
	vec_push(&s->run, r);
}

static void run_from(struct survey *s, size_t first) {
	size_t n = s->run.n - first;
	struct survey_task **task = mem_alloc((n + 1) * sizeof *task);
	for (size_t i = 0; i < n; i++)
		task[i] = &s->run.at[first + i]->task;
	survey_tasks_run(&s->pool, task, n);
	mem_free(task);
}

/* main first, then what others may call, then what only this project calls. */
static int order_of(const struct survey_node *n) {
	return !strcmp(n->name, "main") ? 0 : !n->is_static ? 1 : 2;
}

static void run_functions(struct survey *s) {
	for (int order = 0; order < 3; order++)
		for (uint32_t i = 0; i < s->graph.node.n; i++) {
			const struct survey_node *n = s->graph.node.at[i];
			if (!n->is_function || (s->wanted && !s->wanted[i]))
				continue;
			if (n->in_header)
				s->report.in_headers += !order;
			else if (order_of(n) == order)
				add_run(s, i, NULL);
		}
	run_from(s, 0);
}

static void run_sequences(struct survey *s) {
	size_t first = s->run.n;
	survey_sequences_make(&s->sequence, &s->graph, s->wanted);
	for (size_t i = 0; i < s->sequence.n; i++)
		add_sequence_run(s, &s->sequence.at[i]);
	run_from(s, first);
}

/* Callers whose own run left it open get more time: as much as a run for each of the properties,
 * but no more than MORE. */
static void run_callers(struct survey *s) {
	enum { MORE = 6 };
	survey_questions questions = {0};
	size_t first = s->run.n;
	survey_ask(&questions, &s->report, &s->graph, &s->run);
	for (size_t i = 0; i < questions.n; i++) {
		bool known = false;
		size_t n = 0;
		for (size_t k = 0; k < questions.n && !known; k++) {
			bool is_same = questions.at[k].node == questions.at[i].node;
			known = is_same && k < i;
			n += is_same;
		}
		if (known)
			continue;
		struct survey_run *r =
		    add_run(s, questions.at[i].node, n == 1 ? questions.at[i].property : NULL);
		r->is_again = true;
		r->task.budget = n < MORE ? (double)n : (double)MORE;
		r->task.key = intern_printf("%s-%zu", r->task.key, n < MORE ? n : MORE);
	}
	vec_free(&questions);
	run_from(s, first);
}

/* --- Reports. --- */

static struct survey_function function_of(const struct survey *s, const struct survey_run *r) {
	const struct survey_node *n = s->graph.node.at[r->node];
	const struct survey_task *t = &r->task;
	struct survey_function f = {.name = n->entry, .loc = n->loc, .seconds = t->seconds};
	if (t->found.n)
		f.outcome = OUTCOME_FINDINGS;
	else if (!t->is_done)
		f.outcome = OUTCOME_UNREACHED;
	else if (!t->result) {
		f.outcome = t->is_over ? OUTCOME_UNFINISHED : OUTCOME_WRONG;
		f.why = t->is_over ? "the budget was used up" : t->wrong;
		if (t->is_bug)
			f.why = intern_printf("a bug of cbmc-mt: %s", t->wrong);
	} else if (result_verdict(t->result) == VERDICT_UNKNOWN) {
		f.outcome = OUTCOME_UNFINISHED;
		f.why = "the budget was used up";
		for (size_t i = 0; i < t->result->gap.n; i++)
			if (t->result->gap.at[i].is_inconclusive &&
			    t->result->gap.at[i].kind != GAP_INTERRUPT) {
				f.why = t->result->gap.at[i].text;
				break;
			}
	} else {
		f.outcome = t->result->gap.n ? OUTCOME_BOUNDED : OUTCOME_PROVED;
		f.why = t->result->gap.n ? t->result->gap.at[0].text : NULL;
	}
	return f;
}

static void fill_report(struct survey *s) {
	struct survey_report *to = &s->report;
	to->command = s->command;
	to->what = "functions";
	if (s->wanted)
		to->what = intern_printf("functions that changes since %s touch",
		                         *s->o->changed ? s->o->changed : "HEAD");
	for (size_t i = 0; i < s->run.n; i++) {
		to->cpu_seconds += s->run.at[i]->task.seconds;
		to->runs += s->run.at[i]->task.is_done;
		to->sequences += s->run.at[i]->sequence && s->run.at[i]->task.is_done;
		if (!s->run.at[i]->sequence && !s->run.at[i]->is_again)
			vec_push(&to->function, function_of(s, s->run.at[i]));
	}
	for (size_t i = 0; i < s->graph.unit.n; i++) {
		const struct survey_unit *u = &s->graph.unit.at[i];
		if (u->wrong)
			vec_push(&to->left_out, ((struct survey_left_out){u->file, u->wrong, u->wrong_at}));
	}
	to->seconds = stats_wall_seconds();
	if (stop_signal)
		to->ended = "interrupted";
	else if (s->pool.deadline > 0 && to->seconds >= s->pool.deadline)
		to->ended = "the time limit ended it";
}

/* The findings as runs with one violation each, in the order of their rank. */
static void write_sarif(FILE *out, const struct survey_report *report) {
	struct results all = {0};
	VEC(struct property_result) kept = {0};
	for (size_t i = 0; i < report->finding.n; i++) {
		const struct survey_finding *f = &report->finding.at[i];
		if (f->class == SURVEY_DROPPED)
			continue;
		struct result *copy = mem_alloc(sizeof *copy);
		*copy = *f->result;
		copy->info.command = f->reproduce;
		copy->info.entry = f->entry;
		vec_push(&kept, f->result->property.at[f->property]);
		vec_last(&kept).text = intern_printf("%s (%s)", f->text, f->how);
		vec_last(&kept).loc = f->loc;
		copy->violated = 0;
		copy->property.n = 1;
		vec_push(&all.run, copy);
	}
	for (size_t i = 0; i < all.run.n; i++)
		all.run.at[i]->property.at = &kept.at[i];
	report_sarif(out, &all);
	for (size_t i = 0; i < all.run.n; i++)
		mem_free(all.run.at[i]);
	vec_free(&all.run);
	vec_free(&kept);
}

struct survey_file {
	const char *option, *name;
	void (*write)(FILE *, const struct survey_report *);
	FILE *out;
};

/* Opened before the survey, so that what cannot be written is said at once. */
static void open_files(struct survey_file *file, size_t n) {
	bool has_stdout = false;
	for (size_t i = 0; i < n; i++) {
		if (!file[i].name)
			continue;
		bool is_stdout = !strcmp(file[i].name, "-");
		if (is_stdout && has_stdout)
			fatal(EXIT_USAGE, NO_LOC, "only one format can have standard output");
		has_stdout |= is_stdout;
		file[i].out = is_stdout ? stdout : fopen(file[i].name, "we");
		if (!file[i].out)
			fatal(EXIT_USAGE, NO_LOC, "--%s %s: %s", file[i].option, file[i].name, strerror(errno));
	}
}

static bool write_files(const struct survey_report *report, struct survey_file *file, size_t n) {
	bool good = true;
	for (size_t i = 0; i < n; i++) {
		if (!file[i].out)
			continue;
		file[i].write(file[i].out, report);
		bool failed = fflush(file[i].out) || ferror(file[i].out);
		if (file[i].out != stdout)
			failed |= fclose(file[i].out) != 0;
		if (failed)
			diag_error(NO_LOC, "--%s %s: it cannot be written", file[i].option, file[i].name);
		good &= !failed;
	}
	return good;
}

/* 10: something that is sure; 5: what was not looked at might hold something. */
static int exit_code(const struct survey *s) {
	const struct survey_report *report = &s->report;
	for (size_t i = 0; i < s->run.n; i++)
		if (s->run.at[i]->task.is_bug)
			return EXIT_BUG;
	for (size_t i = 0; i < report->finding.n; i++)
		if (report->finding.at[i].class <= SURVEY_CALLS)
			return EXIT_UNSAFE;
	bool is_open = report->ended || report->left_out.n || survey_count(report, OUTCOME_WRONG) ||
	               survey_count(report, OUTCOME_UNFINISHED);
	for (size_t i = 0; i < report->finding.n; i++)
		is_open |= report->finding.at[i].class != SURVEY_DROPPED;
	return is_open ? EXIT_UNKNOWN : EXIT_SAFE;
}

/* --- The command. --- */

static unsigned count_cores(void) {
	cpu_set_t set;
	return sched_getaffinity(0, sizeof set, &set) ? 1 : (unsigned)CPU_COUNT(&set);
}

static struct journal *open_journal(const struct options *o) {
	char why[500];
	if (!o->resume)
		return NULL;
	const char *text = intern_printf("survey %s", cache_dir_build());
	struct journal *j = journal_open(o->resume, text, JOURNAL_EITHER, why, sizeof why);
	if (!j)
		fatal(EXIT_USAGE, NO_LOC, "--resume: %s", why);
	if (!journal_past(j)->begun)
		journal_write(j, &(struct journal_record){0});
	return j;
}

static void catch_signals(void) {
	struct sigaction action = {.sa_handler = on_signal};
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		sigaction(signals[i], &action, NULL);
}

static void free_all(struct survey *s) {
	for (size_t i = 0; i < s->run.n; i++) {
		survey_task_free(&s->run.at[i]->task);
		mem_free(s->run.at[i]);
	}
	vec_free(&s->run);
	vec_free(&s->sequence);
	vec_free(&s->report.finding);
	vec_free(&s->report.function);
	vec_free(&s->report.left_out);
	mem_free(s->wanted);
	survey_graph_free(&s->graph);
}

int survey_run(const struct options *o, const char *command,
               int (*run)(struct options *, const char *command)) {
	if (!o->file.n && !o->compile_db)
		fatal(EXIT_USAGE, NO_LOC, "--survey needs sources, or -p with the folder of a build");
	struct survey_file file[] = {{"json", o->json, report_survey_json, NULL},
	                             {"sarif", o->sarif, write_sarif, NULL},
	                             {"html", o->html, report_survey_html, NULL}};
	const size_t nfiles = sizeof file / sizeof *file;
	struct survey s = {.o = o, .command = command};
	open_files(file, nfiles);
	s.pool = (struct survey_pool){
	    .jobs = o->jobs == NO_BOUND || !o->jobs ? count_cores() : o->jobs,
	    .budget = o->budget > 0 ? o->budget : BUDGET,
	    .deadline = o->timeout,
	    .stop = &stop_signal,
	    .shows_progress = o->progress && !o->quiet && isatty(STDERR_FILENO),
	    .journal = open_journal(o),
	    .run = run,
	};
	catch_signals();
	survey_graph_init(&s.graph, o, s.pool.jobs, &stop_signal);
	if (o->changed)
		s.wanted = survey_changed(&s.graph, o->changed);
	run_functions(&s);
	run_sequences(&s);
	run_callers(&s);
	survey_judge(&s.report, &s.graph, &s.run);
	fill_report(&s);
	bool has_stdout = false;
	for (size_t i = 0; i < nfiles; i++)
		has_stdout |= file[i].out == stdout;
	struct survey_text_config text = {.colour = use_colour(o, STDOUT_FILENO),
	                                  .all = o->verbose > 1};
	if (!has_stdout)
		report_survey_text(stdout, &s.report, &text);
	bool good = write_files(&s.report, file, nfiles);
	int code = exit_code(&s);
	journal_close(s.pool.journal);
	free_all(&s);
	return !good && code == EXIT_SAFE ? EXIT_UNKNOWN : code;
}
