/* A library with a thread of its own, which answers some time after it was asked. */
#include "worker.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct worker {
	atomic_bool asked, answered;
	pthread_t thread;
};

static void *answer(void *p) {
	struct worker *w = p;
#ifdef EARLY
	w->answered = true;
#else
	if (w->asked)
		w->answered = true;
#endif
	return NULL;
}

struct worker *worker_start(void) {
	struct worker *w = calloc(1, sizeof *w);
	if (w)
		pthread_create(&w->thread, NULL, answer, w);
	return w;
}

void worker_ask(struct worker *w) {
	w->asked = true;
}

bool worker_answered(struct worker *w) {
	return w->answered;
}

void worker_stop(struct worker *w) {
	pthread_join(w->thread, NULL);
	free(w);
}
