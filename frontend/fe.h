/* frontend/fe.h -- shared inside frontend/: the context of one load.
 *
 * Lowering is on demand: fe_symbol_of returns the symbol of a declaration and, for functions and
 * static variables, notes that it is needed; program/link.c drains that list until nothing new is
 * needed.
 */
#ifndef FRONTEND_FE_H
#define FRONTEND_FE_H

#include <clang-c/Index.h>

#include "frontend/fe_config.h"
#include "goto/program/prog.h"

struct fe_extensions;
struct fe_source;
struct index_unit;

struct fe_unit {          /* one translation unit */
	CXTranslationUnit tu; /* NULL: not parsed yet, or not any more (frontend/units/units.h) */
	const char *file;     /* as the user named it */
	const char *name;     /* the same, made unique */
	uint32_t id;
	struct fe_source *source;       /* how to parse it */
	const struct index_unit *known; /* what it defines; NULL: that is seen when it is parsed */
	const char *key;                /* of its file and flags, for index_store.c; interned */
	size_t bytes;                   /* that its tree takes, about */
	uint64_t used;                  /* when it was used last */
	bool was_parsed;                /* before: what clang had to say was printed then */
	bool is_model;
	struct fe_extensions *extensions; /* private to extension.c; NULL: not looked for yet */
	bool is_intel;                    /* assembly is in the syntax of Intel: -masm=intel */
};

struct fe {
	const struct fe_config *config;
	struct goto_prog *prog;
	struct arena *arena; /* of the program */
	struct types *types;
	VEC(struct fe_unit *) unit;
	CXIndex index;
	uint64_t clock;    /* of fe_unit.used */
	size_t tree_bytes; /* of all that are parsed and can be parsed again */
	bool was_freed;    /* a tree was freed for want of memory: those that are there go first */
	const struct fe_unit *first_parsed;
	struct fe_models *models;   /* private to models.c; NULL: none */
	struct fe_symbols *symbols; /* symbols.h; private to symbols.c and link.c */
	/* link.c is told of units that were parsed, and of trees that will be freed. */
	void (*loaded)(struct fe *, struct fe_unit *), (*unloads)(struct fe *, struct fe_unit *);
	struct fe_layout *layout;     /* private to layout.c */
	struct fe_lower *lower;       /* private to lower*.c; made on first use */
	struct fe_later *later;       /* private to entry_later.c; made on first use */
	struct fe_taken *taken;       /* private to entry_functions.c; made on first use */
	struct fe_contract *contract; /* contract_state.h; NULL: no option asks for contracts */
};

#endif
