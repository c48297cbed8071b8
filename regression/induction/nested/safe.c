/* Two loops, one inside the other, neither bounded. */
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
	unsigned total = 0;
	while (__VERIFIER_nondet_int()) {
		while (__VERIFIER_nondet_int())
			total = total + 2;
		if (total % 2)
			__VERIFIER_error(); /* violated in the unsafe twin */
	}
}
