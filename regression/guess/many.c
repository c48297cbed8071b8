// More guesses than are tried one by one: those of a function count as one.
#include <assert.h>

int look(int), hear(void);

int main(void) {
	int hits = 0;
	for (int i = 0; i < 20; i++) {
		if (look(i) == 7)
			hits++;
		hear();
	}
	assert(CONDITION);
	return 0;
}
