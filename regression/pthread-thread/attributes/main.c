/* Attributes come back as they were set. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

int main(void) {
	pthread_attr_t a;
	struct sched_param p = {.sched_priority = 10};
	size_t size;
	int value;
	assert(pthread_attr_init(&a) == 0);
	assert(pthread_attr_setstacksize(&a, 1) == EINVAL);
	assert(pthread_attr_setstacksize(&a, 1 << 20) == 0);
	assert(pthread_attr_getstacksize(&a, &size) == 0 && size == SIZE);
	assert(pthread_attr_setschedpolicy(&a, 99) == EINVAL);
	assert(pthread_attr_setschedpolicy(&a, SCHED_FIFO) == 0);
	assert(pthread_attr_getschedpolicy(&a, &value) == 0 && value == SCHED_FIFO);
	assert(pthread_attr_setschedparam(&a, &p) == 0);
	p.sched_priority = 100;
	assert(pthread_attr_setschedparam(&a, &p) == EINVAL);
	assert(pthread_attr_getschedparam(&a, &p) == 0 && p.sched_priority == 10);
	assert(pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED) == 0);
	assert(pthread_attr_getinheritsched(&a, &value) == 0 && value == PTHREAD_EXPLICIT_SCHED);
	assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_SYSTEM) == 0);
	assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
	assert(pthread_attr_destroy(&a) == 0);
}
