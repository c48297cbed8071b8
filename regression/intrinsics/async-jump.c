/* Whoever jumps out of the statement of a thread would be in two functions. */
int x;

int main(void) {
__CPROVER_ASYNC_1:
	if (JUMPS)
		goto out;
out:
	return 0;
}
