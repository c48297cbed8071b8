/* symex/step/frame.h -- frames of calls: parameters, local objects, the end of both. */
#ifndef SYMEX_STEP_FRAME_H
#define SYMEX_STEP_FRAME_H

#include "symex/core/state.h"

struct argument {
	const struct type *type;
	term value; /* of a scalar; a pointer to it otherwise */
};

struct object step_local_object(struct symex *, struct state *, struct symbol *, uint32_t choice);
void step_start(struct symex *, struct state *st, struct function *, const struct argument *arg,
                uint32_t n);                     /* the first frame of a thread */
void step_leave(struct symex *, struct state *); /* ends the objects of the youngest frame */
/* Enters a function without arguments and result before the instruction at st->pc.  The function
 * begins inside an atomic section, which it ends itself. */
void step_interrupt(struct symex *, struct state *st, struct function *);

/* A new frame above that of 'st'; 'call' is NULL: the first one of a thread. */
struct frame *frame_new(struct symex *, const struct state *st, struct function *,
                        const struct ins *call, bool is_interrupt);
/* 'st' is in the frame from now on, with these arguments. */
void frame_enter(struct symex *, struct state *st, struct frame *, const struct argument *arg,
                 uint32_t n);
/* Control enters the function of the youngest frame; false: the path ends. */
bool frame_begin(struct symex *, struct state *st);
/* The register that holds what the function returns. */
uint32_t frame_result(const struct frame *);
/* A new automatic object with arbitrary content; returns the pointer to it. */
term frame_object(struct symex *, struct state *, struct object, uint32_t choice);
/* May a value of the one type be given to a variable of the other? */
bool frame_can_pass(const struct type *from, const struct type *to);

#endif
