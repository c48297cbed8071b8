/* The same in all units, whatever the macros are called. */
#define STEP 2
inline int next(int x)
{
	return x + STEP;
}
int of_other(int x);
int strong(int x);
