/* Variables say what they stand for, and their names say the same to people. */
#include "symex/core/variable.h"

#include <string.h>

#include "tests/unit/check.h"
#include "util/base/intern.h"

static void is_called(struct terms *ts, struct variable v, const char *name) {
	term t = variable_term(ts, sort_bv(8), v);
	struct variable found = variable_of(ts, t);
	CHECK(!strcmp(term_name(ts, t), name));
	CHECK(found.kind == v.kind && found.number == v.number && found.part == v.part);
	CHECK(term_eq(t, term_var(ts, sort_bv(8), name)));
	CHECK(variable_kind(ts, term_var(ts, sort_bv(1), name)) == v.kind);
}

static void test_names(void) {
	struct terms *ts = terms_open();
	is_called(ts, variable_input(7), "input!7");
	is_called(ts, (struct variable){.kind = VARIABLE_UNINIT, .number = 0}, "uninit!0");
	is_called(ts, (struct variable){VARIABLE_MEMORY, 7, 3}, "memory!7!3");
	is_called(ts, (struct variable){VARIABLE_ARRAY, 7, 4}, "array!7!4");
	is_called(ts, (struct variable){.kind = VARIABLE_ADDRESS, .number = 7}, "address!7");
	is_called(ts, (struct variable){.kind = VARIABLE_ADDRESS_OF, .number = 7}, "address!s7");
	is_called(ts, (struct variable){.kind = VARIABLE_ARGUMENT, .number = 7}, "argument!7");
	is_called(ts, (struct variable){.kind = VARIABLE_ARGC}, "argc");
	term other = term_var(ts, sort_bv(8), "input!8"); /* nobody has said what it is */
	CHECK(!variable_kind(ts, other) && !variable_kind(ts, term_u64(ts, 8, 1)));
	terms_close(ts);
}

static void test_traces(void) {
	struct variable byte = {VARIABLE_MEMORY, 7, 3};
	CHECK(!strcmp(variable_name_in_trace(byte, 2, 1), "memory!2.1!3"));
	CHECK(!strcmp(variable_name_in_trace(variable_input(7), 2, 1), "input!2.1"));
	CHECK(variable_kind_in_trace("memory!2.1!3") == VARIABLE_MEMORY);
	CHECK(variable_kind_in_trace("memory!2147483649!3") == VARIABLE_OTHER);
	CHECK(variable_kind_in_trace("input!2.1") == VARIABLE_INPUT);
	CHECK(variable_kind_in_trace("uninit!2.1") == VARIABLE_UNINIT);
	CHECK(variable_kind_in_trace("address!s7") == VARIABLE_ADDRESS_OF);
	CHECK(variable_kind_in_trace("address!0.7") == VARIABLE_ADDRESS);
	CHECK(variable_kind_in_trace("argument!7") == VARIABLE_ARGUMENT);
	CHECK(variable_kind_in_trace("argc") == VARIABLE_ARGC);
	CHECK(variable_kind_in_trace("calculated!pow!64!0") == VARIABLE_OTHER);
}

int main(void) {
	test_names();
	test_traces();
	intern_free_all();
	return check_done("variable");
}
