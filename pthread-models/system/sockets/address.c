/* Addresses of the internet as bytes and as text: exact, for symbolic text and bytes, too. */
#include "../environment.h"

enum { FAMILY_INET = 2, FAMILY_INET6 = 10, INET_TEXT = 16, INET6_TEXT = 46 };

struct inet_address { /* struct in_addr: the first byte comes first on every machine */
	unsigned bytes;
};

/* The network is big endian. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define SWAPPED_16(x) (x)
#define SWAPPED_32(x) (x)
#else
#define SWAPPED_16(x) __builtin_bswap16(x)
#define SWAPPED_32(x) __builtin_bswap32(x)
#endif

unsigned short htons(unsigned short x) {
	return SWAPPED_16(x);
}

unsigned short ntohs(unsigned short x) {
	return SWAPPED_16(x);
}

unsigned htonl(unsigned x) {
	return SWAPPED_32(x);
}

unsigned ntohl(unsigned x) {
	return SWAPPED_32(x);
}

/* --- Text to bytes. --- */

/* A decimal number up to 255 without zeros in front: where it ends; NULL: there is none. */
static const char *read_octet(const char *s, unsigned char *octet) {
	unsigned value = 0;
	int digits = 0;
	for (; *s >= '0' && *s <= '9'; s++) {
		if (digits++ > 0 && value == 0)
			return NULL;
		value = 10 * value + (unsigned)(*s - '0');
		if (value > 255)
			return NULL;
	}
	*octet = (unsigned char)value;
	return digits == 0 ? NULL : s;
}

static int read_inet(const char *s, unsigned char octet[4]) {
	for (int i = 0; i < 4; i++) {
		s = read_octet(s, &octet[i]);
		if (s == NULL || *s != (i < 3 ? '.' : 0))
			return 0;
		s++;
	}
	return 1;
}

static int hexadecimal_digit(char c) {
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

struct inet6_text { /* what was read so far */
	unsigned char bytes[16];
	int n;   /* bytes of groups */
	int gap; /* where '::' stands; -1: nowhere yet */
};

/* One group of up to four digits: where it ends; NULL: there is none. */
static const char *read_group(const char *s, struct inet6_text *t) {
	unsigned value = 0;
	int digits = 0;
	for (int digit; (digit = hexadecimal_digit(*s)) >= 0; s++) {
		if (++digits > 4)
			return NULL;
		value = value << 4 | (unsigned)digit;
	}
	if (digits == 0 || t->n > 14)
		return NULL;
	t->bytes[t->n++] = (unsigned char)(value >> 8);
	t->bytes[t->n++] = (unsigned char)value;
	return s;
}

/* Groups between colons, once two colons together, an IPv4 address at the end. */
static int read_groups(const char *s, struct inet6_text *t) {
	if (*s == ':' && *++s != ':')
		return 0;
	for (;;) {
		if (*s == ':') { /* behind another one */
			if (t->gap >= 0)
				return 0;
			t->gap = t->n;
			s++;
			if (*s == 0)
				return 1;
		}
		const char *behind = read_group(s, t);
		if (behind != NULL && *behind == '.') {
			t->n -= 2;
			if (t->n > 12 || !read_inet(s, t->bytes + t->n))
				return 0;
			t->n += 4;
			return 1;
		}
		if (behind == NULL || *behind == 0)
			return behind != NULL;
		if (*behind != ':' || behind[1] == 0)
			return 0;
		s = behind + 1;
	}
}

static int read_inet6(const char *s, unsigned char to[16]) {
	struct inet6_text t = {.gap = -1};
	if (!read_groups(s, &t) || (t.gap < 0 ? t.n != 16 : t.n == 16))
		return 0;
	for (int i = 0; i < 16; i++)
		to[i] = 0;
	int first = t.gap < 0 ? t.n : t.gap, last = t.n - first;
	for (int i = 0; i < first; i++)
		to[i] = t.bytes[i];
	for (int i = 0; i < last; i++)
		to[16 - last + i] = t.bytes[first + i];
	return 1;
}

int inet_pton(int family, const char *text, void *to) {
	unsigned char bytes[16];
	if (family != FAMILY_INET && family != FAMILY_INET6)
		return __model_error(EAFNOSUPPORT);
	size_t n = family == FAMILY_INET ? 4 : 16;
	if (!(family == FAMILY_INET ? read_inet(text, bytes) : read_inet6(text, bytes)))
		return 0;
	NEED_WRITABLE(to, n, "inet_pton");
	__mc_copy(to, bytes, n);
	return 1;
}

/* Digits of a base: where they end; NULL: there are none.  A number of more than 32 bits has a
 * larger value than they. */
static const char *read_digits(const char *s, int base, unsigned long long *value) {
	unsigned long long v = 0;
	int digits = 0;
	for (int digit; (digit = hexadecimal_digit(*s)) >= 0 && digit < base; s++, digits++)
		v = (v * (unsigned)base + (unsigned)digit) | (v & ~0xffffffffULL);
	*value = v;
	return digits == 0 ? NULL : s;
}

/* A number as C writes it, in base 8, 10 or 16. */
static const char *read_c_number(const char *s, unsigned long long *value) {
	if (*s != '0')
		return read_digits(s, 10, value);
	if ((s[1] == 'x' || s[1] == 'X') && hexadecimal_digit(s[2]) >= 0)
		return read_digits(s + 2, 16, value);
	return read_digits(s, 8, value);
}

static int is_address_end(char c) {
	return c == 0 || c == ' ' || (c >= '\t' && c <= '\r');
}

/* Up to four numbers; the last one has all bytes that are left.  In the order of the machine. */
static int read_parts(const char *s, unsigned *address) {
	unsigned long long value = 0;
	unsigned before = 0;
	for (int part = 0; part < 4; part++) {
		s = read_c_number(s, &value);
		if (s == NULL)
			return 0;
		if (*s != '.') {
			if (!is_address_end(*s) || value >> (32 - 8 * part) != 0)
				return 0;
			*address = before | (unsigned)value;
			return 1;
		}
		if (value > 255)
			return 0;
		before |= (unsigned)value << (24 - 8 * part);
		s++;
	}
	return 0;
}

int inet_aton(const char *text, struct inet_address *to) {
	unsigned address;
	if (!read_parts(text, &address))
		return 0;
	if (to != NULL)
		to->bytes = htonl(address);
	return 1;
}

unsigned inet_addr(const char *text) {
	unsigned address;
	return read_parts(text, &address) ? htonl(address) : 0xffffffff;
}

/* Each part is a byte, the last one the lowest.  glibc takes the x of 0x alone,
 * too, and 32 bits of a number. */
unsigned inet_network(const char *s) {
	unsigned long long value = 0;
	unsigned network = 0;
	for (int part = 0; part < 4; part++) {
		s = *s == 'x' || *s == 'X' ? read_digits(s + 1, 16, &value) : read_c_number(s, &value);
		if (s == NULL || (unsigned)value > 255)
			return 0xffffffff;
		network = network << 8 | (unsigned)value;
		if (*s != '.')
			break;
		if (part == 3)
			return 0xffffffff;
		s++;
	}
	while (*s != 0 && is_address_end(*s))
		s++;
	return *s == 0 ? network : 0xffffffff;
}

/* --- Bytes to text. --- */

/* Where it ends. */
static char *write_octet(char *to, unsigned value) {
	if (value >= 100)
		*to++ = (char)('0' + value / 100);
	if (value >= 10)
		*to++ = (char)('0' + value / 10 % 10);
	*to++ = (char)('0' + value % 10);
	return to;
}

static char *write_inet(char *to, const unsigned char *octet) {
	for (int i = 0; i < 4; i++) {
		if (i > 0)
			*to++ = '.';
		to = write_octet(to, octet[i]);
	}
	*to = 0;
	return to;
}

static char *write_group(char *to, unsigned value) {
	for (int shift = 12, some = 0; shift >= 0; shift -= 4) {
		unsigned digit = value >> shift & 15;
		some |= digit != 0 || shift == 0;
		if (some)
			*to++ = "0123456789abcdef"[digit];
	}
	return to;
}

/* The longest run of groups that are zero, two at least, the first one of these: where it begins,
 * or -1. */
static int find_zeros(const unsigned *group, int *length) {
	int best = -1, most = 1, run = 0;
	for (int i = 0; i < 8; i++) {
		run = group[i] == 0 ? run + 1 : 0;
		if (run > most) {
			most = run;
			best = i + 1 - run;
		}
	}
	*length = most;
	return best;
}

static char *write_inet6(char *to, const unsigned char *bytes) {
	unsigned group[8];
	int length;
	for (int i = 0; i < 8; i++)
		group[i] = (unsigned)bytes[2 * i] << 8 | bytes[2 * i + 1];
	int zeros = find_zeros(group, &length);
	int ends_in_inet = zeros == 0 && (length == 6 || (length == 5 && group[5] == 0xffff));
	for (int i = 0; i < 8;) {
		if (i == zeros) {
			*to++ = ':';
			i += length;
			if (i == 8)
				*to++ = ':';
			continue;
		}
		if (i > 0)
			*to++ = ':';
		if (ends_in_inet && i == 6)
			return write_inet(to, bytes + 12);
		to = write_group(to, group[i++]);
	}
	*to = 0;
	return to;
}

/* What does not fit is not written at all. */
const char *inet_ntop(int family, const void *from, char *to, unsigned size) {
	char text[INET6_TEXT];
	if (family != FAMILY_INET && family != FAMILY_INET6) {
		__model_error(EAFNOSUPPORT);
		return NULL;
	}
	size_t n = family == FAMILY_INET ? 4 : 16;
	unsigned char bytes[16];
	NEED_READABLE(from, n, "inet_ntop");
	__mc_copy(bytes, from, n);
	char *end = family == FAMILY_INET ? write_inet(text, bytes) : write_inet6(text, bytes);
	size_t length = (size_t)(end - text) + 1;
	if (length > size) {
		__model_error(ENOSPC);
		return NULL;
	}
	NEED_WRITABLE(to, length, "inet_ntop");
	__mc_copy(to, text, length);
	return to;
}

static char hidden_state_of_inet_ntoa[INET_TEXT + 2];

char *inet_ntoa(struct inet_address address) {
	write_inet(hidden_state_of_inet_ntoa, (const unsigned char *)&address);
	return hidden_state_of_inet_ntoa;
}

/* --- Networks of classes. --- */

struct inet_address inet_makeaddr(unsigned network, unsigned host) {
	unsigned address = network < 128        ? network << 24 | (host & 0xffffff)
	                   : network < 65536    ? network << 16 | (host & 0xffff)
	                   : network < 16777216 ? network << 8 | (host & 0xff)
	                                        : network | host;
	return (struct inet_address){htonl(address)};
}

/* How many bits say which host it is. */
static int host_bits(unsigned address) {
	return (address & 0x80000000) == 0 ? 24 : (address & 0xc0000000) == 0x80000000 ? 16 : 8;
}

unsigned inet_lnaof(struct inet_address address) {
	unsigned a = ntohl(address.bytes);
	return a & ((1u << host_bits(a)) - 1);
}

unsigned inet_netof(struct inet_address address) {
	unsigned a = ntohl(address.bytes);
	return a >> host_bits(a);
}

/* --- Interfaces. --- */

enum { INTERFACE_NAME = 16 };

unsigned if_nametoindex(const char *name) {
	NEED_STRING(name, "if_nametoindex");
	if (FAILS()) {
		ERROR(EMFILE, ENFILE, ENOBUFS, ENODEV, ENOMEM);
		return 0;
	}
	unsigned index = __mc_nondet_uint();
	__mc_assume(index > 0 && index <= __INT_MAX__);
	return index;
}

char *if_indextoname(unsigned index, char *name) {
	(void)index;
	NEED_WRITABLE(name, (size_t)INTERFACE_NAME, "if_indextoname");
	if (FAILS()) {
		ERROR(EMFILE, ENFILE, ENOBUFS, ENXIO, ENOMEM);
		return NULL;
	}
	__mc_havoc(name, INTERFACE_NAME);
	name[INTERFACE_NAME - 1] = 0;
	__mc_assume(name[0] != 0);
	return name;
}

/* --- What headers mention. --- */

struct inet6_address { /* struct in6_addr */
	union {
		unsigned char bytes[16];
		unsigned short halves[8];
		unsigned words[4];
	} all;
};

const struct inet6_address in6addr_any = {{{0}}};
const struct inet6_address in6addr_loopback = {{{[15] = 1}}};

const char *__inet_ntop_chk(int family, const void *from, char *to, unsigned size, size_t room) {
	(void)room;
	return inet_ntop(family, from, to, size);
}

int __inet_pton_chk(int family, const char *text, void *to, size_t room) {
	(void)room;
	return inet_pton(family, text, to);
}
