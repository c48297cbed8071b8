#include "cli/session/info.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/session/progress.h"
#include "goto/passes/checks.h"
#include "symex/strategy.h"
#include "util/base/intern.h"
#include "util/base/stats.h"

struct assumed_list {
	const struct assumed_argument *at;
	size_t n;
};

static struct {
	const struct options *o;
	const char *command, *directory;
	char started[24];
	struct timespec began;
	/* Set by the run, read by the guard. */
	_Atomic(const struct config *) config;
	_Atomic(const char *) entry, data_model, strategy, solver;
	_Atomic(const struct text_list *) source; /* as parsed; NULL: that is to come */
	_Atomic(const struct assumed_list *) argument;
	_Atomic(double) wall_start, cpu_start;
	_Atomic(uint64_t) checks; /* a bit for each class of properties */
	const char *planned;      /* strategy, if the program has threads */
	bool has_begun;
} info;

void info_start(const struct options *o, const char *command) {
	info.o = o;
	info.command = command;
	char directory[4096];
	info.directory =
	    getcwd(directory, sizeof directory) ? arena_printf(o->arena, "%s", directory) : NULL;
	clock_gettime(CLOCK_REALTIME, &info.began);
	time_t now = info.began.tv_sec;
	struct tm utc;
	strftime(info.started, sizeof info.started, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
}

bool info_is_older(const char *path) {
	struct stat s;
	const struct timespec *begin = &info.began;
	return !stat(path, &s) &&
	       (s.st_mtim.tv_sec < begin->tv_sec ||
	        (s.st_mtim.tv_sec == begin->tv_sec && s.st_mtim.tv_nsec <= begin->tv_nsec));
}

const char *info_command(void) {
	return info.command;
}

/* "put, take and take" */
static const char *entry_name(const struct fe_config *fe) {
	const char *all = fe->entry ? fe->entry : "main";
	for (size_t i = 1; i < fe->nthreads; i++)
		all = arena_printf(info.o->arena, "%s%s%s", all, i + 1 < fe->nthreads ? ", " : " and ",
		                   fe->later[i - 1]);
	return all;
}

void info_begin(const struct config *config) {
	info.config = config;
	info.entry = entry_name(&config->fe);
	if (config->fe.enforce)
		info.entry = config->fe.enforce;
	info.solver = config->symex.solver->name;
	info.planned = config->symex.schedules.strategy->name;
	info.strategy = NULL;
	info.source = NULL;
	info.argument = NULL;
	info.checks = 0;
	info.wall_start = info.has_begun ? stats_wall_seconds() : 0;
	info.cpu_start = info.has_begun ? stats_cpu_seconds() + stats_children_seconds() : 0;
	info.has_begun = true;
}

static bool is_checked(enum property_class class, bool has_threads, const struct config *config) {
	const struct symex_config *symex = &config->symex;
	const struct schedules *s = &symex->schedules;
	if (symex->only_property || symex->termination)
		return !symex->only_property && class == PROPERTY_TERMINATION;
	switch (class) {
	case PROPERTY_UNWIND: return symex->bounds.unwinding_assertions;
	case PROPERTY_TERMINATION:             /* alone, and answered above */
	case PROPERTY_INVARIANT: return false; /* a witness brings them */
	case PROPERTY_LINEARIZABILITY: return symex->library.consistency != CONSISTENCY_NONE;
	case PROPERTY_PROGRESS:
		return symex->library.progress && symex->library.progress < PROGRESS_LIVENESS;
	case PROPERTY_LIVENESS: return symex->library.progress == PROGRESS_LIVENESS;
	case PROPERTY_PRECONDITION: return config->fe.nreplace > 0;
	case PROPERTY_POSTCONDITION: return config->fe.enforce != NULL;
	case PROPERTY_ASSIGNS: return config->fe.enforce || config->fe.loop_contracts;
	case PROPERTY_LOOP_CONTRACT: return config->fe.loop_contracts;
	case PROPERTY_DEADLOCK: return s->deadlock_check; /* main may wait for itself */
	case PROPERTY_RACE: return has_threads && (s->race_check || symex->stage); /* C11 has none */
	case PROPERTY_LOCK_ORDER: return has_threads && s->lock_order_check;
	case PROPERTY_ASYNC_SIGNAL: return symex->async_signal_check;
	case PROPERTY_ATOMICITY: return has_threads && checks_wanted(&config->check, class);
	default: return checks_wanted(&config->check, class);
	}
}

/* The guard may read them at any time, so they are complete before they are shown. */
static void take_arguments(const struct goto_prog *prog) {
	struct assumed_list *list = arena_new(info.o->arena, struct assumed_list);
	struct assumed_argument *at =
	    arena_array(info.o->arena, struct assumed_argument, prog->argument.n + 1);
	for (size_t i = 0; i < prog->argument.n; i++) {
		const struct entry_argument *a = &prog->argument.at[i];
		at[i] = (struct assumed_argument){a->parameter, a->assumed, a->is_any};
	}
	*list = (struct assumed_list){at, prog->argument.n};
	info.argument = list;
}

enum { MOST_OPERATIONS = 64 }; /* of the client of a library */

void info_program(const struct goto_prog *prog) {
	_Static_assert(PROPERTY_CLASS_N <= 64, "a bit for each");
	uint64_t checks = 0;
	for (uint32_t i = 0; i < PROPERTY_CLASS_N; i++)
		if (is_checked((enum property_class)i, prog->has_threads, info.config))
			checks |= UINT64_C(1) << i;
	/* a client written by hand needs no option: its specification says what is asked */
	bool has_specification = false;
	for (unsigned i = 0; i < MOST_OPERATIONS && !has_specification; i++)
		has_specification = prog_find(prog, intern_printf(SPEC_PREFIX "%u", i)) != NULL;
	if (has_specification && !info.config->symex.only_property && !info.config->symex.termination)
		checks |= UINT64_C(1) << PROPERTY_LINEARIZABILITY;
	info.checks = checks;
	const struct target *t = &prog->target;
	info.data_model = t->pointer_bits == 32 ? "ILP32" : t->long_bits == 64 ? "LP64" : "LLP64";
	info.strategy = prog->has_threads ? info.planned : NULL;
	struct text_list *source = arena_new(info.o->arena, struct text_list);
	source->n = prog->source.n;
	source->at = arena_copy(info.o->arena, prog->source.at, source->n * sizeof *source->at);
	info.source = source;
	take_arguments(prog);
}

static void add_sources(struct run_info *to, const struct config *c) {
	const struct text_list *parsed = info.source;
	const char *const *name = parsed ? parsed->at : c ? c->fe.file : info.o->file.at;
	size_t n = parsed ? parsed->n : c ? c->fe.nfiles : info.o->file.n;
	for (size_t i = 0; i < n; i++)
		vec_push(&to->file, name[i]);
}

void info_fill(struct run_info *to) {
	if (!info.o)
		return;
	to->command = info.command;
	to->directory = info.directory;
	to->started = info.started;
	const struct config *c = info.config;
	add_sources(to, c);
	for (size_t i = 0; c && i < c->svcomp.line.n; i++)
		vec_push(&to->properties, c->svcomp.line.at[i]);
	uint64_t checks = info.checks;
	for (uint32_t i = 0; i < PROPERTY_CLASS_N; i++)
		if (checks >> i & 1)
			vec_push(&to->check, property_class_name((enum property_class)i));
	const struct assumed_list *argument = info.argument;
	for (size_t i = 0; argument && i < argument->n; i++)
		vec_push(&to->argument, argument->at[i]);
	to->entry = info.entry;
	to->data_model = info.data_model;
	to->strategy = info.strategy;
	to->solver = info.solver;
	to->wall_seconds = stats_wall_seconds() - info.wall_start;
	to->cpu_seconds = stats_cpu_seconds() + stats_children_seconds() - info.cpu_start;
	to->peak_bytes = stats_peak_memory();
	struct stat_row rows[MAX_STATS];
	for (size_t i = 0, n = progress_rows(rows); i < n; i++)
		vec_push(&to->stat, rows[i]);
}
