/* An assertion that is not checked is evaluated all the same: its pointers must be valid. */
extern void __VERIFIER_assert(int);

int main(void) {
	int x = 1, *p = &x;
	__VERIFIER_assert(*p == 2);
	p = LAST;
	__VERIFIER_assert(*p == 3);
	return 0;
}
