/* Threads made in a loop, each with the number it was made with; nobody waits for them. */
int x;

static void put(int i) {
	x = i;
}

int main(void) {
	for (int i = 1; i <= 2; i++) {
	__CPROVER_ASYNC_1:
		put(i);
	}
	int seen = x;
	__CPROVER_assert(seen == 0 || seen == 1 || seen == MORE, "0, 1 or 2");
	return 0;
}
