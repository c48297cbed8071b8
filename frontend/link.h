/* frontend/link.h -- names across translation units: one definition each, found by symbol name.
 *
 * The symbol name of an external entity is its C name; of a static one "file.c::name" (all models
 * are one such file, "models::name").  defs.c collects what every unit declares; link.c makes
 * symbols of what is needed and drains the work lists.
 */
#ifndef FRONTEND_LINK_H
#define FRONTEND_LINK_H

#include "frontend/fe.h"

/* Weaker first: of two definitions the stronger one counts, two of the strongest are an error. */
enum fe_strength {
	FE_DECLARED,
	FE_INLINE, /* an inline definition: another unit may have the real one */
	FE_WEAK,
	FE_COMMON, /* a tentative definition */
	FE_STRONG,
};

struct fe_def {
	const char *name;    /* interned: the symbol's */
	const char *display; /* interned */
	enum fe_strength strength;
	struct fe_unit *unit;
	CXCursor cursor; /* the strongest definition met, else a declaration; may be null */
	CXCursor typed;  /* a variable's declaration with a complete type, if any has one */
	bool is_noreturn;
	const struct fe_unit *weak_in;    /* the last unit that declared it weak */
	uint32_t constructor, destructor; /* priority, or NO_PRIORITY */
	struct symbol *symbol;            /* NULL: not needed so far */
};

struct fe_defs;

struct fe_defs *fe_defs_open(void);
void fe_defs_close(struct fe_defs *);
/* Adds the file-scope declarations of a unit; errors are printed and counted. */
void fe_defs_scan(struct fe *, struct fe_defs *, struct fe_unit *);
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

/* Opens, fills and closes fe->link.  On return everything reachable from the entry is lowered. */
void fe_link(struct fe *);
void fe_link_close(struct fe *);

/* atexit.c: makes the entry a function that calls the present one, then handlers of atexit and the
 * destructors, if there are any.  exit calls them as well. */
void fe_call_at_exit(struct fe *, struct symbol *const *destructor, size_t n);

#endif
