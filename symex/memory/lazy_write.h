/* symex/memory/lazy_write.h -- copies and writes of symbolic length or offset, kept
 * as they are: lazy copies.
 *
 * Which bytes a copy of symbolic length changes is not known.  Instead of the bytes, the content
 * then keeps the write itself: a lazy write describes one of them, and lies on the content before
 * it. Cells written later lie on top.  A read goes down through the lazy writes, with an
 * if-then-else at each, so a copy has a cost only when it is read, and only for the bytes that are
 * read.
 *
 * Contents below a lazy write never change: they are snapshots.  Lazy writes live in the arena of
 * states.
 */
#ifndef SYMEX_MEMORY_LAZY_WRITE_H
#define SYMEX_MEMORY_LAZY_WRITE_H

#include "symex/memory/content.h"

enum lazy_kind {
	LAZY_COPY,   /* bytes [at, at + n) are those of 'source' from 'from' on */
	LAZY_SET,    /* they are all 'value' */
	LAZY_STORE,  /* where 'condition' holds, the scalar 'value' was stored at 'at' */
	LAZY_EITHER, /* where 'condition' holds, it is 'source'; elsewhere what is below */
};

struct lazy_write {
	enum lazy_kind kind;
	struct scalar access;        /* STORE */
	uint32_t object;             /* whose content this is */
	uint32_t source_object;      /* whose content 'source' is */
	const struct content *below; /* content before the write */
	const struct content *source;
	term at, n, from, value, condition;
};

/* The content with one more lazy write. */
struct content *lazy_write_push(struct symex *, struct lazy_write);

/* The scalar at 'offset' of a content with lazy writes, without the cells on top of it. */
term lazy_write_read(struct symex *, const struct lazy_write *, term offset, struct scalar);

/* The scalar at 'offset', which was 'old' before 'value' was stored at 'at'. */
term lazy_write_over(struct symex *, term offset, struct scalar, term old, term at,
                     struct scalar stored, term value);

#endif
