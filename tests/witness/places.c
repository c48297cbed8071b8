/* Statements that begin with a label or a brace, and a call in the argument of a macro. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(c) ((c) ? (void)0 : reach_error())
int global;

int main(void) {
	int x = __VERIFIER_nondet_int();
	switch (x) {
	case 1: global = 1; goto end;
	default: global = 2; global -= 2;
	}
	{ /* block */
		global += x;
		global--;
	}
end:
	global++;
	CHECK(__VERIFIER_nondet_int() != 3 || x > 2);
	return 0;
}
