/* frontend/code/lower_body.h -- one body on its way from cursors to instructions.
 *
 * A lowered expression is a struct expr; an lvalue stands for its value as well, so loads need
 * nothing.  Instructions that an operand needs are appended to the buffer while it is lowered.
 * Where an operand turns out to need some although it must not run always (&&, ||, ?:) or not yet
 * (an operand to its left must be read first), code is emitted at the end and moved to its place
 * with lw_move; jumps name labels, not positions, so moving is free.
 */
#ifndef FRONTEND_CODE_LOWER_BODY_H
#define FRONTEND_CODE_LOWER_BODY_H

#include "frontend/source/cursors.h"
#include "frontend/fe.h"
#include "util/base/vec.h"

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

struct fe_lower;
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
	/* The last vector that was made of a scalar, which is in all its lanes. */
	struct {
		const struct expr *vector, *scalar;
	} spread;
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

#endif
