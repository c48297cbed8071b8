/* The loop of strlen ends at the end of the string, wherever that is: --unwind says how many rounds
 * of it are followed that inputs decide on. */
#include <assert.h>
#include <string.h>

int main(void)
{
	char text[8]; /* arbitrary */
	text[7] = 0;
	assert(strlen(text) != LENGTH);
}
