/* Eighty calls that may fail, whose results are dropped, stored or tested: paths do not multiply. */
#include <assert.h>
#include <unistd.h>

int main(void)
{
	int failed = 0;
	for (int i = 0; i < 40; i++) {
		int result = access("file", R_OK);
		(void)result;
		rmdir("folder");
	}
	for (int i = 0; i < 40; i++)
		if (unlink("file") != 0)
			failed++;
#ifdef BUG
	assert(failed < 40);
#else
	assert(failed <= 40);
#endif
	return 0;
}
