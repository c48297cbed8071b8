/* A contract is for all values of static variables, not only for their initial ones. */
static int room = 3;

int take(void)
#ifndef BUG
__CPROVER_requires(room > 0)
#endif
__CPROVER_assigns(room)
__CPROVER_ensures(room >= 0) /* here */
{
	room--;
	return room;
}

int main(void) {
	return take();
}
