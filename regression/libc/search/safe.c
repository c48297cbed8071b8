#include <assert.h>
#include <string.h>

int main(void)
{
	const char *s = "hello, world";
	assert(strchr(s, 'o') == s + 4 && strrchr(s, 'o') == s + 8 && strchr(s, 'z') == 0);
	assert(strstr(s, "wor") == s + 7 && strstr(s, "word") == 0 && strpbrk(s, "w,") == s + 5);
	assert(strspn(s, "leh") == 4 && strcspn(s, ",") == 5 && memchr(s, 'w', 12) == s + 7);
	char text[] = "a,b,,c", *rest;
	assert(strcmp(strtok_r(text, ",", &rest), "a") == 0);
	assert(strcmp(strtok_r(0, ",", &rest), "b") == 0);
	assert(strcmp(strtok_r(0, ",", &rest), "c") == 0);
	assert(strtok_r(0, ",", &rest) == 0);
}
