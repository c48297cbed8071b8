/* harness/steps.h -- calls of functions of the library that are steps of their own: free, memcpy,
 * strtok.
 *
 * STEP(name), for stubs.c: calls of the program come to __wrap_name (build.sh), which waits for its
 * turn and goes on to the function with its arguments as they are, whatever they are.
 */
#ifndef HARNESS_STEPS_H
#define HARNESS_STEPS_H

#include <stdint.h>

/* 'arg': the registers for the first integers. */
void cbmc_mt_pass(const char *name, const void *caller, const uintptr_t *arg);

#if defined(__x86_64__)
#define STEP_CODE(name)                                                                            \
	"push %rbp\n mov %rsp, %rbp\n sub $208, %rsp\n"                                                \
	"mov %rdi, (%rsp)\n mov %rsi, 8(%rsp)\n mov %rdx, 16(%rsp)\n mov %rcx, 24(%rsp)\n"             \
	"mov %r8, 32(%rsp)\n mov %r9, 40(%rsp)\n mov %rax, 48(%rsp)\n mov %r10, 56(%rsp)\n"            \
	"movups %xmm0, 64(%rsp)\n movups %xmm1, 80(%rsp)\n movups %xmm2, 96(%rsp)\n"                   \
	"movups %xmm3, 112(%rsp)\n movups %xmm4, 128(%rsp)\n movups %xmm5, 144(%rsp)\n"                \
	"movups %xmm6, 160(%rsp)\n movups %xmm7, 176(%rsp)\n"                                          \
	"lea cbmc_mt_name_" name "(%rip), %rdi\n mov 8(%rbp), %rsi\n mov %rsp, %rdx\n"                 \
	"call cbmc_mt_pass\n"                                                                          \
	"mov (%rsp), %rdi\n mov 8(%rsp), %rsi\n mov 16(%rsp), %rdx\n mov 24(%rsp), %rcx\n"             \
	"mov 32(%rsp), %r8\n mov 40(%rsp), %r9\n mov 48(%rsp), %rax\n mov 56(%rsp), %r10\n"            \
	"movups 64(%rsp), %xmm0\n movups 80(%rsp), %xmm1\n movups 96(%rsp), %xmm2\n"                   \
	"movups 112(%rsp), %xmm3\n movups 128(%rsp), %xmm4\n movups 144(%rsp), %xmm5\n"                \
	"movups 160(%rsp), %xmm6\n movups 176(%rsp), %xmm7\n"                                          \
	"leave\n jmp __real_" name "\n"
#elif defined(__aarch64__)
#define STEP_CODE(name)                                                                            \
	"stp x29, x30, [sp, #-224]!\n mov x29, sp\n"                                                   \
	"stp x0, x1, [sp, #16]\n stp x2, x3, [sp, #32]\n stp x4, x5, [sp, #48]\n"                      \
	"stp x6, x7, [sp, #64]\n str x8, [sp, #80]\n"                                                  \
	"stp q0, q1, [sp, #96]\n stp q2, q3, [sp, #128]\n stp q4, q5, [sp, #160]\n"                    \
	"stp q6, q7, [sp, #192]\n"                                                                     \
	"mov x1, x30\n add x2, sp, #16\n"                                                              \
	"adrp x0, cbmc_mt_name_" name "\n add x0, x0, :lo12:cbmc_mt_name_" name "\n"                   \
	"bl cbmc_mt_pass\n"                                                                            \
	"ldp x0, x1, [sp, #16]\n ldp x2, x3, [sp, #32]\n ldp x4, x5, [sp, #48]\n"                      \
	"ldp x6, x7, [sp, #64]\n ldr x8, [sp, #80]\n"                                                  \
	"ldp q0, q1, [sp, #96]\n ldp q2, q3, [sp, #128]\n ldp q4, q5, [sp, #160]\n"                    \
	"ldp q6, q7, [sp, #192]\n"                                                                     \
	"ldp x29, x30, [sp], #224\n b __real_" name "\n"
#endif

#ifdef STEP_CODE
#define STEP_OF(name)                                                                              \
	__asm__(".section .rodata\n"                                                                   \
	        "cbmc_mt_name_" name ": .asciz \"" name "\"\n"                                         \
	        ".section cbmc_mt_steps, \"aw\"\n .balign 8\n .quad cbmc_mt_name_" name "\n"           \
	        ".text\n .balign 16\n .globl __wrap_" name "\n"                                        \
	        ".type __wrap_" name ", %function\n"                                                   \
	        "__wrap_" name ":\n" STEP_CODE(name) ".size __wrap_" name ", . - __wrap_" name "\n");
#else
#define STEP_OF(name)
#endif
#define STEP(name) STEP_OF(#name)

#endif
