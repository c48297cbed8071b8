/* Jumps out of functions are not modelled. */
#include "../mc.h"

int setjmp(void *env) {
	(void)env;
	__mc_unsupported("setjmp");
	return 0;
}

int _setjmp(void *env) {
	(void)env;
	__mc_unsupported("setjmp");
	return 0;
}

int sigsetjmp(void *env, int mask) {
	(void)env, (void)mask;
	__mc_unsupported("sigsetjmp");
	return 0;
}

int __sigsetjmp(void *env, int mask) {
	(void)env, (void)mask;
	__mc_unsupported("sigsetjmp");
	return 0;
}

void longjmp(void *env, int value) {
	(void)env, (void)value;
	__mc_unsupported("longjmp");
}

void _longjmp(void *env, int value) {
	(void)env, (void)value;
	__mc_unsupported("longjmp");
}

void siglongjmp(void *env, int value) {
	(void)env, (void)value;
	__mc_unsupported("siglongjmp");
}
