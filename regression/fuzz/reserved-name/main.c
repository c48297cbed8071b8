/* Internal names are ours: defining one made two symbols of one name. */
int x = 3;
void __mc_init(void) {}
int main(void) {
	__mc_init();
	return x;
}
