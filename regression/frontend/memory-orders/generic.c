/* Functions of stdatomic.h without an order, and operators on atomic objects: seq_cst.  Neither
 * initialisation is an atomic access. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef SUM
#define SUM 9
#endif

struct pair {
	int a, b;
};

atomic_int loaded, stored, swapped, compared, increased = 1, assigned, other, begun;
_Atomic int element[2] = {4, 5};
_Atomic struct pair pair;
int plain;

static void functions(void)
{
	int e = 0;
	plain = atomic_load(&loaded);
	atomic_store(&stored, 1);
	atomic_exchange(&swapped, 1);
	atomic_compare_exchange_strong(&compared, &e, 1);
	atomic_init(&begun, 5);
}

static void operators(void)
{
	_Atomic int local = 6;
	increased++;
	--increased;
	increased += 2;
	assigned = 1;
	assigned = other;
	element[1] *= 2;
	plain = other + 7;
	if (other)
		plain = local;
	struct pair copy = pair;
	copy.a++;
	pair = copy;
}

static void *work(void *unused)
{
	functions();
	operators();
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	increased += 6;
	pthread_join(t, NULL);
	assert(increased == SUM);
}
