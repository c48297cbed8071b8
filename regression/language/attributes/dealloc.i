# 1 "dealloc.c"
extern void *f(unsigned long) __attribute__ ((__malloc__ (__builtin_free, 1)));
void *f(unsigned long n) { return n ? __builtin_malloc(n) : 0; }
int main(void) { void *p = f(0); __CPROVER_assert(!p, "none"); return 0; }
