/*
 * undo_stack.c - what an editor has done, and undoes from two windows.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

#define DEPTH 4

struct action {
	int line;
	char deleted;
};

static struct {
	pthread_mutex_t lock;
	struct action action[DEPTH];
	int top; /* actions[top - 1] is the last one */
} undo = { .lock = PTHREAD_MUTEX_INITIALIZER };

static bool undo_push(int line, char deleted)
{
	bool ok = false;

	pthread_mutex_lock(&undo.lock);
	if (undo.top < DEPTH) {
		undo.action[undo.top].line = line;
		undo.action[undo.top].deleted = deleted;
		undo.top++;
		ok = true;
	}
	pthread_mutex_unlock(&undo.lock);
	return ok;
}

static bool undo_possible(void)
{
	bool yes;

	pthread_mutex_lock(&undo.lock);
	yes = undo.top > 0;
	pthread_mutex_unlock(&undo.lock);
	return yes;
}

static struct action undo_pop(void)
{
	struct action a;

	pthread_mutex_lock(&undo.lock);
	undo.top--;
	a = undo.action[undo.top];
	pthread_mutex_unlock(&undo.lock);
	return a;
}

static void *window(void *arg)
{
	int *undone = arg;

	if (undo_possible()) {
		struct action a = undo_pop();

		assert(a.line > 0);
		(*undone)++;
	}
	return NULL;
}

int main(void)
{
	pthread_t left, right;
	int by_left = 0, by_right = 0;

	undo_push(12, 'x');
	if (pthread_create(&left, NULL, window, &by_left) != 0 ||
	    pthread_create(&right, NULL, window, &by_right) != 0)
		return 1;
	pthread_join(left, NULL);
	pthread_join(right, NULL);
	assert(by_left + by_right == 1);
	printf("%d actions left\n", undo.top);
	return 0;
}
