/* symex/core/property: what a run finds stands behind the program's properties. */
#include "symex/core/property.h"

#include "tests/unit/check.h"
#include "tests/unit/prog_fixture.h"

static bool has_id(const struct properties *p, uint32_t index, const char *id) {
	return !strcmp(properties_at(p, index)->id, id);
}

int main(void) {
	fixture_open();
	struct function *f = make_function("f", INT), *g = make_function("g", INT);
	prog_add_property(P, f, PROPERTY_ASSERTION, line(1), "one");
	prog_add_property(P, f, PROPERTY_RACE, line(2), "two");
	struct properties *p = properties_open(P), *other = properties_open(P);
	uint32_t index = 7;
	CHECK(properties_count(p) == 2 && has_id(p, 0, "f.assertion.1"));
	CHECK(!properties_find(p, intern("key"), &index) && index == 7);

	CHECK(properties_get(p, intern("key"), f, PROPERTY_RACE, line(3), "three") == 2);
	CHECK(properties_get(p, intern("other"), f, PROPERTY_RACE, line(4), "four") == 3);
	CHECK(properties_get(p, intern("third"), g, PROPERTY_RACE, line(5), "five") == 4);
	CHECK(has_id(p, 2, "f.race.2") && has_id(p, 3, "f.race.3") && has_id(p, 4, "g.race.1"));
	CHECK(properties_at(p, 3)->loc.line == 4 && !strcmp(properties_at(p, 3)->text, "four"));

	/* The first one stays. */
	CHECK(properties_get(p, intern("key"), g, PROPERTY_LEAK, line(9), "nine") == 2);
	CHECK(properties_find(p, intern("key"), &index) && index == 2);
	CHECK(properties_count(p) == 5 && properties_at(p, 2)->class == PROPERTY_RACE);

	/* Neither the program nor another run has changed. */
	CHECK(P->property.n == 2 && properties_count(other) == 2);
	CHECK(properties_get(other, intern("key"), f, PROPERTY_RACE, line(6), "six") == 2);
	CHECK(has_id(other, 2, "f.race.2"));
	properties_close(p);
	properties_close(other);
	fixture_close();
	return check_done("property");
}
