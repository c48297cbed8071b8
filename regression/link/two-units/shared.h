struct node {
	struct node *next;
	int value;
};

extern int counter, common, table[4];
extern const int limit;
extern struct node ring;
int other_priv(void);
int other_twice(int);
int get_common(void);
int apply(int (*)(int), int);
inline int from_inline(int x) {
	return x + 1;
}
