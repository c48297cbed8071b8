// Under a property file, the rules of the competition hold: any result counts.
extern int look(void);
extern void reach_error(void);

int main(void) {
	if (look() == 7)
		reach_error();
	return 0;
}
