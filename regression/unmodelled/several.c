/* Each function is named once; of many, three are named and the rest is counted. */
void a(void), b(void), c(void), d(void), e(void);

int main(void) {
	a();
	a();
	b();
#ifdef MANY
	c();
	d();
	e();
#endif
	return 0;
}
