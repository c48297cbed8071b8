#include "contract.h"

int main(void) {
	int h = half(5);
	__CPROVER_assert(h <= 5, "at most all");
	return 0;
}
