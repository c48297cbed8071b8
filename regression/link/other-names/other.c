static int variable = 3;
static int function(void) {
	return variable;
}

int alias(void) __attribute__((alias("function")));
extern int first __attribute__((alias("variable")));
int replaced(void) __attribute__((weak, alias("function")));
int hidden(void) __asm__("labelled");
int hidden(void) {
	return 9;
}
int renamed(void) {
	return 10;
}
int target(void) {
	return 11;
}
