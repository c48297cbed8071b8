/* A thread of its own executes the labelled statement; it has copies of the local variables. */
int done, shared;

int main(void) {
	int k = 5, list[2] = {1, 2};
	struct { int a, *p; } pair = {7, &shared};
__CPROVER_ASYNC_1: {
	k++;
	__CPROVER_assert(k == 6 && list[1] == 2 && pair.a == 7, "copies");
	*pair.p = k;
	done = 1;
}
	list[1] = 9;
	pair.a = 0;
	__CPROVER_assume(done);
	__CPROVER_assert(k == 5, "the thread had its own");
	__CPROVER_assert(shared == WANTED, "what it wrote to shared memory");
	return 0;
}
