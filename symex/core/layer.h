/* symex/core/layer.h -- content over which something of unknown length or place was written.
 *
 * A block of unknown length that is copied into an object changes bytes nobody can name.  Instead
 * of the bytes, the content then keeps what happened: a layer says what was written where, and lies
 * on the content as it was.  Cells written later lie on top.  Reading goes down through the layers,
 * with a case distinction at each, so a copy costs nothing until it is read, and only where it is.
 *
 * Contents below a layer never change: they are snapshots.  Layers live in the arena of states.
 */
#ifndef SYMEX_CORE_LAYER_H
#define SYMEX_CORE_LAYER_H

#include "symex/core/content.h"

enum layer_kind {
	LAYER_COPY,   /* bytes [at, at + n) are those of 'source' from 'from' on */
	LAYER_SET,    /* they are all 'value' */
	LAYER_STORE,  /* where 'condition' holds, the scalar 'value' was stored at 'at' */
	LAYER_EITHER, /* where 'condition' holds, it is 'source'; elsewhere what is below */
};

struct layer {
	enum layer_kind kind;
	struct scalar access;        /* STORE */
	uint32_t object;             /* whose content this is */
	uint32_t source_object;      /* whose content 'source' is */
	const struct content *below; /* what was there before */
	const struct content *source;
	term at, n, from, value, condition;
};

/* The content with one more layer. */
struct content *layer_push(struct symex *, struct layer);

/* What a layered content has at 'offset', without the cells on top of it. */
term layer_read(struct symex *, const struct layer *, term offset, struct scalar);

/* What stands at 'offset', where 'old' stood before 'value' was stored at 'at'. */
term layer_over(struct symex *, term offset, struct scalar, term old, term at, struct scalar stored,
                term value);

/* Copies, sets of unknown length: bytes [offset of 'to', + n) of whatever it points to. */
void layer_copy(struct symex *, struct state *, term to, term from, term n);
void layer_set(struct symex *, struct state *, term to, term byte, term n);

#endif
