#include "tasks/confirm/confirm.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/files/file.h"
#include "cli/options/options.h"
#include "cli/options/strategies.h"
#include "cli/session/limits.h"
#include "goto/program/prog.h"
#include "process/sandbox.h"
#include "symex/model/model.h"
#include "tasks/apart.h"
#include "tasks/confirm/confirm_judge.h"
#include "tasks/confirm/confirm_seen.h"
#include "tasks/confirm/harness.h"
#include "util/base/stats.h"
#include "util/text/diag.h"

#define RUN_SECONDS   20.0         /* for a run, if the user says nothing */
#define BUILD_SECONDS 120.0        /* for a compilation */
#define RUN_MEMORY    (2ull << 30) /* bytes */
#define RUN_OUTPUT    (4ull << 20)
#define AGAIN_SECONDS 30.0 /* for the search of an interleaving */
#define LAST_SECONDS  0.3  /* of the time of the command, for the report */

enum { BUILD_MISSING = 3, TAIL_LINES = 12 };

struct confirming {
	const struct options *o;
	struct arena *arena;
	char *folder;
	uint32_t runs; /* whose tests have a folder */
};

/* --- One violation. --- */

struct attempt {
	const struct confirming *by;
	const struct property_result *p;
	struct arena *arena; /* of the result */
	const char *folder;  /* of the harness */
	const char *cc, *compiler;
	const char *flags; /* that differ from the user's; "": none */
	double end;
};

static bool should_stop(void) {
	enum gap_kind why;
	return limits_reason(&why) != NULL;
}

static double seconds_for(const struct attempt *a, double most) {
	double left = a->end > 0 ? a->end - LAST_SECONDS - stats_wall_seconds() : most;
	return left < most ? left : most;
}

static void refuse(struct confirmation *to, enum confirmation_reason reason, const char *detail) {
	*to = (struct confirmation){
	    .outcome = CONFIRMATION_NOT_CONFIRMED, .reason = reason, .detail = detail};
}

static const char *line_around(struct arena *arena, const char *text, const char *at) {
	while (at > text && at[-1] != '\n')
		at--;
	return arena_printf(arena, "%.*s", (int)strcspn(at, "\n"), at);
}

/* The line that says what is wrong: of the compiler, of the linker, of the script. */
static const char *error_line(struct arena *arena, const struct sandbox_result *r) {
	static const char *const mark[] = {"undefined reference", "undefined symbol",
	                                   ": error: ", "error: "};
	const char *text =
	    arena_printf(arena, "%.*s", (int)r->output.n, r->output.at ? r->output.at : "");
	for (size_t i = 0; i < sizeof mark / sizeof *mark; i++)
		for (const char *at = text; (at = strstr(at, mark[i])); at++) {
			const char *line = line_around(arena, text, at);
			if (strncmp(line, "build.sh:", 9) != 0 || i == 3)
				return line;
		}
	return line_around(arena, text, text);
}

/* --- Building. --- */

/* "NAME=VALUE" of our environment, with others before it. */
static const char *const *with_environment(struct arena *arena, const char *const *first) {
	size_t n = 0, k = 0;
	while (environ[n])
		n++;
	while (first[k])
		k++;
	const char **all = arena_array(arena, const char *, n + k + 1);
	size_t at = 0;
	for (size_t i = 0; i < k; i++)
		all[at++] = first[i];
	for (size_t i = 0; i < n; i++) {
		bool is_given = false;
		for (size_t j = 0; j < k; j++) {
			size_t name = strcspn(first[j], "=") + 1;
			is_given |= !strncmp(first[j], environ[i], name);
		}
		if (!is_given)
			all[at++] = environ[i];
	}
	all[at] = NULL;
	return all;
}

/* false: 'to' says why not. */
static bool build(const struct attempt *a, enum native_mode mode, struct confirmation *to) {
	const char *const argv[] = {"sh", "build.sh", native_mode_name(mode), NULL};
	const char *const first[] = {arena_printf(a->arena, "CC=%s", a->cc),
	                             arena_printf(a->arena, "CBMC_MT_FLAGS=%s", a->flags), "LC_ALL=C",
	                             NULL};
	struct sandbox s = {.argv = argv,
	                    .environment = with_environment(a->arena, first),
	                    .folder = a->folder,
	                    .seconds = seconds_for(a, BUILD_SECONDS),
	                    .output = RUN_OUTPUT,
	                    .stop = should_stop};
	struct sandbox_result r = sandbox_run(&s);
	bool is_built = r.end == SANDBOX_ENDED && WIFEXITED(r.status) && !WEXITSTATUS(r.status);
	bool is_missing =
	    r.end == SANDBOX_ENDED && WIFEXITED(r.status) && WEXITSTATUS(r.status) == BUILD_MISSING;
	if (!is_built && r.end != SANDBOX_ENDED)
		refuse(to, UNCONFIRMED_LIMIT, "of the compilation");
	else if (!is_built)
		refuse(to, is_missing ? UNCONFIRMED_NO_SANITIZER : UNCONFIRMED_NOT_COMPILED,
		       error_line(a->arena, &r));
	sandbox_free(&r);
	return is_built;
}

/* --- Running. --- */

static const char *tail_of(struct arena *arena, const struct sandbox_result *r) {
	size_t from = r->output.n, lines = 0;
	while (from > 0 &&
	       (r->output.at[from - 1] != '\n' || from == r->output.n || ++lines < TAIL_LINES))
		from--;
	return r->output.n ? arena_printf(arena, "%.*s", (int)(r->output.n - from), r->output.at + from)
	                   : NULL;
}

static const char *limit_text(struct arena *arena, enum sandbox_end end, double seconds) {
	switch (end) {
	case SANDBOX_TIME: return arena_printf(arena, "%.0f s", seconds);
	case SANDBOX_MEMORY: return "of memory";
	case SANDBOX_OUTPUT: return "of output";
	case SANDBOX_STOPPED: return "of the whole command";
	default: return "it could not be started";
	}
}

/* Runs it once; 'to' is what came of it.  true: it has shown the violation. */
static bool run_once(const struct attempt *a, enum native_mode mode, bool is_real,
                     struct confirmation *to) {
	const struct options *o = a->by->o;
	const char *outcome = arena_printf(a->arena, "%s/outcome", a->folder);
	const char *place = arena_printf(a->arena, "%s/run", a->folder);
	const char *name = native_mode_name(mode), *path = getenv("PATH");
	const char *libraries = getenv("LD_LIBRARY_PATH");
	bool leaks = !strcmp(a->p->class_name, "leak");
	const char *const argv[] = {arena_printf(a->arena, "%s/out/%s", a->folder, name), NULL};
	const char *const environment[] = {
	    arena_printf(a->arena, "PATH=%s", path ? path : "/usr/bin:/bin"),
	    arena_printf(a->arena, "HOME=%s", place),
	    arena_printf(a->arena, "TMPDIR=%s", place),
	    arena_printf(a->arena, "CBMC_MT_OUTCOME=%s", outcome),
	    arena_printf(a->arena,
	                 "ASAN_OPTIONS=color=never:detect_stack_use_after_return=1:handle_abort=0:"
	                 "allocator_may_return_null=1:detect_leaks=%d",
	                 leaks),
	    "UBSAN_OPTIONS=color=never:print_stacktrace=1",
	    "TSAN_OPTIONS=color=never:halt_on_error=0:history_size=7",
	    "LSAN_OPTIONS=color=never",
	    "LC_ALL=C",
	    is_real ? "CBMC_MT_REAL=1" : "CBMC_MT_REAL=",
	    libraries ? arena_printf(a->arena, "LD_LIBRARY_PATH=%s", libraries) : NULL,
	    NULL};
	double limit = o->confirm_timeout > 0 ? o->confirm_timeout : RUN_SECONDS;
	struct sandbox s = {.argv = argv,
	                    .environment = environment,
	                    .folder = place,
	                    .seconds = seconds_for(a, limit),
	                    .memory = o->confirm_memory ? o->confirm_memory : RUN_MEMORY,
	                    .output = RUN_OUTPUT,
	                    .no_network = true,
	                    .stop = should_stop};
	unlink(outcome);
	mkdir(place, 0700);
	struct sandbox_result r = sandbox_run(&s);
	struct seen seen = {.arena = a->arena, .runtime = a->folder};
	size_t n = 0;
	const char *text = file_bytes(a->arena, outcome, &n);
	seen_read_output(&seen, r.output.at ? r.output.at : "", r.output.n);
	if (text)
		seen_read_outcome(&seen, text, n);
	bool is_shown = judge_shows(a->p, &seen, to);
	if (!is_shown && r.end != SANDBOX_ENDED)
		refuse(to, UNCONFIRMED_LIMIT, limit_text(a->arena, r.end, s.seconds));
	else if (!is_shown)
		judge_explains(a->p, &seen, WIFEXITED(r.status) ? WEXITSTATUS(r.status) : -1, to);
	to->output = tail_of(a->arena, &r);
	to->nforced = (uint32_t)seen.forced.n;
	to->can_be_real = !seen.must_force;
	to->forced = arena_array(a->arena, const char *, seen.forced.n + 1);
	for (size_t i = 0; i < seen.forced.n; i++)
		to->forced[i] = seen.forced.at[i];
	seen_free(&seen);
	sandbox_free(&r);
	return is_shown;
}

/* A run that answers calls as the schedule says shows that the program fails if they are answered
 * so: with the answers of the system, if these can be had, it shows more. */
static void try_real(const struct attempt *a, enum native_mode mode, struct confirmation *to) {
	struct confirmation real;
	if (!to->nforced || !to->can_be_real || should_stop())
		return;
	to->was_real = true;
	if (run_once(a, mode, true, &real) && !real.nforced)
		to->nforced = 0;
}

/* The others must show it, too. */
static bool run_all(const struct attempt *a, enum native_mode mode, struct confirmation *to) {
	uint32_t most = a->by->o->confirm_runs ? a->by->o->confirm_runs : 1, shown = 1;
	if (!run_once(a, mode, false, to))
		return false;
	for (uint32_t i = 1; i < most && !should_stop(); i++) {
		struct confirmation again;
		shown += run_once(a, mode, false, &again);
	}
	if (shown < most) {
		refuse(to, UNCONFIRMED_UNSTABLE, arena_printf(a->arena, "%u of %u", shown, most));
		return false;
	}
	to->runs = most;
	to->shown = shown;
	try_real(a, mode, to);
	return true;
}

/* --- Ways. --- */

/* What says most about why it was not seen: the run, not that something is not installed. */
static bool says_more(const struct confirmation *a, const struct confirmation *than) {
	return than->reason == UNCONFIRMED_NO_SANITIZER || than->reason == UNCONFIRMED_NOT_COMPILED ||
	       (than->reason == UNCONFIRMED_NOTHING_SEEN && a->reason == UNCONFIRMED_DIVERGED);
}

static bool try_modes(const struct attempt *a, const enum native_mode *mode, size_t n,
                      struct confirmation *to) {
	for (size_t i = 0; i < n && !should_stop(); i++) {
		struct confirmation now = {0};
		bool is_shown = build(a, mode[i], &now) && run_all(a, mode[i], &now);
		diag_say(2, "confirm: %s %s: %s", native_mode_name(mode[i]), a->flags,
		         is_shown ? "shown" : confirmation_text(a->arena, &now));
		if (is_shown || !i || says_more(&now, to))
			*to = now;
		if (is_shown)
			return true;
	}
	return false;
}

/* Is there a flag of optimisation other than -O0? */
static bool is_optimised(const struct options *o) {
	bool is = o->compile_db != NULL; /* nobody knows: other flags are worth a try */
	for (size_t i = 0; i < o->compiler_flags.n; i++)
		if (!strncmp(o->compiler_flags.at[i], "-O", 2))
			is = strcmp(o->compiler_flags.at[i], "-O0") != 0;
	return is;
}

/* UBSan knows the sizes of more objects where functions are inlined. */
static void try_optimised(struct attempt *a, const enum native_mode *mode, size_t n,
                          const char *why, struct confirmation *to) {
	struct confirmation now = {0};
	a->flags = "-O2";
	if (n < 2 || mode[0] != NATIVE_ASAN || mode[1] != NATIVE_WHOLE || should_stop() ||
	    to->reason == UNCONFIRMED_NOT_COMPILED || !try_modes(a, mode, 1, &now))
		return;
	*to = now;
	to->flags = arena_printf(a->arena, "-O2 (with the flags of the command: %s)", why);
}

/* The compiler may leave out and move accesses as long as one thread does not notice.  If the
 * program shows nothing with the user's flags, it is compiled again with such that keep accesses.
 */
static void try_flags(struct attempt *a, const enum native_mode *mode, size_t n,
                      struct confirmation *to) {
	static const char *const other[] = {
	    "-fno-tree-fre -fno-tree-pre -fno-tree-dse -fno-tree-sink -fno-gcse -fno-inline", "-O0"};
	a->flags = "";
	if (try_modes(a, mode, n, to))
		return;
	const char *why = confirmation_text(a->arena, to);
	const char *colon = strstr(why, ": ");
	if (!is_optimised(a->by->o)) {
		try_optimised(a, mode, n, colon ? colon + 2 : why, to);
		return;
	}
	bool is_clang = strstr(a->compiler, "clang");
	for (size_t i = is_clang; i < sizeof other / sizeof *other && !should_stop(); i++) {
		struct confirmation now = {0};
		a->flags = other[i];
		if (!try_modes(a, mode, n, &now))
			continue;
		*to = now;
		to->flags = arena_printf(a->arena, "%s (with the flags of the command: %s)", other[i],
		                         colon ? colon + 2 : why);
		return;
	}
}

/* --- The compiler. --- */

/* What a command prints; NULL: it cannot be run. */
static const char *answer_of(struct arena *arena, const char *command) {
	const char *const argv[] = {"sh", "-c", command, NULL};
	struct sandbox s = {.argv = argv, .seconds = 20, .output = 1 << 16, .stop = should_stop};
	struct sandbox_result r = sandbox_run(&s);
	bool is_good = r.end == SANDBOX_ENDED && WIFEXITED(r.status) && !WEXITSTATUS(r.status);
	const char *text =
	    is_good && r.output.n ? arena_printf(arena, "%.*s", (int)r.output.n, r.output.at) : NULL;
	sandbox_free(&r);
	return text;
}

/* false: there is none. */
static bool find_compiler(struct attempt *a) {
	static const char *const usual[] = {"gcc", "cc", "clang"};
	const char *given = getenv("CC"), *version = NULL;
	for (size_t i = 0; i < sizeof usual / sizeof *usual && !version; i++) {
		a->cc = given && *given ? given : usual[i];
		version = answer_of(
		    a->arena,
		    arena_printf(a->arena, "%s -dumpfullversion -dumpversion 2>/dev/null", a->cc));
		if (given && *given)
			break;
	}
	if (!version)
		return false;
	const char *about =
	    answer_of(a->arena, arena_printf(a->arena, "%s -dM -E -x c /dev/null", a->cc));
	a->compiler =
	    arena_printf(a->arena, "%s %.*s", about && strstr(about, "__clang__") ? "clang" : "gcc",
	                 (int)strcspn(version, "\n"), version);
	return true;
}

/* --- The whole. --- */

/* Why no run can show it, whatever it does; false: one may. */
static bool is_beyond(const struct property_result *p, const struct config *config,
                      struct arena *arena, struct confirmation *to) {
	enum native_mode mode[NATIVE_MODE_N];
	const char *why;
	bool is_weak =
	    config->symex.schedules.model && strcmp(config->symex.schedules.model->name, "sc");
	if (!judge_modes(p, mode, &why))
		refuse(to, UNCONFIRMED_NOT_OBSERVABLE, arena_printf(arena, "%s", why));
	else if (!p->test && ((p->cex && p->cex->execution) || is_weak))
		refuse(to, UNCONFIRMED_WEAK_MEMORY, NULL);
	else if (!p->test)
		refuse(to, UNCONFIRMED_NO_SCHEDULE, NULL);
	else
		return false;
	return true;
}

static void confirm(const struct confirming *c, const struct config *config, struct arena *arena,
                    struct property_result *p, size_t number, double end) {
	double begin = stats_wall_seconds();
	struct confirmation *to = arena_new(arena, struct confirmation);
	struct attempt a = {.by = c, .p = p, .arena = arena, .end = end};
	enum native_mode mode[NATIVE_MODE_N];
	const char *why;
	p->confirmation = to;
	if (is_beyond(p, config, arena, to))
		return;
	size_t n = judge_modes(p, mode, &why);
	const char *error = NULL;
	a.folder = arena_printf(arena, "%s/harness-%zu", c->folder, number);
	if (should_stop())
		refuse(to, UNCONFIRMED_LIMIT, "of the whole command");
	else if (!find_compiler(&a))
		refuse(to, UNCONFIRMED_NO_COMPILER,
		       arena_printf(arena, "%s cannot be run; CC names another one", a.cc));
	else if (!harness_write(c->o, config, p, a.folder, &error))
		refuse(to, UNCONFIRMED_NOT_COMPILED, error);
	else
		try_flags(&a, mode, n, to);
	to->compiler = a.compiler;
	to->seconds = stats_wall_seconds() - begin;
}

/* --- A run of a counterexample that has none. --- */

struct interleavings {
	const char *tests;
	bool races;
};

static void search_interleavings(const void *context, struct options *o) {
	const struct interleavings *i = context;
	strategies_drop(o, &strategy_lazy);
	o->memory_model = MEMORY_MODEL_SC;
	vec_push(&o->strategy, strategy_lazy.name);
	o->data_races_check |= i->races;
	o->timeout = 0;
}

static void write_tests(const void *context, struct config *config) {
	config->tests = ((const struct interleavings *)context)->tests;
}

static bool is_same_place(struct loc a, struct loc b) {
	return a.file == b.file && a.line == b.line;
}

/* A race of the same two accesses: it is reported at either of them. */
static bool is_same_race(const struct property_result *p, const struct property_result *q) {
	if (!p->cex || !q->cex || p->cex->access.n < 2 || q->cex->access.n < 2)
		return false;
	struct loc a = p->cex->access.at[0].loc, b = p->cex->access.at[1].loc;
	struct loc c = q->cex->access.at[0].loc, d = q->cex->access.at[1].loc;
	return (is_same_place(a, c) && is_same_place(b, d)) ||
	       (is_same_place(a, d) && is_same_place(b, c));
}

/* Both say that a history has no explanation, of whatever calls. */
static bool is_same_history(const struct property_result *p) {
	return !strcmp(p->class_name, property_class_name(PROPERTY_LINEARIZABILITY));
}

/* The violation of the other result that is this one, and has a test. */
static uint32_t same_violation(const struct property_result *p, const struct result *other) {
	for (size_t i = 0; i < other->property.n; i++) {
		const struct property_result *q = &other->property.at[i];
		if (q->status == PROPERTY_VIOLATED && q->test && !strcmp(p->class_name, q->class_name) &&
		    (!strcmp(p->id, q->id) || is_same_place(p->loc, q->loc) || is_same_race(p, q) ||
		     is_same_history(p)))
			return (uint32_t)i;
	}
	return NO_PROPERTY;
}

void confirm_find_run(struct confirming *c, const struct verification *run, struct result *r,
                      double end) {
	if (!c || result_verdict(r) != VERDICT_UNSAFE || r->violated == NO_PROPERTY ||
	    r->property.at[r->violated].test || run->config->symex.multi_property || !run->argc ||
	    should_stop())
		return;
	const struct property_result *p = &r->property.at[r->violated];
	struct interleavings about = {confirm_tests(c), !strcmp(p->class_name, "race")};
	struct variant v = {
	    .change_options = search_interleavings, .change_config = write_tests, .context = &about};
	double left = end > 0 ? end - LAST_SECONDS - stats_wall_seconds() : AGAIN_SECONDS;
	struct result *other = verify_apart(run, &v, left < AGAIN_SECONDS ? left : AGAIN_SECONDS);
	uint32_t same =
	    other && result_verdict(other) == VERDICT_UNSAFE ? same_violation(p, other) : NO_PROPERTY;
	if (same == NO_PROPERTY) {
		result_close(other);
		return;
	}
	const char *decided_by = r->decided_by ? arena_printf(other->arena, "%s", r->decided_by) : NULL;
	result_replace(r, other);
	r->violated = same;
	r->decided_by = decided_by;
}

void confirm_run(struct confirming *c, const struct config *config, struct result *r, double end) {
	if (!c || !c->o->confirm || result_verdict(r) != VERDICT_UNSAFE)
		return;
	for (size_t i = 0; i < r->property.n; i++)
		if (r->property.at[i].status == PROPERTY_VIOLATED)
			confirm(c, config, r->arena, &r->property.at[i], i, end);
}

bool confirm_applies(const struct property_result *p) {
	enum native_mode mode[NATIVE_MODE_N];
	const char *why;
	return judge_modes(p, mode, &why) && !(p->cex && p->cex->execution);
}

struct confirming *confirm_open(const struct options *o) {
	if (!o->confirm && !o->harness)
		return NULL;
	struct confirming *c = mem_alloc(sizeof *c);
	const char *tmp = getenv("TMPDIR");
	*c = (struct confirming){.o = o, .arena = arena_open()};
	c->folder = arena_printf(c->arena, "%s/cbmc-mt-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(c->folder))
		fatal(EXIT_INPUT, NO_LOC, "--%s: %s: %s", o->confirm ? "confirm" : "harness", c->folder,
		      strerror(errno));
	return c;
}

const char *confirm_tests(struct confirming *c) {
	return c ? arena_printf(c->arena, "%s/tests-%u", c->folder, ++c->runs) : NULL;
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *where) {
	(void)st, (void)kind, (void)where;
	return remove(path), 0;
}

void confirm_close(struct confirming *c) {
	if (!c)
		return;
	nftw(c->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	arena_close(c->arena);
	mem_free(c);
}
