/* The label stands at an empty statement in a branch: only who takes that branch reaches it, though
 * everybody comes to the next statement. */
int __VERIFIER_nondet_int(void);

int main(void)
{
	int x = __VERIFIER_nondet_int(), y = 0;
	if (x > 0) {
		if (x < LIMIT) {
		ERROR:;
		}
	}
	y++;
	return y;
}
