/* One thread: a loop that nothing depends on is not unwound. */
#include <assert.h>
#include <stdio.h>

int nondet_int(void);

#ifndef READ
#define READ sum
#endif

int main(void) {
	int n = nondet_int(), sum = 0, noise = 0;
	for (int i = 0; i < 4; i++)
		sum += i;
	for (int i = 0; i < n; i++) {
		noise ^= i * i + noise;
		printf("%d\n", noise);
	}
	assert(READ == 6);
	return 0;
}
