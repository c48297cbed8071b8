/* frontend/lower.h -- inside lower*.c: one body on its way from cursors to instructions.
 *
 *   lower.c          entry points: a function, a static initialiser
 *   lower_code.c     the instruction buffer: labels, scopes, temporaries; writes the final list
 *   lower_ast.c      questions to libclang that need more than one call
 *   lower_scan.c     what must be known about a body before it is lowered
 *   lower_expr.c     dispatch, literals, names, memory;  lower_op.c  operators and assignments
 *   lower_cond.c     && || ?: and branches;              lower_ux.c  what libclang does not name
 *   lower_call.c, lower_intrinsic.c, lower_verifier.c, lower_builtin.c, lower_math.c,
 *   lower_atomic.c, lower_va.c, lower_cleanup.c, lower_format.c, lower_jump.c
 *   lower_init.c     initialisers (C11 6.7.9);           lower_store.c  writes them down
 *   lower_decl.c     local declarations, VLAs;  lower_stmt.c, lower_switch.c
 *   lower_vector.c   vectors lane by lane;  lower_simd.c, simd_*.c  builtins of processors for them
 *   lower_complex.c  complex numbers part by part
 *   lower_asm.c      inline assembly, with asm_*.c (asm.h)
 *   lower_contract.c clauses of contracts;  lower_loop.c  loops that have some
 *   lower_async.c    statements that a new thread executes
 *   lower_mark.c     source positions that a witness may name
 *   literal.c        string and floating literals;  sidecar.c  what only the printed AST tells
 *
 * A lowered expression is a struct expr; an lvalue stands for its value as well, so loads need
 * nothing.  Instructions that an operand needs are appended to the buffer while it is lowered.
 * Where an operand turns out to need some although it must not run always (&&, ||, ?:) or not yet
 * (an operand to its left must be read first), code is emitted at the end and moved to its place
 * with lw_move; jumps name labels, not positions, so moving is free.
 */
#ifndef FRONTEND_LOWER_H
#define FRONTEND_LOWER_H

#include "frontend/fe.h"
#include "frontend/lower_keep.h"
#include "util/map.h"
#include "util/vec.h"

struct lw_local {
	struct symbol *sym;
	const struct expr *cleanup; /* function to call with the address at the end, or NULL */
	bool is_vla, is_initialised;
	bool is_again; /* a jump within its block goes back to before its declaration: lower_code.c */
};

struct lw_scope {
	struct lw_scope *parent;
	uint32_t parent_live; /* locals of the parent that exist while this scope is open */
	uint32_t depth, number;
	bool is_block;  /* a C block, not just a full expression: compound literals live here */
	bool is_marked; /* the code says where it begins */
	VEC(struct lw_local) local;
};

struct lw_scope_point { /* a point of the scope tree */
	struct lw_scope *scope;
	uint32_t live; /* how many of its locals are declared */
};

struct lw_label {
	struct lw_scope_point point;
	uint32_t at; /* final index */
	bool placed;
	const char *name;  /* of a C label */
	struct loc loc;    /* of a C label: where it was first named */
	struct mark *mark; /* it is a mark, not a label */
};

struct lw_ins {
	struct ins ins;
	bool is_label;               /* not an instruction: 'label' is here; NO_LABEL: a block begins */
	uint32_t label;              /* of a label, or a GOTO's target */
	struct lw_scope_point point; /* GOTO: where it stands; DECL: which local; a block: which */
};

struct lw_case {
	const struct expr *lo, *hi; /* hi NULL: one value */
	uint32_t label;
};

struct lw_switch {
	struct lw_switch *parent;
	const struct type *type; /* of the promoted condition */
	VEC(struct lw_case) cases;
	uint32_t otherwise; /* label of default, NO_LABEL */
};

#define NO_LABEL UINT32_MAX

struct lw_kids {
	CXCursor *at;
	size_t n;
};

struct lw_sidecar;

enum lw_context { /* what becomes of the condition that is lowered: quantifiers depend on it */
	              LW_COMPUTED,
	              LW_ASSUMED,
	              LW_ASSERTED,
};

struct lw {
	struct fe *fe;
	struct fe_unit *unit;
	struct fe_lower *keep;
	struct arena *arena, *scratch;
	struct types *types;
	struct function *f; /* receives the instructions */
	CXCursor body;      /* the FunctionDecl; null in a static initialiser */
	bool is_static;     /* lowering a static initialiser */
	bool in_address;    /* the operand of &, or of a member: what is named there must stay */
	bool is_main;
	struct loc loc;      /* for the next instruction */
	bool wraps, trusted; /* likewise: of the same names in struct ins */
	enum lw_context context;
	struct lw_loop_contract *loop; /* whose clauses are lowered; lower_loop.h */
	VEC(struct lw_ins) code;
	VEC(struct lw_label) label;
	VEC(struct lw_scope *) scopes; /* all, for freeing */
	struct lw_scope *scope;
	struct lw_cursors local;    /* VarDecl, ParmDecl -> struct symbol *; LabelStmt -> label */
	struct lw_cursors taken;    /* VarDecl, ParmDecl whose address is taken */
	struct lw_cursors vla_type; /* TypedefDecl -> struct type * */
	struct lw_cursors order;    /* ForStmt, GCCAsmStmt, _Generic -> how many came before it */
	uint32_t nfors, nasms, ngenerics;
	struct lw_sidecar *sidecar;
	struct lw_switch *in_switch;
	uint32_t break_label, continue_label;
	struct { /* setjmp: see lower_jump.c */
		uint32_t nsites, nplaced;
		uint32_t *label;
		const struct expr *jumped, *value;
	} jump;
};

/* lower.c */
void fe_lower_function(struct fe *, struct fe_unit *, CXCursor definition, struct function *);
/* Appends to 'into' the assignments that give 'symbol' its initial value. 'init' is the initialiser
 * expression.  May complete an open array type or extend symbol->extra_size. */
void fe_lower_static_init(struct fe *, struct fe_unit *, struct function *into, struct symbol *,
                          CXCursor init);

/* lower_code.c */
void lw_init(struct lw *, struct fe *, struct fe_unit *, struct function *);
void lw_finish(struct lw *); /* appends the code to the function, frees everything */
void lw_emit(struct lw *, struct ins);
void lw_assign(struct lw *, const struct expr *lhs, const struct expr *rhs);
void lw_assume(struct lw *, const struct expr *);
void lw_call(struct lw *, const struct expr *lhs, const struct expr *callee, uint32_t nargs,
             const struct expr *const *arg);
uint32_t lw_label_new(struct lw *);
void lw_label_here(struct lw *, uint32_t label);
void lw_goto(struct lw *, uint32_t label); /* always; hidden */
void lw_goto_if(struct lw *, uint32_t label, const struct expr *cond, const char *text);
/* At the end of a body: labels that jumps name, but which are in the body of a thread's statement,
 * or around it. */
void lw_lost_labels(struct lw *);
bool lw_reachable(const struct lw *); /* false: the last instruction does not fall through */
void lw_scope_open(struct lw *, bool is_block);
void lw_block_open(struct lw *); /* a block in which labels may stand; lw_scope_close ends it */
void lw_scope_close(struct lw *);
struct lw_scope *lw_block(struct lw *); /* innermost open block */
void lw_leave_all(struct lw *);         /* cleanup calls that a return needs */
void lw_declare(struct lw *, struct lw_scope *, struct lw_local); /* emits the DECL */
struct symbol *lw_new_temp(struct lw *, const struct type *);     /* not declared yet */
struct symbol *lw_new_symbol(struct lw *, const char *display, const struct type *);
const struct expr *lw_temp(struct lw *, const struct type *); /* declared, no value yet */
const struct expr *lw_temp_in(struct lw *, struct lw_scope *, const struct type *);
const struct expr *lw_save(struct lw *, const struct expr *value); /* into a new temporary */
size_t lw_mark(const struct lw *);
/* The code from 'from' to the end goes to 'to'; what stood there follows it. */
void lw_move(struct lw *, size_t to, size_t from);
/* 'e' was built before 'mark'; if the code since then may change its value, saves it there. */
const struct expr *lw_keep(struct lw *, const struct expr *e, size_t mark);
/* The lvalue with its pointers and indices saved, so that it can be read and then written. */
const struct expr *lw_pin(struct lw *, const struct expr *lvalue);
const struct expr *lw_pin_value(struct lw *, const struct expr *value);
/* Emits UNSUPPORTED here; the result is a value to go on with (void: NULL). */
const struct expr *lw_unsupported(struct lw *, const struct type *, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
const struct expr *lw_dummy(struct lw *, const struct type *);

/* lower_ast.c */
struct lw_kids lw_kids(struct lw *, CXCursor);
CXCursor lw_last_kid(struct lw *, CXCursor);
CXCursor lw_skip_parens(struct lw *, CXCursor);    /* ParenExpr, __extension__ */
const char *lw_spelling(CXCursor);                 /* interned */
const char *lw_first_token(struct lw *, CXCursor); /* interned, or NULL */
/* The number that the user typed there, be it in a macro argument; interned, or NULL. */
const char *lw_spelled_number(struct lw *, CXCursor);
bool lw_is_expr(CXCursor);
bool lw_same_extent(CXCursor, CXCursor);
CXType lw_ctype(CXCursor);                                /* canonical */
const struct type *lw_rvalue_type(struct lw *, CXCursor); /* arrays, functions: pointers */
/* The value that libclang computes.  It drops side effects and undefined behaviour and crashes on
 * some initialiser lists: ask only for literals, sizeof, alignof, offsetof, constant builtins, case
 * labels and array bounds. */
bool lw_eval_u64(CXCursor, uint64_t *);
bool lw_eval_double(CXCursor, double *);
void lw_at(struct lw *, CXCursor);          /* sets lw->loc */
const char *lw_text(struct lw *, CXCursor); /* as the user wrote it, one line; or NULL */
bool lw_is_noreturn(struct lw *, struct symbol *, CXCursor decl);

/* lower_scan.c */
void lw_scan(struct lw *, CXCursor body);
bool lw_is_elvis(CXCursor, struct lw_kids); /* a ?: b */
void lw_label_addresses(struct lw *, void (*each)(struct lw *, CXCursor label, void *), void *);

/* sidecar.c */
struct lw_asm {
	bool is_goto;
	const char *text; /* the template as it is written, without quotes */
	uint32_t nout, nin, nclobbers, nlabels;
	const char *const *constraint; /* nout + nin, without quotes */
	const char *const *name;       /* of these operands: interned, or NULL */
	const char *const *clobber;    /* "memory", "cc", registers */
	const char *const *label;      /* of asm goto */
};
enum { LW_FOR_INIT = 1, LW_FOR_COND = 2, LW_FOR_INC = 4 };
int lw_sidecar_for(struct lw *, CXCursor); /* mask of the parts; -1: not known */
bool lw_sidecar_asm(struct lw *, CXCursor, struct lw_asm *);
const char *lw_sidecar_generic(struct lw *, CXCursor); /* the printed selection, or NULL */
/* Two expressions in a row: [lo ... hi] or [lo][hi]?  false: not known. */
bool lw_is_range(struct lw *, CXCursor lo, CXCursor hi, bool *is_range);
void lw_sidecar_close(struct lw *);

/* literal.c */
const struct expr *lw_float_literal(struct lw *, CXCursor, const struct type *);
/* The bytes of a string literal without padding, in the scratch arena; false: not understood. */
bool lw_string_bytes(struct lw *, CXCursor, uint64_t elem_size, uint8_t **bytes, uint64_t *n);
const struct expr *lw_string(struct lw *, CXCursor);

/* lower_expr.c */
const struct expr *lw_expr(struct lw *, CXCursor, bool want); /* !want: may be NULL */
const struct expr *lw_value(struct lw *, CXCursor);           /* decayed; NULL only for void */
void lw_discard(struct lw *, CXCursor);
void lw_evaluate(struct lw *, const struct expr *); /* for its checks alone */
const struct expr *lw_lvalue(struct lw *, CXCursor);
const struct expr *lw_decay(struct lw *, const struct expr *); /* arrays and functions */
const struct expr *lw_convert(struct lw *, const struct type *, const struct expr *);
const struct expr *lw_deref(struct lw *, const struct expr *pointer);
const struct expr *lw_addr(struct lw *, const struct expr *lvalue);
const struct expr *lw_int(struct lw *, int64_t);                /* of type int */
const struct expr *lw_size(struct lw *, uint64_t);              /* of type size_t */
const struct expr *lw_sizeof(struct lw *, const struct type *); /* of type size_t */
const struct type *lw_ptrdiff(struct lw *);
struct symbol *lw_static(struct lw *, CXCursor decl, const struct type *, const char *name);

/* lower_op.c */
const struct expr *lw_binary(struct lw *, CXCursor, bool want);
const struct expr *lw_compound_assign(struct lw *, CXCursor, bool want);
const struct expr *lw_unary(struct lw *, CXCursor, bool want);
const struct expr *lw_arith(struct lw *, enum expr_kind, const struct expr *, const struct expr *);
const struct expr *lw_pointer_add(struct lw *, const struct expr *, const struct expr *,
                                  bool minus);
/* lhs = the value of 'c'; calls and initialiser lists go there directly where they can. */
void lw_assign_from(struct lw *, const struct expr *lhs, CXCursor c);

/* lower_cond.c */
const struct expr *lw_logical(struct lw *, CXCursor, bool is_and);
const struct expr *lw_conditional(struct lw *, CXCursor, bool want);
const struct expr *lw_elvis(struct lw *, CXCursor, struct lw_kids);
const struct expr *lw_not(struct lw *, const struct expr *);
void lw_branch(struct lw *, CXCursor cond, uint32_t label, bool sense); /* jump if it is 'sense' */

/* lower_ux.c */
const struct expr *lw_ux(struct lw *, CXCursor, bool want);
const struct expr *lw_generic(struct lw *, CXCursor, bool want);
const struct expr *lw_cast(struct lw *, CXCursor);
const struct expr *lw_sizeof_expr(struct lw *, CXCursor);

/* lower_call.c */
const struct expr *lw_call_expr(struct lw *, CXCursor, bool want, const struct expr *into);
const struct expr *lw_named(struct lw *, const char *name, const struct type *result,
                            const struct type *const *param, uint32_t nparams);
struct lw_args {
	const struct expr **at;
	uint32_t n;
};
struct lw_args lw_arguments(struct lw *, CXCursor call, const struct expr **callee);
void lw_discard_arguments(struct lw *, CXCursor call); /* they are read, and that is all */

/* lower_intrinsic.c: true: the call was one of ours; *value as of lw_expr */
bool lw_intrinsic(struct lw *, CXCursor call, const char *name, bool want, const struct expr *into,
                  const struct expr **value);
/* Its first argument as a condition; the characters of a string argument; an arbitrary result. */
const struct expr *lw_condition(struct lw *, CXCursor call);
const char *lw_text_argument(struct lw *, CXCursor call, unsigned i); /* interned; "": none */
const struct expr *lw_nondet(struct lw *, CXCursor call, bool want, const struct expr *into);
/* lower_verifier.c: the same for functions of other verifiers */
bool lw_verifier_call(struct lw *, CXCursor call, const char *name, bool want,
                      const struct expr *into, const struct expr **value);
/* lower_contract.c: the same for what stands for clauses of contracts */
bool lw_contract_call(struct lw *, CXCursor call, const char *name, const struct expr **value);
/* Assumes the condition, or asserts it, with that text. */
void lw_clause(struct lw *, CXCursor condition, bool is_assumed, enum property_class,
               const char *written, const char *says);
/* lower_builtin.c */
bool lw_builtin(struct lw *, CXCursor call, const char *name, bool want, const struct expr **value);
/* lower_math.c */
bool lw_math_builtin(struct lw *, CXCursor call, const char *name, const struct expr **value);
/* lower_atomic.c */
void lw_fence(struct lw *, enum mem_order);
bool lw_atomic_call(struct lw *, CXCursor call, const char *name, bool want,
                    const struct expr **value);
const struct expr *lw_atomic_expr(struct lw *, CXCursor, const char *name, struct lw_kids);
/* lower_cleanup.c: true: the call belongs to pthread_cleanup_push or _pop, and is lowered */
bool lw_cleanup_call(struct lw *, CXCursor call, const char *name, const struct expr **value);

/* lower_format.c: what a call of printf or its kin does to its arguments, which may be pinned */
void lw_format_call(struct lw *, CXCursor call, CXCursor decl, struct lw_args);

/* lower_va.c */
bool lw_va_call(struct lw *, CXCursor call, const char *name);
const struct expr *lw_va_arg(struct lw *, CXCursor, CXCursor list);

/* lower_async.c: __CPROVER_ASYNC_n: labels */
void lw_async(struct lw *, const char *label, CXCursor stmt);

/* lower_init.c: what an initialiser says, as a list of stores */
struct lw_entry {
	const struct expr *lhs;
	uint64_t offset, size; /* in bits, in the whole object */
	CXCursor value;        /* an expression */
	bool is_string;        /* lhs is an array, value a string literal */
};
struct lw_entries {
	VEC(struct lw_entry) at;
	uint64_t open_elements; /* elements of an array of unknown bound that were reached */
	bool failed;            /* an UNSUPPORTED was emitted */
};
void lw_init_list(struct lw *, const struct expr *object, CXCursor init, struct lw_entries *);
/* lower_store.c */
void lw_initialise(struct lw *, const struct expr *variable, CXCursor init); /* automatic */
void lw_initialise_static(struct lw *, struct symbol *, CXCursor init);
void lw_zero(struct lw *, const struct expr *object);
bool lw_string_initialiser(struct lw *, const struct type *, CXCursor init, CXCursor *literal);

/* lower_decl.c */
void lw_decl_stmt(struct lw *, CXCursor);
void lw_params(struct lw *, CXCursor function);
struct symbol *lw_variable(struct lw *, CXCursor decl); /* any variable; NULL: cannot be */
const struct expr *lw_compound_literal(struct lw *, CXCursor);
/* The type with run-time bounds, evaluated here, from the expressions among 'decl's children. */
const struct type *lw_vla_type(struct lw *, CXType, CXCursor decl, CXCursor init);
bool lw_is_vla(CXType);

/* lower_stmt.c */
/* A value without a value, for a return that has none where there should be one; NULL: no need. */
const struct expr *lw_any_result(struct lw *);
void lw_return(struct lw *, const struct expr *value, bool hidden); /* value may be NULL */
void lw_stmt(struct lw *, CXCursor);
const struct expr *lw_stmt_expr(struct lw *, CXCursor, bool want);
/* To the C label of that interned name; false: there is not exactly one. */
bool lw_goto_named(struct lw *, const char *name);
const struct expr *lw_label_address(struct lw *, CXCursor label_stmt, const struct type *);
/* lower_switch.c */
void lw_switch_stmt(struct lw *, CXCursor);
void lw_case_stmt(struct lw *, CXCursor);
void lw_default_stmt(struct lw *, CXCursor);
/* lower_mark.c: for witnesses; nothing is done unless fe_config.marks asks for it */
bool lw_marks(const struct lw *);
void lw_mark_at(struct lw *, enum mark_kind, CXSourceLocation);
void lw_mark_cursor(struct lw *, enum mark_kind, CXCursor); /* at its first character */
void lw_mark_branch(struct lw *, enum mark_kind, CXCursor, CXCursor condition);
void lw_mark_value(struct lw *, enum mark_kind, CXSourceLocation, const struct expr *value,
                   const struct expr *other);
CXSourceLocation lw_parenthesis(struct lw *, CXCursor call);          /* the closing one */
CXSourceLocation lw_question_mark(struct lw *, CXCursor conditional); /* of ?: */
/* lower_jump.c */
void lw_jump_open(struct lw *);
void lw_jump_close(struct lw *);
bool lw_jump_call(struct lw *, CXCursor call, const char *name, const struct expr **value);

/* lower_vector.c: a value of vector type is a record with an array of lanes (goto/type.h) */
enum { LW_LANES = 64 };
struct lw_lanes { /* values to compute with, all of one type */
	const struct type *elem;
	uint32_t n;
	const struct expr *at[LW_LANES];
};
struct lw_lanes lw_lanes(struct lw *, const struct expr *vector);
/* The same bits as lanes of another type; 'e' may be a scalar, too. */
struct lw_lanes lw_lanes_as(struct lw *, const struct expr *e, const struct type *elem);
/* A new value of that type from so many lanes (missing ones are zero), which are converted. */
const struct expr *lw_vector(struct lw *, const struct type *, const struct lw_lanes *);
/* Of a scalar, all lanes have its value; of a vector (or to a scalar), the bits stay. */
const struct expr *lw_convert_vector(struct lw *, const struct type *, const struct expr *);
const struct expr *lw_bitcast(struct lw *, const struct type *, const struct expr *);
const struct expr *lw_vector_lane(struct lw *, const struct expr *vector, const struct expr *ix);
/* 'type' is the result's; NULL: there is no such operation. */
const struct expr *lw_vector_binary(struct lw *, const struct type *, enum expr_kind,
                                    const struct expr *, const struct expr *);
const struct expr *lw_vector_unary(struct lw *, const struct type *, enum CXUnaryOperatorKind,
                                   const struct expr *);
const struct expr *lw_shufflevector(struct lw *, CXCursor, struct lw_kids);
const struct expr *lw_convertvector(struct lw *, CXCursor, struct lw_kids);

/* lower_complex.c */
const struct expr *lw_convert_complex(struct lw *, const struct type *, const struct expr *);
const struct expr *lw_complex(struct lw *, const struct type *, const struct expr *re,
                              const struct expr *im);
const struct expr *lw_complex_binary(struct lw *, const struct type *, enum expr_kind,
                                     const struct expr *, const struct expr *);
const struct expr *lw_complex_unary(struct lw *, enum CXUnaryOperatorKind, const struct expr *);
const struct expr *lw_imaginary_literal(struct lw *, CXCursor);
const struct expr *lw_complex_truth(struct lw *, const struct expr *); /* 0 or 1 */

/* lower_simd.c: builtins of processors that work on vectors; false: it is none that is known */
bool lw_simd_builtin(struct lw *, CXCursor call, const char *name, const struct expr **value);

/* lower_asm.c */
void lw_asm_stmt(struct lw *, CXCursor);
/* Which accesses a barrier of a processor keeps in order: reads or writes before it with reads or
 * writes after it. */
enum { LW_RR = 1, LW_RW = 2, LW_WR = 4, LW_WW = 8, LW_ALL = 15 };
void lw_barrier(struct lw *, unsigned pairs); /* a FENCE; none if there are no pairs */
unsigned lw_barrier_named(const char *name);  /* of an instruction; 0: none */
unsigned lw_arm_barrier(uint64_t option);     /* the operand of dmb and dsb */

#endif
