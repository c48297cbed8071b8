void lock_acquire(void);
void lock_release(void);
_Bool lock_try(void);
