#define HEIGHT 5
int b(void);
