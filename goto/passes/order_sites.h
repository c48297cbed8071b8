/* goto/passes/order_sites.h -- the memory orders that a program asks for, place by place, and the
 * program with others instead.
 *
 * A site is an atomic operation or a fence of the user, wherever control comes to it: all threads
 * and all iterations share it.  Sites are found in the program as it was loaded, before all passes;
 * a load of the same sources has the same ones.
 */
#ifndef GOTO_PASSES_ORDER_SITES_H
#define GOTO_PASSES_ORDER_SITES_H

#include "goto/program/prog.h"

enum order_site_kind {
	SITE_LOAD,
	SITE_STORE,
	SITE_RMW,     /* a read-modify-write; of a compare-exchange the order of success */
	SITE_FAILURE, /* the load of a compare-exchange that fails */
	SITE_FENCE,
	SITE_BEFORE, /* there is no fence here so far: before an atomic operation; order PLAIN */
};

struct order_site {
	enum order_site_kind kind;
	uint32_t function; /* index in goto_prog.function */
	uint32_t from, to; /* its instructions, both inclusive */
	struct loc loc;
	const char *in;     /* display name of the function; interned */
	const char *object; /* as the user writes it, interned; NULL: a fence */
	enum mem_order order;
};

struct order_sites {
	VEC(struct order_site) at;
};

void order_sites_find(const struct goto_prog *,
                      struct order_sites *); /* appends to an empty list */
void order_sites_free(struct order_sites *);
/* By site, the order that it is to have; PLAIN: as it is.  RELAXED for a fence: none. */
void order_sites_set(struct goto_prog *, const struct order_sites *, const enum mem_order *);
/* The accesses of the site are plain ones; a read-modify-write stays a section. */
void order_sites_plain(struct goto_prog *, const struct order_sites *, size_t site);

/* The orders that such a site may have, the weaker ones first; PLAIN, which is none, ends them. */
const enum mem_order *order_sites_choices(enum order_site_kind);
bool order_is_weaker(enum mem_order, enum mem_order than); /* and not equal */

#endif
