/* null, or a list of two; both cases are tried. */
struct list {
	struct list *next;
};

int size(struct list *l)
__CPROVER_requires(l == 0 || (__CPROVER_is_fresh(l, sizeof(*l)) &&
                              (__CPROVER_is_fresh(l->next, sizeof(*l)) || l->next == 0) &&
                              (l->next == 0 || l->next->next == 0)))
__CPROVER_assigns()
__CPROVER_ensures(0 <= __CPROVER_return_value && __CPROVER_return_value <= 2)
{
	int n = 0;
#ifdef BUG
	if (!l->next) /* here */
		return 1;
#endif
	for (; l; l = l->next)
		n++;
	return n;
}

int main(void) {
	return 0;
}
