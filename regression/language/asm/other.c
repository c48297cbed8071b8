/* A lock prefix alone is no fence: this adds 1. */
int x;

int main(void)
{
	__asm__ volatile("lock; addl $1,%0" : "+m"(x));
	return x;
}
