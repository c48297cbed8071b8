/* Two threads under one label: each reads what it has not written itself, and one of them comes second. */
int x, y, seen_x, seen_y, ended;

int main(void) {
__CPROVER_ASYNC_0: {
	x = 1;
	seen_y = y;
	__CPROVER_atomic_begin();
	ended++;
	__CPROVER_atomic_end();
}
__CPROVER_ASYNC_0: {
	y = FIRST;
	seen_x = x;
	__CPROVER_atomic_begin();
	ended++;
	__CPROVER_atomic_end();
}
	__CPROVER_assume(ended == 2);
	__CPROVER_assert(seen_x || seen_y, "one comes second");
	return 0;
}
