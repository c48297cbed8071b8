#include "tickets.h"

static unsigned sold;

bool tickets_take(struct tickets *t, unsigned *number) {
	(void)t;
	if (sold == 100000)
		return false;
	*number = sold++;
	return true;
}

unsigned tickets_sold(struct tickets *t) {
	(void)t;
	return sold;
}
