#ifndef TICKETS_H
#define TICKETS_H
#include <stdatomic.h>
#include <stdbool.h>

/* Tickets that are given out one by one, until they are sold out. */
struct tickets {
	atomic_uint next;
};

void tickets_init(struct tickets *);
bool tickets_take(struct tickets *, unsigned *number);
unsigned tickets_sold(struct tickets *);

#endif
