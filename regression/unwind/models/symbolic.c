/* The loop of strlen ends at the end of the string, wherever that is: it is followed until then,
 * whatever --unwind says about the loops of the program. */
#include <assert.h>
#include <string.h>

int main(void)
{
	char text[8]; /* arbitrary */
	text[7] = 0;
	assert(strlen(text) != LENGTH);
}
