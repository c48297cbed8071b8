/* A pointer to void points to what the function takes it for. */
#include <assert.h>

struct job {
	int done, all;
	char name[16];
};

void *work(void *data) {
	struct job *j = data;
	j->name[SIZE - 1] = 0;
	return j;
}
