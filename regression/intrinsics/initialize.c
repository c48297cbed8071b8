/* Static variables have their initial values at the start, and would get them again later. */
int x = 1;

int main(void) {
	int y;
	if (LATER) {
		x = 2;
		__CPROVER_initialize();
	}
	y = x;
	__CPROVER_assert(y == 1, "initial");
	return 0;
}
