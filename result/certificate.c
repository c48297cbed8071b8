#include "result/certificate.h"

#include "util/base/arena.h"

static char *checked_text(struct arena *a, const struct certificate *c) {
	if (c->wrong)
		return arena_printf(a, "certificate rejected, %s", c->wrong);
	if (c->unchecked)
		return arena_printf(a, "certificate not checked, %s", c->unchecked);
	if (!c->queries)
		return arena_printf(a, "certificate without queries");
	return arena_printf(a, "certificate checked, %u quer%s", c->checked,
	                    c->checked == 1 ? "y" : "ies");
}

char *certificate_text(struct arena *a, const struct certificate *c) {
	char *text = checked_text(a, c);
	if (c->elsewhere)
		text = arena_printf(a, "%s; not certified: %u quer%s of other solvers", text, c->elsewhere,
		                    c->elsewhere == 1 ? "y" : "ies");
	if (c->uncertified)
		text = arena_printf(a, "%s%s %s", text,
		                    c->elsewhere ? "," : "; not certified:", c->uncertified);
	return text;
}

void certificate_sum(struct certificate *sum, const struct certificate *one) {
	sum->queries += one->queries;
	sum->checked += one->checked;
	sum->elsewhere += one->elsewhere;
	sum->seconds += one->seconds;
	if (!sum->uncertified)
		sum->uncertified = one->uncertified;
	if (!sum->unchecked)
		sum->unchecked = one->unchecked;
	if (!sum->wrong)
		sum->wrong = one->wrong;
}
