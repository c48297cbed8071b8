#include "cli/paths.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/file.h"
#include "goto/passes.h"
#include "util/diag.h"
#include "util/pool.h"
#include "util/sha256.h"
#include "util/version.h"

static const char *const names[] = {"share", "journal", "jobs", "mpc-strategy"};
enum { ABOUT_LIST = 3 }; /* names: so many are about a list of paths */

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
	*s = (struct path_search){.strategy = o->mpc_strategy,
	                          .jobs = o->jobs != NO_BOUND ? o->jobs : 1,
	                          .share = 1,
	                          .shares = 1};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		bool is_jobs = !strcmp(names[i], "jobs");
		if (!option_is_set(o, option_find(names[i], false)) || (is_jobs && user == PATHS_DEFAULT))
			continue;
		if (user != PATHS_MPC)
			*error = arena_printf(o->arena, "--%s needs --mpc%s", names[i],
			                      is_jobs ? ", or no strategy at all" : "");
		else if (i < ABOUT_LIST && o->mpc_strategy != 2)
			*error =
			    arena_printf(o->arena, "--%s needs a list of paths: --mpc-strategy=2", names[i]);
		else
			continue;
		return false;
	}
	if (o->mpc_strategy < 1 || o->mpc_strategy > 3)
		*error = "--mpc-strategy is 1, 2 or 3";
	else if (!s->jobs || s->jobs > POOL_MAX_WORKERS)
		*error = arena_printf(o->arena, "--jobs: from 1 to %d processes", POOL_MAX_WORKERS);
	else if (o->share && !parse_share(o->share, s))
		*error = arena_printf(o->arena, "--share needs I/N, such as 2/4, not '%s'", o->share);
	else
		return true;
	return false;
}

/* Options that do not change which items there are, or what an item leads to. */
static bool is_indifferent(const struct option_info *option) {
	static const char *const list[] = {"jobs", "journal", "timeout", "memlimit"};
	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (!strcmp(option->name, list[i]))
			return true;
	return false;
}

/* A file counts by its content: batches make property files anew wherever they run. */
static void print_text(FILE *f, const struct options *o, const char *text) {
	size_t n;
	char sum[SHA256_TEXT];
	const char *content = file_bytes(o->arena, text, &n);
	if (content)
		sha256_text(content, n, sum);
	fprintf(f, "=%s", content ? sum : text);
}

static void print_value(FILE *f, const struct options *o, const struct option_info *option) {
	const void *field = (const char *)o + option->offset;
	switch (option->kind) {
	case OPTION_FLAG: fprintf(f, "=%d", *(const bool *)field); break;
	case OPTION_UINT:
	case OPTION_ENUM: fprintf(f, "=%u", (unsigned)*(const uint32_t *)field); break;
	case OPTION_TIME: fprintf(f, "=%g", *(const double *)field); break;
	case OPTION_SIZE: fprintf(f, "=%llu", (unsigned long long)*(const uint64_t *)field); break;
	case OPTION_TEXT: print_text(f, o, *(const char *const *)field); break;
	case OPTION_LIST: {
		const struct text_list *list = field;
		for (size_t i = 0; i < list->n; i++)
			print_text(f, o, list->at[i]);
		break;
	}
	default: break;
	}
}

/* What the items of a list depend on: this version of the program, the goto-program with its
 * checks, and the options.  Those about output come after all others, and do not count. */
static const char *identity(const struct options *o, const struct goto_prog *prog) {
	char *text = NULL, sum[SHA256_TEXT];
	size_t n;
	FILE *f = open_memstream(&text, &n);
	goto_print(f, prog);
	fclose(f);
	sha256_text(text, n, sum);
	free(text);
	f = open_memstream(&text, &n);
	fprintf(f, "cbmc-mt %s, program %s", CBMC_MT_VERSION, sum);
	for (size_t i = 0; i < option_table_n; i++) {
		const struct option_info *option = &option_table[i];
		if (option->kind == OPTION_GROUP && !strcmp(option->name, "Output"))
			break;
		if (option->kind == OPTION_GROUP || !option_is_set(o, option) || is_indifferent(option))
			continue;
		fprintf(f, " %s", option->name);
		print_value(f, o, option);
	}
	fclose(f);
	const char *copy = arena_printf(o->arena, "%s", text);
	free(text);
	return copy;
}

void paths_begin(struct path_search *s, const struct options *o, const struct goto_prog *prog) {
	char why[4200];
	if (!o->journal)
		return;
	s->journal = journal_open(o->journal, identity(o, prog), why, sizeof why);
	if (!s->journal)
		fatal(EXIT_USAGE, NO_LOC, "--journal %s", why);
}

void paths_end(struct path_search *s) {
	if (s->journal && journal_error(s->journal))
		diag_warn(NO_LOC, "%s", journal_error(s->journal));
	journal_close(s->journal);
	s->journal = NULL;
}
