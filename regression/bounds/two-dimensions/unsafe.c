unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	int m[3][4] = {{0}};
	unsigned r = __VERIFIER_nondet_uint() % 3, c = __VERIFIER_nondet_uint() % 4;
	m[c][r] = 7; /* violated */
	return m[0][0];
}
