/* Memory and an inner loop in a function: the outer loop comes back only after two rounds. */
static int turn, log[2];

static int twice(int x) {
	int sum = 0;
	for (int i = 0; i < 2; i++)
		sum += x;
	return sum;
}

int main(void) {
	int rounds = 0;
	for (;;) {
		log[turn] = twice(turn);
		turn = 1 - turn;
#ifndef BAD
		if (rounds++ == 5)
			return log[0];
#endif
	}
}
