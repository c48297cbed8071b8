static int *pick(int which) {
	int local = which;
	static int kept;
	kept = which;
	return which ? &local : &kept;
}

int main(void) {
	int *p = pick(1);
	return *p;
}
