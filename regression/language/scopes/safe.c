#include <assert.h>

int x = 1;

int main(void)
{
	int sum = x;
	{
		int x = 2;
		sum += x;
		for (int x = 3; x < 4; x++)
			sum += x;
		{
			extern int x;
			sum += x * 100;
		}
	}
	assert(sum == 106);
}
