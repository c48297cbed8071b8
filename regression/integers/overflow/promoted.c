signed char __VERIFIER_nondet_char(void);

int main(void)
{
	signed char x = __VERIFIER_nondet_char();
	int y = x * x + x;
	return y;
}
