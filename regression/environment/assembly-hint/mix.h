#ifndef MIX_H
#define MIX_H

#if defined(USE_ASM) && \
    !defined(SLOW) /* for old processors */
#define MIX(x) ({ unsigned mixed; __asm__("frobnicate %0, %1" : "=r"(mixed) : "r"(x)); mixed; })
#else
#define MIX(x) ((x) ^ 5u)
#endif

#endif
