/* Two transfers between the same accounts, in opposite directions.  -DFIXED: both lock the accounts
 * in the same order. */
#include <pthread.h>

static pthread_mutex_t savings = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t checking = PTHREAD_MUTEX_INITIALIZER;
static int in_savings = 100, in_checking = 100;

static void *save(void *unused)
{
	pthread_mutex_lock(&checking);
	pthread_mutex_lock(&savings);
	in_checking -= 10;
	in_savings += 10;
	pthread_mutex_unlock(&savings);
	pthread_mutex_unlock(&checking);
	return unused;
}

static void *spend(void *unused)
{
#ifdef FIXED
	pthread_mutex_lock(&checking);
	pthread_mutex_lock(&savings);
#else
	pthread_mutex_lock(&savings);
	pthread_mutex_lock(&checking);
#endif
	in_savings -= 5;
	in_checking += 5;
	pthread_mutex_unlock(&savings);
	pthread_mutex_unlock(&checking);
	return unused;
}

int main(void)
{
	pthread_t saver, spender;
	pthread_create(&saver, NULL, save, NULL);
	pthread_create(&spender, NULL, spend, NULL);
	pthread_join(saver, NULL);
	pthread_join(spender, NULL);
	return 0;
}
