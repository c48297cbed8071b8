/* cli/options/option_table.h -- the options of a run as typed fields, and the table that describes
 * them.
 *
 * Both are made from cli/options/options.def.  Code reads fields; only the parser
 * (cli/options/options.c) and the printers of help, manual page and completion walk the table.
 */
#ifndef CLI_OPTIONS_OPTION_TABLE_H
#define CLI_OPTIONS_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/text/trace.h"
#include "util/base/arena.h"
#include "util/base/vec.h"

enum guided_mode { GUIDED_NEVER, GUIDED_AUTO, GUIDED_ALWAYS };
enum color_mode { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };
/* Behind AUTO as enum order_way. */
enum order_option {
	ORDER_OPTION_AUTO,
	ORDER_OPTION_THEORY,
	ORDER_OPTION_EAGER,
	ORDER_OPTION_CLOCKS
};
enum memory_model_option { /* as enum model_id */
	                       MEMORY_MODEL_SC,
	                       MEMORY_MODEL_TSO,
	                       MEMORY_MODEL_PSO,
	                       MEMORY_MODEL_C11,
	                       MEMORY_MODEL_NONE /* was given: cli/options/models.h */
};
enum environment_option { ENVIRONMENT_USUAL, ENVIRONMENT_OPEN }; /* what models are told */
enum witness_option { WITNESS_FORMAT_AUTO, WITNESS_FORMAT_GRAPHML, WITNESS_FORMAT_YAML };
enum causal_model { CAUSAL_MODEL_CTP, CAUSAL_MODEL_MCM };
enum data_model { DATA_MODEL_TARGET, DATA_MODEL_ILP32, DATA_MODEL_LP64 };

#define MAY_BE_EMPTY 1          /* 'init' of a text */
#define NO_BOUND     UINT32_MAX /* of a bound that was not given */

struct text_list {
	const char **at;
	size_t n, cap;
};

struct options {
#define OPT_FLAG(field, name, init, help)                    bool field;
#define OPT_UINT(field, name, arg, init, bare, help)         uint32_t field;
#define OPT_ENUM(field, name, type, words, init, bare, help) type field;
#define OPT_TIME(field, name, arg, help)                     double field;
#define OPT_SIZE(field, name, arg, help)                     uint64_t field;
#define OPT_TEXT(field, name, arg, help)                     const char *field;
#define OPT_WORD(field, name, arg, help)                     const char *field;
#define OPT_LIST(field, name, arg, help)                     struct text_list field;
#define OPT_REDUCTIONS(field, name, arg, help)               uint64_t field;
#include "cli/options/options.def"

	struct text_list file;           /* the inputs */
	struct text_list flags;          /* of the compiler, in order */
	struct text_list compiler_flags; /* the same with those that mean nothing for the verdict, -O2:
	                                    for a program that is compiled (--confirm, --harness) */
	struct text_list response;       /* files of arguments that were read: @FILE */
	struct text_list notes;          /* what the user should know about the options given */
	struct arena *arena;             /* owns all texts */
};

enum option_kind {
	OPTION_FLAG,
	OPTION_UINT,
	OPTION_ENUM,
	OPTION_TIME,
	OPTION_SIZE,
	OPTION_TEXT,
	OPTION_WORD,
	OPTION_LIST,
	OPTION_REDUCTIONS,
	OPTION_FLAGS,
	OPTION_MEANS,
	OPTION_ALIAS,
	OPTION_GROUP,
};

#define REQUIRED UINT32_MAX /* option.bare: there must be a value */

struct option_info {
	enum option_kind kind;
	const char *name; /* without dashes; GROUP: the title */
	const char *arg;  /* what the value is called; NULL: none.  ENUM: the words */
	const char *
	    help; /* help_text (cli/options/help.h) makes it complete.  GROUP: a remark, may be empty */
	const char *of; /* MEANS: the options it stands for; ALIAS: the name */
	size_t offset;  /* of the field */
	uint32_t init, bare;
};

extern const struct option_info option_table[];
extern const size_t option_table_n;

void options_init(struct options *); /* every field its default */
void options_free(struct options *);

/* By its name or an alias, as it is spelled with two dashes or with one; NULL: there is none.
 * Groups and flags of the compiler are not looked at. */
const struct option_info *option_find(const char *name, bool is_short);
/* Has it a value other than its default?  Not of MEANS, FLAGS, GROUP. */
bool option_is_set(const struct options *, const struct option_info *);

bool option_is_hidden(const struct option_info *);     /* not for users: nothing shows it */
bool option_is_compatible(const struct option_info *); /* another spelling of an option */
bool option_is_shown(const struct option_info *);      /* by --help all; not aliases and groups */
bool option_is_short(const struct option_info *);      /* spelled with one dash */
bool option_has_no(const struct option_info *);        /* --no-NAME is an option as well */

#endif
