#include "cli/options/config.h"

#include <ctype.h>
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/files/file.h"
#include "cli/options/cache.h"
#include "cli/options/library.h"
#include "cli/options/models.h"
#include "cli/options/paths.h"
#include "cli/options/prediction.h"
#include "cli/options/solvers.h"
#include "cli/options/strategies.h"
#include "solvers/checked.h"
#include "symex/model/model.h"
#include "symex/reduction.h"
#include "util/text/diag.h"
#include "util/text/nearest.h"
#include "util/text/path.h"

/* Where the library models are: $CBMC_MT_MODELS, or next to the program as installed or built;
 * NULL: nowhere. */
static const char *model_dir(struct arena *arena) {
	const char *chosen = getenv("CBMC_MT_MODELS");
	if (chosen)
		return *chosen ? arena_printf(arena, "%s", chosen) : NULL;
	const char *program = path_of_program();
	if (!program)
		return NULL;
	static const char *const places[] = {"pthread-models", "../share/cbmc-mt/pthread-models"};
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		char *dir = arena_printf(arena, "%s/%s", path_folder(program), places[i]);
		if (path_is_folder(dir))
			return dir;
	}
	return NULL;
}

static const char *first_word(struct arena *arena, const char *call) {
	call += strspn(call, " \t");
	return arena_printf(arena, "%.*s", (int)strcspn(call, " \t,"), call);
}

/* Does the program start as from a shell?  Then --args gives what stands in argv. */
static bool starts_with_main(const struct options *o) {
	return !o->survey && (!o->function.n || !strcmp(o->function.at[0], "main"));
}

/* The functions of --thread, --init and --final: a whole build must have them. */
static void name_threads(struct fe_config *fe, const struct options *o) {
	const char **name = arena_array(o->arena, const char *, o->thread.n + 3);
	size_t n = 0;
	for (size_t i = 0; i < o->thread.n; i++)
		name[n++] = first_word(o->arena, o->thread.at[i]);
	if (o->init)
		name[n++] = first_word(o->arena, o->init);
	if (o->final)
		name[n++] = first_word(o->arena, o->final);
	fe->entry = name[0];
	fe->later = name + 1;
	fe->nlater = n - 1;
}

static struct fe_config fe_config_of(const struct options *o) {
	struct fe_config fe = {
	    .file = o->file.at,
	    .nfiles = o->file.n,
	    .flag = o->flags.at,
	    .nflags = o->flags.n,
	    .compile_db = o->compile_db,
	    .triple = o->target,
	    .entry = o->function.n ? o->function.at[0] : NULL,
	    .later = o->function.at + (o->function.n > 0),
	    .nlater = o->function.n ? o->function.n - 1 : 0,
	    .args = starts_with_main(o) ? NULL : o->args,
	    .thread = o->thread.at,
	    .nthreads = o->thread.n,
	    .init = o->init,
	    .final = o->final,
	    .pointer_depth = o->pointer_depth,
	    .string_length = o->string_length,
	    .array_length = o->array_length,
	    .model_dir = model_dir(o->arena),
	    .enforce = o->enforce_contract,
	    .replace = o->replace_call_with_contract.at,
	    .nreplace = o->replace_call_with_contract.n,
	    .loop_contracts = o->apply_loop_contracts,
	    .cache = cache_folder(o),
	    .show_warnings = o->show_warnings,
	    .reread = o->reread,
	    .descriptor_check = o->descriptor_check && !o->data_races_check_only,
	};
	if (o->thread.n)
		name_threads(&fe, o);
	if (o->data_model == DATA_MODEL_ILP32)
		fe.triple = "i386-linux-gnu";
	else if (o->data_model == DATA_MODEL_LP64)
		fe.triple = "x86_64-linux-gnu";
	return fe;
}

static struct check_config check_config_of(const struct options *o) {
	return (struct check_config){
#define ASKED(field, option) .field = o->option,
#define WITH(field)
#define ELSEWHERE
#define PROPERTY(class, name, check, ...) check
#include "goto/program/property.def"
	    .any_vla_size = !o->vla_size_check,
	    .error_label = o->error_label,
	};
}

/* "THREAD:LOOP", as CBMC has it: *loop is what follows the thread; NO_THREAD: there is none.  A
 * function that is not the only one of its name is "a.c::f". */
static bool take_thread(const char **loop, uint32_t *thread) {
	const char *colon = strchr(*loop, ':');
	*thread = NO_THREAD;
	if (!colon || colon[1] == ':')
		return true;
	char *end;
	unsigned long number = isdigit((unsigned char)**loop) ? strtoul(*loop, &end, 10) : NO_THREAD;
	if (number >= NO_THREAD || end != colon)
		return false;
	*loop = colon + 1;
	*thread = (uint32_t)number;
	return true;
}

/* One "LOOP:N" or "THREAD:LOOP:N" of --unwindset. */
static bool add_rule(struct config *c, const struct options *o, const char *text, size_t n,
                     const char **error) {
	const struct refusal *refusal = strategy_refusal(c->symex.schedules.strategy, "unwindset");
	const char *item = arena_printf(o->arena, "%.*s", (int)n, text);
	const char *colon = strrchr(item, ':');
	char *end = NULL;
	unsigned long bound =
	    colon && isdigit((unsigned char)colon[1]) ? strtoul(colon + 1, &end, 10) : 0;
	if (!colon || colon == item || !end || *end || bound >= NO_BOUND) {
		*error = arena_printf(o->arena, "--unwindset needs LOOP:N, not '%s'", item);
		return false;
	}
	const char *loop = arena_printf(o->arena, "%.*s", (int)(colon - item), item);
	uint32_t thread;
	if (!take_thread(&loop, &thread))
		*error = arena_printf(o->arena, "--unwindset %s: threads have numbers, main is 0", item);
	else if (!*loop || isdigit((unsigned char)*loop))
		*error = arena_printf(
		    o->arena, "--unwindset %s: loops have names, not numbers; --show-loops lists them",
		    item);
	else if (thread != NO_THREAD && thread && refusal)
		*error = arena_printf(o->arena, "--unwindset %s: %s", item, refusal->why);
	else {
		struct unwind_rule rule = {loop, (uint32_t)bound, thread};
		vec_push(&c->rule, rule);
		return true;
	}
	return false;
}

static bool add_rules(struct config *c, const struct options *o, const char **error) {
	for (size_t i = 0; i < o->unwindset.n; i++)
		for (const char *s = o->unwindset.at[i]; *s; s += strspn(s, ",")) {
			size_t n = strcspn(s, ",");
			if (n && !add_rule(c, o, s, n, error))
				return false;
			s += n;
		}
	return true;
}

/* NULL: *error says which option the strategy does not take. */
static const struct strategy *choose_strategy(const struct options *o, const char **error) {
	const struct strategy *chosen = strategies_choose(o, error);
	return chosen && models_check(o, chosen, error) ? chosen : NULL;
}

/* So many cores may this process use. */
static uint32_t cores(void) {
	cpu_set_t set;
	int n = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
	return n > 1 ? (uint32_t)n : 1;
}

/* Only Z3 takes bit-vectors for integers, and clocks are for Z3. */
static enum order_way order_way_of(const struct options *o) {
	if (o->order_way != ORDER_OPTION_AUTO)
		return (enum order_way)(o->order_way - 1);
	return o->ir ? ORDER_BY_CLOCKS : ORDER_BY_THEORY;
}

static struct schedules schedules_of(const struct options *o, const struct strategy *strategy,
                                     uint64_t without) {
	struct schedules s = {
	    .context_bound = o->context_bound,
	    .preemption_bound = o->preemption_bound,
	    .decision_bound = o->decision_bound,
	    .model = &memory_model_sc, /* models_choose says which */
	    .buffer_bound = o->buffer_bound,
	    .strategy = strategy,
	    .is_default = strategy == strategy_table[0] && !strategies_named(o, strategy),
	    .has_time_limit = o->timeout > 0,
	    .allowed = strategies_allowed(o),
	    .order = o->dfs ? ORDER_DFS : ORDER_SWITCHES,
	    .order_way = order_way_of(o),
	    .order_turns = o->order_way == ORDER_OPTION_AUTO && !o->ir,
	    .incremental = o->incremental_context_bound,
	    .all_runs = o->all_runs,
	    .count_executions = o->count_executions,
	    .guided_always =
	        o->assertion_guided == GUIDED_ALWAYS && !(without & REDUCTION_BIT(ASSERTION_GUIDED)),
	    .deadlock_check = o->deadlock_check && !o->data_races_check_only,
	    .race_check = o->data_races_check || o->data_races_check_only,
	    .lock_order_check = o->lock_order_check && !o->data_races_check_only,
	};
	s.jobs = o->jobs != NO_BOUND ? o->jobs : s.is_default ? cores() : 1;
	if (o->random_order != NO_BOUND) {
		s.order = ORDER_RANDOM;
		s.seed = o->random_order;
	}
	if (s.incremental && s.context_bound == NO_BOUND)
		s.context_bound = RAISED_BOUND;
	return s;
}

/* argv as --args gives it; argv[0] is the name of the first source without its suffix. */
static struct arguments arguments_of(const struct options *o) {
	if (!o->args || !starts_with_main(o))
		return (struct arguments){
		    .most = o->max_args, .length = o->string_length, .may_be_empty = o->args_may_be_empty};
	struct text_list word = {0};
	const char *source = o->file.n ? path_base(o->file.at[0]) : "program";
	vec_push(&word, arena_printf(o->arena, "./%.*s", (int)strcspn(source, "."), source));
	cli_split(o->arena, o->args, &word);
	const char **argv = arena_array(o->arena, const char *, word.n);
	memcpy(argv, word.at, word.n * sizeof *argv);
	struct arguments all = {.at = argv, .n = (uint32_t)word.n, .length = o->string_length};
	vec_free(&word);
	return all;
}

static struct symex_config symex_config_of(const struct config *c, const struct options *o) {
	return (struct symex_config){
	    .bounds =
	        {
	            .unwind = o->unwind,
	            .rule = c->rule.at,
	            .nrules = c->rule.n,
	            .partial_loops = o->partial_loops,
	            .unwinding_assertions = o->unwinding_assertions && !o->partial_loops,
	            .depth = o->depth,
	            .induction = o->induction && o->unwind == NO_BOUND && o->depth == NO_BOUND,
	            .max_inductive = o->max_inductive_step,
	            .first_unwind = o->first_unwind,
	            .max_unwind = o->max_unwind,
	        },
	    .schedules = schedules_of(o, c->symex.schedules.strategy, c->symex.without),
	    .without = c->symex.without,
	    .solver_config = {.timeout_seconds = o->solver_timeout, .memory_bytes = o->memlimit},
	    .multi_property = o->multi_property,
	    .minimise = o->minimise,
	    /* nobody would read it */
	    .why =
	        o->why && (!o->result_only || o->json || o->sarif || o->junit || o->html || o->github),
	    .strict_environment = o->strict_environment,
	    .vacuity_check = o->vacuity_check,
	    .environment =
	        {
#define ENVIRONMENT(field, name, assumption) .field = o->field,
#include "symex/environment.def"
	        },
	    .arguments = arguments_of(o),
	    .async_signal_check = o->async_signal_check && !o->data_races_check_only,
	    .descriptor_check = c->check.descriptor,
	    .leak_check = c->check.leak,
	    .leak_reachable_ok = !o->reachable_leak,
	    .leak_at_exit_ok = !o->abnormal_leak,
	    .vcc = o->show_vcc ? stdout : NULL,
	};
}

static bool open_transcript(struct config *c, const struct options *o, const char **error) {
	if (!o->smtlib2)
		return true;
	c->symex.smt2 = strcmp(o->smtlib2, "-") ? fopen(o->smtlib2, "we") : stdout;
	if (!c->symex.smt2)
		*error = arena_printf(o->arena, "--smtlib2 %s: %s", o->smtlib2, strerror(errno));
	return c->symex.smt2;
}

bool config_specification(struct config *c, const struct options *o, const char *text,
                          const char **error) {
	struct svcomp *property = &c->svcomp;
	if (!svcomp_parse(property, o->arena, text, error))
		return false;
	c->check = svcomp_checks(property);
	c->symex.why = false;
	c->symex.leak_check = c->check.leak;
	c->symex.leak_reachable_ok = !property->valid_memcleanup;
	c->symex.unmodelled_pure = true;
	c->symex.termination = property->termination;
	c->symex.async_signal_check = c->symex.descriptor_check = false;
	if (o->signals == NO_BOUND)
		c->symex.environment.signals = 0;
	c->symex.bounds.induction &= !property->termination;
	c->symex.bounds.unwinding_assertions = false; /* a bound is none of the properties */
	c->symex.schedules.deadlock_check = false;
	c->symex.schedules.lock_order_check = false;
	c->symex.schedules.race_check = property->no_data_race;
	return true;
}

static bool apply_property_file(struct config *c, const struct options *o, const char *path,
                                const char **error) {
	const char *text = file_text(o->arena, path);
	if (!text)
		*error = "it cannot be read";
	if (text && config_specification(c, o, text, error))
		return true;
	*error = arena_printf(o->arena, "--property %s: %s", path, *error);
	return false;
}

static bool apply_properties(struct config *c, const struct options *o, const char **error) {
	bool has_file = false;
	for (size_t i = 0; i < o->property.n; i++) {
		const char *p = o->property.at[i];
		if (path_is_file(p)) {
			if (has_file) {
				*error = "only one property file";
				return false;
			}
			has_file = true;
			if (!apply_property_file(c, o, p, error))
				return false;
		} else if (strchr(p, '/') || (strlen(p) > 4 && !strcmp(p + strlen(p) - 4, ".prp"))) {
			*error = arena_printf(o->arena, "--property %s: there is no such file", p);
			return false;
		} else if (c->symex.only_property) {
			*error = "only one --property; --multi-property decides all of them";
			return false;
		} else
			c->symex.only_property = p;
	}
	return true;
}

/* --check-solver: the chosen one answers, another one watches it. */
static bool check_solver(struct config *c, const struct options *o, const char **error) {
	struct solver_config *s = &c->symex.solver_config;
	s->first = c->symex.solver;
	s->second = checked_second(s->first);
	if (!s->second) {
		*error = arena_printf(o->arena,
		                      "--check-solver: this build has no second solver to check "
		                      "%s with",
		                      s->first->name);
		return false;
	}
	c->checked = checked_ops(s->first);
	c->symex.solver = &c->checked;
	return true;
}

static enum paths_user paths_user(const struct config *c, const struct strategy *strategy) {
	if (c->symex.schedules.is_default)
		return PATHS_DEFAULT;
	return strategy->lists_paths ? PATHS_MPC : PATHS_OTHER;
}

/* Words have numbers of ten bits (symex/core/execution.h), and models count characters in an int.
 */
static bool check_arguments(const struct options *o, const char **error) {
	enum { MOST_WORDS = 1000, LONGEST_STRING = 65535 };
	struct text_list word = {0};
	if (o->args && starts_with_main(o))
		cli_split(o->arena, o->args, &word);
	if (word.n > MOST_WORDS)
		*error = arena_printf(o->arena, "--args has %zu words, at most %d", word.n, MOST_WORDS);
	else if (o->string_length > LONGEST_STRING)
		*error = arena_printf(o->arena, "--string-length is at most %d", LONGEST_STRING);
	else if (o->max_args >= MOST_WORDS)
		*error = arena_printf(o->arena, "--max-args is at most %d", MOST_WORDS - 1);
	bool good =
	    word.n <= MOST_WORDS && o->string_length <= LONGEST_STRING && o->max_args < MOST_WORDS;
	vec_free(&word);
	return good;
}

/* What --env gives; of two values of one variable the last counts. */
static bool add_variables(struct fe_config *fe, const struct options *o, const char **error) {
	const char **kept = arena_alloc(o->arena, (o->env.n + 1) * sizeof *kept);
	fe->variable = kept;
	for (size_t i = 0; i < o->env.n; i++) {
		const char *s = o->env.at[i];
		size_t n = strcspn(s, "=");
		if (n == 0 || !s[n]) {
			*error = arena_printf(o->arena, "--env needs NAME=VALUE, not '%s'", s);
			return false;
		}
		bool is_last = true;
		for (size_t k = i + 1; k < o->env.n; k++)
			is_last &= strncmp(o->env.at[k], s, n + 1) != 0;
		if (is_last)
			kept[fe->nvariables++] = s;
	}
	return true;
}

/* What a folder without a database has that can make one, in words; "": nothing. */
static const char *build_hint(void) {
	static const struct {
		const char *file, *text;
	} known[] = {
	    {"compile_commands.json", "; there is a compile_commands.json here: cbmc-mt -p ."},
	    {"build/compile_commands.json", "; there is one project in build: cbmc-mt -p build"},
	    {"CMakeLists.txt", "; for this project: cmake -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, "
	                       "then cbmc-mt -p build"},
	    {"meson.build", "; for this project: meson setup build, then cbmc-mt -p build"},
	    {"Makefile", "; for this project: cbmc-mt --build make"},
	    {"makefile", "; for this project: cbmc-mt --build make"},
	    {"GNUmakefile", "; for this project: cbmc-mt --build make"},
	};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!access(known[i].file, R_OK))
			return known[i].text;
	return "";
}

bool config_sources(struct config *c, const struct options *o, const char **error) {
	memset(c, 0, sizeof *c);
	if (!o->file.n && !o->compile_db && !o->api) {
		*error = arena_printf(o->arena, "no file to verify; --help says how to use this%s",
		                      build_hint());
		return false;
	}
	const struct strategy *strategy = choose_strategy(o, error);
	c->symex.schedules.strategy = strategy;
	if (!strategy || !add_rules(c, o, error))
		return false;
	c->symex.without = strategies_without(o);
	c->fe = fe_config_of(o);
	c->fe.prototypes = o->show_missing || o->write_stubs;
	if (!check_arguments(o, error) || !add_variables(&c->fe, o, error))
		return false;
	if (!o->data_races_check_only)
		c->check = check_config_of(o);
	c->symex = symex_config_of(c, o);
	return library_check_of(o, &c->symex.library, error);
}

bool config_search(struct config *c, const struct options *o, const char **error) {
	const struct strategy *strategy = c->symex.schedules.strategy;
	if ((o->save || o->resume) && !c->symex.schedules.is_default && !strategy->saves) {
		*error = "--save and --resume need --strategy=lazy or mpc, or no strategy at all";
		return false;
	}
	if (option_is_set(o, option_find("order", false)) && !c->symex.schedules.is_default &&
	    !strategy->finds_order) {
		*error =
		    "--order needs --strategy=partial-order, predict, tdv or mpc, or no strategy at all";
		return false;
	}
	bool by_bits = o->order_way == ORDER_OPTION_THEORY || o->order_way == ORDER_OPTION_EAGER;
	if (o->ir && by_bits) {
		*error = "--ir and --order: only --order=clocks can reason about integers";
		return false;
	}
	if (!prediction_init(&c->prediction, o, strategy->makes_runs, error) ||
	    !paths_init(&c->paths, o, paths_user(c, strategy), error))
		return false;
	c->symex.prediction = &c->prediction;
	c->symex.paths = &c->paths;
	bool has_journal = strategy->lists_paths && (o->save || o->resume);
	c->symex.is_once = o->save_trace || o->replay || has_journal || c->paths.shares > 1;
	if (o->signals == NO_BOUND)
		c->symex.environment.signals = 1;
	c->validate = o->validate || getenv("CBMC_MT_VALIDATE");
	c->symex.solver = solvers_choose(o, &c->symex.solver_config, error);
	if (!c->symex.solver || !strategies_can_run(strategy, c->symex.solver, o->arena, error) ||
	    (o->check_solver && !check_solver(c, o, error)) || !apply_properties(c, o, error) ||
	    !open_transcript(c, o, error))
		return false;
	c->symex.unchecked_access = !c->check.pointer || !c->check.bounds;
	return true;
}

void config_free(struct config *c) {
	FILE *smt2 = c->symex.smt2;
	if (smt2 && ((smt2 == stdout ? fflush(smt2) : fclose(smt2)) != 0))
		diag_warn(NO_LOC, "--smtlib2: not all of it could be written: %s", strerror(errno));
	vec_free(&c->rule);
	svcomp_free(&c->svcomp);
}

struct config *config_copy(const struct config *c, struct arena *arena) {
	struct config *to = arena_copy(arena, c, sizeof *c);
	to->symex.prediction = &to->prediction;
	to->symex.paths = &to->paths;
	if (c->symex.solver == &c->checked)
		to->symex.solver = &to->checked;
	return to;
}

bool config_property(struct config *c, const struct options *o, const struct goto_prog *prog,
                     const char **error) {
	if (!c->symex.only_property)
		return true;
	char *end;
	unsigned long number = strtoul(c->symex.only_property, &end, 10);
	if (!*end && number >= 1 && number <= prog->property.n) {
		c->symex.only_property = prog->property.at[number - 1].id;
		return true;
	}
	struct nearest near = {.name = c->symex.only_property};
	for (size_t i = 0; i < prog->property.n; i++) {
		if (!strcmp(prog->property.at[i].id, c->symex.only_property))
			return true;
		nearest_try(&near, prog->property.at[i].id);
	}
	const char *found = nearest_found(&near);
	*error = arena_printf(o->arena, "no property '%s'%s%s; --show-properties lists them",
	                      c->symex.only_property, found ? ", nearest is " : "", found ? found : "");
	return false;
}
