/* circular_buffer, after the buffer of a sensor log in Cordeiro et al., "Agile development
 * methodology for embedded systems", ECBS 2007: one thread sends numbers, one receives them. */
#include <assert.h>
#include <pthread.h>

#define SIZE 4
#ifndef ROUNDS
#define ROUNDS 7
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int buffer[SIZE];
static unsigned first = 0, next = 0; /* equal: empty; one place always stays free */

static _Bool insert(int number) {
	if ((next + 1) % SIZE == first)
		return 0;
	buffer[next] = number;
	next = (next + 1) % SIZE;
	return 1;
}

static int remove_first(void) {
	int number = buffer[first];
	first = (first + 1) % SIZE;
	return number;
}

static void *send(void *unused) {
	int number = 0;
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&lock);
		if (insert(number))
			number++;
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

static void *receive(void *unused) {
	int expected = 0;
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&lock);
		if (first != next)
			assert(remove_first() == expected++);
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int main(void) {
	pthread_t sender, receiver;
	pthread_create(&sender, NULL, send, NULL);
	pthread_create(&receiver, NULL, receive, NULL);
	pthread_join(sender, NULL);
	pthread_join(receiver, NULL);
	return 0;
}
