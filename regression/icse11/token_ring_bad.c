/* token_ring, Dijkstra's self-stabilising ring ("Self-stabilizing systems in spite of distributed
 * control", CACM 1974), a thread for each station: once there is one token there is always one. */
#include <assert.h>
#include <pthread.h>

#ifndef STATIONS
#define STATIONS 3
#endif
#define ROUNDS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int state[STATIONS];

/* Station 0 has it when its state equals its predecessor's, the others when theirs differs. */
static _Bool has_token(int station) {
	int before = state[(station + STATIONS - 1) % STATIONS];
	return station == 0 ? state[0] == before : state[station] != before;
}

static void *first_station(void *unused) {
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&lock);
		if (!has_token(1))
			state[0] = (state[0] + 1) % (STATIONS + 1);
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

static void *other_station(void *arg) {
	int station = (int)(long)arg;
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&lock);
		if (has_token(station))
			state[station] = state[station - 1];
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int main(void) {
	pthread_t thread[STATIONS];
	for (int i = 0; i < STATIONS; i++)
		pthread_create(&thread[i], NULL, i == 0 ? first_station : other_station, (void *)(long)i);
	pthread_mutex_lock(&lock);
	int tokens = 0;
	for (int i = 0; i < STATIONS; i++)
		tokens += has_token(i);
	assert(tokens == 1);
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < STATIONS; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
