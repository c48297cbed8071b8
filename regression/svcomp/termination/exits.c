#include <stdlib.h>

/* The end of the program inside of an endless loop. */
int main(void) {
	for (int i = 0;; i++)
		if (i == 3) {
			END;
		}
}
