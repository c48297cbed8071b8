void bit_flip(void);
int bit_get(void);
