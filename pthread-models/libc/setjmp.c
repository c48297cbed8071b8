/* Calls of these by name are lowered by the frontend (lower_jump.c); through pointers they are not
 * modelled. */
#include "../mc.h"

int setjmp(void *env) {
	(void)env;
	__mc_unsupported("setjmp through a pointer");
	return 0;
}

int _setjmp(void *env) {
	(void)env;
	__mc_unsupported("setjmp through a pointer");
	return 0;
}

int sigsetjmp(void *env, int mask) {
	(void)env, (void)mask;
	__mc_unsupported("sigsetjmp through a pointer");
	return 0;
}

int __sigsetjmp(void *env, int mask) {
	(void)env, (void)mask;
	__mc_unsupported("sigsetjmp through a pointer");
	return 0;
}

void longjmp(void *env, int value) {
	(void)env, (void)value;
	__mc_unsupported("longjmp through a pointer");
}

void _longjmp(void *env, int value) {
	(void)env, (void)value;
	__mc_unsupported("longjmp through a pointer");
}

void siglongjmp(void *env, int value) {
	(void)env, (void)value;
	__mc_unsupported("siglongjmp through a pointer");
}
