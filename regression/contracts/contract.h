/* A contract in a header, written with macros of the user. */
#ifndef CONTRACT_H
#define CONTRACT_H
#include <cbmc-mt.h>
#define REQUIRES(...) __CPROVER_requires(__VA_ARGS__)
#define ENSURES(...)  __CPROVER_ensures(__VA_ARGS__)
#define BELOW(x, n)   ((x) >= 0 ==> (x) < (n))

int half(int value)
REQUIRES(value >= 0 && value < 1000)
ENSURES(BELOW(__CPROVER_return_value, value + 1));
#endif
