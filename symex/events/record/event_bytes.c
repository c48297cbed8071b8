#include "symex/events/record/event_bytes.h"

#include "util/number/divisor.h"

/* Are all bytes of a before those of b? */
static bool is_below(struct event_bytes a, struct event_bytes b) {
	uint64_t last = a.step ? a.most : a.from, first = b.step ? b.least : b.from;
	return (!a.step || a.is_limited) && (!b.step || b.is_limited) && last < first &&
	       first - last >= a.n;
}

uint64_t bytes_grain(struct event_bytes a, struct event_bytes b) {
	uint64_t apart = a.from > b.from ? a.from - b.from : b.from - a.from;
	uint64_t steps = common_divisor(a.step, b.step), sizes = common_divisor(a.n, b.n);
	return common_divisor(common_divisor(steps, sizes), apart);
}

bool bytes_overlap(struct event_bytes a, struct event_bytes b) {
	if (a.from == LIFETIME || b.from == LIFETIME)
		return a.from == b.from;
	if (is_below(a, b) || is_below(b, a))
		return false;
	uint64_t step = common_divisor(a.step, b.step);
	if (!step)
		return a.from < b.from + b.n && b.from < a.from + a.n;
	uint64_t apart = (a.from % step + step - b.from % step) % step;
	return apart < b.n || step - apart < a.n;
}
