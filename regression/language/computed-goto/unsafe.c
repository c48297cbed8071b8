#include <assert.h>

int main(void)
{
	static void *const code[] = {&&add, &&twice, &&end};
	static const int program[] = {0, 0, 1, 2};
	int x = 1, pc = 0;
	goto *code[program[pc++]];
add:
	x += 3;
	goto *code[program[pc++]];
twice:
	x *= 2;
	goto *code[program[pc++]];
end:
	assert(x == 11); /* violated */
}
