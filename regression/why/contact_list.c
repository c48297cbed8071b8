/*
 * contact_list.c - a list of contacts; one thread removes while another reads.
 *
 * Finding and using a contact are separate steps.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct contact {
	int number;
	int calls;
	struct contact *next;
};

static struct contact *contacts;
static pthread_mutex_t contacts_lock = PTHREAD_MUTEX_INITIALIZER;

static int add(int number)
{
	struct contact *c = malloc(sizeof *c);

	if (c == NULL)
		return -1;
	c->number = number;
	c->calls = 0;
	pthread_mutex_lock(&contacts_lock);
	c->next = contacts;
	contacts = c;
	pthread_mutex_unlock(&contacts_lock);
	return 0;
}

static struct contact *find(int number)
{
	struct contact *c;

	pthread_mutex_lock(&contacts_lock);
	for (c = contacts; c != NULL; c = c->next)
		if (c->number == number)
			break;
	pthread_mutex_unlock(&contacts_lock);
	return c;
}

static void discard(int number)
{
	struct contact **link, *c;

	pthread_mutex_lock(&contacts_lock);
	for (link = &contacts; *link != NULL; link = &(*link)->next) {
		if ((*link)->number == number) {
			c = *link;
			*link = c->next;
			free(c);
			break;
		}
	}
	pthread_mutex_unlock(&contacts_lock);
}

static void *call(void *arg)
{
	int *number = arg;
	struct contact *c = find(*number);

	if (c != NULL)
		c->calls++;
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int number = 17;

	if (add(17) != 0 || add(18) != 0)
		return EXIT_FAILURE;
	if (pthread_create(&thread, NULL, call, &number) != 0)
		return EXIT_FAILURE;
	discard(17);
	pthread_join(thread, NULL);
	assert(contacts != NULL && contacts->number == 18);
	discard(18);
	assert(contacts == NULL);
	printf("done\n");
	return EXIT_SUCCESS;
}
