/* The label is the last thing in a loop, and jumped to. */
int __VERIFIER_nondet_int(void);

int main(void)
{
	for (int i = 0; i < 3; i++) {
		if (__VERIFIER_nondet_int() == 7 && i == AT)
			goto ERROR;
		continue;
	ERROR:;
	}
	return 0;
}
