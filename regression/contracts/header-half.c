#include "contract.h"

int half(int v) {
#ifdef BUG
	return v + 1;
#else
	return v / 2;
#endif
}
