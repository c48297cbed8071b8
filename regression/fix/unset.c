#include <assert.h>

static int rows_of(const char *text) {
	int rows = 0;
	if (*text >= '0' && *text <= '9')
		rows = *text - '0';
	return rows;
}

int main(void) {
	assert(rows_of("7") == 7);
	assert(rows_of("x") >= 0);
	return 0;
}
