/* An argument for a transparent union becomes the member of its type. */
#include <assert.h>

typedef union {
	int *i;
	float *f;
} either __attribute__((transparent_union));

static int is_five(either e) { return *e.i == 5; }

int main(void) {
	int five = 5 + OFF;
	assert(is_five(&five));
	return 0;
}
