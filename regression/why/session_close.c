/*
 * session_close.c - a session is closed while a request of it is being served.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct session {
	int id;
	char user[8];
	int requests;
};

struct request {
	struct session *session;
	int bytes;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total_bytes;

static struct session *session_open(int id, const char *user)
{
	struct session *s = malloc(sizeof *s);

	if (s == NULL)
		return NULL;
	s->id = id;
	s->requests = 0;
	strncpy(s->user, user, sizeof s->user - 1);
	s->user[sizeof s->user - 1] = 0;
	return s;
}

static void *serve(void *arg)
{
	struct request *r = arg;

	pthread_mutex_lock(&lock);
	total_bytes += r->bytes;
	pthread_mutex_unlock(&lock);
	r->session->requests++;
	return NULL;
}

static void session_close(struct session *s)
{
	free(s);
}

int main(void)
{
	pthread_t thread;
	struct session *session = session_open(1, "ann");
	struct request request = { .session = session, .bytes = 80 };

	if (session == NULL)
		return EXIT_FAILURE;
	if (pthread_create(&thread, NULL, serve, &request) != 0) {
		session_close(session);
		return EXIT_FAILURE;
	}
	session_close(session);
	pthread_join(thread, NULL);
	printf("%d bytes\n", total_bytes);
	return EXIT_SUCCESS;
}
