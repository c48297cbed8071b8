/* Addresses as text: whatever inet_pton takes is what inet_ntop writes. */
#include <arpa/inet.h>
#include <assert.h>
#include <string.h>

char nondet_char(void);

int main(void)
{
	char text[10], again[INET_ADDRSTRLEN];
	struct in_addr a;
	for (int i = 0; i < 9; i++)
		text[i] = nondet_char();
	text[9] = 0;
	assert(ntohs(htons(80)) == 80 && htonl(0x01020304) == 0x04030201);
#ifdef BUG
	if (!inet_aton(text, &a)) /* takes other forms, too */
#else
	if (inet_pton(AF_INET, text, &a) != 1)
#endif
		return 0;
	assert(inet_ntop(AF_INET, &a, again, sizeof again) == again);
	assert(strcmp(text, again) == 0);
	return 0;
}
