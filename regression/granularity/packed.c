/* A member of a packed structure that lies across a word boundary is accessed in two parts. */
#include <assert.h>
#include <pthread.h>

static struct __attribute__((packed)) {
	char before[BEFORE];
	TYPE member;
} shared;
static int target;

static void *write(void *unused) {
	shared.member = NEW;
	return unused;
}

int main(void) {
	pthread_t thread;
	pthread_create(&thread, NULL, write, NULL);
	TYPE seen = shared.member;
	assert(seen == 0 || seen == NEW);
	pthread_join(thread, NULL);
	assert(shared.member == NEW);
	return target;
}
