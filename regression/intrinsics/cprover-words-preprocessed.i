# 1 "original.c"
__CPROVER_bool flag;
__CPROVER_size_t size;
# 10 "original.c"
int main(void) {
 flag = nondet_int();
 __CPROVER_assert(flag <= 1 && size == 0, "a bool");
 __CPROVER_assert(flag < 1, "zero");
 return 0;
}
