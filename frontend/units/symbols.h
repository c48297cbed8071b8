/* frontend/units/symbols.h -- symbols of what is needed.
 *
 * fe_symbol_of and its kin put what they name on one of three lists, which link.c drains:
 *
 *   body     functions with a definition, to be lowered
 *   value    static objects with an initialiser, to be lowered into __mc_init
 *   missing  what no unit of the user defines, to be looked up in the model library
 */
#ifndef FRONTEND_UNITS_SYMBOLS_H
#define FRONTEND_UNITS_SYMBOLS_H

#include "frontend/units/defs.h"
#include "util/base/map.h"
#include "util/base/vec.h"

struct seen_decl {
	CXCursor decl; /* canonical */
	struct symbol *symbol;
};

struct static_value {
	struct fe_unit *unit;
	struct symbol *symbol;
	CXCursor init;
};

struct fe_symbols {
	struct fe_defs *defs;
	struct map by_decl; /* opaque pointer of the canonical declaration -> index in seen */
	VEC(struct seen_decl) seen;
	struct map strings; /* hash of type and content -> index + 1 in string */
	VEC(struct symbol *) string;
	VEC(struct fe_def *) body; /* and variables whose definition was not read when they were used */
	VEC(struct static_value) value;
	size_t nbodies, nvalues; /* that are done */
	VEC(struct fe_def *) missing;
	struct map absent; /* symbols that weak declarations name and nothing defines -> 1 */
	struct function *init;
};

void fe_symbols_open(struct fe *);                      /* fe->symbols */
void fe_symbols_forget(struct fe *, CXTranslationUnit); /* cursors of this unit */
void fe_symbols_close(struct fe *);

struct symbol *fe_symbol_of(struct fe *, struct fe_unit *,
                            CXCursor decl); /* non-local variable or function */
struct symbol *fe_string_symbol(struct fe *, const struct type *array, const uint8_t *bytes,
                                uint64_t n, struct loc); /* same content: same symbol */
/* Does a unit of the user define the function that 'decl' declares? */
bool fe_is_defined(const struct fe *, CXCursor decl);
/* Where the unit calls the function 'decl': its own inline definition is not what is called here,
 * and says something else; NULL: no. */
const struct fe_inline *fe_inline_own(struct fe *, struct fe_unit *, CXCursor decl);
/* The symbol's body is an inline definition, and another unit has another one; NULL: no. */
const struct fe_inline *fe_inline_other(const struct fe *, const struct symbol *);
/* A weak reference to something undefined: its address is null. */
bool fe_is_absent(const struct fe *, const struct symbol *);
/* The external function of that name, as if declared with that type where nothing declared it yet;
 * noted as needed (models).  For builtins that stand for library calls and for __mc_*. */
struct symbol *fe_named_function(struct fe *, const char *name, const struct type *);
/* Has it a body, in the program or in the library of models? */
bool fe_has_function(const struct fe *, const char *name);
/* A static local or file-scope compound literal; its initialiser is lowered into __mc_init.  'decl'
 * is the VarDecl, or the CompoundLiteralExpr (whose last child is the initialiser).  Called once
 * for each decl. */
struct symbol *fe_static_symbol(struct fe *, struct fe_unit *, const char *name,
                                const char *display, const struct type *, CXCursor decl);
/* Notes what the declaration asks for. */
void fe_align(struct fe *, struct symbol *, CXCursor decl);

/* The symbol of a definition.  'decl' is how it was declared where it is used; null: the definition
 * is read. */
struct symbol *fe_symbol_of_def(struct fe *, struct fe_def *, CXCursor decl);
void fe_read_definition(struct fe *, struct fe_def *); /* it is there to be looked at */
/* The symbol was made from a declaration; the definition says the rest. */
void fe_settle(struct fe *, struct fe_def *);
/* A model may be declared otherwise than the user declares it; its definition counts. */
void fe_adopt(struct fe *, struct fe_def *);
void fe_check_names(struct fe *); /* ends the program if units do not fit together */
/* By the name that the user gives it; ends the program if there is none with a body. */
struct fe_def *fe_find_def(struct fe *, const char *name);
struct fe_def *fe_find_function(struct fe *, const char *name); /* with its symbol and cursor */
struct symbol *fe_find_variable(struct fe *, const char *name); /* NULL: there is none */

#endif
