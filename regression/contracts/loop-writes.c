/* Whatever an iteration may write is arbitrary after it, or the verdict is UNKNOWN. */
int g; int arr[5];
static void bump(void) { g++; }
static void store(int *p) { *p = 3; }
int main(void) {
	int i = 0, x = 1, *p = &x; struct { int a, b; } s = {0, 0}; int loc[3] = {0};
#if T == 1  /* static written by callee */
	g = 0;
	while (i < 3) __CPROVER_loop_invariant(i >= 0 && i <= 3) { bump(); i++; }
	__CPROVER_assert(g == 0, "must fail");
#elif T == 2 /* alias to local */
	while (i < 3) __CPROVER_loop_invariant(i >= 0 && i <= 3) { *p = 5; i++; }
	__CPROVER_assert(x == 1, "must fail");
#elif T == 3 /* local array */
	while (i < 3) __CPROVER_loop_invariant(i >= 0 && i <= 3) { loc[i] = 5; i++; }
	__CPROVER_assert(loc[1] == 0, "must fail");
#elif T == 4 /* callee through pointer, no clause */
	while (i < 3) __CPROVER_loop_invariant(i >= 0 && i <= 3) { store(&x); i++; }
	__CPROVER_assert(x == 1, "unknown");
#elif T == 5 /* struct member */
	while (i < 3) __CPROVER_loop_invariant(i >= 0 && i <= 3) { s.b = i; i++; }
	__CPROVER_assert(s.b == 0, "must fail");
#elif T == 6 /* pointer moves */
	p = arr;
	while (i < 3) __CPROVER_loop_invariant(i >= 0 && i <= 3) { *p++ = 1; i++; }
	__CPROVER_assert(arr[0] == 0, "unknown");
#elif T == 7 /* nested */
	for (i = 0; i < 3; i++) __CPROVER_loop_invariant(i >= 0 && i <= 3)
		for (int j = 0; j < 2; j++) __CPROVER_loop_invariant(j >= 0 && j <= 2) __CPROVER_loop_assigns(j, arr)
			arr[j] = 7;
	__CPROVER_assert(arr[1] == 0, "must fail");
#elif T == 8 /* return inside, then call outside */
	while (i < 3) __CPROVER_loop_invariant(i >= 0 && i <= 3) __CPROVER_loop_assigns(x) { store(&x); i++; if (i == 2) break; }
	store(&g);
	__CPROVER_assert(g == 3, "holds");
#elif T == 9 /* not listed */
	while (i < 3) __CPROVER_loop_invariant(i >= 0 && i <= 3) __CPROVER_loop_assigns(x) { store(&g); i++; }
#elif T == 10 /* continue */
	while (i < 3) __CPROVER_loop_invariant(i >= 0 && i <= 3) __CPROVER_decreases(3 - i) { if (x) continue; i++; }
#elif T == 11 /* goto in */
	if (x) goto in;
	while (i < 3) __CPROVER_loop_invariant(i >= 0 && i <= 3) { in: i++; }
#elif T == 12 /* user havoc */
	while (i < 3) __CPROVER_loop_invariant(i >= 0 && i <= 3) { __CPROVER_havoc_object(p); i++; }
	__CPROVER_assert(x == 1, "must not hold");
#elif T == 13 /* side effect in condition */
	while (x++ < 3) __CPROVER_loop_invariant(x >= 1 && x <= 3) ;
	__CPROVER_assert(x == 4, "holds");
#elif T == 14 /* global pointer */
	int *q = arr; int k = 0;
	do __CPROVER_loop_invariant(k >= 0 && k < 5) q[k] = 1; while (++k < 5);
	__CPROVER_assert(k == 5, "holds"); __CPROVER_assert(arr[2] == 0, "must fail");
#elif T == 15 /* switch inside */
	while (i < 3) __CPROVER_loop_invariant(i >= 0 && i <= 3) { switch (i) { case 1: x = 7; break; default: break; } i++; }
	__CPROVER_assert(x == 1 || x == 7, "must fail");
#endif
	return 0;
}
