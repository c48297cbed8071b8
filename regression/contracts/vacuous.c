/* No call fulfils the contract: that is said. */
int f(int x)
__CPROVER_requires(x > 3 && x < 3)
__CPROVER_ensures(__CPROVER_return_value == 9)
{
	return x;
}

int main(void) {
	return 0;
}
