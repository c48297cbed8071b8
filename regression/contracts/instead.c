/* The contract stands for the body: it may draw anything up to 6, whatever the body does. */
int last, drawn;

int draw(void)
__CPROVER_assigns(last)
__CPROVER_ensures(1 <= __CPROVER_return_value && __CPROVER_return_value <= 6)
__CPROVER_ensures(last == __CPROVER_return_value)
{
	last = 4;
	return 4;
}

int main(void) {
	drawn = 9;
	int d = draw();
	__CPROVER_assert(drawn == 9 && d == last && d <= 6, "as the contract says");
#ifdef BUG
	__CPROVER_assert(d == 4, "as the body says"); /* here */
#endif
	return 0;
}
