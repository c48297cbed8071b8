/* The declared type of a nondet function counts, whatever its name. */
#include <assert.h>
#include <stddef.h>

extern unsigned char __VERIFIER_nondet_u8(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_unsigned(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern __int128 __VERIFIER_nondet_int128(void);
extern char *__VERIFIER_nondet_pchar(void);
extern short nondet_short();

int main(void) {
	assert(__VERIFIER_nondet_u8() <= 255);
	assert(__VERIFIER_nondet_bool() <= 1);
	assert(__VERIFIER_nondet_unsigned() <= 4294967295u);
	__int128 wide = __VERIFIER_nondet_int128();
	assert(wide == (long long)wide || wide > 0 || wide < 0);
	short s = nondet_short();
	assert(s <= TOP);
	(void)__VERIFIER_nondet_ulonglong();
	(void)__VERIFIER_nondet_pchar();
}
