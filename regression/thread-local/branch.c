/* Set on one of two paths that meet. */
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
__thread int v;
int g;
void *f(void *a) {
  int c = __VERIFIER_nondet_int();
  if (c) v = 5;
  g++;
  assert(CLAIM || v == 5);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  g++;
  pthread_join(t, 0);
}
