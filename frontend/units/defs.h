/* frontend/units/defs.h -- what the units declare at file scope: one definition each, found by
 * symbol name.
 *
 * The symbol name of an external entity is its C name; of a static one "file.c::name" (all models
 * are one such file, "models::name").
 */
#ifndef FRONTEND_UNITS_DEFS_H
#define FRONTEND_UNITS_DEFS_H

#include "frontend/fe.h"
#include "frontend/source/strength.h"

/* Compilers may run it where its unit calls the function, or the definition of another unit. */
struct fe_inline {
	const struct fe_unit *unit;
	const char *text; /* fe_body_text */
	struct loc loc;
	struct fe_inline *next;
};

struct fe_def {
	const char *name;    /* interned: the symbol's */
	const char *display; /* interned */
	enum fe_strength strength;
	struct fe_unit *unit; /* of the strongest definition met, else of a declaration; may be NULL */
	CXCursor cursor;      /* the same; null while the unit is not parsed */
	CXCursor typed;       /* a variable's declaration with a complete type, if any has one */
	struct fe_unit *typed_in; /* its unit; its cursor is null while that is not parsed */
	struct loc loc;           /* of 'cursor' */
	uint64_t type;            /* fe_index_type, while the unit is not parsed */
	bool is_function, is_system;
	bool is_noreturn;
	bool is_deferred; /* the symbol has the type of a declaration; the definition is to be read */
	bool is_pure;     /* noted before its declaration was forgotten */
	const struct prototype *prototype; /* the same */
	const struct fe_unit *weak_in;     /* the last unit that declared it weak */
	const char *alias;                 /* interned: it is another name of this; or NULL */
	struct fe_unit *alias_in;          /* the unit that says so */
	uint32_t constructor, destructor;  /* priority, or NO_PRIORITY */
	struct symbol *symbol;             /* NULL: not needed so far */
	struct fe_def *contract;           /* what stands for its body; or NULL */
	struct fe_inline *inlines;         /* inline definitions of the user's units that were parsed */
};

struct fe_defs;

struct fe_defs *fe_defs_open(void);
void fe_defs_close(struct fe_defs *);
/* Adds the file-scope declarations of a unit; errors are printed and counted. */
void fe_defs_scan(struct fe *, struct fe_defs *, struct fe_unit *);
/* Adds what the index knows of a unit that is not parsed; unit->known is there. */
void fe_defs_add_known(struct fe *, struct fe_defs *, struct fe_unit *);
void fe_defs_forget(struct fe_defs *, const struct fe_unit *); /* its cursors */
uint32_t fe_defs_errors(const struct fe_defs *);
struct fe_def *fe_defs_find(const struct fe_defs *, const char *name); /* or NULL */
/* The entry of a declaration, made if it is new. */
struct fe_def *fe_defs_of(struct fe *, struct fe_defs *, struct fe_unit *, CXCursor decl);
struct fe_def *fe_defs_add(struct fe *, struct fe_defs *, const char *name);
size_t fe_defs_count(const struct fe_defs *);
struct fe_def *fe_defs_at(const struct fe_defs *, size_t); /* in the order they were met */
/* Could one object or function have both types, so that linking them is no error? */
bool fe_types_agree(const struct type *, const struct type *);
/* Prints the error with both source positions. */
void fe_defs_conflict(struct fe_defs *, const char *what, const char *name, struct loc,
                      struct loc previous);

#endif
