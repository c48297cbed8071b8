/* A model says the kind of synchronisation by an enumerator that is known, not by a number. */
enum __mc_sync { __mc_sync_mutex, __mc_sync_gate };
void __mc_wait_until(int condition, enum __mc_sync kind, const void *object, int holder);
void __mc_acquired(enum __mc_sync kind, const void *object);
void __mc_atomic_try(enum __mc_sync kind);
void __mc_atomic_end(void);

#ifndef WAIT
#define WAIT __mc_sync_mutex
#endif
#ifndef TAKE
#define TAKE __mc_sync_mutex
#endif
#ifndef TRY
#define TRY __mc_sync_mutex
#endif

int lock;

int main(void)
{
	__mc_wait_until(lock == 0, WAIT, &lock, -1);
	__mc_acquired(TAKE, &lock);
	__mc_atomic_end();
	__mc_atomic_try(TRY);
	__mc_atomic_end();
}
