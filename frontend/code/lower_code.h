/* frontend/code/lower_code.h -- the instruction buffer: labels, scopes, temporaries; writes the
 * final list. */
#ifndef FRONTEND_CODE_LOWER_CODE_H
#define FRONTEND_CODE_LOWER_CODE_H

#include "frontend/code/lower_body.h"

void lw_init(struct lw *, struct fe *, struct fe_unit *, struct function *);
void lw_finish(struct lw *); /* appends the code to the function, frees everything */
void lw_emit(struct lw *, struct ins);
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
size_t lw_mark(const struct lw *);
/* The code from 'from' to the end goes to 'to'; what stood there follows it. */
void lw_move(struct lw *, size_t to, size_t from);
/* Emits UNSUPPORTED here; the result is a value to go on with (void: NULL). */
const struct expr *lw_unsupported(struct lw *, const struct type *, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
const struct expr *lw_dummy(struct lw *, const struct type *);

/* The external function of that name, of the program or of the library of models. */
const struct expr *lw_named(struct lw *, const char *name, const struct type *result,
                            const struct type *const *param, uint32_t nparams);

#endif
