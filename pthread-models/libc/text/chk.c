/* What fortified headers call.  The size the compiler knows is not needed: objects are checked. */
#include "../../mc.h"

void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *mempcpy(void *to, const void *from, size_t n);
void *memset(void *at, int byte, size_t n);
char *strcpy(char *to, const char *from);
char *stpcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t n);
char *strcat(char *to, const char *from);
char *strncat(char *to, const char *from, size_t n);
ssize_t read(int fd, void *to, size_t n);

void *__memcpy_chk(void *to, const void *from, size_t n, size_t room) {
	(void)room;
	return memcpy(to, from, n);
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t room) {
	(void)room;
	return memmove(to, from, n);
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t room) {
	(void)room;
	return mempcpy(to, from, n);
}

void *__memset_chk(void *at, int byte, size_t n, size_t room) {
	(void)room;
	return memset(at, byte, n);
}

char *__strcpy_chk(char *to, const char *from, size_t room) {
	(void)room;
	return strcpy(to, from);
}

char *__stpcpy_chk(char *to, const char *from, size_t room) {
	(void)room;
	return stpcpy(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t room) {
	(void)room;
	return strncpy(to, from, n);
}

char *__strcat_chk(char *to, const char *from, size_t room) {
	(void)room;
	return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t room) {
	(void)room;
	return strncat(to, from, n);
}

ssize_t __read_chk(int fd, void *to, size_t n, size_t room) {
	(void)room;
	return read(fd, to, n);
}
