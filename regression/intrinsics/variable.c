/* A variable that another verifier defines. */
extern int __CPROVER_rounding_mode;

int main(void) {
	int before = 0;
	if (USED)
		before = __CPROVER_rounding_mode;
	return before;
}
