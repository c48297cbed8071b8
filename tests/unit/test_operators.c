/* goto/operators: how C writes operators, and what is the opposite of a comparison. */
#include "goto/program/operators.h"

#include <string.h>

#include "tests/unit/check.h"

int main(void) {
	unsigned texts = 0, opposites = 0;
	for (enum expr_kind k = EXPR_CONST; k <= EXPR_BUILTIN; k++) {
		const char *text = operator_text(k);
		int level = operator_level(k);
		CHECK(!text == !level && level >= 0 && level <= 10);
		CHECK(!(operator_computes(k) || operator_compares(k)) || text);
		CHECK(!(operator_computes(k) && operator_compares(k)));
		CHECK(operator_opposite(operator_opposite(k)) == k);
		CHECK((operator_opposite(k) != k) == operator_compares(k));
		texts += text != NULL;
		opposites += operator_opposite(k) != k;
	}
	CHECK(texts == 20 && opposites == 6);
	CHECK(!strcmp(operator_text(EXPR_SHL), "<<") && !strcmp(operator_text(EXPR_PTRDIFF), "-"));
	CHECK(operator_opposite(EXPR_LT) == EXPR_GE && operator_opposite(EXPR_EQ) == EXPR_NE);
	return check_done("operators");
}
