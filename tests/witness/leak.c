/* Memory is lost for some inputs only. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
	int n = __VERIFIER_nondet_int();
	char *p = malloc(4);
	if (n > 3)
		p = 0;
	free(p);
	return 0;
}
