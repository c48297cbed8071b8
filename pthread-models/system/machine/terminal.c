/* Terminals: whether a file from outside is one, nobody knows; what is set has no further effect.
 */
#include "../files/files.h"

typedef unsigned terminal_flags;

struct terminal { /* struct termios */
	terminal_flags input, output, control, local;
	unsigned char line, characters[32];
	unsigned input_speed, output_speed;
};

/* 0: it may be one; -1 and errno. */
static int need_terminal(int fd) {
	struct file f = __model_get_file(fd);
	if (f.kind == FILE_NONE)
		return -1;
	if (f.kind >= FILE_DIRECTORY)
		return ERROR(ENOTTY);
	return __mc_nondet_bool() ? ERROR(ENOTTY) : 0;
}

int tcgetattr(int fd, struct terminal *t) {
	if (need_terminal(fd) != 0)
		return -1;
	NEED_WRITABLE(t, sizeof *t, "tcgetattr");
	__mc_havoc(t, sizeof *t);
	return 0;
}

int tcsetattr(int fd, int when, const struct terminal *t) {
	NEED_READABLE(t, sizeof *t, "tcsetattr");
	if (when < 0 || when > 2)
		return ERROR(EINVAL);
	if (need_terminal(fd) != 0)
		return -1;
	if (__model_wait_outside() != 0)
		return ERROR(EINTR);
	return FAILS() ? ERROR(EIO) : 0;
}

int tcdrain(int fd) {
	CANCELLATION_POINT();
	if (need_terminal(fd) != 0)
		return -1;
	if (__model_wait_outside() != 0)
		return ERROR(EINTR);
	return FAILS() ? ERROR(EIO) : 0;
}

int tcflush(int fd, int which) {
	if (need_terminal(fd) != 0)
		return -1;
	if (which < 0 || which > 2)
		return ERROR(EINVAL);
	return FAILS() ? ERROR(EIO) : 0;
}

int tcflow(int fd, int action) {
	if (need_terminal(fd) != 0)
		return -1;
	if (action < 0 || action > 3)
		return ERROR(EINVAL);
	return FAILS() ? ERROR(EIO) : 0;
}

int tcsendbreak(int fd, int duration) {
	(void)duration;
	if (need_terminal(fd) != 0)
		return -1;
	return FAILS() ? ERROR(EIO) : 0;
}

static int some_group(int fd) {
	if (need_terminal(fd) != 0)
		return -1;
	int group = __mc_nondet_int();
	__mc_assume(group > 1);
	return group;
}

int tcgetpgrp(int fd) {
	return some_group(fd);
}

int tcgetsid(int fd) {
	return some_group(fd);
}

int tcsetpgrp(int fd, int group) {
	if (group < 0)
		return ERROR(EINVAL);
	if (need_terminal(fd) != 0)
		return -1;
	return FAILS() ? ERROR(EINVAL, EPERM) : 0;
}

int ttyname_r(int fd, char *name, size_t size) {
	OPTIONAL_CANCELLATION_POINT();
	if (need_terminal(fd) != 0)
		return *__errno_location();
	if (size < sizeof "/dev/tty" || FAILS())
		return ERANGE;
	NEED_WRITABLE(name, size, "ttyname_r");
	__mc_havoc(name, size);
	name[size - 1] = 0;
	return 0;
}

/* --- What a terminal's settings say: exact. --- */

enum { SPEED = 010017, HIGH_SPEED = 010000, LAST_LOW = 017, ZERO_INPUT = 020000000000u };

static int is_speed(unsigned speed) {
	return speed <= LAST_LOW || (speed > HIGH_SPEED && speed <= SPEED);
}

unsigned cfgetospeed(const struct terminal *t) {
	return t->control & SPEED;
}

unsigned cfgetispeed(const struct terminal *t) {
	return (t->input & ZERO_INPUT) != 0 ? 0 : t->control & SPEED;
}

int cfsetospeed(struct terminal *t, unsigned speed) {
	if (!is_speed(speed))
		return ERROR(EINVAL);
	t->output_speed = speed;
	t->control = (t->control & ~(unsigned)SPEED) | speed;
	return 0;
}

int cfsetispeed(struct terminal *t, unsigned speed) {
	if (!is_speed(speed))
		return ERROR(EINVAL);
	t->input_speed = speed;
	if (speed == 0) {
		t->input |= ZERO_INPUT;
	} else {
		t->input &= ~ZERO_INPUT;
		t->control = (t->control & ~(unsigned)SPEED) | speed;
	}
	return 0;
}

int cfsetspeed(struct terminal *t, unsigned speed) {
	static const unsigned rates[] = {0,   50,   75,   110,  134,  150,  200,   300,
	                                 600, 1200, 1800, 2400, 4800, 9600, 19200, 38400};
	static const unsigned high_rates[] = {57600,   115200,  230400,  460800,  500000,
	                                      576000,  921600,  1000000, 1152000, 1500000,
	                                      2000000, 2500000, 3000000, 3500000, 4000000};
	unsigned code = speed;
	if (!is_speed(speed)) {
		code = SPEED + 1;
		for (unsigned i = 0; i < sizeof rates / sizeof *rates; i++)
			if (rates[i] == speed)
				code = i;
		for (unsigned i = 0; i < sizeof high_rates / sizeof *high_rates; i++)
			if (high_rates[i] == speed)
				code = HIGH_SPEED + 1 + i;
	}
	if (code > SPEED)
		return ERROR(EINVAL);
	cfsetispeed(t, code);
	return cfsetospeed(t, code);
}

void cfmakeraw(struct terminal *t) {
	t->input &= ~(01u | 02 | 010 | 040 | 0100 | 0200 | 0400 | 02000);
	t->output &= ~01u;
	t->local &= ~(010u | 0100 | 02 | 01 | 0100000);
	t->control = (t->control & ~(060u | 0400)) | 060;
	t->characters[6] = 1;
	t->characters[5] = 0;
}
