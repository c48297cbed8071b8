/*
 * sensor.c - a thread measures, main waits for the first values.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct reading {
	atomic_int temperature;
	atomic_int humidity;
	atomic_bool valid;
};

static struct reading latest;

static int measure_temperature(void)
{
	return 21;
}

static int measure_humidity(void)
{
	return 40;
}

static void *measure(void *arg)
{
	struct reading *r = arg;

	r->temperature = measure_temperature();
	r->valid = true;
	r->humidity = measure_humidity();
	return NULL;
}

static int comfort(int temperature, int humidity)
{
	return temperature - 20 + humidity / 10;
}

int main(void)
{
	pthread_t thread;
	int index = 0;

	if (pthread_create(&thread, NULL, measure, &latest) != 0)
		return EXIT_FAILURE;
	if (latest.valid) {
		int t = latest.temperature;
		int h = latest.humidity;

		index = comfort(t, h);
		assert(index == 5);
	}
	pthread_join(thread, NULL);
	printf("%d\n", index);
	return EXIT_SUCCESS;
}
