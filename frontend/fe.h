/* frontend/fe.h -- shared inside frontend/: the context of one load, and who does what.
 *
 *   driver.c   the order of things; parse.c, diagnostics.c, target.c, compile_db.c and programs.c
 *              help it
 *   defs.c     declarations of all translation units: what is defined where
 *   link.c     symbols of what is needed
 *   models.c   finds undefined functions in the model library
 *   layout.c   CXType -> struct type
 *   lower*.c   one function body or initialiser -> instructions
 *
 * Lowering is on demand: fe_symbol_of returns the symbol of a declaration and, for functions and
 * static variables, notes that it is needed; link.c drains that list until nothing new is needed.
 */
#ifndef FRONTEND_FE_H
#define FRONTEND_FE_H

#include <clang-c/Index.h>

#include "frontend/frontend.h"
#include "goto/prog.h"

struct fe_extensions;
struct fe_source;
struct index_unit;

struct fe_unit {          /* one translation unit */
	CXTranslationUnit tu; /* NULL: not parsed yet, or not any more (frontend/units.h) */
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
	struct fe_models *models; /* private to models.c; NULL: none */
	struct fe_link *link;     /* private to link.c */
	/* link.c is told of units that were parsed, and of trees that will be freed. */
	void (*loaded)(struct fe *, struct fe_unit *), (*unloads)(struct fe *, struct fe_unit *);
	struct fe_layout *layout;     /* private to layout.c */
	struct fe_lower *lower;       /* private to lower*.c; made on first use */
	struct fe_later *later;       /* private to entry_later.c; made on first use */
	struct fe_taken *taken;       /* private to entry_functions.c; made on first use */
	struct fe_contract *contract; /* contract_state.h; NULL: no option asks for contracts */
};

/* layout.c */
const struct type *fe_type(struct fe *, CXType);
const struct type *fe_complex(struct fe *, const struct type *part);
/* The vector of n such lanes, in as many bytes. */
const struct type *fe_vector(struct fe *, const struct type *elem, uint64_t n);
/* The field of 'record' (a lowered type) that a FieldDecl names, and through which anonymous
 * members it is reached: fills path[0..n), outermost first, n <= 16; n == 0: not a field of it. */
uint32_t fe_field_path(struct fe *, const struct type *record, CXCursor field_decl,
                       const struct field *path[16]);

/* link.c */
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

/* lower.c */
void fe_lower_close(struct fe *); /* frees what lowering kept between functions */
void fe_lower_forget(struct fe *, CXTranslationUnit); /* the part of it that is of this unit */
void fe_lower_function(struct fe *, struct fe_unit *, CXCursor definition, struct function *);
/* Appends to 'into' the assignments that give 'symbol' its initial value. 'init' is the initialiser
 * expression.  May complete an open array type or extend symbol->extra_size. */
void fe_lower_static_init(struct fe *, struct fe_unit *, struct function *into, struct symbol *,
                          CXCursor init);
bool fe_is_atomic_section(const char *name); /* __VERIFIER_atomic_begin or _end */
bool fe_is_verifier_name(const char *name);  /* as docs/intrinsics.md lists */
bool fe_is_async_label(const char *label);   /* __CPROVER_ASYNC_n */

/* entry.c: a function that makes arguments and calls the one that was named becomes the entry, if
 * it has parameters that need it; before anything is lowered. */
struct fe_def;
void fe_make_entry(struct fe *, struct fe_def *named);
void fe_note_statics(struct fe *); /* after everything is lowered */
/* entry_threads.c: the same for --thread, --init and --final */
void fe_make_threads(struct fe *);
/* entry_later.c: what had to wait until everything was lowered; false: there was nothing */
bool fe_make_later(struct fe *);
void fe_later_close(struct fe *);

/* driver.c */
/* Parses the sources one after the other and shows each; nothing is linked. */
void fe_each_unit(const struct fe_config *, void (*visit)(struct fe_unit *, void *), void *data);
struct loc fe_loc(CXSourceLocation); /* presumed location, interned file */
struct loc fe_cursor_loc(CXCursor);

#endif
