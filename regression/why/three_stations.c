/*
 * three_stations.c - trains between three stations; a train keeps its platform
 * until it has the next one.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define STATIONS 3

struct station {
	pthread_mutex_t platform;
	int departures;
};

struct train {
	pthread_t thread;
	int from;
};

static struct station station[STATIONS];

static void travel(struct station *here, struct station *there)
{
	pthread_mutex_lock(&here->platform);
	pthread_mutex_lock(&there->platform);
	here->departures++;
	pthread_mutex_unlock(&here->platform);
	pthread_mutex_unlock(&there->platform);
}

static void *drive(void *arg)
{
	struct train *t = arg;

	travel(&station[t->from], &station[(t->from + 1) % STATIONS]);
	return NULL;
}

int main(void)
{
	struct train train[STATIONS];
	int total = 0;

	for (int i = 0; i < STATIONS; i++)
		pthread_mutex_init(&station[i].platform, NULL);
	for (int i = 0; i < STATIONS; i++) {
		train[i].from = i;
		if (pthread_create(&train[i].thread, NULL, drive, &train[i]) != 0)
			return EXIT_FAILURE;
	}
	for (int i = 0; i < STATIONS; i++) {
		pthread_join(train[i].thread, NULL);
		total += station[i].departures;
	}
	printf("%d departures\n", total);
	return EXIT_SUCCESS;
}
