#include "h.h"
int b(void) {
	return HEIGHT;
}
