/* Every class of properties has a rule, and every rule is of a class. */
#include "report/base/rules.h"

#include <string.h>

#include "goto/program/prog.h"
#include "tests/unit/check.h"
#include "util/base/intern.h"

static void test_complete(void) {
	for (int i = 0; i < PROPERTY_CLASS_N; i++)
		CHECK(rule_find(property_class_name((enum property_class)i)) != NO_RULE);
	CHECK(rule_table_n == PROPERTY_CLASS_N);
	CHECK(rule_find("style") == NO_RULE && rule_find(NULL) == NO_RULE);
}

static void test_weaknesses(void) {
	bool used[64] = {false};
	for (size_t i = 0; i < rule_table_n; i++) {
		const char *cwe = rule_table[i].cwe;
		for (size_t k; (k = weakness_next(&cwe)) != NO_RULE;)
			used[k] = true;
	}
	for (size_t i = 0; i < weakness_table_n; i++)
		CHECK(used[i]);
	const char *two = "362 366";
	CHECK(!strcmp(weakness_table[weakness_next(&two)].number, "362"));
	CHECK(!strcmp(weakness_table[weakness_next(&two)].number, "366"));
	CHECK(weakness_next(&two) == NO_RULE);
}

static void test_hash(void) {
	CHECK(rule_hash(rule_hash(0, "ab"), "c") != rule_hash(rule_hash(0, "a"), "bc"));
	CHECK(rule_hash(0, "race") == rule_hash(0, "race") && rule_hash(0, "race") != rule_hash(0, ""));
	CHECK(rule_hash(0, NULL) != 0);
}

int main(void) {
	test_complete();
	test_weaknesses();
	test_hash();
	intern_free_all();
	return check_done("rules");
}
