# 1 "original.c"
int classify(double);
# 40 "original.c" 3
int main(void) {
	return classify(
	    missing);
}
