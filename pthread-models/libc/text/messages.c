/* Texts of errors and signals in the C locale.  As in glibc from 2.32 on, what strerror and
 * strsignal return is a constant, or the thread's own until its next call: threads do not share it.
 *
 * The text of an error is arbitrary, but for that of 0: its number is nearly always errno, and a
 * choice among all messages would cost more than anybody who prints one has asked for. */
#include "../../errors.h"
#include "../../system/environment.h"

enum { MESSAGE_BYTES = 64, UNKNOWN_BYTES = 32 };

static _Thread_local char message[MESSAGE_BYTES], unknown_signal[UNKNOWN_BYTES];

/* Some text, not empty. */
static char *any_message(char *to, size_t size) {
	__mc_havoc(to, size);
	to[size - 1] = 0;
	__mc_assume(to[0] != 0);
	return to;
}

/* The words, and behind them some number. */
static char *say_number(char *to, const char *words) {
	int n = 0;
	for (; words[n] != 0; n++)
		to[n] = words[n];
	__mc_havoc(to + n, 11);
	to[n + 11] = 0;
	__mc_assume(to[n] == '-' || (to[n] >= '0' && to[n] <= '9'));
	return to;
}

/* --- Errors. --- */

enum { ERRORS = 134 };

static const char *const error_texts[ERRORS] = {
    "Success",
    "Operation not permitted",
    "No such file or directory",
    "No such process",
    "Interrupted system call",
    "Input/output error",
    "No such device or address",
    "Argument list too long",
    "Exec format error",
    "Bad file descriptor",
    "No child processes",
    "Resource temporarily unavailable",
    "Cannot allocate memory",
    "Permission denied",
    "Bad address",
    "Block device required",
    "Device or resource busy",
    "File exists",
    "Invalid cross-device link",
    "No such device",
    "Not a directory",
    "Is a directory",
    "Invalid argument",
    "Too many open files in system",
    "Too many open files",
    "Inappropriate ioctl for device",
    "Text file busy",
    "File too large",
    "No space left on device",
    "Illegal seek",
    "Read-only file system",
    "Too many links",
    "Broken pipe",
    "Numerical argument out of domain",
    "Numerical result out of range",
    "Resource deadlock avoided",
    "File name too long",
    "No locks available",
    "Function not implemented",
    "Directory not empty",
    "Too many levels of symbolic links",
    NULL,
    "No message of desired type",
    "Identifier removed",
    "Channel number out of range",
    "Level 2 not synchronized",
    "Level 3 halted",
    "Level 3 reset",
    "Link number out of range",
    "Protocol driver not attached",
    "No CSI structure available",
    "Level 2 halted",
    "Invalid exchange",
    "Invalid request descriptor",
    "Exchange full",
    "No anode",
    "Invalid request code",
    "Invalid slot",
    NULL,
    "Bad font file format",
    "Device not a stream",
    "No data available",
    "Timer expired",
    "Out of streams resources",
    "Machine is not on the network",
    "Package not installed",
    "Object is remote",
    "Link has been severed",
    "Advertise error",
    "Srmount error",
    "Communication error on send",
    "Protocol error",
    "Multihop attempted",
    "RFS specific error",
    "Bad message",
    "Value too large for defined data type",
    "Name not unique on network",
    "File descriptor in bad state",
    "Remote address changed",
    "Can not access a needed shared library",
    "Accessing a corrupted shared library",
    ".lib section in a.out corrupted",
    "Attempting to link in too many shared libraries",
    "Cannot exec a shared library directly",
    "Invalid or incomplete multibyte or wide character",
    "Interrupted system call should be restarted",
    "Streams pipe error",
    "Too many users",
    "Socket operation on non-socket",
    "Destination address required",
    "Message too long",
    "Protocol wrong type for socket",
    "Protocol not available",
    "Protocol not supported",
    "Socket type not supported",
    "Operation not supported",
    "Protocol family not supported",
    "Address family not supported by protocol",
    "Address already in use",
    "Cannot assign requested address",
    "Network is down",
    "Network is unreachable",
    "Network dropped connection on reset",
    "Software caused connection abort",
    "Connection reset by peer",
    "No buffer space available",
    "Transport endpoint is already connected",
    "Transport endpoint is not connected",
    "Cannot send after transport endpoint shutdown",
    "Too many references: cannot splice",
    "Connection timed out",
    "Connection refused",
    "Host is down",
    "No route to host",
    "Operation already in progress",
    "Operation now in progress",
    "Stale file handle",
    "Structure needs cleaning",
    "Not a XENIX named type file",
    "No XENIX semaphores available",
    "Is a named type file",
    "Remote I/O error",
    "Disk quota exceeded",
    "No medium found",
    "Wrong medium type",
    "Operation canceled",
    "Required key not available",
    "Key has expired",
    "Key has been revoked",
    "Key was rejected by service",
    "Owner died",
    "State not recoverable",
    "Operation not possible due to RF-kill",
    "Memory page has hardware error",
};

static const char *const error_names[ERRORS] = {
    "0",
    "EPERM",
    "ENOENT",
    "ESRCH",
    "EINTR",
    "EIO",
    "ENXIO",
    "E2BIG",
    "ENOEXEC",
    "EBADF",
    "ECHILD",
    "EAGAIN",
    "ENOMEM",
    "EACCES",
    "EFAULT",
    "ENOTBLK",
    "EBUSY",
    "EEXIST",
    "EXDEV",
    "ENODEV",
    "ENOTDIR",
    "EISDIR",
    "EINVAL",
    "ENFILE",
    "EMFILE",
    "ENOTTY",
    "ETXTBSY",
    "EFBIG",
    "ENOSPC",
    "ESPIPE",
    "EROFS",
    "EMLINK",
    "EPIPE",
    "EDOM",
    "ERANGE",
    "EDEADLK",
    "ENAMETOOLONG",
    "ENOLCK",
    "ENOSYS",
    "ENOTEMPTY",
    "ELOOP",
    NULL,
    "ENOMSG",
    "EIDRM",
    "ECHRNG",
    "EL2NSYNC",
    "EL3HLT",
    "EL3RST",
    "ELNRNG",
    "EUNATCH",
    "ENOCSI",
    "EL2HLT",
    "EBADE",
    "EBADR",
    "EXFULL",
    "ENOANO",
    "EBADRQC",
    "EBADSLT",
    NULL,
    "EBFONT",
    "ENOSTR",
    "ENODATA",
    "ETIME",
    "ENOSR",
    "ENONET",
    "ENOPKG",
    "EREMOTE",
    "ENOLINK",
    "EADV",
    "ESRMNT",
    "ECOMM",
    "EPROTO",
    "EMULTIHOP",
    "EDOTDOT",
    "EBADMSG",
    "EOVERFLOW",
    "ENOTUNIQ",
    "EBADFD",
    "EREMCHG",
    "ELIBACC",
    "ELIBBAD",
    "ELIBSCN",
    "ELIBMAX",
    "ELIBEXEC",
    "EILSEQ",
    "ERESTART",
    "ESTRPIPE",
    "EUSERS",
    "ENOTSOCK",
    "EDESTADDRREQ",
    "EMSGSIZE",
    "EPROTOTYPE",
    "ENOPROTOOPT",
    "EPROTONOSUPPORT",
    "ESOCKTNOSUPPORT",
    "EOPNOTSUPP",
    "EPFNOSUPPORT",
    "EAFNOSUPPORT",
    "EADDRINUSE",
    "EADDRNOTAVAIL",
    "ENETDOWN",
    "ENETUNREACH",
    "ENETRESET",
    "ECONNABORTED",
    "ECONNRESET",
    "ENOBUFS",
    "EISCONN",
    "ENOTCONN",
    "ESHUTDOWN",
    "ETOOMANYREFS",
    "ETIMEDOUT",
    "ECONNREFUSED",
    "EHOSTDOWN",
    "EHOSTUNREACH",
    "EALREADY",
    "EINPROGRESS",
    "ESTALE",
    "EUCLEAN",
    "ENOTNAM",
    "ENAVAIL",
    "EISNAM",
    "EREMOTEIO",
    "EDQUOT",
    "ENOMEDIUM",
    "EMEDIUMTYPE",
    "ECANCELED",
    "ENOKEY",
    "EKEYEXPIRED",
    "EKEYREVOKED",
    "EKEYREJECTED",
    "EOWNERDEAD",
    "ENOTRECOVERABLE",
    "ERFKILL",
    "EHWPOISON",
};

static int is_error(int number) {
	return number >= 0 && number < ERRORS && error_texts[number] != NULL;
}

static int is_number_of_error(int number) {
	return number > 0 && number < ERRORS && number != 41 && number != 58;
}

static char *error_text(int number, char *to) {
	return is_number_of_error(number) ? any_message(to, MESSAGE_BYTES)
	                                  : say_number(to, "Unknown error ");
}

char *strerror(int number) {
	OPTIONAL_CANCELLATION_POINT();
	return number == 0 ? "Success" : error_text(number, message);
}

/* NULL: there is no such error. */
const char *strerrordesc_np(int number) {
	return is_error(number) ? error_texts[number] : NULL;
}

const char *strerrorname_np(int number) {
	return is_error(number) ? error_names[number] : NULL;
}

/* As much of a text as fits, with a zero; is it all? */
static int copy_text(char *to, size_t size, const char *text) {
	size_t n = 0;
	for (; text[n] != 0 && n + 1 < size; n++)
		to[n] = text[n];
	if (size > 0)
		to[n] = 0;
	return size > 0 && text[n] == 0;
}

/* GNU: the buffer is used only for a text that is no constant. */
char *strerror_r(int number, char *to, size_t size) {
	OPTIONAL_CANCELLATION_POINT();
	char text[UNKNOWN_BYTES];
	if (number == 0)
		return "Success";
	if (is_number_of_error(number))
		return any_message(__mc_alloc(MESSAGE_BYTES, __mc_internal), MESSAGE_BYTES);
	copy_text(to, size, say_number(text, "Unknown error "));
	return to;
}

/* POSIX: an error number, and the text even then. */
int __xpg_strerror_r(int number, char *to, size_t size) {
	OPTIONAL_CANCELLATION_POINT();
	char text[MESSAGE_BYTES];
	const char *from = number == 0 ? "Success" : error_text(number, text);
	int is_all = copy_text(to, size, from);
	return !is_all ? ERANGE : number == 0 || is_number_of_error(number) ? 0 : EINVAL;
}

/* --- Signals. --- */

enum { SIGNALS = 32, REAL_TIME_FROM = 34, REAL_TIME_TO = 64 };

static const char *const signal_texts[SIGNALS] = {
    NULL,
    "Hangup",
    "Interrupt",
    "Quit",
    "Illegal instruction",
    "Trace/breakpoint trap",
    "Aborted",
    "Bus error",
    "Floating point exception",
    "Killed",
    "User defined signal 1",
    "Segmentation fault",
    "User defined signal 2",
    "Broken pipe",
    "Alarm clock",
    "Terminated",
    "Stack fault",
    "Child exited",
    "Continued",
    "Stopped (signal)",
    "Stopped",
    "Stopped (tty input)",
    "Stopped (tty output)",
    "Urgent I/O condition",
    "CPU time limit exceeded",
    "File size limit exceeded",
    "Virtual timer expired",
    "Profiling timer expired",
    "Window changed",
    "I/O possible",
    "Power failure",
    "Bad system call",
};

static const char *const signal_names[SIGNALS] = {
    NULL,   "HUP",  "INT",  "QUIT", "ILL",    "TRAP",   "ABRT",  "BUS",  "FPE",  "KILL", "USR1",
    "SEGV", "USR2", "PIPE", "ALRM", "TERM",   "STKFLT", "CHLD",  "CONT", "STOP", "TSTP", "TTIN",
    "TTOU", "URG",  "XCPU", "XFSZ", "VTALRM", "PROF",   "WINCH", "POLL", "PWR",  "SYS",
};

const char *sigdescr_np(int number) {
	return number > 0 && number < SIGNALS ? signal_texts[number] : NULL;
}

const char *sigabbrev_np(int number) {
	return number > 0 && number < SIGNALS ? signal_names[number] : NULL;
}

/* "Real-time signal 12": at most 30. */
static char *say_real_time(char *to, int number) {
	static const char words[] = "Real-time signal ";
	int n = sizeof words - 1, tens = number >= 30 ? 3 : number >= 20 ? 2 : number >= 10 ? 1 : 0;
	__mc_copy(to, words, sizeof words - 1);
	if (tens > 0)
		to[n++] = (char)('0' + tens);
	to[n] = (char)('0' + number - 10 * tens);
	to[n + 1] = 0;
	return to;
}

char *strsignal(int number) {
	if (number > 0 && number < SIGNALS)
		return (char *)signal_texts[number];
	if (number >= REAL_TIME_FROM && number <= REAL_TIME_TO)
		return say_real_time(unknown_signal, number - REAL_TIME_FROM);
	return say_number(unknown_signal, "Unknown signal ");
}
