/* symex/memory/layer.h -- content with writes of symbolic length or offset.
 *
 * Which bytes a copy of symbolic length changes is not known.  Instead of the bytes, the content
 * then keeps the write itself: a layer describes one write, and lies on the content before it.
 * Cells written later lie on top.  A read goes down through the layers, with an if-then-else at
 * each, so a copy has a cost only when it is read, and only for the bytes that are read.
 *
 * Contents below a layer never change: they are snapshots.  Layers live in the arena of states.
 */
#ifndef SYMEX_MEMORY_LAYER_H
#define SYMEX_MEMORY_LAYER_H

#include "symex/memory/content.h"

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
	const struct content *below; /* content before the write */
	const struct content *source;
	term at, n, from, value, condition;
};

/* The content with one more layer. */
struct content *layer_push(struct symex *, struct layer);

/* The scalar at 'offset' of a layered content, without the cells on top of it. */
term layer_read(struct symex *, const struct layer *, term offset, struct scalar);

/* The scalar at 'offset', which was 'old' before 'value' was stored at 'at'. */
term layer_over(struct symex *, term offset, struct scalar, term old, term at, struct scalar stored,
                term value);

/* Copies or sets the bytes [offset of 'to', + n) of every object that 'to' may point to; n is
 * symbolic. */
void layer_copy(struct symex *, struct state *, term to, term from, term n);
void layer_set(struct symex *, struct state *, term to, term byte, term n);

#endif
