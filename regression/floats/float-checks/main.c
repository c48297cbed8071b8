/* What is no number, or infinite, comes from the operation, not from an operand. */
double __VERIFIER_nondet_double(void);
void __VERIFIER_assume(int);

int main(void) {
	double x = __VERIFIER_nondet_double(), infinite = __builtin_inf();
	__VERIFIER_assume(x >= LEAST && x <= MOST);
	double quotient = x / x;
	double product = (x - 1) * 1e307;
	float small = (float)(x * 1e38);
	float whole = ~(unsigned __int128)0 >> SHIFT;
	infinite += x;
	return quotient + product + small + whole + infinite > 0;
}
