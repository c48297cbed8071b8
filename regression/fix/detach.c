#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct order {
	int amount;
};

static sem_t finished;
static int stock = 10;

static void *ship(void *argument) {
	struct order *order = argument;
	stock -= order->amount;
	sem_post(&finished);
	return NULL;
}

static int start(int amount) {
	struct order order = {amount};
	pthread_t t;
	if (pthread_create(&t, NULL, ship, &order) != 0)
		return -1;
	pthread_join(t, NULL);
	return 0;
}

int main(void) {
	sem_init(&finished, 0, 0);
	if (start(4) != 0)
		return EXIT_FAILURE;
	sem_wait(&finished);
	return stock == 6 ? EXIT_SUCCESS : EXIT_FAILURE;
}
