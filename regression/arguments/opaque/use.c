/* What the pointer points to is defined in the other unit. */
struct counter;
int next(struct counter *);
unsigned slot(struct counter *);

int use(struct counter *c) {
	return next(c) + (int)slot(c);
}
