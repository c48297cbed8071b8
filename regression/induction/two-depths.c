/* A loop of the library that is entered at two depths: strlen in strcat, and in main. */
#include <assert.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void) {
	char s[3], t[8] = "x";
	for (int i = 0; i < 2; i++)
		s[i] = (char)__VERIFIER_nondet_int();
	s[2] = 0;
	strcat(t, s);
	assert(strlen(t) != LENGTH);
	return 0;
}
