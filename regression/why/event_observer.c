/*
 * event_observer.c - an object is told of events until it is no longer
 * interested.
 *
 * The callback runs without the lock, since it may subscribe others.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct observer {
	void (*notify)(struct observer *self, int event);
	int last_event;
};

static struct {
	pthread_mutex_t lock;
	struct observer *observer;
	int published;
} bus = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void remember(struct observer *self, int event)
{
	self->last_event = event;
}

static int subscribe(void)
{
	struct observer *o = calloc(1, sizeof *o);

	if (o == NULL)
		return -1;
	o->notify = remember;
	pthread_mutex_lock(&bus.lock);
	bus.observer = o;
	pthread_mutex_unlock(&bus.lock);
	return 0;
}

static void unsubscribe(void)
{
	struct observer *o;

	pthread_mutex_lock(&bus.lock);
	o = bus.observer;
	bus.observer = NULL;
	pthread_mutex_unlock(&bus.lock);
	free(o);
}

static void publish(int event)
{
	struct observer *o;

	pthread_mutex_lock(&bus.lock);
	o = bus.observer;
	bus.published++;
	pthread_mutex_unlock(&bus.lock);
	if (o != NULL)
		o->notify(o, event);
}

static void *source(void *arg)
{
	publish(7);
	return arg;
}

int main(void)
{
	pthread_t thread;

	if (subscribe() != 0)
		return EXIT_FAILURE;
	if (pthread_create(&thread, NULL, source, NULL) != 0)
		return EXIT_FAILURE;
	unsubscribe();
	pthread_join(thread, NULL);
	printf("%d events\n", bus.published);
	return EXIT_SUCCESS;
}
