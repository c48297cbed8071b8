/* The program is the one that clang compiles (docs/assumptions.md). */
#include <assert.h>
#include <pthread.h>

#ifdef __clang__
enum { COMPILER = 1 };
#elif __GNUC__ >= 12
enum { COMPILER = 2 };
#else
enum { COMPILER = 3 };
#endif

int main(void)
{
	assert(COMPILER == WANT);
}
