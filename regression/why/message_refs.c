/*
 * message_refs.c - a message that several receivers share; the last one frees
 * it.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RECEIVERS 2

struct message {
	atomic_int refs;
	size_t length;
	char text[16];
};

struct receiver {
	pthread_t thread;
	struct message *message;
	size_t received;
};

static struct message *message_new(const char *text, int refs)
{
	struct message *m = malloc(sizeof *m);

	if (m == NULL)
		return NULL;
	atomic_init(&m->refs, refs);
	m->length = strlen(text);
	memcpy(m->text, text, m->length + 1);
	return m;
}

static void message_release(struct message *m)
{
	atomic_fetch_sub(&m->refs, 1);
	if (atomic_load(&m->refs) == 0)
		free(m);
}

static void *receive(void *arg)
{
	struct receiver *r = arg;

	r->received = r->message->length;
	message_release(r->message);
	return NULL;
}

int main(void)
{
	struct receiver receiver[RECEIVERS];
	struct message *m = message_new("hello", RECEIVERS);
	size_t total = 0;

	if (m == NULL)
		return EXIT_FAILURE;
	for (int i = 0; i < RECEIVERS; i++) {
		receiver[i].message = m;
		if (pthread_create(&receiver[i].thread, NULL, receive, &receiver[i]) != 0)
			return EXIT_FAILURE;
	}
	for (int i = 0; i < RECEIVERS; i++) {
		pthread_join(receiver[i].thread, NULL);
		total += receiver[i].received;
	}
	printf("%zu characters\n", total);
	return EXIT_SUCCESS;
}
