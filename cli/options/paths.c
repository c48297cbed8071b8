#include "cli/options/paths.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options/identity.h"
#include "process/pool.h"
#include "util/base/version.h"
#include "util/text/diag.h"

/* "I/N" with 1 <= I <= N. */
static bool parse_share(const char *text, struct path_search *s) {
	char *slash, *end = NULL;
	unsigned long share = isdigit((unsigned char)*text) ? strtoul(text, &slash, 10) : 0;
	if (!share || *slash != '/' || !isdigit((unsigned char)slash[1]))
		return false;
	unsigned long shares = strtoul(slash + 1, &end, 10);
	if (*end || share > shares || shares > 1000000)
		return false;
	s->share = (uint32_t)share;
	s->shares = (uint32_t)shares;
	return true;
}

bool paths_init(struct path_search *s, const struct options *o, enum paths_user user,
                const char **error) {
	*s = (struct path_search){
	    .strategy = (enum mpc_strategy)o->mpc_strategy, .share = 1, .shares = 1};
	bool has_jobs = o->jobs != NO_BOUND,
	     no_list = user == PATHS_MPC && o->mpc_strategy != MPC_PATHS;
	if (has_jobs && user != PATHS_MPC && user != PATHS_DEFAULT)
		*error = "--jobs needs --strategy=mpc, or no strategy at all";
	else if (no_list && (o->share || has_jobs))
		*error = arena_printf(o->arena, "--%s needs a list of paths: --mpc-strategy=2",
		                      o->share ? "share" : "jobs");
	else if (no_list && (o->save || o->resume))
		*error = arena_printf(o->arena, "--%s needs a list of paths: --mpc-strategy=2",
		                      o->save ? "save" : "resume");
	else if (user == PATHS_MPC && o->save && o->resume && strcmp(o->save, o->resume) != 0)
		*error = "--strategy=mpc goes on in the file of --resume: --save must name the same one";
	else if (o->mpc_strategy < MPC_SUFFIXES || o->mpc_strategy > MPC_VERDICT)
		*error = "--mpc-strategy is 1, 2 or 3";
	else if (!o->jobs || (o->jobs != NO_BOUND && o->jobs > POOL_MAX_WORKERS))
		*error = arena_printf(o->arena, "--jobs: from 1 to %d processes", POOL_MAX_WORKERS);
	else if (o->share && !parse_share(o->share, s))
		*error = arena_printf(o->arena, "--share needs I/N, such as 2/4, not '%s'", o->share);
	else
		return true;
	return false;
}

/* What the items of a list depend on. */
static const char *identity(const struct options *o, const struct goto_prog *prog) {
	char sum[SHA256_TEXT];
	identity_program(prog, sum);
	return arena_printf(o->arena, "cbmc-mt %s, program %s%s", CBMC_MT_VERSION, sum,
	                    identity_options(o));
}

void paths_begin(struct path_search *s, const struct options *o, const struct goto_prog *prog) {
	char why[4200];
	if (!o->save && !o->resume)
		return;
	enum journal_use use = !o->resume ? JOURNAL_ANEW : o->save ? JOURNAL_EITHER : JOURNAL_PAST;
	s->journal =
	    journal_open(o->resume ? o->resume : o->save, identity(o, prog), use, why, sizeof why);
	if (!s->journal)
		fatal(EXIT_USAGE, NO_LOC, "--%s %s", o->resume ? "resume" : "save", why);
}

void paths_end(struct path_search *s) {
	if (s->journal && journal_error(s->journal))
		diag_warn(NO_LOC, "%s", journal_error(s->journal));
	journal_close(s->journal);
	s->journal = NULL;
}
