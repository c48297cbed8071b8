#include "absent.h"
int main(void) {
	return 0;
}
