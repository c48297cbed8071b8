/* Aliases and assembler names that are given in another file than the one that uses them. */
#include <assert.h>

int alias(void);     /* other.c: another name of a static function */
extern int first;    /* other.c: another name of a static variable */
int replaced(void);  /* other.c: a weak alias, defined here */
int labelled(void);  /* other.c: a function that is called so by the linker alone */
int renamed(void) __asm__("target"); /* there is a 'renamed' as well */

int replaced(void) {
	return 5;
}

int main(void) {
	first = 7;
	assert(alias() == WANT);
	assert(replaced() == 5);
	assert(labelled() == 9);
	assert(renamed() == 11);
	return 0;
}
