#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	int a[4], n = 4;
	for (int i = 0; i < n; i++)
		a[i] = __VERIFIER_nondet_int();
	for (int i = 0; i < n; i++)
		for (int k = 0; k + 2 < n - i; k++)
			if (a[k] > a[k + 1]) {
				int t = a[k];
				a[k] = a[k + 1];
				a[k + 1] = t;
			}
	for (int i = 0; i + 1 < n; i++)
		assert(a[i] <= a[i + 1]); /* violated */
}
