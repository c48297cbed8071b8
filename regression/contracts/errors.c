/* What is refused. */
int none(int x) {
	return x;
}

int effect(int x)
__CPROVER_requires(x++ > 0)
{
	return x;
}

int broken(int x)
__CPROVER_ensures(x > )
{
	return x;
}

int unknown_name(int x)
__CPROVER_ensures(__CPROVER_return_value == y)
{
	return x;
}

int early(int x)
__CPROVER_requires(__CPROVER_old(x) > 0)
{
	return x;
}

int seen;
static int changes(int x) {
	return seen = x;
}
int calls(int x)
__CPROVER_requires(changes(x) > 0)
{
	return x;
}

int far(int x) __CPROVER_requires(x > 0);

int twice(int x) __CPROVER_requires(x > 0);
int twice(int x) __CPROVER_requires(x > 1)
{
	return x;
}

int endless(int x)
__CPROVER_requires(__CPROVER_forall { int i; i * x != 7 })
{
	return x;
}

int main(void) {
	return none(1);
}
