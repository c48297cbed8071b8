#include <assert.h>

int main(void)
{
	const char *text = "a1b22c";
	int letters = 0, digits = 0;
	for (; *text; text++) {
		switch (*text) {
		case 'a' ... 'z':
			letters++;
			break;
		case '0' ... '9':
			digits++;
			continue;
		default:
			assert(0);
		}
	}
	assert(letters == 3 && digits == 3);
}
