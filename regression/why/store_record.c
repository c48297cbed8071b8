/*
 * store_record.c - writes records of several threads to one file.
 *
 * Errors go to the end of the function, which is meant to clean up.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RECORD_SIZE 8

struct store {
	pthread_mutex_t lock;
	FILE *file;
	unsigned written, refused;
};

static struct store store = { .lock = PTHREAD_MUTEX_INITIALIZER };

static int store_record(struct store *s, const char *text)
{
	char record[RECORD_SIZE] = { 0 };
	int result = -1;

	pthread_mutex_lock(&s->lock);
	if (strlen(text) >= sizeof record) {
		s->refused++;
		goto out;
	}
	strcpy(record, text);
	if (fwrite(record, sizeof record, 1, s->file) != 1) {
		s->refused++;
		pthread_mutex_unlock(&s->lock);
		goto out;
	}
	s->written++;
	result = 0;
	pthread_mutex_unlock(&s->lock);
out:
	return result;
}

static void *client(void *arg)
{
	const char *text = arg;

	if (store_record(&store, text) != 0)
		fprintf(stderr, "%s: not stored\n", text);
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	store.file = tmpfile();
	if (store.file == NULL)
		return EXIT_FAILURE;
	if (pthread_create(&one, NULL, client, "short") != 0 ||
	    pthread_create(&two, NULL, client, "much too long") != 0)
		return EXIT_FAILURE;
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	fclose(store.file);
	return EXIT_SUCCESS;
}
