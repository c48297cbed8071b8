int __VERIFIER_assume();
int main(void) {
	return __VERIFIER_assume((struct { int x; }){1});
}
