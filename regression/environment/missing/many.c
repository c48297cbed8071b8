#include <assert.h>
#include <stddef.h>
#include <stdarg.h>
enum colour { RED, GREEN };
struct packet { int length; unsigned char bytes[8]; };
typedef struct { int x, y; union { long l; char c[8]; } u; unsigned bits : 3; } point;
struct opaque;
struct inner { point p; struct packet *next; };
typedef int (*compare)(const void *, const void *);
extern int receive(struct packet *p, size_t n);
extern const char *name_of(enum colour c, const char *fallback);
extern point middle(point a, const point *b);
extern struct opaque *open_it(const char *name, ...);
extern void close_it(struct opaque *);
extern void sort(void *base, size_t n, size_t size, compare c);
extern compare find_compare(int kind);
extern double measure(float scale, _Bool exact, unsigned char *out);
extern void stop(int code) __attribute__((noreturn));
extern int log_it(const char *format, va_list list);
extern struct inner deep(struct inner *i);
extern int old_style();
extern long by_pointer(long);
static int order(const void *a, const void *b) { return 0; }
static long call(long (*f)(long)) { return f(3); }
static int say(const char *f, ...) { va_list l; va_start(l, f); int r = log_it(f, l); va_end(l); return r; }
int main(void)
{
	struct packet p = {0};
	int n = receive(&p, sizeof p);
	if (n < 0 || n > 8)
		return 1;
	const char *name = name_of(GREEN, "none");
	point a = {1, 2}, b = middle(a, &a);
	struct opaque *o = open_it("x", 3);
	close_it(o);
	int list[3] = {3, 2, 1};
	sort(list, 3, sizeof *list, order);
	compare c = find_compare(1);
	unsigned char out;
	double d = measure(1.0f, 1, &out);
	struct inner i = deep(0);
	old_style(3);
	call(by_pointer);
	say("%d", 3);
	if (b.x == 77)
		stop(3);
	assert(n <= 8);
	return 0;
}
