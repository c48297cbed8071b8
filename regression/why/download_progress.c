/*
 * download_progress.c - parts of a file come in parallel, a counter says how
 * much has arrived.
 *
 * The counter is atomic; still it is read and written in two operations.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define PARTS 2

struct part {
	unsigned offset, length;
	pthread_t thread;
};

static struct {
	unsigned size;
	atomic_uint arrived;
	atomic_uint parts_done;
} download;

static unsigned fetch_part(const struct part *p)
{
	return p->length;
}

static void progress(unsigned bytes)
{
	unsigned so_far = atomic_load(&download.arrived);

	so_far += bytes;
	atomic_store(&download.arrived, so_far);

	if (so_far > download.size)
		fprintf(stderr, "too much\n");
}

static void *fetch(void *arg)
{
	struct part *p = arg;

	progress(fetch_part(p));
	atomic_fetch_add(&download.parts_done, 1);
	return NULL;
}

int main(void)
{
	struct part part[PARTS];

	download.size = 300;
	part[0] = (struct part){ .offset = 0, .length = 100 };
	part[1] = (struct part){ .offset = 100, .length = 200 };
	for (int i = 0; i < PARTS; i++)
		if (pthread_create(&part[i].thread, NULL, fetch, &part[i]) != 0)
			return 1;
	for (int i = 0; i < PARTS; i++)
		pthread_join(part[i].thread, NULL);
	assert(atomic_load(&download.parts_done) == PARTS);
	assert(atomic_load(&download.arrived) == download.size);
	return 0;
}
