/* sysconf and its kin: what glibc says on Linux.  What a machine or its administrator decides is
 * any number that Linux allows. */
#include "machine.h"

static int processor_count; /* 0: nobody has asked yet */

/* The same number for all who ask. */
int __model_processors(void) {
	if (!IS_OPEN_ENVIRONMENT())
		return USUAL_PROCESSORS;
	__mc_atomic_begin();
	int small = processor_count ? -1 : __mc_small("sysconf", "_SC_NPROCESSORS_ONLN", 1);
	if (small >= 0)
		processor_count = small > 0 ? small : 1;
	if (processor_count == 0) {
		processor_count = __mc_nondet_int();
		__mc_assume(processor_count >= 1 && processor_count <= MOST_PROCESSORS);
	}
	int n = processor_count;
	__mc_atomic_end();
	return n;
}

static long any_from(long least, long usual) {
	if (!IS_OPEN_ENVIRONMENT())
		return usual;
	long value = __mc_nondet_long();
	__mc_assume(value >= least);
	return value;
}

/* By number of _SC_: 1 an option that the system has, by version; 2 one that it has; 3 another
 * number; 4 none, or no limit. */
static const char sysconf_kinds[251] = {
    3, 3, 3, 3, 3, 3, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4, 4, 3, 3, 4, 3, 1, 3, 3,
    4, 3, 3, 4, 3, 3, 3, 3, 3, 0, 3, 3, 3, 3, 1, 1, 1, 4, 4, 1, 1, 4, 4, 4, 4, 4, 4, 4, 3, 4, 4, 4,
    4, 4, 4, 1, 1, 3, 3, 3, 3, 3, 3, 3, 4, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3, 2, 4, 2, 2, 1,
    1, 4, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
    3, 3, 3, 3, 1, 1, 4, 4, 4, 1, 1, 1, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 4, 4, 4, 1, 1, 2, 4, 2, 4, 1,
    4, 4, 4, 4, 1, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 3, 3, 3, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3, 3,
    3, 3, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 3, 3, 3, 3, 0, 4, 4, 4, 4, 4, 0, 0, 3, 3,
};

/* Those of kind 3 that programs ask for; the others are any number. */
static long sysconf_number(int name) {
	switch (name) {
	case 0: return any_from(131072, 2097152); /* ARG_MAX */
	case 1: return any_from(-1, 30000);       /* CHILD_MAX */
	case 2: return 100;                       /* CLK_TCK */
	case 3: return 65536;                     /* NGROUPS_MAX */
	case 4: return any_from(-1, 1024);        /* OPEN_MAX */
	case 5: return 16;                        /* STREAM_MAX */
	case 25: return 20;                       /* AIO_PRIO_DELTA_MAX */
	case 26: return 2147483647;               /* DELAYTIMER_MAX */
	case 28: return 32768;                    /* MQ_PRIO_MAX */
	case 30: return 4096;                     /* PAGESIZE */
	case 31: return 32;                       /* RTSIG_MAX */
	case 33: return 2147483647;               /* SEM_VALUE_MAX */
	case 34: return any_from(-1, 30000);      /* SIGQUEUE_MAX */
	case 36:                                  /* BC_BASE_MAX */
	case 38: return 99;                       /* BC_SCALE_MAX */
	case 37:                                  /* BC_DIM_MAX */
	case 43: return 2048;                     /* LINE_MAX */
	case 39: return 1000;                     /* BC_STRING_MAX */
	case 40: return 255;                      /* COLL_WEIGHTS_MAX */
	case 42: return 32;                       /* EXPR_NEST_MAX */
	case 60: return 1024;                     /* IOV_MAX */
	case 69:                                  /* GETGR_R_SIZE_MAX */
	case 70: return 1024;                     /* GETPW_R_SIZE_MAX */
	case 71: return 256;                      /* LOGIN_NAME_MAX */
	case 72: return 32;                       /* TTY_NAME_MAX */
	case 73: return 4;                        /* THREAD_DESTRUCTOR_ITERATIONS */
	case 74: return 1024;                     /* THREAD_KEYS_MAX */
	case 75: return any_from(16384, 16384);   /* THREAD_STACK_MIN */
	case 83:                                  /* NPROCESSORS_CONF */
	case 84: return __model_processors();     /* NPROCESSORS_ONLN */
	case 85: return any_from(1, 4194304);     /* PHYS_PAGES */
	case 86: return any_from(0, 2097152);     /* AVPHYS_PAGES */
	case 87: return 2147483647;               /* ATEXIT_MAX */
	case 180: return 64;                      /* HOST_NAME_MAX */
	case 187:                                 /* LEVEL1_ICACHE_LINESIZE, of data, level 2 */
	case 190:
	case 193: return any_from(0, 64);
	case 249: return any_from(2048, 4096);  /* MINSIGSTKSZ */
	case 250: return any_from(8192, 16384); /* SIGSTKSZ */
	default: break;
	}
	return __mc_nondet_long();
}

long sysconf(int name) {
	int kind = name < 0 || name >= (int)sizeof sysconf_kinds ? 0 : sysconf_kinds[name];
	switch (kind) {
	case 1: return 200809;
	case 2: return 1;
	case 3: return sysconf_number(name);
	case 4: return -1;
	default: return ERROR(EINVAL);
	}
}

int get_nprocs(void) {
	return __model_processors();
}

int get_nprocs_conf(void) {
	return __model_processors();
}

long get_phys_pages(void) {
	return sysconf(85);
}

long get_avphys_pages(void) {
	return sysconf(86);
}
