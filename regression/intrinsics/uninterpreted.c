/* Some function: equal arguments have equal results, and nothing else is known. */
int __CPROVER_uninterpreted_f(int, char);
unsigned char __CPROVER_uninterpreted_g(int, char);

int main(void) {
	int a = nondet_int(), b = nondet_int();
	int x = __CPROVER_uninterpreted_f(a, 'c');
	unsigned char y = __CPROVER_uninterpreted_g(a, 'c');
	int z = __CPROVER_uninterpreted_f(b, 'c');
	__CPROVER_assert(a != b || x == z, "equal arguments");
	__CPROVER_assert(EXTRA, "no more is known");
	return y * 0;
}
