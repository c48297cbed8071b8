int shared = 1;

int main(void)
{
	return shared;
}
