/* witness/builder.h -- the work of instrumenting one program: what is attached to which mark, ghost
 * variables, and the code that is being inserted.  Shared by instrument.c, attach.c and section.c.
 */
#ifndef WITNESS_BUILDER_H
#define WITNESS_BUILDER_H

#include "goto/program/rewrite.h"
#include "util/base/map.h"
#include "witness/fuse.h"
#include "witness/instrumentation.h"
#include "witness/states.h"

/* An edge or invariant of the witness, at one of the marks that its source position matches. */
struct attachment {
	const struct mark *mark;
	const struct witness_edge *edge;           /* NULL: an invariant or an update */
	const struct expr *condition;              /* or NULL: true; of an update: the value */
	const struct witness_invariant *invariant; /* or NULL */
	const struct expr *ghost;                  /* an update of this variable; or NULL */
	uint32_t creates; /* thread of the witness that the call creates; 0: none */
	uint32_t target;  /* bit of 'active'; 0: no target */
	bool is_choice;   /* the edge may be taken or not: a nondeterministic choice */
	size_t next;      /* index + 1 of the next one at the same mark; 0: none */
};

/* An update of a ghost variable, in one step with an instruction. */
struct fused {
	const struct function *function;
	uint32_t at;
	enum fuse how;
	const struct expr *ghost, *value;
};

struct builder {
	struct instrumentation *to; /* is filled */
	struct goto_prog *prog;
	struct arena *arena;
	const struct type *type_int;
	VEC(struct attachment) attachment;
	VEC(struct fused) fused;
	struct symbol *due;    /* thread-local: 1 + the update, of 'fused', for the thread that is being
	                          created; or NULL */
	struct symbol **ghost; /* the variables of the witness, one for each that is understood */
	uint32_t nghosts;
	struct map first, last;   /* mark -> index + 1 of an attachment */
	struct states states;     /* of a graph */
	const struct mark **mark; /* by edge: the first that it matches; NULL: none */
	bool *is_silent;          /* of a graph, by edge: nothing matches it */
	bool has_sinks, is_guided;
	/* while a function is rewritten */
	struct function *function;
	struct rewrite rewrite;
	struct loc loc;
	bool in_target;                /* the statement is a target */
	const struct expr *saved;      /* 'active' before the call that is being instrumented */
	const struct expr *now, *self; /* in a section: state of the automaton, this thread */
};

/* Notes a part of the witness that is not understood. */
void builder_unsupported(struct builder *b, struct loc where, const char *text);

/* Ghost variables, and expressions over them. */
struct symbol *builder_ghost(struct builder *b, const char *name, enum storage storage);
const struct expr *builder_read(struct builder *b, struct symbol *s);
const struct expr *builder_number(struct builder *b, uint32_t n);
const struct expr *builder_differs(struct builder *b, const struct expr *e, uint32_t n);
struct symbol *builder_thread(struct builder *b, uint32_t thread); /* or NULL */

/* Ghost code, at the end of what was written of the function. */
void builder_emit(struct builder *b, struct ins in);
void builder_assign(struct builder *b, const struct expr *lhs, const struct expr *rhs);
uint32_t builder_jump_if(struct builder *b, const struct expr *condition); /* see rewrite_jump */
const struct expr *builder_temporary(struct builder *b);                   /* of type int */
const struct expr *builder_variable(struct builder *b, const struct type *type);

#endif
