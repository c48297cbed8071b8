// What a function without a body writes through a pointer is a guess.
#include <assert.h>

struct sizes {
	int most, used;
};

void load(struct sizes *);

int main(void) {
	struct sizes s = {8, 0};
	load(&s);
	AFTER;
	assert(s.used <= s.most);
	return 0;
}
