/* A queue of readings in a ring buffer.  Pushing wraps the write position one step too late, so
 * some sequence of pushes and pops writes past the end of the buffer: which one? */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 4

struct queue {
	int reading[SIZE];
	unsigned first, count;
};

static int push(struct queue *q, int reading)
{
	if (q->count == SIZE)
		return 0;
	unsigned at = q->first + q->count;
	if (at > SIZE) /* should be at >= SIZE */
		at -= SIZE;
	q->reading[at] = reading;
	q->count++;
	return 1;
}

static int pop(struct queue *q, int *reading)
{
	if (q->count == 0)
		return 0;
	*reading = q->reading[q->first];
	q->first = (q->first + 1) % SIZE;
	q->count--;
	return 1;
}

int main(void)
{
	struct queue q = {0};
	for (int step = 0; step < 6; step++) {
		int reading = __VERIFIER_nondet_int();
		if (reading >= 0)
			push(&q, reading);
		else
			pop(&q, &reading);
		assert(q.count <= SIZE);
	}
	return 0;
}
