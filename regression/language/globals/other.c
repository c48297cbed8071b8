int shared = 3;
static int hidden = 2;

int bump(void)
{
	hidden = 9;
	return ++shared;
}
