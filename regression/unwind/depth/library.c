/* Only instructions of the user count: not those by which the library copies, nor what static
 * storage needs before main. */
#include <assert.h>
#include <string.h>

static char text[] = "a line of so many characters that to copy it takes more than 20 steps";
static const char *end = text + sizeof text - 2;
static char copy[sizeof text];

int main(void)
{
	strcpy(copy, text);
	assert(strlen(copy) != BAD && *end == 's');
}
