/* goto/program/prog.h -- the goto-program: symbols, functions, instructions, properties.
 *
 * A function is a numbered list of instructions; jumps name the index of their target.  The last
 * instruction is END.  Plain data: the frontend builds it, passes rewrite it, and from then on it
 * does not change.
 *
 * After lowering every instruction is one of
 *   SKIP                       nothing
 *   DECL sym                   an automatic variable comes to life, its value arbitrary
 *   DEAD sym                   it ends
 *   ASSIGN lhs rhs             one store; scalars, or whole structs and unions (rhs an lvalue)
 *   ASSUME cond                executions in which cond is 0 are not considered further
 *   ASSERT cond property       cond must not be 0; afterwards it is taken to hold
 *   GOTO target [cond]         jump if cond is not 0 (no cond: always)
 *   CALL [lhs] rhs arg...      rhs is a function symbol or a pointer to a function
 *   RETURN [rhs]               sets the result, if any, and jumps to END
 *   UNSUPPORTED text           reached: the verdict can be no better than UNKNOWN
 *   HAVOC lhs [sym]            the whole lvalue becomes arbitrary; sym: at the declaration of sym,
 *                              which is no input
 *   ATOMIC_BEGIN [cond arg...] no other thread runs until ATOMIC_END; sections nest
 *   ATOMIC_END
 *   FENCE order                orders the accesses before and after it, as C11 says; under
 *                              sequential consistency it does nothing
 *   END                        leaves the function
 *
 * ATOMIC_BEGIN with a condition: the thread waits until it is not 0.  Then sync says what kind of
 * thing it waits for, arg[0] points to it, and arg[1] is the number of the thread that holds it, or
 * -1.  These expressions are evaluated in every state while the thread waits.  Without a condition,
 * sync says what the section takes if that is free, and does not wait for; or NONE.  A CALL of
 * __mc_acquired has in sync what the thread holds from there on; arg[1] points to it.
 */
#ifndef GOTO_PROGRAM_PROG_H
#define GOTO_PROGRAM_PROG_H

#include <stdbool.h>
#include <stdint.h>

#include "goto/program/expr.h"
#include "goto/program/intrinsics.h"
#include "goto/program/sync.h"
#include "goto/program/type.h"
#include "util/base/arena.h"
#include "util/base/loc.h"
#include "util/base/map.h"
#include "util/base/vec.h"

enum storage {
	STORAGE_STATIC, /* globals, static locals, string literals */
	STORAGE_THREAD, /* _Thread_local */
	STORAGE_AUTO,   /* locals, parameters, temporaries */
	STORAGE_FUNCTION,
};

/* How a function without a body is declared, as C text that needs no header; all interned.  The
 * frontend fills it on request (fe_config.prototypes). */
struct prototype {
	const char *text;         /* "long receive(int fd, void *buffer, unsigned long n)" */
	const char *result;       /* a declaration of a variable 'result' of its type */
	const char *const *param; /* names */
	const bool *is_const;     /* by parameter: it points to what the function may not change */
	uint32_t nparams;
	const char *const *need; /* declarations that come before: "struct packet;" */
	uint32_t nneeds;
	bool has_nameless; /* a type of it has no name, so the text is not that of C */
};

struct symbol {
	const char *name;    /* interned, unique in the program: "x", "main::1::x", "a.c::priv" */
	const char *display; /* what the user calls it; the name unless set */
	const struct type *type;
	enum storage storage;
	enum intrinsic intrinsic; /* STORAGE_FUNCTION: by its name; or NONE */
	struct loc loc;
	bool is_temp; /* made by lowering (string literals too); not shown to users */
	bool is_param;
	bool is_constant; /* string literal or const object of static storage: not writable */
	bool is_extern;   /* declared only; static storage without definition has arbitrary content */
	bool is_model;    /* comes from pthread-models/ */
	bool is_hidden_state; /* of a model: calls of a library function share it, and race on it */
	bool is_spec;         /* a variable of the specification of a library; set by linpoint_insert */
	bool is_pure;         /* a function declared only, with attribute pure or const: no effect */
	bool is_noreturn;     /* a function declared only, that does not return */
	bool address_taken;   /* set by the address-taken analysis */
	bool is_shared;       /* more than one thread may reach it; set by goto_find_shared */
	uint32_t id;          /* index in goto_prog.symbol */
	uint32_t slot;        /* STORAGE_AUTO: index in its function's local list */
	const uint8_t *bytes; /* static: initial bytes (string data), nbytes <= size, rest zero */
	uint64_t nbytes;
	uint64_t extra_size; /* bytes beyond the type's size (initialised flexible array member) */
	uint32_t align;      /* of a variable that was given more than its type has; or 0 */
	struct function *function;         /* STORAGE_FUNCTION: its body, or NULL */
	const struct prototype *prototype; /* of a function without one, on request; or NULL */
};

static inline uint32_t symbol_align(const struct symbol *s) {
	return s->align > s->type->align ? s->align : s->type->align;
}

enum ins_kind {
	INS_SKIP,
	INS_DECL,
	INS_DEAD,
	INS_ASSIGN,
	INS_ASSUME,
	INS_ASSERT,
	INS_GOTO,
	INS_CALL,
	INS_RETURN,
	INS_UNSUPPORTED,
	INS_HAVOC,
	INS_ATOMIC_BEGIN,
	INS_ATOMIC_END,
	INS_FENCE,
	INS_END,
};

struct ins {
	enum ins_kind kind;
	bool hidden; /* made by lowering: no step of its own in a trace */
	bool ghost; /* belongs to a witness, not to the program: checked for nothing, races with none */
	bool operation; /* ATOMIC_BEGIN: the section is one atomic operation of C on one object */
	bool loads_sum; /* ASSIGN: reads what the next assignment stores with something added, and the
	                   value has no other use; stores_sum: that assignment (goto_mark_additions) */
	bool stores_sum;
	bool modifies;  /* the same: it reads and may write: a read-modify-write, also one that fails */
	bool joined;    /* ATOMIC_BEGIN: no context switch before it, whatever is inside */
	bool wraps;     /* what a processor computes: it is not checked for overflow and lost bits */
	bool trusted;   /* its checks hold, so they are assumed: a clause that was proved elsewhere */
	bool watched;   /* an assertion of the user begins here, or it is an assumption: goto_watch */
	bool when_true; /* GOTO with a text: it jumps if that is true, otherwise if it is false */
	bool visible; /* another thread may take notice, so a context switch is possible before it; set
	                 by goto_mark_visible */
	struct loc loc;
	const struct expr *lhs, *rhs; /* rhs also: every condition, the callee, the result */
	const struct expr *const *arg;
	uint32_t nargs;
	enum mem_order order; /* FENCE */
	enum sync_kind sync;  /* ATOMIC_BEGIN, CALL of __mc_acquired: above; or NONE */
	uint32_t target;      /* GOTO */
	uint32_t property;    /* ASSERT: index in goto_prog.property */
	uint32_t loop;        /* backward GOTO: index in function.loop; NO_LOOP otherwise */
	struct symbol *sym;
	const char *text; /* interned, results keep it.  UNSUPPORTED: what; GOTO and ASSERT: the
	                     condition as the user wrote it, ASSIGN of a NONDET: the call that means it;
	                     or NULL */
};

#define NO_LOOP UINT32_MAX

struct loop {       /* one per backward GOTO */
	const char *id; /* interned: "main.0" */
	uint32_t head, back;
	struct loc loc;
};

struct label { /* a C label, kept for --error-label */
	const char *name;
	uint32_t at;
};

/* A source position that a witness may name.  The frontend notes them on request (fe_config.marks).
 * Passes that rewrite instruction lists do not keep them, so a witness is instrumented before all
 * passes. */
enum mark_kind {
	MARK_STATEMENT, /* before a statement or declaration */
	MARK_BLOCK,     /* before a statement in braces */
	MARK_DONE, /* after a declaration or an expression statement; its position is its beginning */
	MARK_EXPRESSION, /* before a full expression that is no statement, each time */
	MARK_TRUE,       /* the condition of 'if', a loop or '?' was not 0 ... */
	MARK_FALSE,      /* ... or was 0 */
	MARK_SWITCH,     /* 'value' was computed; 'other': no case is for it */
	MARK_LOOP,       /* before the condition of a loop is computed */
	MARK_CALL,       /* arguments were computed; its position is the closing parenthesis */
	MARK_RETURN,     /* the call is over; 'value' is its result, or NULL */
	MARK_ENTRY,      /* the function begins; its position is its name */
	MARK_END,        /* 'return' was executed, or the closing brace is reached; 'value' or NULL */
};

struct mark {
	enum mark_kind kind;
	struct loc loc;      /* in the file that was read */
	struct loc presumed; /* as #line says */
	uint32_t offset;     /* of characters from the start of the file */
	uint32_t at;         /* at this instruction, a SKIP */
	/* TRUE, FALSE: the condition is on that line (of the file that was read, of #line), and has &&
	 * or
	 * || in it. */
	uint32_t condition, presumed_condition;
	bool compound;
	const struct expr *value, *other;
	struct symbol *const *scope; /* variables on the stack that have a name here, youngest first */
	uint32_t nscope;
};

struct function {
	struct symbol *symbol;
	VEC(struct ins) ins;
	VEC(struct symbol *) local; /* parameters first, then all automatic symbols; slot = index */
	VEC(struct loop) loop;      /* filled by goto_find_loops */
	const char *loop_name;      /* what their names begin with: that of the recursion; interned */
	VEC(struct label) label;
	VEC(struct mark) mark; /* on request, see struct mark */
	uint32_t nparams;
	bool is_model; /* from pthread-models/: folded in traces */
	bool is_noreturn;
	bool is_atomic; /* __VERIFIER_atomic_*: the body is one atomic section */
	bool has_jumps; /* it calls setjmp, so a call that never returns may be followed by what is next
	                 */
	bool is_dropped;   /* by goto_slice: it is not called any more */
	struct ins *whole; /* its instructions before goto_slice; NULL: as they are */
};

enum property_class {
#define PROPERTY(class, ...) PROPERTY_##class,
#include "goto/program/property.def"
	PROPERTY_CLASS_N,
};

struct property {
	const char *id;   /* interned, stable: "main.assertion.1", "f.bounds.3" */
	const char *text; /* interned: one line for people, lower case, no full stop */
	enum property_class class;
	struct loc loc;
	const char *function; /* display name */
	bool in_model;        /* of a function from pthread-models/ */
};

/* How much goto/analysis/points_to.h tells apart: calls of model functions (all, or those that make
 * objects or threads), objects at all. */
enum precision {
	PRECISION_CLONE_ALL,
	PRECISION_CLONE_MAKERS,
	PRECISION_NO_CLONES,
	PRECISION_ONE_SET, /* whatever has its address taken may be meant by any pointer */
};

/* Signal handlers: where a context switch is possible, a thread enters 'function' (of no arguments
 * and result) if a bit is set in pending[0] or pending[1 + thread] that is not in blocked[thread].
 * Set by goto_find_interrupts. */
#define INTERRUPT_THREADS 64

struct interrupt {
	struct function *function; /* NULL: there are no handlers */
	struct symbol *pending, *blocked;
	const struct expr *when[INTERRUPT_THREADS]; /* by thread; see goto_interrupted */
};

/* What somebody could do about an UNSUPPORTED there; interned. */
struct hint {
	struct loc loc;
	const char *option, *reason; /* "-UUSE_ASM", "the assembly is inside ..." */
};

/* What the code before the entry assumes of an argument of the function that the user named;
 * interned.
 */
struct entry_argument {
	const char *parameter, *assumed; /* "buf", "points to n bytes" */
	bool is_any;                     /* nothing: every value of the type */
};

/* A pragma or an attribute that changes what the program does, and that was ignored. */
struct ignored {
	struct loc loc;
	const char *text; /* interned: "that #pragma omp is ignored, as without -fopenmp" */
};

struct goto_prog {
	struct arena *arena; /* owns types, expressions, names, symbols */
	struct types *types;
	struct target target;
	VEC(const char *) source;   /* interned names of the user's files, in the order of linking */
	VEC(const char *) included; /* the same and the headers of the user, as clang names them */
	VEC(struct symbol *) symbol;
	VEC(struct function *) function; /* with bodies; [0] need not be the entry */
	VEC(struct property) property;
	VEC(struct hint) hint;
	VEC(struct ignored) ignored;
	VEC(struct entry_argument) argument; /* of an entry other than main */
	struct map by_name;                  /* interned name -> struct symbol * */
	struct map property_count;           /* prog_property_key -> properties numbered so far */
	struct symbol
	    *init; /* "__mc_init": assigns the initial values of static storage, calls constructors */
	struct symbol *entry;    /* what runs after init: main, or --function */
	bool has_jumps;          /* setjmp is called */
	bool runs_at_exit;       /* there are destructors, or handlers of atexit may be registered */
	bool orders_in_assembly; /* inline assembly has accesses with memory orders */
	bool barriers_keep_more; /* a fence stands for a barrier of a processor that orders less */
	bool has_threads;        /* __mc_spawn may be called; set by goto_find_shared, like the next */
	bool tries[SYNC_N]; /* by kind: some section tries to take one, or (joins) ends the waits for
	                     * one; set by goto_mark_visible */
	bool all_shared;    /* all memory but variables on a stack that nobody else knows:
	                       --no-reduction=sharing */
	bool orders_matter; /* memory orders and fences do: not under sequential consistency */
	enum precision precision;
	struct interrupt interrupt;
	struct map private_deref; /* DEREFs that do not reach shared memory: expression -> true */
};

struct goto_prog *prog_open(void); /* fill target before the first type is made */
void prog_close(struct goto_prog *);
struct symbol *prog_find(const struct goto_prog *, const char *name); /* any spelling; or NULL */
struct symbol *prog_add_symbol(struct goto_prog *, const char *name, const struct type *,
                               enum storage);
struct function *prog_add_function(struct goto_prog *, struct symbol *);
/* A string literal: static, is_constant, is_temp, with its bytes; printed as "text". */
bool symbol_is_string(const struct symbol *);
void prog_add_local(struct function *, struct symbol *); /* sets slot */
/* A local of a pass, shown as "@N"; the pass declares it in the code. */
struct symbol *prog_add_temp(struct goto_prog *, struct function *, const struct type *,
                             struct loc);
uint32_t prog_add_property(struct goto_prog *, const struct function *, enum property_class,
                           struct loc, const char *text); /* numbers it within function and class */
uint64_t prog_property_key(const struct function *, enum property_class); /* of property_count */
struct property property_make(const struct function *, enum property_class, struct loc,
                              const char *text, uint64_t number); /* adds it nowhere */
/* Which intrinsic a CALL names; NONE: another function, or a pointer. */
static inline enum intrinsic ins_intrinsic(const struct ins *i) {
	bool is_named = i->kind == INS_CALL && i->rhs->kind == EXPR_SYMBOL;
	return is_named ? i->rhs->symbol->intrinsic : INTRINSIC_NONE;
}
uint32_t ins_add(struct function *, struct ins);      /* returns its index; sets loop to NO_LOOP */
const char *property_class_name(enum property_class); /* "assertion", "bounds", "pointer", ... */
bool property_class_find(const char *name, enum property_class *); /* its inverse; false: none */

#endif
