#include "shared.h"

extern inline int next(int x);

int strong(int x)
{
	return x + 1;
}

extern inline int several(int x)
{
	return x + 3;
}

int of_other(int x)
{
	return several(strong(x));
}
