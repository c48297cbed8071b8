/* Quantifiers and ==> outside of contracts, in both polarities. */
#ifdef BUG
#define LAST 8
#else
#define LAST 9
#endif
int a[4] = {1, 3, 5, LAST};

int main(void) {
	__CPROVER_assert(__CPROVER_forall { int i; (0 <= i && i < 4) ==> a[i] % 2 == 1 }, "odd"); /* here */
	__CPROVER_assert(!__CPROVER_exists { int i; (0 <= i && i < 4) && a[i] == 4 }, "no 4");
	__CPROVER_assert(a[0] == 1 ==> a[1] == 3 ==> a[2] == 5, "right to left");
	return 0;
}
