/* The machine: its name, its load, the version of the library. */
#include "machine.h"

enum { NAME_FIELD = 65, MOST_NAME = 64 };

static void any_field(char *field, size_t size) {
	__mc_havoc(field, size);
	field[size - 1] = 0;
}

struct utsname {
	char system[NAME_FIELD], node[NAME_FIELD], release[NAME_FIELD], version[NAME_FIELD],
	    machine[NAME_FIELD], domain[NAME_FIELD];
};

int uname(struct utsname *u) {
	NEED_WRITABLE(u, sizeof *u, "uname");
	any_field(u->system, NAME_FIELD);
	__mc_copy(u->system, "Linux", 6);
	any_field(u->node, NAME_FIELD);
	any_field(u->release, NAME_FIELD);
	any_field(u->version, NAME_FIELD);
	any_field(u->machine, NAME_FIELD);
	any_field(u->domain, NAME_FIELD);
	return 0;
}

/* Without an end if there is no room for it. */
int gethostname(char *name, size_t size) {
	OPTIONAL_CANCELLATION_POINT();
	size_t length = 9;
	if (IS_OPEN_ENVIRONMENT()) {
		length = __mc_nondet_size();
		__mc_assume(length <= MOST_NAME);
	}
	size_t n = length < size ? length + 1 : size;
	NEED_WRITABLE(name, n, "gethostname");
	for (size_t i = 0; i < n && i <= MOST_NAME; i++) {
		char c = IS_OPEN_ENVIRONMENT() ? __mc_nondet_char() : "localhost"[i];
		__mc_assume((c != 0) == (i < length));
		name[i] = c;
	}
	return length < size ? 0 : ERROR(ENAMETOOLONG);
}

int getdomainname(char *name, size_t size) {
	size_t n = size < NAME_FIELD ? size : NAME_FIELD;
	if (n == 0)
		return 0;
	NEED_WRITABLE(name, n, "getdomainname");
	any_field(name, n);
	return 0;
}

static int set_name(const char *name, size_t size) {
	if (size > MOST_NAME)
		return ERROR(EINVAL);
	NEED_READABLE(name, size, "sethostname");
	return FAILS() ? ERROR(EPERM) : 0;
}

int sethostname(const char *name, size_t size) {
	return set_name(name, size);
}

int setdomainname(const char *name, size_t size) {
	return set_name(name, size);
}

long gethostid(void) {
	OPTIONAL_CANCELLATION_POINT();
	return __mc_nondet_long();
}

struct system_info { /* struct sysinfo */
	long uptime;
	unsigned long loads[3], total, free, shared, buffers, total_swap, free_swap;
	unsigned short processes, gap;
	unsigned long total_high, free_high;
	unsigned unit;
	char rest[20 - 2 * sizeof(long) - sizeof(int)];
};

int sysinfo(struct system_info *s) {
	NEED_WRITABLE(s, sizeof *s, "sysinfo");
	__mc_havoc(s, sizeof *s);
	__mc_assume(s->uptime >= 0 && s->free <= s->total && s->free_swap <= s->total_swap &&
	            s->unit >= 1 && s->processes >= 1);
	return 0;
}

int getloadavg(double *load, int n) {
	if (FAILS())
		return -1;
	int done = n < 0 ? 0 : n < 3 ? n : 3;
	for (int i = 0; i < done; i++) {
		double d = __mc_nondet_double();
		__mc_assume(d >= 0 && d < 1e6);
		load[i] = d;
	}
	return done;
}

/* 0 with ENOENT: there is none of that type. */
unsigned long getauxval(unsigned long type) {
	if (type == 6) /* AT_PAGESZ */
		return 4096;
	if (type == 17) /* AT_CLKTCK */
		return 100;
	unsigned long value = __mc_nondet_ulong();
	if (value == 0 && __mc_nondet_bool())
		*__errno_location() = ENOENT;
	return value;
}

extern const char __model_libc_version[5]; /* defined nowhere: "2.36", or any other number */

const char *gnu_get_libc_version(void) {
	if (!IS_OPEN_ENVIRONMENT())
		return "2.36";
	const char *v = __model_libc_version;
	__mc_assume(v[0] == '2' && v[1] == '.' && v[2] >= '1' && v[2] <= '9' && v[3] >= '0' &&
	            v[3] <= '9' && v[4] == 0);
	return v;
}

const char *gnu_get_libc_release(void) {
	return "stable";
}
