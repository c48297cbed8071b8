#include "symex/proof/identity.h"

uint32_t identity_part(const struct claim *c, uint32_t place) {
	const struct template *t = &c->r->template.at[c->r->place.at[place].tid];
	return t->is_many ? t->number : NO_PART;
}

term identity_new(struct claim *c, const struct arrival *a, uint32_t mover) {
	uint32_t part = identity_part(c, a->place);
	for (uint32_t i = 0; part != NO_PART && i < a->nown; i++)
		if (a->own[i].part == part)
			return claim_of_mover(c, a->own[i].value, mover);
	return NO_TERM;
}

void identity_add_new(struct claim *c, struct facts *f, const struct arrival *a, uint32_t mover,
                      struct seat other, uint32_t place) {
	term number = identity_new(c, a, mover);
	uint32_t part = identity_part(c, place);
	if (number.ix && part != NO_PART)
		facts_add(f, term_implies(c->ts, claim_is_at(c, other, place),
		                          term_distinct(c->ts, number, claim_part(c, part, other))));
}
