void spin_lock(void);
void spin_unlock(void);
