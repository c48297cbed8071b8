/* Both fields are set at once; another thread changes only the first.  Both are read. */
#include <assert.h>
#include <pthread.h>

static union {
	struct {
		int a, b;
	} field;
	long long both;
} s = {{1, 1}};

static void *change(void *unused) {
	s.field.a = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, change, NULL);
	s.both = 0;
	int seen = s.field.a;
	assert(s.field.FIELD == 0 && seen < 2);
	pthread_join(t, NULL);
	return 0;
}
