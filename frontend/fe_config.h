/* frontend/fe_config.h -- what a load is asked for. */
#ifndef FRONTEND_FE_CONFIG_H
#define FRONTEND_FE_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cache_dir;
struct fe_text { /* another content of a file */
	const char *file, *text;
};

struct fe_config {
	const char *const *file; /* C sources, .c or preprocessed .i */
	size_t nfiles;
	const char *const *flag; /* compiler flags in order: -I -D -U -include -std -isystem ... */
	size_t nflags;
	const char *compile_db;   /* directory of compile_commands.json, or NULL */
	const char *triple;       /* NULL: the host */
	const char *entry;        /* NULL: main */
	const char *const *later; /* functions that will be the entry of other loads: must be there */
	size_t nlater;
	const char *args;          /* what is assumed of arguments (entry_spec.h), or NULL */
	uint32_t pointer_depth;    /* of objects that are made for arguments */
	uint32_t string_length;    /* most characters of a string that is made, without its end */
	uint32_t array_length;     /* most elements of an array that is made */
	const char *const *thread; /* instead of an entry: calls that threads make, "f x 3" */
	size_t nthreads;
	const char *init, *final; /* calls before and after them; or NULL */
	const char *model_dir;   /* pthread-models/, installed or in the source tree; NULL: no models */
	struct cache_dir *cache; /* where what was read of a project is kept; NULL: nowhere */
	const char *const *variable; /* "NAME=VALUE": what getenv finds */
	size_t nvariables;
	const struct fe_text *text; /* files that are read as if they had this content */
	size_t ntexts;
	size_t tree_bytes;   /* memory for syntax trees of a project; 0: some fifty files */
	const char *enforce; /* the function whose contract is checked, "f" or "file.c::f"; or NULL */
	const char *const *replace; /* functions whose contract stands for their bodies */
	size_t nreplace;
	bool loop_contracts;   /* loops with an invariant are replaced by it */
	bool show_warnings;    /* of clang */
	bool descriptor_check; /* at the end of the program, look for open descriptors */
	bool marks;            /* fill function.mark */
	bool prototypes;       /* fill symbol.prototype */
	/* Functions that could stand for those of the library that are called
	 * (goto/analysis/sync_calls.def) are part of the program, too. */
	bool weaker_calls;
	bool reread; /* for tests: the program is written, and what is read again returned */
};

#endif
